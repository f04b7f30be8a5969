"""Files that are dropped on the map: images are laid under it, drawings are taken in."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QDropEvent

from sandtable_editor.map.dropped_files import dropped_files

if TYPE_CHECKING:
    from sandtable_editor.map.desk import MapDesk


class DroppedScans(QObject):
    """Lays images that are dropped on the map of a desk under it, and draws it as drawings have it."""

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
            images, drawings = self._fit(event)
            if not images and not drawings:
                event.ignore()  # or the scene would take it, and nothing would come of it
                return True
            event.acceptProposedAction()
            if event.type() == QEvent.Type.Drop:
                from sandtable_editor.map.dialogs.import_file import take_in_path
                from sandtable_editor.map.dialogs.lay_scan import lay_scan

                for path in images:
                    lay_scan(self._desk, path)
                for path in drawings:
                    take_in_path(self._desk, path)
            return True
        return False

    def _fit(self, event: QDropEvent) -> tuple[list[Path], list[Path]]:
        """Return the images that are dropped, and the drawings: a board of hexes takes none."""
        from sandtable_editor.map.dialogs.import_file import COMES_IN
        from sandtable_editor.map.dialogs.lay_scan import SUFFIXES

        paths, takes = dropped_files(event), self._desk.design.map.hexes is None
        images = [path for path in paths if path.suffix.lower() in SUFFIXES]
        return images, [path for path in paths if takes and path.suffix.lower() in COMES_IN]
