"""Beginning with a design: what its first page asks for is done, or why not is told."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from sandtable.engine.errors import SandtableError
from sandtable.engine.words import sentence
from sandtable_editor.shell.pieces import library_dialog

if TYPE_CHECKING:
    from collections.abc import Callable

    from sandtable_editor.design.designs_page import DesignsPage
    from sandtable_editor.shell.workspace import Workbench


class DesignBeginning(QObject):
    """Does what the first page asks for. ``refused`` says why something cannot be done, with a title."""

    open_wanted = Signal(object, str)
    refused = Signal(str, str)

    def __init__(self, window: Workbench, page: DesignsPage[Any]) -> None:
        super().__init__(page)
        self._window, self._page = window, page
        page.library_wanted.connect(self.ask_library)
        page.open_wanted.connect(self.open_wanted.emit)

    def ask_library(self, once_chosen: Callable[[], None] | None = None) -> None:
        """Ask for the file of another library."""
        dialog = library_dialog(self._window)
        if once_chosen is not None:
            dialog.fileSelected.connect(once_chosen)
        dialog.fileSelected.connect(self._page.add_library)
        dialog.open()

    def open_at(self, where: tuple[Path, str]) -> None:
        """Have one opened that was made or copied: of this library, under this key."""
        self.open_wanted.emit(*where)

    def not_done(self, error: BaseException) -> None:
        """Say in a sentence why it was not done; what is no error of ours is a failure of the program."""
        if not isinstance(error, SandtableError):
            raise error
        self.refused.emit("It cannot be done", sentence(str(error)))
