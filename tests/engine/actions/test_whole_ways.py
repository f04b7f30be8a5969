"""What a rule says of a way as a whole: only what it lets be gone is shown, listed and looked for."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sandtable.engine import Ask, Game, Refusal, RuleModule, Ways, refuses, rule
from sandtable.engine.actions.way_goals import TRIED
from sandtable.engine.running.offers import Offer
from sandtable.testing import Play, position, toy
from tests.games.rambles import ANN, Rambling, Site, SiteId, Walk, Walker, is_a, lane
from tests.games.sides import BLUE

from sandtable.engine import Side  # isort: skip


class Clean(RuleModule):
    """Nobody goes by dusty lanes twice on one way."""

    key = "clean"

    @refuses(Walk)
    @rule("R-clean")
    def dust(self, game: Game, act: Walk) -> Refusal | None:
        dusty = sum(is_a(game, site, "lane") for site in act.way)
        return Refusal("nobody goes by {dusty} lanes", dusty=dusty) if dusty > 1 else None


class Tired(RuleModule):
    """Nobody walks today; it is not said that this hangs on the walker alone."""

    key = "tired"

    @refuses(Walk)
    @rule("R-tired")
    def tired(self, game: Game, act: Walk) -> Refusal | None:
        return Refusal("{who} is tired", who=act.walker)


def site(name: str, kind: str, *ways: str) -> Site:
    return Site(SiteId(name), kind, ways)


def walker_on(sites: list[Site], *modules: type[RuleModule], points: int = 9) -> Play:
    system = toy(Rambling, *modules, rows=(Site, Walker), key="rambles")
    return position(system, Side(BLUE), *sites, Walker(ANN, BLUE, SiteId("a"), points))


ROUND = [
    site("a", "meadow", "b", "c"), site("b", "lane", "d"), site("c", "wood", "d"), site("d", "lane", "e"),
    site("e", "lane"),
]  # fmt: skip
"""From a to d it is nearer by the lane; to e nobody comes clean."""


def offer_of(play: Play) -> Offer:
    ask = play.prompt.open[0] if play.prompt is not None else Ask(BLUE, (Walk,))
    return Offer(play.referee.view(BLUE), ask, Walk, {"walker": ANN})


def ways_of(play: Play) -> Ways[Any]:
    domain = offer_of(play).domain("way")
    assert isinstance(domain, Ways)
    return domain  # pyright: ignore[reportUnknownVariableType]


def test_where_the_cheapest_way_is_refused_as_a_whole_a_dearer_one_is_shown() -> None:
    play = walker_on(ROUND, Clean)
    ways = ways_of(play)
    assert {space: goals[0].way for space, goals in ways.reach().items()} == {
        "b": ("b",), "c": ("c",), "d": ("c", "d"),
    }  # fmt: skip
    assert ways.goals("d")[0].cost == 2
    assert ("b", "d") not in ways
    assert not ways.halts(("b", "d"))
    assert [one.rule for one in ways.against_halting(("b", "d"))] == ["R-clean"]
    assert {goal.way for goal in ways.after(("b",)).listed()} == set()


def test_where_all_ways_are_refused_the_rule_says_why() -> None:
    ways = ways_of(walker_on(ROUND, Clean))
    assert "e" not in ways.reach()
    assert [str(one) for one in ways.why_not("e")] == ["nobody goes by 3 lanes (R-clean)"]
    assert [str(one) for one in ways.barred()["e"]] == ["nobody goes by 3 lanes (R-clean)"]


def test_what_is_listed_drawn_and_looked_for_is_what_the_referee_lets_be_done() -> None:
    play = walker_on(ROUND, Clean)
    offer, ways = offer_of(play), ways_of(play)
    listed = [act.way for act in offer.actions() if isinstance(act, Walk)]
    assert sorted(listed) == sorted(ways) == [("b",), ("c",), ("c", "d")]
    for seed in range(30):
        drawn = ways.sample(Random(seed))
        assert drawn is not None
        assert drawn in ways
        assert play.referee.verdict(Walk(ANN, drawn), BLUE) == []
        assert offer.sample(Random(seed)) is not None


def test_a_way_that_only_a_dearer_one_makes_possible_is_found_by_who_asks_whether_there_is_any() -> None:
    """The one site where one may stay is come to by the lane first: it is looked for by the wood too."""
    sites = [
        site("a", "meadow", "b", "c"), site("b", "lane", "d"), site("c", "house", "f"), site("f", "house", "d"),
        site("d", "lane"),
    ]  # fmt: skip

    class Shy(RuleModule):
        key = "shy"

        @refuses(Walk)
        @rule("R-shy")
        def by_the_house(self, game: Game, act: Walk) -> Refusal | None:
            return None if "f" in act.way else Refusal("one goes by the house")

    play = walker_on(sites, Shy)
    assert play.referee.game.can_answer(Ask(BLUE, (Walk,)))
    assert [act.way for act in offer_of(play).actions() if isinstance(act, Walk)] == [("c", "f", "d")]
    assert offer_of(play).sample(Random(1)) == Walk(ANN, (SiteId("c"), SiteId("f"), SiteId("d")))


def test_a_rule_that_keeps_a_piece_where_it_is_lights_nothing_whatever_it_says_it_looks_at() -> None:
    play = walker_on(ROUND, Tired)
    ways = ways_of(play)
    assert ways.reach() == {}
    assert {rule.rule for space in "bcd" for rule in ways.why_not(space)} == {"R-tired"}
    assert {one.rule for one in offer_of(play).why_not_there("way", "d")} == {"R-tired"}
    assert [*Ways.offered(play.game, Walk, BLUE, walker=ANN)] == []


def test_no_more_dearer_ways_are_tried_than_is_said() -> None:
    """On an open ground there are ways without end: they are not all held against the rule."""
    judged = list[tuple[str, ...]]()

    class Counting(RuleModule):
        key = "counting"

        @refuses(Walk)
        @rule("R-counting")
        def counted(self, game: Game, act: Walk) -> Refusal | None:
            judged.append(act.way)
            return Refusal("never")

    names = "abcdefgh"
    sites = [site(one, "meadow", *(other for other in names if other != one)) for one in names]
    ways = ways_of(walker_on(sites, Counting))
    judged.clear()
    assert ways.reach() == {}
    assert len(judged) <= len(names) - 1 + TRIED


@pytest.mark.parametrize("module", [Clean, Tired])
def test_the_ways_of_an_action_can_be_asked_for_as_they_are_offered(module: type[RuleModule]) -> None:
    play = walker_on(ROUND, module)
    asked = Ways.offered(play.game, Walk, BLUE, walker=ANN)
    assert [goal.way for goal in asked.listed()] == [goal.way for goal in ways_of(play).listed()]


def test_ways_that_no_rule_looks_at_as_a_whole_are_those_of_the_game() -> None:
    play = walker_on(lane("meadow", "hill", "meadow"))
    assert [*ways_of(play)] == [("b",), ("b", "c")]
