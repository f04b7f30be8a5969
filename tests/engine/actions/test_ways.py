"""Ways of a move: one domain says which there are, what each costs, where they lead, and why not there."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import count, islice
from random import Random
from typing import Any

import pytest

from sandtable.engine import (
    Action,
    Allowance,
    Ask,
    Broken,
    CostUnit,
    Game,
    KeptStrides,
    Part,
    Refusal,
    Refused,
    RuleModule,
    Side,
    Stride,
    Tally,
    Ways,
    cached_while_unchanged,
    hookimpl,
    refuses_step,
    rule,
)
from sandtable.engine.actions.way_price import tell_price
from sandtable.engine.actions.ways import LONGEST
from sandtable.engine.hooks import HookSet, collects, gone
from sandtable.engine.running.offers import Offer
from sandtable.testing import Play, install_game, position, toy
from tests.games.rambles import (
    ANN,
    SYSTEM,
    Drive,
    Pose,
    Rambling,
    Site,
    SiteId,
    Walk,
    Walker,
    WalkStep,
    asked,
    drives,
    lane,
    ramble,
    walks,
)
from tests.games.sides import BLUE

LIST: Any = [1]
KINDS = ("meadow", "wood", "hill", "lane", "marsh", "house", "inn", "walled")


def wild(seed: int, count: int = 12) -> list[Site]:
    """Return a ground of areas that nobody has thought of."""
    rng = Random(seed)
    names = [f"s{number}" for number in range(count)]
    ways = {name: rng.sample([other for other in names if other != name], rng.randint(1, 4)) for name in names}
    return [
        Site(SiteId(name), rng.choice(KINDS), tuple(ways[name]), tuple(rng.sample(ways[name], rng.randint(0, 1))))
        for name in names
    ]


def hexes(seed: int, wide: int = 5) -> list[Site]:
    """Return a ground in offset rows, each site with up to six beside it, called by column and row."""
    rng = Random(seed)
    at = {(x, y): rng.choice(KINDS) for x in range(wide) for y in range(wide)}

    def around(x: int, y: int) -> list[str]:
        odd = y % 2
        near = [(x - 1, y), (x + 1, y), *((x - 1 + odd + k, y + d) for d in (-1, 1) for k in (0, 1))]
        return [f"{a}.{b}" for a, b in near if (a, b) in at]

    return [Site(SiteId(f"{x}.{y}"), kind, tuple(around(x, y))) for (x, y), kind in at.items()]


def all_ways(ways: Ways[Any], most: int) -> set[tuple[Any, ...]]:
    """Return every way of some steps that may end, gone step by step."""
    found: set[tuple[Any, ...]] = set()
    open_ways: list[tuple[Any, ...]] = [()]
    for _ in range(most):
        open_ways = [(*way, step) for way in open_ways for step in ways.onward(way)]
        found |= {way for way in open_ways if ways.halts(way)}
    return found


def letters(*ways: tuple[SiteId, ...]) -> list[str]:
    return ["".join(way) for way in ways]


def walked(game: Play, points: int | None = None) -> Ways[SiteId]:
    return walks(game.referee.game, ANN)


# -- what it is


def test_the_cheapest_way_to_each_goal_is_listed_cheapest_first() -> None:
    sites = [
        Site(SiteId("a"), "meadow", ("b", "c")), Site(SiteId("b"), "meadow", ("a", "c", "d")),
        Site(SiteId("c"), "hill", ("a", "b")), Site(SiteId("d"), "wood", ("c",)),
    ]  # fmt: skip
    ways = walked(ramble(sites, "a", points=6))
    assert letters(*ways) == ["b", "c", "bd"]
    assert [(goal.goal, goal.cost) for goal in ways.goals("d")] == [("d", 3)]
    assert {space: goals[0].cost for space, goals in ways.reach().items()} == {"b": 1, "c": 3, "d": 3}
    assert (SiteId("b"), SiteId("d"), SiteId("c")) in ways  # a dearer way to c, which is not listed
    assert (SiteId("b"), SiteId("a")) not in ways  # back where it came from
    assert () not in ways
    assert ways.says() == "a way of up to 6 points"


def test_what_a_way_takes_is_said_step_by_step_and_with_its_parts() -> None:
    ways = walked(ramble(lane("meadow", "wood", "lane", "meadow"), "a"))
    way = (SiteId("b"), SiteId("c"), SiteId("d"))
    assert ways.prices(way) == (2, 0, 1)
    assert ways.spent(way) == 3
    assert ways.tally(way).total == 3
    assert {part.says for part in ways.tally(way).parts} == {"wood", "lane", "meadow"}
    assert ways.prices((SiteId("d"),)) == ()


def test_a_step_may_take_the_whole_allowance() -> None:
    """Nobody comes into a marsh but with the first step; it is the last, too."""
    ways = walked(ramble(lane("meadow", "marsh", "meadow"), "a"))
    assert letters(*ways) == ["b"]
    assert ways.prices((SiteId("b"),)) == (4,)
    assert "the whole allowance" in str(ways.tally((SiteId("b"),)))
    later = walked(ramble(lane("meadow", "meadow", "marsh"), "a"))
    assert letters(*later) == ["b"]
    assert [one.text for one in later.why_not("c")] == ["a step on the way there takes the whole allowance of 4 points"]


def test_rules_forbid_steps_end_ways_and_forbid_ends_each_by_its_id() -> None:
    game = ramble(lane("meadow", "house", "inn", "meadow"), "a")
    ways = walked(game)
    assert letters(*ways) == ["bc"]
    assert [str(one) for one in ways.why_not("b")] == ["b is somebody's (R-house)"]
    assert [str(one) for one in ways.why_not("d")] == ["there is an inn in c (R-inn)"]
    assert ways.why_not("c") == []
    shut = walked(ramble([Site(SiteId("a"), "meadow", ("b",), ("b",)), Site(SiteId("b"), "walled")], "a"))
    assert [one.rule for one in shut.why_not("b")] == ["R-walled", "R-gate"]
    assert [one.rule for one in shut.objections((SiteId("b"),))] == ["R-walled", "R-gate"]


def test_a_space_too_far_is_refused_with_what_is_lacking() -> None:
    ways = walked(ramble(lane("meadow", "hill", "hill", "meadow"), "a"))
    assert [one.text for one in ways.why_not("d")] == [
        "the way there costs 7 points (meadow 1, hill 6), and 4 can be spent"
    ]
    assert [one.text for one in ways.why_not("elsewhere")] == ["no way leads to elsewhere"]


def test_a_price_is_told_by_what_is_paid_for_with_the_rules() -> None:
    """Two meadows are one sum; a lane costs nothing, so nothing is said of it."""
    ways = walked(ramble(lane("meadow", "wood", "lane", "meadow", "meadow"), "a"))
    assert ways.tell_price(tuple(map(SiteId, "bcde"))) == "meadow 2, wood 2 (R-price)"
    assert ways.tell_price((SiteId("d"),)) == ""  # no way
    marsh = walked(ramble(lane("meadow", "marsh"), "a"))
    assert marsh.tell_price((SiteId("b"),)) == "into a marsh the whole allowance (R-marsh)"


def test_a_price_is_told_in_its_unit() -> None:
    price = Tally(
        "points", [Part("base", 33, "R-1", "road"), Part("add", 3, "R-2", "ford"), Part("add", 3, "R-2", "mud")]
    )
    assert tell_price(price, CostUnit("points", 6)) == "road 5½ (R-1), ford ½, mud ½ (R-2)"


def test_what_lies_behind_barred_places_is_refused_by_what_bars_the_way_there() -> None:
    """Nothing bars the last step: it is never taken."""
    ways = walked(ramble(lane("meadow", "walled", "meadow", "walled", "meadow", "meadow"), "a"))
    assert [*map(str, ways.why_not("b"))] == ["b is walled in (R-walled)"]
    assert [*map(str, ways.why_not("c"))] == ["b is walled in (R-walled)"]
    assert [*map(str, ways.why_not("f"))] == ["b is walled in (R-walled)", "d is walled in (R-walled)"]


def test_where_no_way_leads_at_all_the_game_says_it_by_its_rule(game: Game) -> None:
    ways = plain(game, both_ways)
    assert [*map(str, ways.why_not("mars"))] == ["no way leads to mars"]

    def no_way(space: str) -> Refusal:
        return Refusal("{space} is not of here", space=space, rule="R-far")

    ways = plain(game, both_ways, no_way=no_way)
    assert [*map(str, ways.why_not("mars"))] == ["mars is not of here (R-far)"]


def test_a_rule_is_told_only_of_what_it_looks_at_and_asked_once_for_each_value() -> None:
    game = ramble(lane("meadow", "meadow", "meadow"), "b")
    ways = walked(game)
    ways.reach()
    ways.reach()
    walked(game).reach()
    assert asked.count("walled a None None") == 1
    assert sorted(one for one in asked if one.startswith("house")) == ["house a", "house c"]


def test_a_rule_is_asked_again_only_where_something_it_has_looked_at_has_changed() -> None:
    play = ramble(lane("meadow", "meadow", "meadow", "meadow"), "a", points=2)
    walks(play.game, ANN).reach()
    play.play(Walk(ANN, (SiteId("b"),)))
    assert sorted(walks(play.game, ANN).reach()) == ["a", "c", "d"]
    assert asked.count("walled c None None") == 1
    play.change(play.game[Site]["c"], kind="walled")
    assert sorted(walks(play.game, ANN).reach()) == ["a"]


@cached_while_unchanged
def is_shut(game: Game, there: str) -> bool:
    step = WalkStep(SiteId(there), "meadow", SiteId("a"), ANN)
    return bool(game.step_refusals(Walk, step))


def test_an_answer_that_rests_on_rules_on_steps_is_forgotten_with_theirs() -> None:
    play = ramble(lane("meadow", "meadow"), "a")
    walks(play.game, ANN).reach()  # what the rules say is known already
    assert not is_shut(play.game, "b")
    play.change(play.game[Site]["b"], kind="walled")
    assert is_shut(play.game, "b")


class Twilight(RuleModule):
    """Nobody walks who looks north: a rule that reads another table than those before it."""

    key = "twilight"

    @refuses_step(Walk, "there")
    @rule("T-twilight")
    def dark(self, game: Game, stride: WalkStep) -> Refusal | None:
        return Refusal("{there} is dark", there=stride.there) if game[Walker][ANN].facing else None


@cached_while_unchanged
def against(game: Game, there: str) -> tuple[str, ...]:
    step = WalkStep(SiteId(there), "meadow", SiteId("a"), ANN)
    return tuple(str(one) for one in game.step_refusals(Walk, step))


def test_an_answer_that_rests_on_all_reasons_is_forgotten_with_the_last_of_them() -> None:
    walker = Walker(ANN, BLUE, SiteId("a"), 4, 0)
    system = toy(Rambling, Twilight, rows=SYSTEM.rows, key="rambles")
    play = position(system, Side(BLUE), *lane("meadow", "walled"), walker)
    assert against(play.game, "b") == ("b is walled in (R-walled)",)
    play.change(play.game[Walker][ANN], facing=1)
    assert against(play.game, "b") == ("b is walled in (R-walled)", "b is dark (T-twilight)")


def test_a_step_can_be_asked_about_by_itself() -> None:
    game = ramble(lane("meadow", "walled", "inn"), "a").referee.game
    step = WalkStep(SiteId("b"), "walled", SiteId("a"), ANN)
    assert [str(one) for one in game.step_refusals(Walk, step)] == ["b is walled in (R-walled)"]
    assert [one.rule for one in game.way_ends(Walk, WalkStep(SiteId("c"), "inn", SiteId("b"), ANN))] == ["R-inn"]


def test_rules_on_steps_are_amended_and_superseded_like_any() -> None:
    sites = lane("meadow", "hill", "walled", "meadow")
    assert letters(*walked(ramble(sites, "a", points=9))) == ["b"]
    ladders = walked(ramble(sites, "a", "ladders", points=9))
    assert letters(*ladders) == ["b", "bc", "bcd"]
    refused = walked(ramble(lane("meadow", "walled"), "a", "ladders"))
    assert [(one.rule, one.instead_of) for one in refused.why_not("b")] == [("R-walled", ())]
    assert letters(*walked(ramble(lane("inn", "inn", "meadow"), "a", "thirstless"))) == ["b", "bc"]


def test_what_fails_is_laid_at_its_door() -> None:
    with pytest.raises(Broken, match=r"module lost raised ZeroDivisionError: no map in lost.fails \(R-lost\)"):
        walked(ramble(lane("meadow", "meadow"), "a", "lost")).reach()


# -- agreement


def judged(game: Play, kind: type[Walk] | type[Drive], ways: Ways[Any], spaces: list[Site], most: int) -> None:
    """Compare all that can be asked of a domain, and what offers and the referee say."""
    ask = next(ask for ask in game.referee.prompt.open if kind in ask.kinds) if game.referee.prompt else None
    assert ask is not None
    offer = Offer(game.referee.view("Blue"), ask, kind, {"walker": ANN})
    legal, listed = all_ways(ways, most), list(ways)
    offered = {getattr(action, "way") for action in offer.actions()}  # noqa: B009  # of two classes of actions
    assert set(listed) == offered
    assert set(listed) <= legal
    assert all(way in ways for way in legal)
    ends = {_space(way[-1]) for way in legal}
    assert ends == set(ways.reach())
    for site in spaces:
        goals, why_not = ways.goals(site.id), ways.why_not(site.id)
        assert bool(goals) == (site.id in ends)
        assert bool(why_not) != bool(goals)
        assert all(reason.text for reason in why_not)
        for goal in goals:
            costs = [ways.spent(way) for way in legal if _goal(way[-1]) == _goal(goal.state)]
            assert goal.cost == min(costs) == ways.spent(goal.way)
            assert game.referee.verdict(kind(ANN, goal.way)) == []
    rng = Random(1)
    for _ in range(20):
        way = ways.sample(rng)
        assert (way is None) == (not legal)
        assert way is None or (way in legal and game.referee.verdict(kind(ANN, way)) == [])


def _space(state: Any) -> str:
    return state.at if isinstance(state, Pose) else state


def _goal(state: Any) -> Any:
    return (state.at, state.facing) if isinstance(state, Pose) else state


@pytest.mark.parametrize("seed", range(12))
def test_everybody_agrees_about_areas(seed: int) -> None:
    sites = wild(seed)
    game = ramble(sites, "s0", *(["ladders"] if seed % 3 else []), points=3)
    judged(game, Walk, walked(game), sites, 12)


@pytest.mark.parametrize("seed", range(6))
def test_everybody_agrees_about_hexes(seed: int) -> None:
    sites = hexes(seed, 4)
    game = ramble(sites, "1.1", *(["thirstless"] if seed % 2 else []), points=2)
    judged(game, Walk, walked(game), sites, 16)


@pytest.mark.parametrize("seed", range(6))
def test_everybody_agrees_about_poses(seed: int) -> None:
    sites = [Site(site.id, site.kind.replace("lane", "meadow")) for site in hexes(seed, 4)]
    game = ramble(sites, "1.1", points=4, facing=seed % 4)
    judged(game, Drive, drives(game.referee.game, ANN), sites, 5)


def listed_like_walked(ways: Ways[Any], most: int) -> int:
    """Compare what is listed with all ways gone step by step; return to how many goals no cheapest way may end."""
    legal = all_ways(ways, most)
    cheapest = {end: min(ways.spent(way) for way in legal if way[-1] == end) for end in {way[-1] for way in legal}}
    assert {goal.goal: goal.cost for goal in ways.listed()} == cheapest
    assert {space: goals[0].cost for space, goals in ways.reach().items()} == cheapest
    assert {way[-1]: ways.spent(way) for way in ways} == cheapest
    assert all(way in legal for way in ways)
    assert (ways.some() in legal) == bool(legal)
    assert bool(ways.sample(Random(1)) in legal) == bool(legal)
    anyhow = {arrival.state: arrival.cost for arrival in ways.search.settled.all() if arrival.before}
    return sum(cost > anyhow[end] for end, cost in cheapest.items())


@pytest.mark.parametrize("least", range(2, 5))
def test_where_the_cheapest_way_may_not_end_a_dearer_one_is_listed_that_may(least: int) -> None:
    """A way has to take some points at least: to what lies near it goes by a detour."""
    short, by_detour = Refusal("{there} is not far enough", there="it", rule="R-far"), 0
    for seed in range(12):
        usual = walked(ramble(wild(seed), "s0", *(["thirstless"] if seed % 2 else []), points=least))
        ways = Ways(
            usual.game, Walk, usual.start, usual.strides, usual.price, usual.allowance,
            ends=lambda there, spent: None if spent >= least else short,
        )  # fmt: skip
        by_detour += listed_like_walked(ways, 12)
    assert by_detour


def test_where_a_rule_minds_from_where_one_comes_a_way_from_elsewhere_is_listed() -> None:
    by_detour = sum(listed_like_walked(walked(ramble(wild(seed), "s0", "dusty", points=3)), 12) for seed in range(12))
    assert by_detour


def test_a_pose_is_named_without_what_nobody_minds() -> None:
    game = ramble([Site(SiteId("0.0")), Site(SiteId("1.0"))], "0.0")
    goals = drives(game.referee.game, ANN).goals("0.0")
    assert [(goal.goal, goal.cost) for goal in goals] == [
        (("0.0", 1), 1), (("0.0", 3), 1), (("0.0", 2), 2), (("0.0", 0), 2),
    ]  # fmt: skip


def test_what_no_step_allows_is_refused_by_the_rule_on_the_step() -> None:
    game = ramble(lane("meadow", "inn", "walled", "meadow"), "a")
    with pytest.raises(Refused, match=r"there is an inn in b \(R-inn\)"):
        game.play(Walk(ANN, (SiteId("b"), SiteId("c"))))
    assert game.why_not(Walk(ANN, (SiteId("b"), SiteId("c"), SiteId("d")))) == {"R-inn", "R-walled"}


# -- only as far as it is asked, and what is no way


class Plain(Action, frozen=True):
    """An action on whose steps no rule has a word."""


@pytest.fixture
def game() -> Game:
    return ramble(lane("meadow"), "a").referee.game


def plain(game: Game, strides: Callable[[Any], Iterable[Any]], cost: Part | None = None, **more: Any) -> Ways[Any]:
    """Return ways from 0 on which each step costs the same."""
    tally = Tally("points", [cost or Part("base", 1, "R-price")])
    return Ways(game, Plain, 0, strides, lambda key: tally, Allowance(10), **more)


def test_what_is_spent_is_told_with_how_much_there_is() -> None:
    sixths = CostUnit("movement points", 6)
    assert Allowance(24, unit=sixths).say_spent(9) == "1½ of 4 movement points"
    assert Allowance(24, unit=sixths).without_end().say_spent(9) == "1½ movement points"


def both_ways(here: int) -> list[Stride[int]]:
    return [Stride(here + 1, ""), Stride(here - 1, "")]


def test_nothing_is_looked_at_before_it_is_asked_for(game: Game) -> None:
    looked: list[int] = []

    def look(here: int) -> list[Stride[int]]:
        looked.append(here)
        return both_ways(here)

    ways = plain(game, look)
    assert ways.count() > 1000
    assert looked == []
    assert list(islice(ways, 3)) == [(1,), (-1,), (1, 2)]
    assert looked == [0, 1, -1]
    assert len(list(ways)) == 20
    looked.clear()
    assert ways.sample(Random(1)) is not None
    assert len(looked) <= 11


def test_any_one_way_is_told_without_a_search(game: Game) -> None:
    looked: list[int] = []

    def look(here: int) -> list[Stride[int]]:
        looked.append(here)
        return both_ways(here)

    assert plain(game, look).some() == (1,)
    assert looked == [0]
    far = Refusal("{there} is not far enough", there="it", rule="R-far")

    def three_away(there: int, spent: int) -> Refusal | None:
        return far if abs(there) < 3 else None

    def nowhere(there: int, spent: int) -> Refusal | None:
        return far

    looked.clear()
    late = plain(game, look, ends=three_away)
    assert late.some() in late
    assert len(looked) == 3  # there and not back
    assert plain(game, look, ends=nowhere).some() is None


def test_a_way_that_goes_far_is_asked_whether_it_may_end_where_nothing_leads_on(game: Game) -> None:
    asked: list[int] = []

    def all_of_it(there: int, spent: int) -> Refusal | None:
        asked.append(there)
        return None if spent == 10 else Refusal("{there} is not far enough", there="it", rule="R-far")

    def at_two(there: int, spent: int) -> Refusal | None:
        return None if there == 2 else Refusal("{there} is not two", there="it", rule="R-two")

    whole = plain(game, both_ways, ends=all_of_it, far=True)
    assert whole.some() == tuple(range(1, 11))
    assert asked == [10]
    assert plain(game, both_ways, ends=at_two, far=True).some() == (1, 2)
    assert plain(game, both_ways, ends=at_two, far=True).after((1,)).some() == (2,)
    assert plain(game, both_ways, ends=lambda there, spent: at_two(0, spent), far=True).some() is None


@pytest.mark.parametrize("seed", range(8))
def test_kept_strides_lead_as_others_do(seed: int) -> None:
    usual = walked(ramble(wild(seed), "s0", *(["ladders"] if seed % 3 else []), points=4))
    kept = KeptStrides(usual.strides, usual.price)
    for points, one_space in ((4, False), (1, True), (2, False), (0, False)):
        allowance = Allowance(points, one_space=one_space)
        others, ours = (
            Ways(usual.game, Walk, usual.start, strides, usual.price, allowance) for strides in (usual.strides, kept)
        )
        assert {(one.node, one.cost) for one in ours.search.settled} == {
            (one.node, one.cost) for one in others.search.settled
        }
        assert {way: ours.spent(way) for way in ours} == {way: others.spent(way) for way in others}
        assert ours.barred().keys() == others.barred().keys()


def test_what_was_judged_once_is_kept_for_all_searches_of_a_position() -> None:
    play = ramble(lane("meadow", "meadow", "inn", "meadow"), "a")
    game, looked = play.referee.game, list[str]()
    usual = walks(game, ANN)

    def look(here: SiteId) -> Iterable[Stride[SiteId]]:
        looked.append(here)
        return usual.strides(here)

    kept = KeptStrides(look, usual.price)

    def spaces(points: int) -> set[str]:
        return set(Ways(game, Walk, usual.start, kept, kept.price, Allowance(points)).reach())

    assert spaces(1) == {"b"}
    assert sorted(set(looked)) == ["a", "b"]
    looked.clear()
    further = spaces(9)
    assert further == set(usual.reach())
    assert not {"a", "b"}.intersection(looked)
    play.play(Walk(ANN, (SiteId("b"),)))
    looked.clear()
    assert spaces(1) == {"b"}
    assert "a" in looked  # it is another position


def test_searches_of_the_same_kept_strides_may_go_on_in_turns(game: Game) -> None:
    kept = KeptStrides(both_ways, lambda key: Tally("points", [Part("base", 1, "R-price")]))
    near, far = (Ways(game, Plain, 0, kept, kept.price, Allowance(points)) for points in (6, 9))
    in_turns = [[one.state for one in pair] for pair in zip(near.search.settled, far.search.settled, strict=False)]
    assert in_turns == [[at, at] for n in range(7) for at in ((0,) if n == 0 else (n, -n))]
    assert len(far.search.settled.all()) == 19


def test_what_kept_strides_get_wrong_is_told_as_of_others(game: Game) -> None:
    wrong: list[Any] = [["no stride"], [Stride(LIST, "")], [Stride(1, LIST)]]
    for one in wrong:

        def strides(here: int, one: list[Any] = one) -> list[Any]:
            return one

        with pytest.raises(Broken) as usual:
            plain(game, strides).reach()
        with pytest.raises(Broken) as kept:
            plain(game, KeptStrides(strides, lambda key: Tally("points", []))).reach()
        assert str(kept.value) == str(usual.value)


def test_a_place_that_is_walked_through_again_tells_its_strides_once(game: Game) -> None:
    looked: list[int] = []

    def look(here: int) -> list[Stride[int]]:
        looked.append(here)
        return both_ways(here)

    ways = plain(game, look)
    way = ways.sample(Random(1))
    assert way in ways
    assert len(looked) == len(set(looked))


def test_whether_something_can_be_done_is_told_without_asking_rules_of_each_step() -> None:
    ground = [Site(SiteId("a"), "meadow", ("b", "c", "d")), *(Site(SiteId(one)) for one in "bcd")]
    game = ramble(ground, "a").referee.game
    assert game.can_answer(Ask(BLUE, (Walk,)))
    assert {one.split()[1] for one in asked} == {"b"}


def test_a_sample_asks_rules_about_no_more_steps_than_it_takes() -> None:
    ground = [Site(SiteId("a"), "meadow", ("b", "c", "d")), *(Site(SiteId(one)) for one in "bcd")]
    drawn = set[str]()
    for seed in range(20):
        game = ramble(ground, "a").referee.game
        asked.clear()
        way = walks(game, ANN).sample(Random(seed))
        assert way is not None
        assert {one.split()[1] for one in asked} <= {*way}
        drawn.update(way)
    assert drawn == {"b", "c", "d"}


def test_what_a_rule_forbids_is_never_drawn() -> None:
    ground = [
        Site(SiteId("a"), "meadow", ("b", "c", "d")),
        *(Site(SiteId(one)) for one in "cd"),
        Site(SiteId("b"), "walled"),
    ]
    game = ramble(ground, "a").referee.game
    assert {walks(game, ANN).sample(Random(seed)) for seed in range(20)} == {("c",), ("d",)}


def test_a_way_may_end_only_where_it_has_cost_enough(game: Game) -> None:
    late = Refusal("{there} is not far enough", there="it", rule="R-far")

    def far_enough(there: int, spent: int) -> Refusal | None:
        return None if spent > 8 else late

    ways = plain(game, both_ways, ends=far_enough)
    assert [way[-1] for way in ways] == [9, -9, 10, -10]
    assert ways.why_not("3") == [late]


def test_strides_without_end_are_refused_in_a_sentence(game: Game) -> None:
    free = Part("base", 0, "R-price")
    with pytest.raises(
        Broken, match=r"more than 500 states are in reach of 0 \(the ways of Plain\): give fewer points"
    ):
        list(plain(game, lambda here: [Stride(here + 1, "")], free, limit=500))
    ways = plain(game, lambda here: [Stride(here + 1, "")], free, limit=500)
    for _ in range(2):  # who asks again is not given half of it
        with pytest.raises(Broken, match="more than 500 states"):
            ways.reach()
    assert ways.sample(Random(1)) is not None


def is_in(ways: Ways[int]) -> bool:
    return (1, 2) in ways


def asks_why_not(ways: Ways[int]) -> object:
    return ways.why_not("3")


def draws(ways: Ways[int]) -> object:
    return ways.sample(Random(1))


@pytest.mark.parametrize("look", [Ways[int].reach, list[Any], is_in, asks_why_not, draws])
@pytest.mark.parametrize("kept", [True, False])
def test_so_are_strides_without_end_from_one_state(game: Game, look: Callable[[Ways[int]], object], kept: bool) -> None:
    def endless(here: int) -> Iterable[Stride[int]]:
        return (Stride(there, "") for there in count(here + 1))

    tally = Tally("points", [Part("base", 1, "R-price")])
    strides = KeptStrides(endless, lambda key: tally) if kept else endless
    with pytest.raises(Broken, match=r"100,000 strides lead on from one state \(the ways of Plain\): let them come"):
        look(Ways(game, Plain, 0, strides, lambda key: tally, Allowance(10)))


def test_a_walk_at_random_comes_to_an_end_where_strides_do_not(game: Game) -> None:
    """What is drawn for a bot takes no longer than what a player would ever go."""
    walked = list[int]()

    def endless(here: int) -> list[Stride[int]]:
        walked.append(here)
        return [Stride(here + 1, "")]

    way = plain(game, endless, Part("base", 0, "R-price")).sample(Random(1))
    assert way is not None
    assert len(walked) <= LONGEST


@pytest.mark.parametrize(
    ("cost", "says"),
    [
        (Part("base", -2, "R-price"), r"a step comes to -2 points \(R-price\) in the ways of Plain: let its parts"),
        (Part("base", 1 << 40, "R-price"), r"a step comes to 1099511627776 points"),
        (Part("base", Fraction(1, 2), "R-price"), r"points comes to 1/2: a rule must round it"),
    ],
)
def test_a_price_that_is_none_is_refused_in_a_sentence(game: Game, cost: Part, says: str) -> None:
    with pytest.raises(Broken, match=says) as refused:
        plain(game, both_ways, cost).reach()
    assert refused.value.module == __name__
    with pytest.raises(Broken, match=says):
        assert (1,) in plain(game, both_ways, cost)


@pytest.mark.parametrize(
    ("step", "says"),
    [
        (Stride(LIST, ""), r"a stride has \[1\] for its 'there' in the ways of Plain: states and keys"),
        (Stride(1, LIST), r"a stride has \[1\] for its 'key'"),
        ((1, ""), r"\(1, ''\) is not a Stride in the ways of Plain: give Stride\(there, key\)"),
        (None, r"None is not a Stride"),
    ],
)
def test_what_cannot_be_a_state_is_refused_in_a_sentence(game: Game, step: Any, says: str) -> None:
    ways = plain(game, lambda here: [step])
    for ask in (ways.reach, lambda: ways.sample(Random(1)), lambda: ways.onward(())):
        with pytest.raises(Broken, match=says) as refused:
            ask()
        assert refused.value.module == __name__


def test_a_price_that_is_no_tally_and_strides_that_fail_are_laid_at_their_door(game: Game) -> None:
    with pytest.raises(Broken, match="the price of '' is 3 in the ways of Plain: give a Tally"):
        Ways(game, Plain, 0, both_ways, lambda key: 3, Allowance(9)).reach()  # type: ignore[arg-type, return-value]
    with pytest.raises(Broken, match=r"raised ZeroDivisionError: .* in the ways of Plain"):
        plain(game, lambda here: [Stride(1 // here, "")]).reach()


# -- what modules declare


def test_a_rule_that_looks_at_what_strides_do_not_have_is_refused() -> None:
    class Wrong(RuleModule):
        """Looks at a name that is none."""

        key = "wrong"

        @refuses_step(Walk, "her")
        @rule("T-wrong")
        def wrong(self, game: Game, stride: WalkStep) -> Refusal | None:
            return None

    with pytest.raises(Broken, match=r"wrong.wrong: no field of WalkStep is called 'her': did you mean here or there"):
        install_game(toy(Rambling, Wrong, rows=SYSTEM.rows, key="rambles"))


def test_a_hook_that_is_gone_says_what_takes_its_place() -> None:
    class Gates(HookSet):
        """What there was, and what there is."""

        shut = gone("mark the function @refuses_step(Walk, ...)")

        @collects
        def open(self, game: Game) -> Iterable[str]:
            """Name open gates."""
            return ()

    class Old(RuleModule):
        """Written for another version."""

        key = "old"

        @hookimpl(of=Gates.shut)
        @rule("T-old")
        def closed(self, game: Game) -> list[str]:
            return []

    with pytest.raises(Broken, match=r"old.closed answers the hook shut, which is gone: mark the function"):
        install_game(toy(Old, hook_sets=(Gates,)))
