"""Small widgets made in a line: a button that only acts, a faint line, a sentence with links, a row.

The words they are given may be foreign: they are made fit to be shown here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import partial
from html import escape
from typing import Final

from PySide6.QtCore import QEvent, QTimer, Signal
from PySide6.QtGui import QResizeEvent, Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QCheckBox,
    QComboBox,
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLayout,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from sandtable_editor.shell.theme import recoloured, shades

EASY: Final = re.compile("[\n -~\u2010-\u2027\u2190-\u22ff]*")
"""What needs no look, and does not load the engine: the window comes first."""

USED: Final = (QAbstractItemView, QLineEdit, QAbstractSpinBox, QComboBox, QAbstractSlider, QCheckBox, QScrollArea)
"""What is used and has no words of its own, or only those of what is in it."""
INNER: Final = (QLineEdit, QAbstractSpinBox, QComboBox)
PLACE: Final = "place:"
"""How a link begins that leads to a place."""


def fit(text: str) -> str:
    """Return words from wherever they come without what only a hostile file has; several lines stay so."""
    if EASY.fullmatch(text):
        return text
    from sandtable.engine import words

    return words.fit(text, lines=True)


class Sentence(QLabel):
    """Rich text that wraps, the only label that is: foreign words in it are escaped.

    ``rule_clicked`` gives the rule of a link, ``place_clicked`` the place of one.
    """

    rule_clicked = Signal(str)
    place_clicked = Signal(str)

    def __init__(self, html: str = "") -> None:
        self._worn = shades()
        super().__init__(fit(html))
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setWordWrap(True)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.LinksAccessibleByMouse | Qt.TextInteractionFlag.TextSelectableByMouse
        )
        self.linkActivated.connect(self._link)

    def setText(self, html: str) -> None:
        """Say something else."""
        self._worn = shades()
        super().setText(fit(html))

    def changeEvent(self, event: QEvent) -> None:
        """Give links and marks the colours of another theme: Qt keeps those of the time when the text was set."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and (says := self.text()):
            super().clear()
            self.setText(recoloured(says, self._worn, shades()))

    def _link(self, target: str) -> None:
        if target.startswith(PLACE):
            self.place_clicked.emit(target.removeprefix(PLACE))
        else:
            self.rule_clicked.emit(target.removeprefix("rule:"))


def as_tip(text: str) -> str:
    """Return what a tool tip shows just as it stands: Qt takes for rich text what looks so, and opens its pictures."""
    text = fit(text)
    return f"<qt>{escape(text).replace(chr(10), '<br>')}</qt>" if Qt.mightBeRichText(text) else text


def button(
    text: str, act: Callable[[], object], tip: str = "", name: str = "", kind: type[QPushButton] = QPushButton
) -> QPushButton:
    """Return a button; Enter elsewhere in its window does not press it."""
    made = kind(fit(text))
    made.setAutoDefault(False)
    made.setToolTip(as_tip(tip))
    made.setObjectName(name)

    def do() -> None:  # Qt would hand it whether it is checked
        act()

    made.clicked.connect(do)
    return made


def choice_box(name: str) -> QComboBox:
    """Return a box to choose one of several from."""
    made = QComboBox()
    name_box(made, name)
    made.view().setAccessibleName(fit(name))
    return made


def narrow(box: QComboBox, letters: int) -> QComboBox:
    """Let a box be so many letters wide where there is no room for more; its list is as wide as it must be."""
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    box.setMinimumContentsLength(letters)
    return box


def name_box(box: QWidget, name: str) -> None:
    """Tell what a box is for: where the system takes for its name what it shows, its description says it."""
    box.setAccessibleName(fit(name))
    box.setAccessibleDescription(fit(name))


def faint(text: str) -> QLabel:
    """Return a line of lesser weight, wrapped."""
    made = QLabel(fit(text))
    made.setObjectName("faint")
    made.setWordWrap(True)
    return made


class BriefLine(QLabel):
    """A line of lesser weight, or some, cut where there is no room for all of it; the whole stands in the tooltip.

    It is ``least`` lines high at least, so that what stands beside it is not moved by another sentence.
    """

    def __init__(self, text: str = "", *, least: int = 1, lines: int = 1) -> None:
        super().__init__()
        self._whole, self._lines = "", lines
        self.setObjectName("faint")
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(lines > 1)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.setMinimumHeight(least * self.fontMetrics().lineSpacing() + 2)
        self.setMaximumHeight(lines * self.fontMetrics().lineSpacing() + 2)
        self.say(text)

    def say(self, text: str) -> None:
        """Say something else."""
        self._whole = fit(text)
        self.setAccessibleName(self._whole)
        self.setToolTip(as_tip(self._whole))
        self._cut()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Cut the text where its room ends."""
        super().resizeEvent(event)
        self._cut()

    def _cut(self) -> None:
        """Show what there is room for; where it is broken, some of a line is lost."""
        room = self.width() * self._lines - (self._lines - 1) * self.width() // 3
        self.setText(self.fontMetrics().elidedText(self._whole, Qt.TextElideMode.ElideRight, room))


def bold(text: str) -> QLabel:
    """Return a line in bold letters."""
    made = QLabel(fit(text))
    font = made.font()
    font.setBold(True)
    made.setFont(font)
    return made


def name_parts(root: QWidget, name: str) -> None:
    """Tell those who do not see it what everything in a widget is for that does not say so itself."""
    for one in (root, *root.findChildren(QWidget)):
        if isinstance(one, QCheckBox) and one.text():
            one.setAccessibleName(f"{fit(name)}: {one.text()}")
        elif isinstance(one, QComboBox) and not one.accessibleName():
            name_box(one, name)
        elif isinstance(one, USED) and not one.accessibleName() and not is_inner(one):
            one.setAccessibleName(fit(name))


def is_inner(widget: QWidget) -> bool:
    """Tell whether a widget is Qt's own part of another, which speaks for it."""
    above = widget.parentWidget()
    while above is not None and not isinstance(above, INNER):
        above = above.parentWidget()
    return above is not None or widget.objectName().startswith("qt_")


def beside(*widgets: QWidget, stretch: int = 0) -> QWidget:
    """Return widgets beside each other; the one at ``stretch`` takes the room."""
    made = QWidget()
    layout = QHBoxLayout(made)
    layout.setContentsMargins(0, 0, 0, 0)
    for at, widget in enumerate(widgets):
        layout.addWidget(widget, 1 if at == stretch else 0)
    return made


def above(*widgets: QWidget, room: int = 0) -> QWidget:
    """Return widgets one above the other; the one at ``room`` takes the room, and the keyboard."""
    made = QWidget()
    layout = QVBoxLayout(made)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(0)
    for at, widget in enumerate(widgets):
        layout.addWidget(widget, 1 if at == room else 0)
    made.setFocusProxy(widgets[room])
    return made


def scrolling(inside: QWidget | None, name: str, *, framed: bool = False) -> QScrollArea:
    """Return an area of this name that scrolls what is inside, which may be put into it later, and is as wide as it."""
    area = QScrollArea()
    area.setAccessibleName(name)
    area.setWidgetResizable(True)
    if not framed:
        area.setFrameShape(QFrame.Shape.NoFrame)
    if inside is not None:
        area.setWidget(inside)
    return area


def clear(layout: QLayout) -> None:
    """Take everything out of a layout."""
    while layout.count():
        widget = item.widget() if (item := layout.takeAt(0)) is not None else None
        if widget is not None:
            widget.hide()
            widget.deleteLater()


@contextmanager
def painted_after(widget: QWidget) -> Generator[None, None, None]:
    """Have a widget painted once when several things have changed: when all that comes of them has been laid out."""
    widget.setUpdatesEnabled(False)
    try:
        yield
    finally:
        QTimer.singleShot(0, widget, partial(widget.setUpdatesEnabled, True))


def library_dialog(parent: QWidget) -> QFileDialog:
    """Return a dialog that asks for the file of a library; it goes when it is finished."""
    dialog = QFileDialog(parent, "Open a library", "", "Libraries (*.db *.sqlite);;All (*)")
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    dialog.finished.connect(dialog.deleteLater)
    return dialog
