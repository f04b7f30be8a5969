"""What is carried from the order of battle onto the map, as Qt sends it while the mouse is dragged."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication

from sandtable_editor.scenario.carried_rows import as_mime
from sandtable_editor.scenario.open_scenario import RowName
from sandtable_editor.scenario.panels.order_of_battle import OrderPanel
from tests.editor.scenario.laying import LayingBench

Action, Button = Qt.DropAction, Qt.MouseButton


def order(table: LayingBench) -> OrderPanel:
    """Bring the order of battle forward."""
    found = table.panel("order_of_battle")
    assert isinstance(found, OrderPanel)
    return found


def drop_on_map(table: LayingBench, rows: list[RowName], at: QPointF) -> None:
    """Carry rows from the tree onto the map."""
    port, carried = table.view.viewport(), as_mime(rows)
    where = Action.CopyAction | Action.MoveAction
    enter = QDragEnterEvent(at.toPoint(), where, carried, Button.LeftButton, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(port, enter)
    assert enter.isAccepted()
    drop = QDropEvent(at, where, carried, Button.LeftButton, Qt.KeyboardModifier.NoModifier, QEvent.Type.Drop)
    QApplication.sendEvent(port, drop)
    table.settle()
