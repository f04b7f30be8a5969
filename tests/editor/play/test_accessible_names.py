"""Everything that can be used has a name for those who do not see it: in the window, its panels and its dialogs."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QDockWidget,
    QGraphicsView,
    QHeaderView,
    QKeySequenceEdit,
    QLineEdit,
    QPlainTextEdit,
    QScrollArea,
    QScrollBar,
    QTabBar,
    QTabWidget,
    QTextEdit,
    QToolBar,
    QWidget,
)

from sandtable.play.table.sitting import Wishes
from sandtable_editor.shell.pieces import is_inner
from tests.editor.workbench import Workbench

SPEAK = (QAbstractButton, QLineEdit, QTabBar)
"""What may say itself what it is, by its text or by the label beside it."""
HOLD = (
    QAbstractItemView, QAbstractSlider, QAbstractSpinBox, QComboBox, QGraphicsView, QKeySequenceEdit, QLineEdit,
    QPlainTextEdit, QScrollArea, QTextEdit, QTabWidget,
)  # fmt: skip
"""What holds something: that is not what it is for, so it must be said."""


def nameless(root: QWidget) -> Iterator[str]:
    """Yield what is used in a window and has no name."""
    for one in (root, *root.findChildren(QWidget)):
        if not one.isVisible() or is_inner(one) or isinstance(one, QScrollBar | QHeaderView):
            continue
        used = isinstance(one, HOLD) or (isinstance(one, SPEAK) and not is_of_qt(one))
        if used and not name_of(one):
            above = one.parentWidget()
            yield f"{type(one).__name__} in {type(above).__name__ if above is not None else 'nothing'}"


def is_of_qt(widget: QWidget) -> bool:
    """Tell whether a button or a bar of tabs is Qt's own: that of a dock, of tabs, of a tool bar, of a table."""
    above = widget.parentWidget()
    return isinstance(above, QDockWidget | QTabWidget | QToolBar | QAbstractItemView) or (
        isinstance(widget, QTabBar) and type(widget) is QTabBar and not widget.objectName()
    )


def name_of(widget: QWidget) -> str:
    """Return what a screen reader says a widget is for."""
    if isinstance(widget, HOLD) and widget.accessibleName():
        return widget.accessibleName()
    spoken = QAccessible.queryAccessibleInterface(widget)
    if isinstance(widget, HOLD) and not isinstance(widget, QLineEdit):
        labels = spoken.relations(QAccessible.RelationFlag.Label)
        return "".join(other.text(QAccessible.Text.Name) for other, _ in labels)
    return spoken.text(QAccessible.Text.Name)


def check(bench: Workbench) -> None:
    bench.settle()
    found = sorted({one for root in bench.roots() for one in nameless(root)})
    assert not found, f"without a name: {', '.join(found)}"


def test_the_first_page_has_names(bench: Workbench) -> None:
    check(bench)


COMMANDS = (
    "settings", "keys", "about", "new_campaign", "options", "adopt", "correct", "proposals", "standing", "palette",
    "look_back", "recap", "score",
)  # fmt: skip


def test_panels_fields_pages_and_dialogs_have_names(peninsula: Workbench) -> None:
    bench = peninsula
    bench.begin(Wishes(seed="1", seats="one"))
    for dock in bench.campaign_view.docks.values():
        dock.show()
        dock.raise_()
        check(bench)
    for offer in bench.draft.open:
        bench.draft.take_up(offer)
        check(bench)
        bench.draft.put_down()
    for command in COMMANDS:
        open_and_check(bench, command)


def open_and_check(bench: Workbench, command: str) -> None:
    assert bench.window.commands[command].isEnabled(), command
    bench.window.commands[command].trigger()
    bench.wait(lambda: not bench.window.jobs.running)
    check(bench)
    dialog = QApplication.activeModalWidget()
    if not isinstance(dialog, QDialog):
        return
    for tabs in dialog.findChildren(QTabWidget):
        for at in range(tabs.count()):
            tabs.setCurrentIndex(at)
            check(bench)
    dialog.reject()
    bench.settle()


def test_the_curtain_has_names(bench: Workbench) -> None:
    bench.begin(Wishes(seed="2", seats="Anna=Blue,Bernd=Red"))
    bench.settle()
    assert bench.stands("curtain")
    check(bench)
