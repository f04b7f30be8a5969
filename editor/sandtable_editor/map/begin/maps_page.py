"""The first page of the Map workspace: the maps there are."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from sandtable_editor.shell.pieces import button, faint, fit

if TYPE_CHECKING:
    from sandtable.board.maps import MapInfo
    from sandtable_editor.shell.workspace import Workbench

WHERE: Final = Qt.ItemDataRole.UserRole


class MapsPage(QWidget):
    """Maps to open."""

    open_wanted = Signal(object, str)

    def __init__(self, window: Workbench) -> None:
        super().__init__()
        self._window = window
        self.list = QListWidget()
        self.list.setAccessibleName("Maps")
        self.list.itemActivated.connect(self._open)
        column = QVBoxLayout(self)
        column.addWidget(faint("Maps"))
        column.addWidget(self.list, 1)
        column.addWidget(button("&Open", self._open))

    def look(self) -> None:
        """Look for the maps there are, in a job."""
        from sandtable.library.own import own_library_path

        path = own_library_path()

        def read(_: object) -> list[tuple[Path, MapInfo]]:
            from sandtable.library.store.library_file import Library

            if not path.exists():
                return []
            with Library.open(path) as library:
                return [(path, info) for info in library.maps()]

        self._window.jobs.run("Looking for maps", read, self._show)

    def _show(self, maps: list[tuple[Path, MapInfo]]) -> None:
        self.list.clear()
        for path, info in maps:
            item = QListWidgetItem(fit(info.title))
            item.setData(WHERE, (str(path), info.key))
            self.list.addItem(item)

    def _open(self, _: object = None) -> None:
        if self.list.currentRow() >= 0:
            path, key = self.list.currentItem().data(WHERE)
            self.open_wanted.emit(Path(path), key)
