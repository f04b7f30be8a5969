"""What comes late: the campaign, the dialog or the window it was meant for has been closed meanwhile."""

from __future__ import annotations

import gc
import threading
import weakref
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, NoReturn

import pytest
from msgspec import structs
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QApplication, QDialog, QMessageBox

from sandtable.engine import InstalledGame
from sandtable.engine.rules.options import Choices
from sandtable.engine.state.rows import Proposal
from sandtable.library.campaigns.opening import open_campaign
from sandtable.library.store.library_file import Library
from sandtable.play.table.adoption_preview import preview_adoption
from sandtable.play.table.sitting import Wishes
from sandtable_editor.play.forms.options_form import OptionsForm
from sandtable_editor.play.table.adoption_dialog import AdoptionDialog
from sandtable_editor.play.table.adoption_vote import AdoptionVote
from sandtable_editor.play.turn.strip import ElidedLabel
from sandtable_editor.shell.jobs import BackgroundJob, Progress
from tests.editor.play.player import sit_down
from tests.editor.play.test_beginning import dialog
from tests.editor.play.test_beside_the_map import in_battle
from tests.editor.play.test_bots_and_faults import BOTH
from tests.editor.play.test_fields import ONE, ORDERS, at_march
from tests.editor.play.test_the_table import ANNA
from tests.editor.workbench import FAMILY, Workbench
from tests.games.fords import fords

TWICE = Choices(frozenset({"forced", "mud"}))
WAITS: Final = 60
"""Seconds that work is held back at most: a test that fails lets it go."""


class HeldBack:
    """Work that is begun within it waits, before it is done or when it is; until ``let_go``."""

    def __init__(self, bench: Workbench, when: str, monkeypatch: pytest.MonkeyPatch) -> None:
        self.when, self.jobs, self.run = when, bench.window.jobs, bench.window.jobs.run
        self.monkeypatch, self.gate, self.done = monkeypatch, threading.Event(), False

    def __enter__(self) -> HeldBack:
        self.monkeypatch.setattr(self.jobs, "run", self._run_late)
        return self

    def __exit__(self, *_: object) -> None:
        self.monkeypatch.setattr(self.jobs, "run", self.run)

    def _run_late(self, title: str, work: Callable[[Progress], object], *more: Any) -> BackgroundJob:
        def late(progress: Progress) -> object:
            if self.when == "before":
                self.gate.wait(WAITS)
            came = work(progress)
            self.done = True
            if self.when == "after":
                self.gate.wait(WAITS)
            return came

        return self.run(title, late, *more)

    def let_go(self) -> None:
        self.gate.set()


# -- options are being looked for


def test_sets_that_are_found_for_a_dialog_that_is_closed_are_offered_to_nobody(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = threading.Event()

    def nearest(wanted: Choices) -> list[frozenset[str]]:
        gate.wait(WAITS)
        return [wanted.on - {"mud"}]

    monkeypatch.setattr(FAMILY, "nearest", nearest)
    made = dialog(bench)
    made.options.choose(TWICE)
    bench.wait(lambda: any(job.title == "Looking for sets of options that work" for job in bench.window.jobs.running))
    made.reject()
    bench.settle()
    gate.set()
    bench.wait(lambda: not bench.window.jobs.running)
    assert not bench.reporter.faults


def test_what_was_laid_out_for_a_scenario_goes_when_another_is_looked_at(bench: Workbench) -> None:
    made = dialog(bench)
    for row in (2, 1, 0, 2, 1):  # 0 is the name of the game
        made.list.setCurrentRow(row)
        bench.settle()
    assert made.findChildren(OptionsForm) == [made.options]


def test_a_campaign_whose_questions_were_asked_aside_is_let_go_of(bench: Workbench) -> None:
    at_march(bench)
    bench.click_counter(ONE)
    bench.hover("birchley")
    bench.wait(lambda: not bench.window.jobs.running)
    campaign = weakref.ref(bench.campaign)
    bench.window.commands["close_campaign"].trigger()
    bench.settle()
    gc.collect()
    assert campaign() is None


# -- work is going on


@pytest.mark.parametrize("close", ["campaign", "window"])
def test_odds_are_broken_off_with_the_campaign(bench: Workbench, close: str) -> None:
    in_battle(bench)
    bench.click(bench.campaign_view.battle.odds.button)
    (job,) = bench.window.jobs.running
    if close == "campaign":
        bench.window.commands["close_campaign"].trigger()
    else:
        bench.window.close()
    assert job.cancelled
    bench.wait(lambda: not bench.window.jobs.running)


def test_a_campaign_that_is_being_opened_when_the_window_closes_stays_closed(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.begin()
    path, gate = bench.campaign.sitting.path, threading.Event()
    bench.window.commands["close_campaign"].trigger()
    bench.wait(lambda: not bench.window.jobs.running)

    def family(_: str) -> InstalledGame:
        gate.wait(WAITS)
        return FAMILY

    monkeypatch.setattr(bench.games, "family", family)
    monkeypatch.setattr("sandtable_editor.shell.jobs.SHUT_DOWN", 0.0)
    bench.play.open_path(str(path))
    bench.window.close()
    gate.set()
    bench.wait(lambda: not bench.window.jobs.running)
    assert bench.play.campaign_view is None


def test_a_campaign_that_is_asked_for_twice_is_opened_once(bench: Workbench) -> None:
    bench.begin()
    path = bench.campaign.sitting.path
    bench.window.commands["close_campaign"].trigger()
    for _ in range(2):
        bench.play.open_path(str(path))
    bench.wait(lambda: not bench.window.jobs.running)
    assert bench.campaign.sitting.path == path
    assert [one.windowTitle() for one in bench.roots()] == ["The Fords — Sandtable"]
    assert bench.window.settings.text("play/open") == str(path)


def test_a_campaign_that_is_asked_for_by_two_names_is_opened_once(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the second name leads to is seen only when it is looked at: the first has it open for writing by then."""
    bench.begin()
    path = bench.campaign.sitting.path
    bench.window.commands["close_campaign"].trigger()
    bench.wait(lambda: not bench.window.jobs.running)
    other = path.with_name("other.campaign")
    other.hardlink_to(path)
    bench.play.open_path(str(path))
    with HeldBack(bench, "before", monkeypatch) as held:
        bench.play.open_path(str(other))
    bench.wait(lambda: bench.play.campaign_view is not None)
    held.let_go()
    bench.wait(lambda: not bench.window.jobs.running)
    assert bench.campaign.sitting.path == path
    assert [one.windowTitle() for one in bench.roots()] == ["The Fords — Sandtable"]
    assert bench.window.settings.text("play/open") == str(path)


def test_a_campaign_that_cannot_be_opened_is_told_of_once(bench: Workbench) -> None:
    path = bench.folder / "notes.campaign"
    path.write_text("no campaign")
    for _ in range(2):
        bench.play.open_path(str(path))
    bench.wait(lambda: not bench.window.jobs.running)
    assert [one.windowTitle() for one in bench.roots() if isinstance(one, QMessageBox)] == ["Cannot be opened"]


def test_an_older_list_of_campaigns_does_not_replace_a_newer_one(
    bench: Workbench, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.folder = home / "campaigns"
    with HeldBack(bench, "after", monkeypatch) as held:
        bench.play.look_for_campaigns()
    bench.wait(lambda: held.done)
    bench.begin()
    bench.play.close_campaign()
    bench.wait(lambda: bench.play.welcome.list.count() == 1)
    held.let_go()
    bench.wait(lambda: not bench.window.jobs.running)
    assert bench.play.welcome.list.count() == 1


def test_a_campaign_that_is_being_played_is_listed_as_one_that_can_be(bench: Workbench, home: Path) -> None:
    bench.folder = home / "campaigns"
    bench.begin()
    (saved,) = bench.games.campaigns()
    assert (saved.title, saved.wrong) == ("table", "")
    bench.play.close_campaign()
    (saved,) = bench.games.campaigns()
    assert (saved.title, saved.wrong) == ("The Fords", "")


# -- bots are playing


def test_bots_of_a_campaign_that_is_closed_answer_no_more(bench: Workbench) -> None:
    bench.window.settings.put("play/pace", "slow")
    bench.begin(BOTH)
    pace, campaign = bench.campaign_view.pace, bench.campaign
    assert pace._timer.isActive()
    bench.window.commands["close_campaign"].trigger()
    assert not pace._timer.isActive()
    bench.begin(BOTH, name="other")
    pace = bench.campaign_view.pace
    assert pace._timer.isActive()
    bench.window.close()
    assert not pace._timer.isActive()
    assert campaign.referee.journal.head == 1


# -- a dialog is open


@pytest.mark.parametrize("command", ["options", "adopt", "correct", "proposals", "standing"])
def test_a_dialog_about_a_campaign_goes_with_it(bench: Workbench, command: str) -> None:
    bench.begin(ANNA, *ORDERS)
    sit_down(bench)
    bench.window.commands[command].trigger()
    bench.settle()
    (made,) = (one for one in QApplication.topLevelWidgets() if isinstance(one, QDialog) and one.isVisible())
    about = weakref.ref(made)
    bench.begin(name="other")  # what was being opened when the dialog came up is there now
    assert not [one for one in QApplication.topLevelWidgets() if isinstance(one, QDialog) and one.isVisible()]
    del made
    bench.wait(lambda: gc.collect() >= 0 and about() is None)  # what it had tried aside comes to its end first


@pytest.mark.parametrize("closed", ["dialog", "campaign", "window"])
@pytest.mark.parametrize("late", ["list", "map"])
def test_a_map_that_is_read_for_a_dialog_that_is_closed_is_shown_to_nobody(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch, closed: str, late: str
) -> None:
    library = bench.folder / "fords.db"
    with Library.create(library) as opened:
        opened.put_map(fords())
    bench.begin(ANNA, *ORDERS)
    sit_down(bench)
    bench.window.commands["adopt"].trigger()
    bench.settle()
    (made,) = (one for one in QApplication.topLevelWidgets() if isinstance(one, AdoptionDialog))
    if late == "map":
        made.choose_library(str(library))
        bench.wait(lambda: made.maps.count() > 0 and made.sheet is not None)
    with HeldBack(bench, "after", monkeypatch) as held:
        if late == "list":
            made.choose_library(str(library))
        else:
            made.maps.currentIndexChanged.emit(0)
    bench.wait(lambda: held.done)
    monkeypatch.setattr("sandtable_editor.shell.jobs.SHUT_DOWN", 0.0)
    if closed == "dialog":
        made.reject()
    elif closed == "campaign":
        bench.play.close_campaign()
    else:
        bench.window.close()
    bench.settle()
    held.let_go()
    bench.wait(lambda: not bench.window.jobs.running)
    assert not [one for one in QApplication.topLevelWidgets() if isinstance(one, AdoptionDialog) and one.isVisible()]


def test_a_question_about_a_map_goes_with_the_campaign_and_counts_as_not_asked(bench: Workbench) -> None:
    """The proposal waits in the campaign; who opens it again is asked there."""
    bench.begin(ANNA, *ORDERS)
    sit_down(bench)
    path = bench.campaign.sitting.path
    other = replace(fords(), info=structs.replace(fords().info, says="dry"))
    bench.campaign_view.council.propose_adoption(preview_adoption(bench.campaign.sitting, other))
    bench.settle()
    assert [one for one in QApplication.topLevelWidgets() if isinstance(one, AdoptionVote) and one.isVisible()]
    bench.begin(name="other")
    assert not [one for one in QApplication.topLevelWidgets() if isinstance(one, AdoptionVote) and one.isVisible()]
    opened = open_campaign(FAMILY, path, reading=True)
    assert len(opened.referee.game[Proposal]) == 1


def test_a_question_to_the_table_goes_with_the_campaign_and_counts_as_not_asked(bench: Workbench) -> None:
    bench.begin(ANNA, *ORDERS)
    sit_down(bench)
    asked: list[str] = []
    council, path = bench.campaign_view.council, bench.campaign.sitting.path
    council.all_agree("agree to it?", "", lambda: asked.append("yes"), ["Bernd"])
    council.ask("Bernd", "agree?", "", lambda: asked.append("yes"), lambda: asked.append("no"))
    bench.settle()
    bench.begin(name="other")
    assert not [one for one in QApplication.topLevelWidgets() if isinstance(one, QMessageBox) and one.isVisible()]
    assert asked == []
    assert path.exists()


# -- painting fails


def test_a_painter_is_put_away_when_painting_fails(bench: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the traceback keeps it, and with it the widget's memory, beyond the painting."""
    painters: list[QPainter] = []

    def fails(_: ElidedLabel, painter: QPainter, says: str, left: int) -> NoReturn:
        painters.append(painter)
        raise RuntimeError("the pen broke")

    bench.begin(Wishes(seed="1", seats="one"))
    monkeypatch.setattr(ElidedLabel, "_write", fails)
    bench.window.findChildren(ElidedLabel)[0].update()
    bench.settle()
    monkeypatch.undo()
    assert painters
    assert not any(painter.isActive() for painter in painters)
    bench.forgive()
