"""Working a campaign's journal out again in a copy, to prove that its rules do the same as when it was played."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QMessageBox

from sandtable.engine.errors import SandtableError

if TYPE_CHECKING:
    from sandtable_editor.play.campaign.campaign import Campaign
    from sandtable_editor.shell.jobs import Progress
    from sandtable_editor.shell.workspace import Workbench


def verify(campaign: Campaign, window: Workbench) -> None:
    """Verify in the background, on a copy of the file as it is now; tell how it went."""
    folder = TemporaryDirectory()
    copy = Path(folder.name, "copy.campaign")
    try:
        campaign.sitting.file.copy(copy)
    except SandtableError as error:
        folder.cleanup()
        _tell(window, QMessageBox.Icon.Warning, f"The journal could not be copied, so it was not verified. {error}")
        return
    family, title = campaign.referee.family, campaign.sitting.header.title

    def work(progress: Progress) -> list[str]:
        from sandtable.engine.referee.replay import Mismatch
        from sandtable.engine.referee.replay import verify as worked_out
        from sandtable.library.campaigns.opening import open_campaign

        with folder:
            opened = open_campaign(family, copy, reading=True)
            journal = opened.referee.journal
            wrong: list[str] = []
            for done, result in enumerate(worked_out(opened.referee.family, opened.start, journal), 1):
                progress(done, len(journal.plies), f"Verifying {title}")
                if isinstance(result, Mismatch):
                    wrong.append(f"ply {result.ply}: {result.says}")
            return [*wrong, f"{len(journal.plies)} answers were replayed."]

    def show_result(lines: list[str]) -> None:
        *wrong, count = lines
        sound = f"{count} All gave the same result." if not wrong else f"{count} These gave a different result:"
        icon = QMessageBox.Icon.Warning if wrong else QMessageBox.Icon.Information
        _tell(window, icon, sound, "\n".join(wrong))

    window.jobs.run(f"Verifying {title}", work, show_result)


def _tell(window: Workbench, icon: QMessageBox.Icon, says: str, more: str = "") -> None:
    box = QMessageBox(icon, "Journal", says, QMessageBox.StandardButton.Ok, window)
    box.setInformativeText(more)
    box.finished.connect(box.deleteLater)
    box.open()
