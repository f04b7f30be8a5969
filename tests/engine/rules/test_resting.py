"""A reason names the options that have changed what it rests on, however its numbers were read."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar

import pytest

from sandtable.engine import (
    Action,
    Ask,
    Chart,
    Choice,
    Game,
    HookSet,
    InstalledGame,
    Option,
    Overlay,
    Part,
    Refusal,
    RuleModule,
    Side,
    Tally,
    Was,
    collects,
    decides,
    fills,
    hookimpl,
    refuses,
    rule,
)
from sandtable.engine.running.caching import cached_for_position, cached_while_unchanged
from sandtable.engine.running.offers import Offer
from sandtable.engine.state.charts import Axis, ChartId
from sandtable.testing import position, toy
from tests.engine.workshop import BLUE


class Depth(HookSet):
    """Where the depth of a ford is made."""

    @collects
    def depth_parts(self, game: Game) -> Iterable[Part] | None:
        """Add to the depth."""

    @decides
    def room(self, game: Game) -> int:  # type: ignore[empty-body]
        """Say how many may cross."""


@cached_while_unchanged
def depth(game: Game) -> int:
    return Tally("depth", game.hooks(Depth).depth_parts(game)).whole()


@cached_for_position
def cell(game: Game) -> int:
    return game.chart("fords").number("wide")


class Cross(Action, frozen=True):
    """Cross the ford."""

    how: str

    @fills("how")
    @staticmethod
    def ways(game: Game, ask: Ask) -> Choice[str]:
        return Choice(f"way {nth + 1}" for nth in range(game.hooks(Depth).room(game)))


class Wait(Action, frozen=True):
    """Wait for better days."""


class Fords(RuleModule):
    """Refusals that quote bare numbers, read in all the ways there are."""

    key = "fords"
    actions: ClassVar = {"play": (Cross, Wait)}

    @hookimpl
    @rule("F-depth")
    def depth_parts(self, game: Game) -> Iterable[Part]:
        return [Part("base", 4, "F-depth", "deep"), Part("add", 2, "F-rain", "rain")]

    @hookimpl(default=True)
    @rule("F-room")
    def room(self, game: Game) -> int:
        return 3

    @refuses(Cross)
    @rule("F-too-deep")
    def too_deep(self, game: Game, act: Cross) -> Refusal | None:
        return Refusal("it is {deep} deep", deep=depth(game))

    @refuses(Cross)
    @rule("F-as-deep")
    def as_deep(self, game: Game, act: Cross) -> Refusal | None:
        return Refusal("it is still {deep} deep", deep=depth(game))

    @refuses(Cross)
    @rule("F-full")
    def full(self, game: Game, act: Cross) -> Refusal | None:
        return Refusal("there is room for {room}", room=game.hooks(Depth).room(game))

    @refuses(Cross)
    @rule("F-wide")
    def wide(self, game: Game, act: Cross) -> Refusal | None:
        return Refusal("it is {wide} wide", wide=cell(game))

    @refuses(Cross)
    @rule("F-dry")
    def dry(self, game: Game, act: Cross) -> Refusal | None:
        return Refusal("nobody likes wet feet")


class Drained(RuleModule):
    """Takes a part out of a number."""

    key = "drained"
    option = Option("Drained", "Rain does not matter.")

    @rule("HOUSE-drained", amends="F-depth")
    def drain(self, was: Was[Iterable[Part]], game: Game) -> Iterable[Part]:
        return [part for part in was() if part.rule != "F-rain"]


class Flooded(RuleModule):
    """Adds a part."""

    key = "flooded"
    option = Option("Flooded", "It is deeper.")

    @hookimpl
    @rule("HOUSE-flooded")
    def depth_parts(self, game: Game) -> Iterable[Part]:
        return [Part("add", 1, "HOUSE-flooded", "flood")]


class Crowded(RuleModule):
    """Answers with a plain number in place of the base."""

    key = "crowded"
    option = Option("Crowded", "Two at a time.")

    @hookimpl
    @rule("HOUSE-crowded")
    def room(self, game: Game) -> int:
        return 2


class Narrow(RuleModule):
    """Amends a plain number."""

    key = "narrow"
    option = Option("Narrow", "One less at a time.")

    @rule("HOUSE-narrow", amends="F-room")
    def less(self, was: Was[int], game: Game) -> int:
        return was() - 1


class Wider(RuleModule):
    """Puts another cell over a chart's."""

    key = "wider"
    option = Option("Wider", "Fords are wider.")
    overlays = (Overlay(ChartId("fords"), ((("wide",), 9),), "HOUSE-wider"),)
    texts = {"HOUSE-wider": "Wider: fords are wider."}


class Idle(RuleModule):
    """Amends, and changes nothing."""

    key = "idle"
    option = Option("Idle", "Nothing.")

    @rule("HOUSE-idle", amends="F-room")
    def same(self, was: Was[int], game: Game) -> int:
        return was()


FAMILY = InstalledGame(toy(Fords, Drained, Flooded, Crowded, Narrow, Wider, Idle, hook_sets=(Depth,)))
FORDS = Chart(ChartId("fords"), "Fords", (Axis("ford", ("wide",)),), (5,))
USUAL = ["it is 6 deep", "it is still 6 deep", "there is room for 3", "it is 5 wide", "nobody likes wet feet"]
KINDS: dict[str, dict[int, str]] = {
    "drained": {0: "it is 4 deep (as amended by HOUSE-drained)", 1: "it is still 4 deep (as amended by HOUSE-drained)"},
    "flooded": {0: "it is 7 deep (as amended by HOUSE-flooded)", 1: "it is still 7 deep (as amended by HOUSE-flooded)"},
    "crowded": {2: "there is room for 2 (as amended by HOUSE-crowded)"},
    "narrow": {2: "there is room for 2 (as amended by HOUSE-narrow)"},
    "wider": {3: "it is 9 wide (as amended by HOUSE-wider)"},
    "idle": {},
}


def game(*on: str) -> Any:
    return position(FAMILY, Side(BLUE), FORDS, at="Blue: play", on=on)


def refusals_of(*on: str) -> list[str]:
    play = game(*on)
    (ask,) = play.referee.prompt.open
    first = [one.text for one in play.game.verdict(Cross("way 1"), ask)]
    assert [
        one.text for one in play.referee.view("Blue").verdict(Cross("way 1"), ask)
    ] == first  # kept answers note too
    return first


def test_without_options_a_reason_is_as_it_was() -> None:
    assert refusals_of() == USUAL


@pytest.mark.parametrize("option", KINDS)
def test_a_reason_names_the_option_that_has_changed_what_it_rests_on(option: str) -> None:
    assert refusals_of(option) == [KINDS[option].get(at, usual) for at, usual in enumerate(USUAL)]


def test_several_options_are_all_named() -> None:
    assert (
        refusals_of("drained", "flooded", "wider")[0] == "it is 5 deep (as amended by HOUSE-flooded and HOUSE-drained)"
    )


def test_what_is_not_on_offer_names_the_option_that_has_made_the_list_short() -> None:
    play = game("narrow")
    (ask,) = play.referee.prompt.open
    (reason,) = Offer(play.game, ask, Cross).astray(Cross("way 3"))
    assert reason.text.endswith("(as amended by HOUSE-narrow)")
    assert not Offer(game().game, ask, Cross).astray(Cross("way 3"))


def _terminal(offer: Offer) -> list[str]:
    from sandtable.play.words.objections import of_kind

    return of_kind(offer).lines()


def _window(offer: Offer) -> list[str]:
    from sandtable.play.words.objections import of_kind

    return [one.says for one in of_kind(offer).reasons]


@pytest.mark.parametrize("shown", [_terminal, _window])
def test_terminal_and_window_say_it_alike(shown: Callable[[Offer], list[str]]) -> None:
    play = game("drained", "crowded", "wider")
    (ask,) = play.referee.prompt.open
    text = "\n".join(shown(Offer(play.referee.view("Blue"), ask, Cross)))
    for rule_ in ("drained", "crowded", "wider"):
        assert f"(as amended by HOUSE-{rule_})" in text


def test_play_itself_notes_nothing() -> None:
    family = InstalledGame(FAMILY.system)
    play = position(family, Side(BLUE), FORDS, at="Blue: play", on=("drained",))
    (ask,) = play.referee.prompt.open  # type: ignore[union-attr]
    assert not play.game.allows(Cross("way 1"), ask)
    play.play(Wait())
    assert "noting" not in vars(play.game.rulebook)
    assert play.game.verdict(Cross("way 1"), ask)
    assert "noting" in vars(play.game.rulebook)
    assert not play.game.gate.queries
