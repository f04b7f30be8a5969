"""No rule runs in the window's thread, whatever is done there: it is worked out in a copy, and can be broken off."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from time import perf_counter, sleep
from typing import Final, NewType

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QListView

from sandtable.engine import (  # isort: skip
    Action, Ask, Choice, EndStep, Game, InstalledGame, Option, Refusal, Row, RuleModule, RuleText, Scenario, Side,
    SideId, ask as put_question, fills, hookimpl, refuses, rule,
)  # fmt: skip
from sandtable.play.table.sitting import Wishes
from sandtable.play.words.objections import of_refusals
from sandtable.testing import toy
from sandtable_editor.play.begin.new_campaign import NewCampaign
from sandtable_editor.play.table.correction import Correction
from sandtable_editor.play.table.options_dialog import OptionsDialog
from sandtable_editor.play.turn.prompt import PLAYS
from sandtable_editor.shell.theme import shades
from tests.editor.play.rules_here import noticed
from tests.editor.pulse import Pulse
from tests.editor.workbench import Workbench

NAP: Final = 0.005
TOWNS: Final = tuple(f"Town {number:03}" for number in range(1, 121))
SHUT: Final = "Town 100"


def dawdle() -> None:
    for _ in range(40):
        sleep(NAP)


class Answer(Action, frozen=True):
    """Say a word."""

    word: str

    @fills("word")
    @staticmethod
    def words(game: Game, ask: Ask) -> Choice[str]:
        return Choice(("yes", "no"))


class Talk(Action, frozen=True):
    """Talk for a while: a word is asked for in between."""

    async def perform(self, game: Game, ask: Ask) -> None:
        dawdle()
        said = await put_question(ask.side, Answer, "was it good?", rule="S-1")
        game.change(game[Side][SideId(ask.side)], title=f"Talker, {said.word}")


class Visit(Action, frozen=True):
    """Visit one of many towns, and stay a while."""

    town: str

    @fills("town")
    @staticmethod
    def towns(game: Game, ask: Ask) -> Choice[str]:
        return Choice(TOWNS)

    def perform(self, game: Game, ask: Ask) -> None:
        dawdle()
        game.change(game[Side][SideId(ask.side)], title=f"Guest of {self.town}")


HouseId = NewType("HouseId", str)


class House(Row, frozen=True):
    """Where one is at home."""

    id: HouseId
    rooms: int = 1


class Manners(RuleModule):
    """Says what is done, and takes its time."""

    key = "manners"
    rows = (House,)
    actions = {"play": (Talk, Visit)}

    @hookimpl
    @rule("S-4")
    async def set_up(self, game: Game) -> None:
        """One takes one's time before one begins."""
        dawdle()

    @refuses(Answer)
    @rule("S-1")
    def never(self, game: Game, act: Answer) -> Refusal | None:
        sleep(NAP)
        return None

    @refuses(Visit)
    @rule("S-2")
    def shut(self, game: Game, act: Visit) -> Refusal | None:
        sleep(NAP)
        return Refusal("{town} is shut", town=act.town) if act.town == SHUT else None


class Quiet(RuleModule):
    """Nobody talks."""

    key = "quiet"
    option = Option("Quiet", "Nobody talks.", rules=("S-3",))

    @refuses(Talk)
    @rule("S-3")
    def hush(self, game: Game, act: Talk) -> Refusal | None:
        sleep(NAP)
        return Refusal("nobody talks")


SYSTEM: Final = replace(
    toy(Manners, Quiet, key="manners"),
    scenarios=(Scenario("manners", "Manners", lambda: [Side(SideId("Guest")), House(HouseId("Inn"))]),),
    texts={id: RuleText(id, id, "As it says.") for id in ("S-1", "S-2", "S-3", "S-4")},
)
FAMILY: Final = InstalledGame(SYSTEM)


@pytest.fixture
def bench(qapp: QApplication, tmp_path: Path, home: Path) -> Iterator[Workbench]:
    made = Workbench(qapp, tmp_path, family=FAMILY)
    made.window.jobs.soon = 0.01
    sitting = made.sit_down(Wishes(seed="1", seats="one"))
    with noticed(FAMILY) as found:
        made.play.accept(sitting)
        made.settle()
        yield made
        made.close()
    assert not found, "\n".join(f"{times} x {what}" for what, times in found.items())
    assert not made.reporter.faults, "\n".join(fault.details for fault in made.reporter.faults)


def title(bench: Workbench) -> str:
    return bench.campaign.game[Side][SideId("Guest")].title


def take_up(bench: Workbench, kind: type[Action]) -> None:
    bench.draft.take_up(next(offer for offer in (*bench.draft.open, *bench.draft.shut) if offer.kind is kind))
    bench.settle()


def talk(bench: Workbench, word: str) -> None:
    take_up(bench, Talk)
    bench.draft.choose(word)
    bench.settle()
    bench.draft.commit()
    bench.settle()
    assert title(bench) == f"Talker, {word}"


def test_undo_and_redo_into_the_midst_of_something_and_going_anywhere(bench: Workbench) -> None:
    talk(bench, "yes")
    head = bench.campaign.referee.journal.head
    pulse, began = Pulse(), perf_counter()
    bench.play.undo()  # the question in between has to be come to again
    bench.application.processEvents()
    assert PLAYS in bench.plain_screen() or bench.campaign.is_playing
    assert title(bench) == "Talker, yes", "all is shown as it was until it is known"
    bench.settle()
    assert bench.draft.field == "word"
    bench.play.redo()
    bench.settle()
    assert title(bench) == "Talker, yes"
    bench.campaign_view.council.goto(head - 1)
    bench.settle()
    assert bench.draft.field == "word"
    longest, whole = pulse.stop(), perf_counter() - began
    assert whole > 80 * NAP, "the rules were not slow"
    assert longest < 0.4 * whole, f"the window stood still for {longest:.3f} of {whole:.3f} s"


def test_an_undo_that_is_broken_off_has_not_been(bench: Workbench) -> None:
    talk(bench, "no")
    head = bench.campaign.referee.journal.head
    bench.play.undo()
    bench.application.processEvents()
    assert bench.campaign.is_playing
    bench.key(Qt.Key.Key_Escape)
    bench.wait(lambda: not bench.window.jobs.running)
    assert (title(bench), bench.campaign.referee.journal.head) == ("Talker, no", head)
    bench.play.undo()
    bench.settle()
    assert bench.draft.field == "word"


def test_a_campaign_is_opened_in_the_midst_of_something(bench: Workbench) -> None:
    take_up(bench, Talk)
    path = bench.campaign.sitting.path
    bench.play.close_campaign()
    bench.play.open_path(str(path))
    bench.wait(lambda: bench.play.campaign_view is not None)
    bench.wait(lambda: bench.draft.field == "word")


def test_values_far_down_a_list_are_judged_when_they_are_seen(bench: Workbench) -> None:
    take_up(bench, Visit)
    listed = bench.field(QListView)
    index = listed.model().index(TOWNS.index(SHUT), 0)
    assert index.data(Qt.ItemDataRole.ForegroundRole) is None
    listed.scrollTo(index)
    bench.settle()
    assert index.data(Qt.ItemDataRole.ForegroundRole) == QColor(shades().faint)
    assert index.siblingAtRow(98).data(Qt.ItemDataRole.ForegroundRole) is None


def test_steps_are_passed_and_what_comes_then_is_found(bench: Workbench) -> None:
    bench.wait(lambda: bench.campaign_view.idle.has_something)
    before = bench.campaign.game.round
    bench.campaign_view.idle.pass_on()
    bench.settle()
    assert bench.campaign.game.round > before
    bench.play.undo()
    bench.settle()
    assert bench.campaign.game.round == before


def test_options_are_tried_out_proposed_and_agreed_to(bench: Workbench) -> None:
    bench.window.commands["options"].trigger()
    bench.settle()
    made = next(one for one in QApplication.topLevelWidgets() if isinstance(one, OptionsDialog))
    made.form.choose(replace(made.form.choices, on=frozenset({"quiet"})))
    bench.wait(lambda: made.propose.isEnabled() and not made.tried.is_busy)
    made.propose.click()
    bench.settle()
    take_up(bench, EndStep)
    assert [offer.kind for offer in bench.draft.shut] == [Talk]


def test_a_correction_is_tried_out_and_made_and_what_is_refused_is_allowed(bench: Workbench) -> None:
    bench.window.commands["correct"].trigger()
    bench.settle()
    made = next(one for one in QApplication.topLevelWidgets() if isinstance(one, Correction))
    editor, _ = made.editors["rooms"]
    editor.put(7)
    editor.changed.emit()
    bench.wait(lambda: "1 → 7" in made.preview.text())
    made.propose.click()
    bench.settle()
    assert bench.campaign.game[House][HouseId("Inn")].rooms == 7
    ask = bench.campaign.ask
    assert ask is not None
    bench.campaign_view.council.overrule(of_refusals("Not possible", [], action=Visit(SHUT), side=ask.side))
    bench.settle()
    assert title(bench) == f"Guest of {SHUT}"


def new_campaign(bench: Workbench) -> NewCampaign:
    """Open the dialog that begins one."""
    bench.type_keys("Ctrl+N")
    bench.wait(lambda: bench.play.dialog is not None and bench.play.dialog.isVisible())
    made = bench.play.dialog
    assert made is not None
    return made


def test_a_campaign_is_begun_and_the_window_lives_meanwhile(bench: Workbench) -> None:
    made = new_campaign(bench)
    made.name.setText("slow")
    pulse, began = Pulse(), perf_counter()
    bench.press("Begin", made)
    assert made.bar.isVisible()
    assert not made.begin.isEnabled()
    bench.wait(lambda: bench.campaign.sitting.path.name == "slow.campaign")
    longest, whole = pulse.stop(), perf_counter() - began
    assert whole > 40 * NAP, "the rules were not slow"
    assert longest < 0.7 * whole, f"the window stood still for {longest:.3f} of {whole:.3f} s"
    bench.settle()


def test_a_beginning_that_is_broken_off_leaves_no_file(bench: Workbench, home: Path) -> None:
    made = new_campaign(bench)
    made.name.setText("never")
    bench.press("Begin", made)
    bench.press("Cancel", made)
    assert made.isVisible()
    assert not made.bar.isVisible()
    assert made.begin.isEnabled(), "it can be begun otherwise"
    bench.wait(lambda: not bench.window.jobs.running)
    assert not (home / "campaigns" / "never.campaign").exists()
    bench.press("Cancel", made)
    assert made.sitting is None


@pytest.mark.parametrize("again", [False, True])
def test_a_scenario_is_opened_on_its_last_campaign_or_on_a_new_one(bench: Workbench, again: bool) -> None:
    bench.play.close_campaign()
    bench.play.open_scenario("manners")
    bench.wait(lambda: bench.play.campaign_view is not None)
    bench.settle()
    if again:
        bench.play.close_campaign()
        bench.play.open_scenario("manners")
        bench.wait(lambda: bench.play.campaign_view is not None)
        bench.settle()
    assert bench.campaign.sitting.path.name == "manners-001.campaign"
    assert bench.campaign.sitting.taken_up == again


def test_the_keyboard_stays_with_the_decision_while_an_answer_is_worked_out(bench: Workbench) -> None:
    """The button that was pressed by Enter is shut then, and Qt would hand the keyboard to whatever comes next."""
    bench.window.jobs.soon = 10.0
    prompt = bench.campaign_view.prompt
    take_up(bench, Visit)
    bench.draft.choose(TOWNS[0])
    bench.settle()
    prompt.commit.setFocus()
    assert prompt.commit.hasFocus()
    bench.window.jobs.soon = 0.0
    QTest.keyClick(prompt.commit, Qt.Key.Key_Return)
    bench.application.processEvents()
    assert bench.campaign.is_playing
    assert QApplication.focusWidget() is prompt
    bench.settle()
    focus = QApplication.focusWidget()
    assert focus is not None
    assert focus is prompt or prompt.isAncestorOf(focus)
