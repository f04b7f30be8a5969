"""Saves a turn report: which round is asked, where it goes is asked, and it is written as the seat may know it."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtWidgets import QFileDialog, QInputDialog

from sandtable.engine.errors import SandtableError
from sandtable.engine.words import sentence
from sandtable.play.record.past import Past
from sandtable.play.record.turn_report import rounds_of, turn_report
from sandtable.play.words.objections import Objection
from sandtable_editor.shell import asking
from sandtable_editor.shell.pieces import fit
from sandtable_editor.shell.theme import scaled

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from sandtable.play.record.turn_report import PlayedRound
    from sandtable_editor.play.campaign.campaign import Campaign

WIDE: Final = 340
"""Logical pixels of the dialog at the least: its title has room."""


def ask_for_report(campaign: Campaign, parent: QWidget) -> QInputDialog | None:
    """Ask which round is to be reported; nothing where nobody is at the screen."""
    if campaign.view is None:
        return None
    rounds = rounds_of(Past(campaign.referee), campaign.sides)[::-1]
    dialog = QInputDialog(parent)
    dialog.setWindowTitle("Save a turn report")
    dialog.setLabelText("Round:")
    dialog.setComboBoxItems([fit(one.title) for one in rounds])
    dialog.setOkButtonText("Save…")
    dialog.setMinimumWidth(scaled(WIDE))

    def choose(title: str) -> None:
        wanted = next((one for one in rounds if fit(one.title) == title), None)
        if wanted is not None:
            ask_where(campaign, wanted, parent)

    dialog.textValueSelected.connect(choose)
    dialog.finished.connect(dialog.deleteLater)
    campaign.closed.connect(dialog.deleteLater)
    campaign.changed.connect(dialog.reject)  # another may be at the screen
    dialog.open()
    return dialog


def ask_where(campaign: Campaign, wanted: PlayedRound, parent: QWidget) -> QFileDialog:
    """Ask where the report of a round goes, and write it there."""
    name = f"{campaign.sitting.path.stem} {wanted.title}".replace("/", "-")
    beside, save = str(campaign.sitting.path.parent), partial(save_report, campaign, wanted.number)
    kinds = "Web pages (*.html);;All (*)"
    dialog = asking.ask_where(parent, "Save a turn report", beside, kinds, "html", save, f"{name}.html")
    campaign.closed.connect(dialog.deleteLater)
    return dialog


def save_report(campaign: Campaign, number: int, target: str) -> None:
    """Write the report of a round as whoever is at the screen may know it."""
    from sandtable.interchange.foreign_files import write_text
    from sandtable.play.record.report_page import page_of

    if campaign.view is None:
        return
    try:
        report = turn_report(campaign.referee, campaign.sides, campaign.sitting.header.title, number)
        write_text(Path(target), page_of(report))
    except SandtableError as error:
        campaign.refused.emit(Objection.from_words(sentence(str(error))))
    else:
        campaign.message.emit(f"The report of {report.round} was saved as {target}")
