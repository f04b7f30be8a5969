"""Files of images that are dropped on the map."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QDragEnterEvent, QDropEvent

if TYPE_CHECKING:
    from sandtable_editor.map.desk import MapDesk


class DroppedScans(QObject):
    """Lays what is dropped on the map of a desk under it."""

    def __init__(self, desk: MapDesk) -> None:
        super().__init__(desk)
        self._desk = desk
        viewport = desk.view.viewport()
        desk.view.setAcceptDrops(True)
        viewport.setAcceptDrops(True)
        viewport.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QDropEvent) and event.type() in (
            QEvent.Type.DragEnter, QEvent.Type.DragMove, QEvent.Type.Drop,
        ):  # fmt: skip
            paths = _images(event)
            if not paths:
                return False
            event.acceptProposedAction()
            if event.type() == QEvent.Type.Drop:
                from sandtable_editor.map.dialogs.lay_scan import lay_scan

                for path in paths:
                    lay_scan(self._desk, path)
            return True
        return False


def _images(event: QDropEvent | QDragEnterEvent) -> list[Path]:
    from sandtable_editor.map.dialogs.lay_scan import SUFFIXES

    files = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
    return [path for path in files if path.suffix.lower() in SUFFIXES]
