"""10.5: the political status display, what moves powers on it, and what it does to them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from sandtable.engine import Game, Row, RuleModule, SideId, hookimpl
from sandtable.present import PresentHooks, Table, Track
from sandtable.testing import Play
from sandtable_empires.charts.keys import LOSS_NUMBERS, POLITICAL_CAUSES, STATUS_POINTS, STATUS_ZONES, ZONES
from sandtable_empires.hookspecs.combat import CombatHooks
from sandtable_empires.hookspecs.control import ControlHooks
from sandtable_empires.hookspecs.sieges import SiegeHooks
from sandtable_empires.model import CauseKey, NationId, PointsAccount, PoliticalStatus, Storm, StormId
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.soundness.status import statuses
from sandtable_empires.status import befall, control_die, must_accept, suit_made, suits_due, zone_of
from sandtable_empires.testing import (
    AU,
    BATTLE,
    FR,
    GB,
    POWERS,
    PR,
    RU,
    Piece,
    area,
    battle,
    corps,
    garrison,
    position,
    status,
    war,
)  # fmt: skip

Doing = Callable[[Game], Awaitable[None]]
NEUTRAL = 18
"""So many boxes lie to the left of the Neutral Zone."""


def begin(*pieces: Piece, do: Doing | None = None, **others: Any) -> Play:
    someone = corps("T I", "Turkey", "Constantinople", infantry=1)
    return position(someone, *pieces, grants=(CAMPAIGN,), at=f"{FR}: depots", do=do, **{"dice": (), **others})


def moved(*steps: tuple[SideId, str, int]) -> Doing:
    async def do(game: Game) -> None:
        for side, what, times in steps:
            await befall(game, side, what, times)

    return do


def box(game: Play, side: SideId) -> int:
    return game[PoliticalStatus][side].box


def balance(game: Play) -> None:
    """Hold that for every power the start and all causes come to where it stands."""
    for row in game[PoliticalStatus]:
        assert row.start + sum(one.points for one in game[PointsAccount].where("side", row.id)) == row.box


# --- where they start


def faults(game: Play) -> list[tuple[str, str]]:
    return [(one.code, one.words) for one in statuses(game.game)]


@pytest.mark.rule("EIA-10.5-start")
def test_each_major_power_begins_in_a_box_of_the_display() -> None:
    assert faults(begin(*(status(one, NEUTRAL + 5) for one in POWERS))) == []
    assert box(begin(status(AU, NEUTRAL + 5)), AU) == 23


@pytest.mark.rule("EIA-10.5-start")
@pytest.mark.parametrize(
    ("rows", "says"),
    [
        ((), "Austria has no political status: say in which box it begins, 1 to 38"),
        ((status(AU, 39),), "Austria stands in box 39 of the display: let it be 1 to 38"),
    ],
)
def test_a_power_without_a_box_or_beyond_the_display_is_named(rows: tuple[Row, ...], says: str) -> None:
    others = [status(one, 20) for one in POWERS if one != AU]
    assert [words for _, words in faults(begin(*others, *rows))] == [says]


# --- what moves them


@pytest.mark.rule("EIA-10.5-causes")
@pytest.mark.parametrize(
    ("what", "boxes"),
    [
        ("district conquered", 1), ("district lost to conquest", -1), ("war on a minor country, a district", -1),
        ("control from an unstable power", 1), ("forcible access", -1), ("war on a major power", -3),
        ("war on an ally, besides", -2), ("combat won", 1), ("combat lost", -1), ("city stormed", 1),
        ("city lost to a storm", 0), ("naval combat won", 1), ("naval combat lost", -1),
    ],
)  # fmt: skip
def test_each_cause_moves_a_power_by_the_points_that_are_published(what: str, boxes: int) -> None:
    game = begin(status(FR, 20), do=moved((FR, what, 1)))
    assert box(game, FR) == 20 + boxes
    assert [(one.cause, one.points) for one in game[PointsAccount]] == ([(f"politics: {what}", boxes)] if boxes else [])


@pytest.mark.rule("EIA-10.5-causes")
def test_every_cause_of_the_chart_is_counted_by_itself_and_the_accounts_balance() -> None:
    game = begin(status(FR, 20), do=moved(*((FR, what, 1) for what in POLITICAL_CAUSES)))
    balance(game)
    assert len({one.cause for one in game[PointsAccount]}) == len(POLITICAL_CAUSES) - 1
    assert box(game, FR) == 10


@pytest.mark.rule("EIA-10.5-causes")
def test_a_designer_changes_what_a_cause_is_worth() -> None:
    cells = {"political points": {"combat won": 2}}
    assert box(begin(status(FR, 20), do=moved((FR, "combat won", 1)), charts=cells), FR) == 22


@pytest.mark.rule("EIA-10.5-causes")
def test_what_befalls_a_side_that_is_no_major_power_moves_nobody() -> None:
    assert not len(begin(status(FR, 20), do=moved((SideId("Bavaria"), "combat won", 1)))[PointsAccount])


class Criers(RuleModule):
    """Who tells of points."""

    key = "criers"

    @hookimpl(of=ControlHooks.points_move)
    async def cry(self, game: Game, side: SideId, points: int, cause: CauseKey) -> None:
        game.note(f"{side} {points:+d} by {cause}")


def test_all_hear_how_far_a_power_has_moved() -> None:
    game = begin(status(FR, 2), do=moved((FR, "war on a major power", 1)), extra=(Criers,))
    assert "France -1 by politics: war on a major power" in game.log


def beaten(losers: int, winner: str = "attacker", kind: str = "field") -> Doing:
    async def do(game: Game) -> None:
        rows = battle(
            "Ulm", (FR, "F I", "Bav I"), (AU, *(f"A {nth}" for nth in range(losers))), winner=winner, kind=kind
        )
        for row in rows:
            game.put(row)
        await game.hooks(CombatHooks).after_combat(game, BATTLE)

    return do


def armies(losers: int) -> list[Piece]:
    many = [corps(f"A {nth}", AU, "Ulm", infantry=5) for nth in range(losers)]
    return [corps("F I", FR, "Ulm", infantry=9), corps("Bav I", RU, "Ulm", infantry=9), *many, war(FR, AU)]


@pytest.mark.rule("BASE-4.5-combats")
@pytest.mark.parametrize(("losers", "points"), [(1, 1), (3, 1), (4, 2), (6, 2), (7, 3)])
def test_a_combat_counts_once_for_every_three_corps_of_the_beaten(losers: int, points: int) -> None:
    """The example of the players: a single corps is beaten, +1 and -1; of allied victors each gains."""
    game = begin(*armies(losers), *(status(one, 20) for one in (FR, AU, RU)), do=beaten(losers))
    assert [box(game, one) - 20 for one in (FR, RU, AU)] == [points, points, -points]
    balance(game)


@pytest.mark.rule("BASE-4.5-combats")
@pytest.mark.parametrize(("winner", "kind", "moves"), [
    ("defender", "field", -1), ("nobody", "field", 0), ("attacker", "trivial", 0), ("attacker", "limited", 1),
])  # fmt: skip
def test_nobody_gains_by_a_trivial_combat_or_one_that_nobody_wins(winner: str, kind: str, moves: int) -> None:
    game = begin(*armies(1), status(FR, 20), do=beaten(1, winner, kind))
    assert box(game, FR) - 20 == moves


@pytest.mark.rule("BASE-4.5-storms")
@pytest.mark.parametrize(("where", "kind", "winner", "gains"), [
    ("Vienna", "assault", "attacker", 1), ("Vienna", "assault", "defender", 0), ("Vienna", "sortie", "attacker", 0),
])  # fmt: skip
def test_whoever_storms_a_fortress_gains_a_point_and_its_defender_loses_none(
    where: str, kind: Any, winner: Any, gains: int
) -> None:
    async def do(game: Game) -> None:
        row = Storm(id=StormId("s"), area=area(where), kind=kind, attacker=FR, defender=AU, winner=winner)
        game.put(row)
        await game.hooks(SiegeHooks).after_storm(game, row.id)

    game = begin(corps("F I", FR, where, infantry=9), garrison(AU, where, infantry=1), war(FR, AU), status(FR, 20),
                 status(AU, 20), do=do)  # fmt: skip
    assert [box(game, one) for one in (FR, AU)] == [20 + gains, 20]


# --- right and left


@pytest.mark.rule("EIA-10.5.1-direction")
@pytest.mark.parametrize(("start", "times", "reached", "zone"), [
    (20, 1, 21, "Neutral"), (NEUTRAL, 1, 19, "Neutral"), (28, 1, 29, "Dominant"), (8, 2, 10, "Instability"),
])  # fmt: skip
def test_gains_lead_to_the_right_from_zone_to_zone(start: int, times: int, reached: int, zone: str) -> None:
    game = begin(status(FR, start), do=moved((FR, "combat won", times)))
    assert (box(game, FR), zone_of(game.game, FR)) == (reached, zone)


@pytest.mark.rule("EIA-10.5.1-direction")
@pytest.mark.parametrize(("start", "reached", "zone"), [
    (20, 19, "Neutral"), (19, 18, "Instability"), (9, 8, "Fiasco"), (29, 28, "Neutral"),
])  # fmt: skip
def test_losses_lead_to_the_left_from_zone_to_zone(start: int, reached: int, zone: str) -> None:
    game = begin(status(FR, start), do=moved((FR, "combat lost", 1)))
    assert (box(game, FR), zone_of(game.game, FR)) == (reached, zone)


@pytest.mark.rule("EIA-10.5.1-clamp")
@pytest.mark.parametrize(("start", "what", "times", "reached", "counted"), [
    (36, "combat won", 1, 37, 1), (36, "combat won", 2, 38, 2), (36, "combat won", 5, 38, 2),
    (38, "combat won", 1, 38, 0),
    (3, "combat lost", 2, 1, -2), (3, "combat lost", 9, 1, -2), (1, "combat lost", 1, 1, 0),
])  # fmt: skip
def test_points_beyond_either_end_are_lost(start: int, what: str, times: int, reached: int, counted: int) -> None:
    game = begin(status(FR, start), do=moved((FR, what, times)))
    assert box(game, FR) == reached
    assert sum(one.points for one in game[PointsAccount]) == counted
    balance(game)


@pytest.mark.rule("EIA-10.5.1-clamp")
def test_it_stays_in_the_end_box_until_a_later_change_moves_it() -> None:
    game = begin(status(FR, 37), do=moved((FR, "combat won", 5), (FR, "combat lost", 1)))
    assert box(game, FR) == 37


# --- the lower end


@pytest.mark.rule("EIA-10.5.1-forced-suit")
@pytest.mark.parametrize(("start", "must"), [(3, False), (2, True), (1, True)])
def test_a_loss_that_is_cut_at_the_lower_end_forces_a_suit(start: int, must: bool) -> None:
    """Two points lost: in box 3 they are all taken, and it stands in the last box without having to sue."""
    game = begin(status(FR, start), do=moved((FR, "combat lost", 2)))
    assert (box(game, FR), game[PoliticalStatus][FR].must_sue) == (1, must)


@pytest.mark.rule("EIA-10.5.1-forced-suit")
def test_a_gain_that_is_cut_at_the_upper_end_forces_nothing() -> None:
    assert not begin(status(FR, 38), do=moved((FR, "combat won", 2)))[PoliticalStatus][FR].must_sue


@pytest.mark.rule("BASE-4.4-forced-suits")
def test_it_sues_to_all_major_powers_it_is_at_war_with_and_once() -> None:
    async def suing(game: Game) -> None:
        await befall(game, FR, "combat lost", 1)
        assert suits_due(game, FR) == (AU, GB)
        assert suits_due(game, AU) == ()
        suit_made(game, FR)

    game = begin(status(FR, 1), status(AU, 20), war(FR, AU, GB), war(PR, RU), do=suing).game
    assert suits_due(game, FR) == ()
    assert not must_accept(game, FR, "conditional")


@pytest.mark.rule("EIA-10.5.1-forced-suit-acceptance")
def test_it_accepts_a_conditional_surrender_and_refuses_anything_harsher() -> None:
    game = begin(status(FR, 1), status(AU, 1), war(FR, AU), do=moved((FR, "combat lost", 1))).game
    assert must_accept(game, FR, "conditional")
    assert not must_accept(game, FR, "unconditional")
    assert not must_accept(game, AU, "conditional")


# --- dice


@pytest.mark.rule("EIA-10.5.3-modifiers")
@pytest.mark.parametrize(("start", "adds"), [(1, -2), (8, -2), (9, -1), (18, -1), (19, 0), (28, 0), (29, 1), (38, 1)])
def test_the_modifier_of_the_zone_is_added_to_dice_for_control(start: int, adds: int) -> None:
    game = begin(status(FR, start)).game
    assert control_die(game, FR, "a minor country", NationId("Bavaria")).total == adds
    assert control_die(game, FR, "an uncontrolled power", NationId("Spain")).total == adds


@pytest.mark.rule("EIA-10.5.3-modifiers")
def test_where_no_display_is_played_nothing_is_added() -> None:
    assert not control_die(begin().game, FR, "a minor country", NationId("Bavaria")).parts


# --- the display


def test_the_display_has_what_is_published_of_it() -> None:
    game = begin().game
    zones, losses, points = (game.chart(one) for one in (STATUS_ZONES, LOSS_NUMBERS, STATUS_POINTS))
    printed = [zones.text(one) for one in range(1, 39)]
    assert sorted(printed, key=ZONES.index) == printed
    assert printed.count("Neutral") >= 10
    assert (losses.number(18), points.number(18), points.number(28)) == (1, 3, 8)
    assert all(losses.number(one) == 0 for one in range(19, 39))


def test_it_is_a_track_with_the_powers_in_their_boxes() -> None:
    game = begin(status(FR, 1), status(AU, 23), do=moved((FR, "combat lost", 1))).game
    panels = [one for one in game.hooks(PresentHooks).panels(game) if one.key == "political status"]
    assert len(panels) == 1
    assert isinstance(panels[0], Track)
    there = {one.title: [words for _, words in one.markers] for one in panels[0].boxes if one.markers}
    assert there == {"1 Fiasco, 0 VP, loss 5": ["France (must sue)"], "23 Neutral, 6 VP": ["Austria"]}
    (table,) = (one for one in game.hooks(PresentHooks).panels(game) if one.key == "status")
    assert isinstance(table, Table)
    assert table.rows == (("Austria", "23", "Neutral", "6", ""), ("France (must sue)", "1", "Fiasco", "0", "5"))


def test_without_a_status_nothing_is_shown() -> None:
    game = begin().game
    assert not {"political status", "status"} & {one.key for one in game.hooks(PresentHooks).panels(game)}
