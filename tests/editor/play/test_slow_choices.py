"""A game that is slow to say what is on offer, and why not the rest: the window does not wait, and says so."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from time import perf_counter, sleep
from typing import Final

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from sandtable.engine import (  # isort: skip
    Action, Ask, Choice, EndStep, Game, InstalledGame, Refusal, RuleModule, RuleText, Scenario, Side, SideId, fills,
    refuses, rule,
)  # fmt: skip
from sandtable.play.table.sitting import Wishes
from sandtable.testing import toy
from sandtable_editor.play.turn.action_draft import ActionDraft
from sandtable_editor.play.turn.prompt import FOLLOWS, LOADING
from tests.editor.pulse import Pulse
from tests.editor.workbench import Workbench

NAP: Final = 0.05
"""Seconds that each choice takes to be judged."""
TOWNS: Final = ("Aalen", "Brest", "Celle", "Dax", "Elba", "Fulda", "Gap", "Halle")


class Visit(Action, frozen=True):
    """Visit a town on a day."""

    town: str
    day: str

    @fills("town")
    @staticmethod
    def towns(game: Game, ask: Ask) -> Choice[str]:
        return Choice(TOWNS)

    @fills("day")
    @staticmethod
    def days(game: Game, ask: Ask, town: str) -> Choice[str]:
        return Choice(("Monday", "Tuesday"))

    def perform(self, game: Game, ask: Ask) -> None:
        game.note(f"{self.town} is visited on {self.day}")
        game.change(game[Side][SideId(ask.side)], title=f"Guest of {self.town}")


class Rest(Action, frozen=True):
    """Rest in a town."""

    town: str

    @fills("town")
    @staticmethod
    def towns(game: Game, ask: Ask) -> Choice[str]:
        return Choice(TOWNS)

    def perform(self, game: Game, ask: Ask) -> None:
        game.note("rest")


class Slow(RuleModule):
    """Takes its time to say where one may go, and when."""

    key = "slow"
    actions = {"play": (Visit, Rest)}

    @refuses(Visit)
    @rule("V-1")
    def closed(self, game: Game, act: Visit) -> Refusal | None:
        sleep(NAP)
        return Refusal("{town} is closed", town=act.town) if act.town == "Celle" else None

    @refuses(Rest)
    @rule("V-3")
    def nobody(self, game: Game, act: Rest) -> Refusal | None:
        sleep(NAP)
        return Refusal("nobody rests")

    @refuses(Visit)
    @rule("V-2")
    def early(self, game: Game, act: Visit) -> Refusal | None:
        return Refusal("{day} is too early", day=act.day) if act.day == "Monday" else None


SYSTEM: Final = replace(
    toy(Slow, key="visits"),
    scenarios=(Scenario("visits", "Visits", lambda: [Side(SideId("Guest"))]),),
    texts={id: RuleText(id, id, "As it says.") for id in ("V-1", "V-2", "V-3")},
)


@pytest.fixture
def bench(qapp: QApplication, tmp_path: Path, home: Path) -> Iterator[Workbench]:
    made = Workbench(qapp, tmp_path, family=InstalledGame(SYSTEM))
    made.window.jobs.soon = 0.01
    made.begin(Wishes(seed="1", seats="one"))
    yield made
    made.close()
    assert not made.reporter.faults, "\n".join(fault.details for fault in made.reporter.faults)


def stands_still(bench: Workbench, act: Callable[[], object]) -> tuple[float, float]:
    """Do something; return for how long the window stood still at most, and how long all of it took."""
    pulse, began = Pulse(), perf_counter()
    act()
    bench.settle()
    return pulse.stop(), perf_counter() - began


def hold(bench: Workbench) -> None:
    bench.draft.hold(next(offer for offer in bench.draft.open if offer.kind is Visit))
    bench.settle()


def test_the_last_choice_is_judged_beside_the_window_and_done_when_it_is_known(bench: Workbench) -> None:
    hold(bench)
    bench.draft.choose("Brest")  # only Tuesday is left, so it is whole
    assert FOLLOWS in bench.plain_screen()
    assert not bench.campaign_view.prompt.commit.isEnabled()
    bench.settle()
    assert bench.campaign_view.prompt.commit.isEnabled()
    bench.key(Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert "Brest is visited on Tuesday" in bench.plain_screen()


ACTS: Final[dict[str, Callable[[ActionDraft], object]]] = {
    "taking up": lambda draft: draft.hold(draft.open[0]),
    "choosing": lambda draft: draft.choose("Brest"),
    "choosing what is not possible": lambda draft: draft.choose("Celle"),
    "choosing, and going on": lambda draft: draft.choose("Brest", goes_on=True),
    "typing": lambda draft: draft.try_value("Celle", bool),
}


@pytest.mark.parametrize("name", ACTS)
def test_the_window_lives_while_it_is_worked_out_what_follows(bench: Workbench, name: str) -> None:
    hold(bench)
    longest, whole = stands_still(bench, lambda: ACTS[name](bench.draft))
    assert whole > 2 * NAP, "the rules were not slow"
    assert longest < 0.4 * whole, f"the window stood still for {longest:.3f} of {whole:.3f} s"


def test_the_window_lives_while_a_field_is_opened_again(bench: Workbench) -> None:
    hold(bench)
    bench.draft.choose("Brest")
    bench.settle()
    longest, whole = stands_still(bench, lambda: bench.draft.reopen("town"))
    assert bench.draft.field == "town"
    assert whole > 4 * NAP, "the rules were not slow"
    assert longest < 0.4 * whole, f"the window stood still for {longest:.3f} of {whole:.3f} s"


def test_the_later_of_two_choices_counts(bench: Workbench) -> None:
    hold(bench)
    bench.draft.choose("Brest")
    bench.draft.choose("Dax")
    bench.settle()
    assert bench.draft.filled_fields == {"town": "Dax", "day": "Tuesday"}


def test_what_was_chosen_is_not_taken_when_escape_comes_first(bench: Workbench) -> None:
    hold(bench)
    bench.draft.choose("Brest", goes_on=True)
    bench.key(Qt.Key.Key_Escape)
    assert bench.draft.offer is None
    assert bench.draft.filled_fields == {}
    assert len(bench.campaign.referee.journal.plies) == 1


def test_enter_does_nothing_while_it_is_worked_out_what_follows(bench: Workbench) -> None:
    hold(bench)
    bench.draft.choose("Brest")
    bench.draft.go_on()
    assert not bench.draft.commit()
    bench.settle()
    assert len(bench.campaign.referee.journal.plies) == 1
    assert bench.draft.commit()


def test_the_way_back_leads_to_what_was_chosen_before(bench: Workbench) -> None:
    hold(bench)
    bench.draft.choose("Brest")
    bench.draft.back()  # before it is taken
    bench.settle()
    assert bench.draft.field == "town"
    bench.draft.choose("Brest")
    bench.settle()
    bench.draft.back()
    bench.settle()
    assert bench.draft.field == "town"


def test_why_not_is_worked_out_beside_the_window(bench: Workbench) -> None:
    shut = next(offer for offer in bench.draft.shut if offer.kind is Rest)
    pulse, began = Pulse(), perf_counter()
    bench.draft.take_up(shut)
    soon = bench.draft.objection
    bench.settle()
    longest, whole = pulse.stop(), perf_counter() - began
    found = bench.draft.objection
    assert soon is None
    assert found is not None
    assert [str(reason) for reason in found.reasons] == ["Nobody rests (V-3)"]
    bench.settle()  # what has come is laid out
    assert "Nobody rests" in bench.plain_screen()
    assert whole > 6 * NAP, "the rules were not slow"
    assert longest < 0.4 * whole, f"the window stood still for {longest:.3f} of {whole:.3f} s"


def test_why_not_comes_to_nothing_when_something_else_is_taken_up(bench: Workbench) -> None:
    bench.draft.take_up(next(offer for offer in bench.draft.shut if offer.kind is Rest))
    hold(bench)
    assert bench.draft.objection is None
    assert bench.draft.offer is not None


def test_what_is_on_offer_is_worked_out_beside_the_window(bench: Workbench) -> None:
    hold(bench)
    bench.draft.choose("Brest")
    bench.settle()
    bench.draft.commit()
    while bench.campaign.is_playing:
        bench.application.processEvents()
    assert LOADING in bench.plain_screen()
    assert bench.campaign_view.prompt.offers == []
    bench.settle()
    assert LOADING not in bench.plain_screen()
    assert [offer.kind for offer in bench.draft.open] == [Visit, EndStep]
    assert [offer.kind for offer in bench.draft.shut] == [Rest]
    assert len(bench.campaign_view.prompt.offers) == 3
