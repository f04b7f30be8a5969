"""What is done to campaigns on the first page: they are renamed, copied, deleted, taken back; all can be undone."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QInputDialog, QLineEdit, QMessageBox, QWidget

from sandtable.engine.errors import SandtableError
from sandtable.engine.words import sentence
from sandtable_editor.shell.asking import ask_text
from sandtable_editor.shell.confirming import confirm
from sandtable_editor.shell.pieces import fit

if TYPE_CHECKING:
    from pathlib import Path

    from sandtable_editor.shell.jobs import Jobs


class CampaignShelf(QObject):
    """Does it beside the window's thread. ``done``: what was done, where it is now, how it is undone, if at all."""

    done = Signal(str, object, object)
    refused = Signal(str)

    def __init__(self, jobs: Jobs, parent: QWidget) -> None:
        super().__init__(parent)
        self._jobs, self._parent = jobs, parent

    def ask_name(self, path: Path) -> QInputDialog:
        """Ask for another name of a campaign."""
        dialog = ask_text(self._parent, "Rename the campaign", "Name:", partial(self.rename, path), path.stem)
        dialog.setOkButtonText("Rename")
        for line in dialog.findChildren(QLineEdit):
            line.setAccessibleName("Name of the campaign")
            line.setMinimumWidth(320)
        return dialog

    def ask_delete(self, path: Path) -> QMessageBox:
        """Ask whether a campaign is to be deleted."""
        return confirm(
            self._parent, "Delete a campaign", f"Delete “{path.stem}”?",
            "It goes to the deleted campaigns, and can be taken back from there.", "&Delete",
            partial(self.delete, path),
        )  # fmt: skip

    def rename(self, path: Path, name: str) -> None:
        """Give a campaign another name."""

        def tell(now: Path) -> None:
            if now != path:
                self._tell(f"“{path.stem}” is now called “{now.stem}”.", now, partial(self.rename, now, path.stem))

        self._do("Renaming", lambda files: files.rename_campaign(path, name), tell)

    def copy(self, path: Path) -> None:
        """Copy a campaign."""

        def tell(made: Path) -> None:
            self._tell(f"“{path.stem}” was copied as “{made.stem}”.", made, partial(self.delete, made))

        self._do("Copying", lambda files: files.copy_campaign(path), tell)

    def delete(self, path: Path) -> None:
        """Move a campaign to the deleted ones."""

        def tell(gone: Path) -> None:
            self._tell(f"“{path.stem}” was deleted.", None, partial(self.restore, gone))

        self._do("Deleting", lambda files: files.delete_campaign(path), tell)

    def restore(self, path: Path) -> None:
        """Take a deleted campaign back."""

        def tell(now: Path) -> None:
            self._tell(f"“{now.stem}” was taken back.", now, partial(self.delete, now))

        self._do("Taking back", lambda files: files.restore_campaign(path), tell)

    def _tell(self, says: str, now: Path | None, undo: Callable[[], None]) -> None:
        self.done.emit(fit(says), now, undo)

    def _do(self, title: str, work: Callable[[Any], Path], then: Callable[[Path], None]) -> None:
        """Do something with what the library knows of files; it is loaded when something is done at last."""

        def act(_: object) -> Path:
            from sandtable.library.campaigns import campaign_files

            return work(campaign_files)

        self._jobs.run(title, act, then, self._refuse)

    def _refuse(self, error: BaseException) -> None:
        if not isinstance(error, SandtableError):
            raise error
        self.refused.emit(sentence(str(error)))
