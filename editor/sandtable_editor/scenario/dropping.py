"""What is carried from the order of battle onto the map: the space under it is framed, and a drop places it there."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QDragMoveEvent, QDropEvent

from sandtable_editor.scenario.carried_rows import rows_in

if TYPE_CHECKING:
    from sandtable.board.spaces import SpaceId
    from sandtable_editor.canvas import MapView
    from sandtable_editor.design.hints import Hints
    from sandtable_editor.scenario.placing import Placing

Kind = QEvent.Type


class MapDrops(QObject):
    """Takes drops on the map of a scenario."""

    def __init__(self, view: MapView, placing: Placing, hints: Hints) -> None:
        super().__init__(view)
        self._view, self._placing, self._hints = view, placing, hints
        port = self._view.viewport()
        self._view.setAcceptDrops(True)
        port.setAcceptDrops(True)
        port.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (Kind.DragEnter, Kind.DragMove):
            moved = cast("QDragMoveEvent", event)
            if rows_in(moved.mimeData()):
                self._view.frame_space(self._space(moved))
                moved.setDropAction(Qt.DropAction.CopyAction)
                moved.accept()
                return True
        elif event.type() == Kind.DragLeave:
            self._view.frame_space(None)
        elif event.type() == Kind.Drop:
            dropped = cast("QDropEvent", event)
            rows, space = rows_in(dropped.mimeData()), self._space(dropped)
            self._view.frame_space(None)
            if rows:
                dropped.setDropAction(Qt.DropAction.CopyAction)
                dropped.accept()
                self._drop(dropped, rows, space)
                return True
        return False

    def _space(self, event: QDropEvent) -> SpaceId | None:
        return self._view.target_at(event.position(), ())

    def _drop(self, event: QDropEvent, rows: list[tuple[str, str]], space: SpaceId | None) -> None:
        placing, onto = self._placing, self._view.counters.at(self._view.on_canvas(event.position()))
        self._hints.forget()
        self._view.setFocus()
        if onto is not None and not any(placing.field_of(row) for row in rows):
            placing.join(rows, (self._view.counters[onto].kind, onto))
        elif space is not None:
            placing.place(rows, space)
