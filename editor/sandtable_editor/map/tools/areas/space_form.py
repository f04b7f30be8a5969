"""A small form over the map for what was just drawn: its name, its id, its kind. One may look about meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar, Final

from msgspec import Struct
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCheckBox, QFormLayout, QFrame, QHBoxLayout, QLabel, QLineEdit, QVBoxLayout

from sandtable_editor.map.new_ids import free_id
from sandtable_editor.shell.pieces import button, choice_box, fit
from sandtable_editor.shell.theme import scaled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sandtable_editor.map.desk import MapDesk

WIDE: Final = 270
MARGIN: Final = 14
KINDS: Final = ("land", "sea", "lake")
"""What areas are most of the time; any other word may be written."""


class SpaceWords(Struct, frozen=True):
    """What was said of a new area. ``empty``: it is to be none, only a hole."""

    name: str
    id: str
    kind: str
    empty: bool = False


class SpaceForm(QFrame):
    """Asks for the words of a new area; Enter gives them, Esc goes back to drawing."""

    unnamed: ClassVar[str] = "area"
    """What the id of one without a name begins with."""

    def __init__(self, desk: MapDesk, *, kinds: Sequence[str] = KINDS, may_be_empty: bool = False) -> None:
        """Without ``kinds`` none is asked for."""
        super().__init__(desk.view.viewport())
        self._desk, self._kinds = desk, tuple(kinds)
        self.rows = QFormLayout()
        """What is asked, a row each; a form that asks more adds its own."""
        self._give: Callable[[SpaceWords], object] = lambda _: None
        self._back: Callable[[], object] = lambda: None
        self.setObjectName("spaceForm")
        self.setAutoFillBackground(True)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.title = QLabel()
        self.title.setObjectName("formTitle")
        self.name, self.id = QLineEdit(), QLineEdit()
        self.name.setAccessibleName("Name")
        self.id.setAccessibleName("Id")
        self.kind = choice_box("Kind")
        self.kind.setEditable(True)
        self.empty = QCheckBox("Leave it empty: no area of its own")
        self.empty.setAccessibleName("Leave it empty")
        self._lay_out(may_be_empty)
        self.name.textChanged.connect(self._suggest)
        for line in (self.name, self.id):
            line.returnPressed.connect(self.accept)
        self.hide()

    def _lay_out(self, may_be_empty: bool) -> None:
        self.rows.addRow("Name:", self.name)
        self.rows.addRow("Id:", self.id)
        if self._kinds:
            self.rows.addRow("Kind:", self.kind)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(button("Back", self.give_up, "Go on drawing (Esc)", "formBack"))
        buttons.addWidget(button("Done", self.accept, "Draw it so (Enter)", "formDone"))
        column = QVBoxLayout(self)
        column.addWidget(self.title)
        column.addLayout(self.rows)
        if may_be_empty:
            column.addWidget(self.empty)
            self.empty.toggled.connect(self._follow_empty)
        column.addLayout(buttons)

    @property
    def asking(self) -> bool:
        """Whether it is on the screen."""
        return not self.isHidden()

    def ask(
        self,
        title: str,
        beside: QRect,
        give: Callable[[SpaceWords], object],
        back: Callable[[], object],
        kind: str = "",
    ) -> None:
        """Ask beside what was drawn (a box of the view); ``give`` gets the words, ``back`` is called without."""
        self._give, self._back = give, back
        self.title.setText(fit(title))
        there = sorted({space.kind for space in self._desk.design.map.graph.spaces.values()} - set(self._kinds))
        self.kind.clear()
        self.kind.addItems([*self._kinds, *there])
        self.kind.setCurrentText(kind or (self._kinds[0] if self._kinds else ""))
        self.empty.setChecked(False)
        self.name.clear()
        self._suggest("")
        self._place(beside)
        self.show()
        self.raise_()
        self.name.setFocus()

    def _place(self, beside: QRect) -> None:
        """Stand where what was drawn is not, as far as that can be."""
        self.setFixedWidth(scaled(WIDE))
        self.adjustSize()
        room = self._desk.view.viewport().rect()
        right = beside.center().x() < room.center().x()
        left = room.width() - self.width() - MARGIN if right else MARGIN
        self.move(max(MARGIN, left), MARGIN)

    def _suggest(self, name: str) -> None:
        self.id.setText(free_id(self._desk.design.map, name, self.unnamed))

    def _follow_empty(self, empty: bool) -> None:
        for field in (self.name, self.id, self.kind):
            field.setEnabled(not empty)

    def words(self) -> SpaceWords:
        """Return what it says now."""
        name, kind = self.name.text().strip(), self.kind.currentText().strip()
        return SpaceWords(name, self.id.text().strip(), kind or "land", self.empty.isChecked())

    def accept(self) -> None:
        """Give the words; where they are refused the form stays."""
        if self.asking and self._give(self.words()):
            self._leave()

    def give_up(self) -> None:
        """Go back to drawing."""
        if self.asking:
            self._leave()
            self._back()

    def dismiss(self) -> None:
        """Go away without a word."""
        if self.asking:
            self._leave()

    def _leave(self) -> None:
        self._desk.view.setFocus()  # first: what is hidden with the focus hands it on to whatever comes next
        self.hide()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        match Qt.Key(event.key()):
            case Qt.Key.Key_Escape:
                self.give_up()
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self.accept()
            case _:
                super().keyPressEvent(event)
        event.accept()
