"""A game in which it takes its time to do something: the window lives, shows what was, and can break it off."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from time import perf_counter, sleep
from typing import Final

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from sandtable.engine import (  # isort: skip
    Action, Ask, Choice, Game, InstalledGame, Refusal, RuleModule, RuleText, Scenario, Side,
    SideId, ask as put_question, fills, refuses, rule,
)  # fmt: skip
from sandtable.engine.referee.replay import Mismatch, verify
from sandtable.library.campaigns.opening import open_campaign
from sandtable.play.table.sitting import Wishes
from sandtable.testing import toy
from sandtable_editor.play.turn.prompt import PLAYS
from tests.editor.pulse import Pulse
from tests.editor.workbench import Workbench

NAP: Final = 0.01
NAPS: Final = 60
"""So many naps are taken before something is done, so that it can be broken off between two."""


def dawdle() -> None:
    for _ in range(NAPS):
        sleep(NAP)


class Answer(Action, frozen=True):
    """Say a word."""

    word: str

    @fills("word")
    @staticmethod
    def words(game: Game, ask: Ask) -> Choice[str]:
        return Choice(("yes", "no"))


class Walk(Action, frozen=True):
    """Walk for a while, and be asked how it was."""

    def perform(self, game: Game, ask: Ask) -> None:
        dawdle()
        game.change(game[Side][SideId(ask.side)], title="Walker")


class Talk(Action, frozen=True):
    """Talk for a while: a word is asked for in between."""

    async def perform(self, game: Game, ask: Ask) -> None:
        dawdle()
        said = await put_question(ask.side, Answer, "was it good?", rule="S-1")
        dawdle()
        game.note(f"it is said: {said.word}")
        game.change(game[Side][SideId(ask.side)], title=f"Talker, {said.word}")


class Dawdling(RuleModule):
    """Does things slowly."""

    key = "dawdling"
    actions = {"play": (Walk, Talk)}

    @refuses(Answer)
    @rule("S-1")
    def never(self, game: Game, act: Answer) -> Refusal | None:
        return None


SYSTEM: Final = replace(
    toy(Dawdling, key="dawdling_game"),
    scenarios=(Scenario("dawdling", "Dawdling", lambda: [Side(SideId("Guest"))]),),
    texts={"S-1": RuleText("S-1", "S-1", "As it says.")},
)
FAMILY: Final = InstalledGame(SYSTEM)


@pytest.fixture
def bench(qapp: QApplication, tmp_path: Path, home: Path) -> Iterator[Workbench]:
    made = Workbench(qapp, tmp_path, family=FAMILY)
    made.window.jobs.soon = 0.02
    made.begin(Wishes(seed="1", seats="one"))
    yield made
    made.close()
    assert not made.reporter.faults, "\n".join(fault.details for fault in made.reporter.faults)


def title(bench: Workbench) -> str:
    return bench.campaign.game[Side][SideId("Guest")].title


def begin(bench: Workbench, kind: type[Action]) -> None:
    """Take something up that is done at once, and let the window do no more than it does at once."""
    bench.draft.take_up(next(offer for offer in bench.draft.open if offer.kind is kind))
    bench.application.processEvents()
    assert bench.campaign.is_playing


def check(bench: Workbench, plies: int) -> None:
    """Hold that so many plies are in the file, and that they come out the same when they are played again."""
    assert len(bench.campaign.referee.journal.plies) == plies
    path = bench.campaign.sitting.path
    bench.play.close_campaign()
    opened = open_campaign(FAMILY, path, reading=True)
    assert len(opened.referee.journal.plies) == plies
    assert not [one for one in verify(FAMILY, opened.start, opened.referee.journal) if isinstance(one, Mismatch)]


def test_the_window_lives_and_shows_what_was_until_it_is_done(bench: Workbench) -> None:
    pulse, began = Pulse(), perf_counter()
    begin(bench, Walk)
    assert PLAYS in bench.plain_screen()
    assert title(bench) == ""
    bench.settle()
    longest, whole = pulse.stop(), perf_counter() - began
    assert title(bench) == "Walker"
    assert PLAYS not in bench.plain_screen()
    assert whole > NAP * NAPS, "the rules were not slow"
    assert longest < 0.4 * whole, f"the window stood still for {longest:.3f} of {whole:.3f} s"
    check(bench, 2)


def test_nothing_is_played_twice(bench: Workbench) -> None:
    begin(bench, Walk)
    for offer in bench.draft.open:
        bench.draft.take_up(offer)
        bench.draft.hold(offer)
    assert not bench.draft.commit()
    bench.key(Qt.Key.Key_1)
    bench.settle()
    check(bench, 2)


def test_escape_breaks_it_off_and_it_can_be_done_again(bench: Workbench) -> None:
    begin(bench, Walk)
    began = perf_counter()
    bench.key(Qt.Key.Key_Escape)
    assert not bench.campaign.is_playing
    bench.wait(lambda: not bench.window.jobs.running)
    assert perf_counter() - began < 0.7 * NAP * NAPS, "the rule went on"
    assert title(bench) == ""
    assert PLAYS not in bench.plain_screen()
    begin(bench, Walk)
    bench.settle()
    assert title(bench) == "Walker"
    check(bench, 2)


def test_the_button_breaks_it_off(bench: Workbench) -> None:
    begin(bench, Walk)
    bench.application.processEvents()
    bench.press("Break it off")
    bench.wait(lambda: not bench.window.jobs.running)
    assert title(bench) == ""
    check(bench, 1)


def test_undo_takes_back_what_is_not_done_yet(bench: Workbench) -> None:
    begin(bench, Walk)
    bench.settle()
    begin(bench, Walk)
    bench.campaign.undo()
    bench.wait(lambda: not bench.window.jobs.running)
    assert title(bench) == "Walker", "what was done before stands"
    check(bench, 2)


def test_what_asks_in_between_goes_on_after_the_answer(bench: Workbench) -> None:
    begin(bench, Talk)
    bench.settle()
    assert bench.draft.field == "word"
    bench.draft.choose("yes")
    bench.settle()
    assert bench.draft.commit()
    bench.settle()
    assert title(bench) == "Talker, yes"
    check(bench, 3)


def test_a_question_that_was_come_to_aside_is_answered_after_undo_and_redo(bench: Workbench) -> None:
    begin(bench, Talk)
    bench.settle()
    bench.campaign.undo()
    bench.settle()
    assert bench.draft.field == ""
    bench.campaign.redo()
    bench.settle()
    bench.draft.choose("no")
    bench.settle()
    bench.draft.commit()
    bench.settle()
    assert title(bench) == "Talker, no"
    check(bench, 3)


def test_closing_the_campaign_breaks_it_off(bench: Workbench) -> None:
    path = bench.campaign.sitting.path
    begin(bench, Walk)
    bench.play.close_campaign()
    bench.wait(lambda: not bench.window.jobs.running)
    assert len(open_campaign(FAMILY, path, reading=True).referee.journal.plies) == 1


def test_a_bot_that_is_broken_off_waits(qapp: QApplication, tmp_path: Path, home: Path) -> None:
    bench = Workbench(qapp, tmp_path, family=FAMILY)
    bench.window.jobs.soon = 0.02
    bench.window.settings.put("play/pace", "at once")
    sitting = bench.sit_down(Wishes(seed="1", seats="one", bots=("Guest",)))
    bench.play.accept(sitting)
    while not bench.campaign.is_playing:
        bench.application.processEvents()
    bench.press("Pause the bots")
    bench.wait(lambda: not bench.window.jobs.running)
    assert bench.campaign_view.pace.waiting
    played = len(bench.campaign.referee.journal.plies)
    bench.press("Resume the bots")
    bench.wait(lambda: len(bench.campaign.referee.journal.plies) > played)
    bench.campaign_view.pace.wait(True)
    bench.close()
    assert not bench.reporter.faults
