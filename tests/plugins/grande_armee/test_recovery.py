"""Disruption, recovery, stacking, reinforcements, the Archduke."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from sandtable.engine import EndStep, SpaceId
from sandtable.engine.rules.options import resolve
from sandtable.lab.bots import RandomBot
from sandtable_grande_armee.hookspecs.leaders import rating
from sandtable_grande_armee.model import Account, Arrival, Calendar, Disruption, Shelter, Unit, UnitId
from sandtable_grande_armee.movement.march import March, ways_of
from sandtable_grande_armee.movement.stacking import CrowdOut, FeedStack
from sandtable_grande_armee.steps import ARRIVAL_STEP, DEPOT_STEP, MOVEMENT_STEP
from sandtable_grande_armee.supply.depots import Produce
from sandtable_grande_armee.system import GRANDE_ARMEE
from sandtable_grande_armee.testing import AUSTRIA, FRANCE, PRUSSIA, disrupted, leader, position, unit

if TYPE_CHECKING:
    from sandtable.testing import Play

FIRST = f"France: {ARRIVAL_STEP}"
MOVES = f"France: {MOVEMENT_STEP}"
FRIANT = UnitId("Friant")
SIMPLIFIED = ("simplified_undisruption",)


def march(units: str, *hexes: str) -> March:
    return March(tuple(UnitId(unit) for unit in units.split(" ")), tuple(map(SpaceId, hexes)))


def to_turn(game: Play, turn: int) -> Play:
    """Play on to France's movement of a turn, doing nothing."""
    return game.until(
        lambda now: now.game.round == turn and now.game.frame.side == FRANCE and now.game.frame.step == MOVEMENT_STEP
    )


def idle_of(game: Play, id: str = "Friant") -> int | None:
    known = game.game[Disruption].get(UnitId(id))
    return None if known is None else known.idle


def field(*rows: Disruption) -> tuple[Unit | Disruption, ...]:
    rear, york = unit("rear", FRANCE, "1-6", "1512"), unit("York", PRUSSIA, "2-5", "1905")
    return (unit("Friant", FRANCE, "2-5", "0505"), rear, york, *rows)


@pytest.mark.rule("BASE-2c-disrupted", "LGA-05-undisrupt", "BASE-2a-recovery", "BASE-2a-idle", "BASE-2a-moved")
def test_a_unit_disrupted_in_combat_recovers_after_its_next_movement_phase() -> None:
    game = to_turn(position(*field(disrupted("Friant")), at=FIRST, on=SIMPLIFIED), 1)
    assert game.why_not(march("Friant", "0605")) == {"BASE-2c-disrupted"}
    to_turn(game, 2)
    assert idle_of(game) is None
    game.play(march("Friant", "0605"))
    game.prove()


@pytest.mark.rule("LGA-05-undisrupt", "BASE-2a-idle")
def test_the_phase_in_which_its_own_march_disrupted_it_does_not_count() -> None:
    game = position(*field(Disruption(FRIANT, 0, fresh=True)), at=MOVES, on=SIMPLIFIED)
    assert idle_of(to_turn(game, 2)) == 0
    assert idle_of(to_turn(game, 3)) is None


@pytest.mark.rule("BASE-2a-idle-phases")
def test_without_the_option_it_takes_two_idle_phases() -> None:
    game = to_turn(position(*field(disrupted("Friant")), at=FIRST), 2)
    assert idle_of(game) == 1
    assert idle_of(to_turn(game, 3)) is None


@pytest.mark.rule("LGA-05-undisrupt-depot")
@pytest.mark.parametrize("produces", [True, False])
def test_a_disrupted_depot_recovers_unless_it_has_produced(produces: bool) -> None:
    rows = (*field(), unit("Ulm", FRANCE, "depot", "0305"), disrupted("Ulm"))
    game = position(*rows, at=f"France: {DEPOT_STEP}", on=SIMPLIFIED)
    if produces:
        game.play(Produce(UnitId("Ulm")))
    assert idle_of(to_turn(game, 2), "Ulm") == (0 if produces else None)


@pytest.mark.rule("LGA-12-reinforcement-lost", "BASE-1-arrival")
def test_reinforcements_are_lost_where_the_enemy_stands_and_arrive_in_his_zone_of_control() -> None:
    def arriving(id: str, hex: str) -> tuple[Unit, Arrival]:
        return unit(id, FRANCE, "5-4", None), Arrival(UnitId(id), 1, SpaceId(hex))

    game = position(
        *arriving("VII", "0205"), *arriving("VIII", "0205"), *arriving("IX", "0305"), *arriving("X", "0909"),
        unit("XI", FRANCE, "5-4", None), Arrival(UnitId("XI"), 2, SpaceId("0909")),
        unit("York", PRUSSIA, "2-5", "0205"), *field()[:2], at=FIRST,
    )  # fmt: skip
    there = {one.id: one.hex for one in game.game[Unit].where("side", FRANCE)}
    assert there == {"Friant": "0505", "rear": "1512", "IX": "0305", "X": "0909", "XI": None}
    assert {one.cause: one.strength for one in game.game[Account]} == {"arrived": 20, "lost on arrival": -10}
    assert game.game[Unit][UnitId("XI")].hex is None
    to_turn(game, 2)
    assert game.game[Unit][UnitId("XI")].hex == "0909"
    game.prove()


@pytest.mark.rule("BASE-2c-stack-limit")
def test_no_more_than_eighteen_points_end_a_march_in_a_hex_without_supply() -> None:
    rows = (
        unit("Army", FRANCE, "18-2", "0605"),
        unit("Friant", FRANCE, "2-5", "0505"),
        unit("Ney", FRANCE, "3-7", "0405"),
    )
    game = position(*rows, *leader("Davout", FRANCE, "0505"), at=MOVES)
    assert game.why_not(march("Friant", "0605")) == {"BASE-2c-stack-limit"}
    assert "0705" in ways_of(game.game, (FRIANT,)).reach(), "passing through is free"
    game.play(march("Davout", "0605"))
    fed = position(*rows, unit("wagons", FRANCE, "supply", "0604"), at=MOVES)
    fed.play(march("Friant", "0605"))


@pytest.mark.rule("BASE-2c-stack-supply", "BASE-3-supply-spent")
def test_supply_serves_a_crowded_hex_when_movement_is_over_and_is_used_up() -> None:
    crowd = (
        unit("Army", FRANCE, "18-2", "0605"),
        unit("Friant", FRANCE, "2-5", "0605"),
        unit("York", PRUSSIA, "2-5", "1905"),
    )
    game = position(*crowd, unit("wagons", FRANCE, "supply", "0604"), at=MOVES)
    game.play(EndStep())
    assert "wagons feed the troops in 0605" in game.log
    assert not [one for one in game.game[Unit] if one.kind == "supply"]
    two = position(*crowd, unit("wagons", FRANCE, "supply", "0604"), unit("more", FRANCE, "supply", "0705"), at=MOVES)
    two.play(EndStep())
    two.play(FeedStack("more"))
    assert {one.id for one in two.game[Unit] if one.kind == "supply"} == {"wagons"}
    two.prove()


@pytest.mark.rule("BASE-2c-overstacked", "BASE-2c-overstacked-enough")
def test_without_supply_troops_beyond_the_limit_are_disrupted_by_choice() -> None:
    game = position(
        unit("Army", FRANCE, "18-2", "0605"), unit("Friant", FRANCE, "2-5", "0605"), unit("Ney", FRANCE, "3-7", "0605"),
        unit("York", PRUSSIA, "2-5", "1905"), at=MOVES,
    )  # fmt: skip
    game.play(EndStep())
    ney, army = UnitId("Ney"), UnitId("Army")
    assert game.why_not(CrowdOut((FRIANT,))) == {"BASE-2c-overstacked-enough"}
    assert game.why_not(CrowdOut((army, FRIANT))) == {"BASE-2c-overstacked-enough"}
    game.play(CrowdOut((army,)))
    assert {one.id: one.idle for one in game.game[Disruption]} == {army: 0}
    assert ney in game.game[Unit]
    game.prove()


def crowded_fort(*inside: str, at: str = MOVES, on: tuple[str, ...] = ()) -> Play:
    """Return a game with 25 points in the hex of a fort, of which some are inside, and an enemy beside it."""
    walls = [Shelter(UnitId(one), one in inside, declared=True, side=FRANCE) for one in ("Army", "Friant", "Ney")]
    return position(
        unit("Army", FRANCE, "18-2", "0605"), unit("Friant", FRANCE, "2-5", "0605"), unit("Ney", FRANCE, "5-4", "0605"),
        *walls, unit("York", PRUSSIA, "2-5", "0606"), unit("Lannes", FRANCE, "2-5", "0603"), forts={"0605": FRANCE},
        at=at, on=on,
    )  # fmt: skip


@pytest.mark.rule("BASE-2c-stack-supply", "BASE-2c-overstacked", "LGA-13-fort-occupants-only")
def test_a_fort_feeds_those_inside_and_not_the_crowd_before_its_walls() -> None:
    game = crowded_fort("Ney")
    game.play(EndStep())
    assert {kind.__name__ for kind in game.prompt.open[0].kinds} == {"CrowdOut"} if game.prompt else False
    assert game.why_not(CrowdOut((UnitId("Ney"),))) != set()
    game.play(CrowdOut((FRIANT,)))
    assert FRIANT in game.game[Disruption]
    for fed in (crowded_fort("Ney", "Friant"), crowded_fort(on=("fort_supply_adjacent",))):
        fed.play(EndStep())
        assert not len(fed.game[Disruption])


@pytest.mark.rule("BASE-2c-stack-limit", "LGA-13-fort-occupants-only")
def test_who_is_fed_by_a_fort_takes_no_room_before_it() -> None:
    assert crowded_fort("Ney", "Friant").why_not(march("Lannes", "0604", "0605")) == {"BASE-2c-stack-limit"}
    assert not crowded_fort("Army").why_not(march("Lannes", "0604", "0605"))


@pytest.mark.rule("BASE-2c-overstacked", "BASE-2c-overstacked-enough")
def test_of_a_great_crowd_those_are_named_without_whom_the_others_have_room() -> None:
    divisions = [unit(f"division {at:02}", FRANCE, "2-5", "0605") for at in range(24)]
    game = position(*divisions, unit("York", PRUSSIA, "2-5", "1905"), at=MOVES)
    game.play(EndStep())
    assert game.prompt is not None
    drawn = [RandomBot(seed).answer(game.referee, game.prompt.open[0]) for seed in range(3)]
    assert [len(one.units) for one in drawn if isinstance(one, CrowdOut)] == [15, 15, 15]
    assert isinstance(drawn[0], CrowdOut)
    game.play(drawn[0])
    assert len(game.game[Disruption]) == 15


@pytest.mark.rule("BASE-2c-overstacked-enough")
def test_all_ways_to_make_room_are_listed() -> None:
    kinds = ("18-2", "5-4", "2-5", "2-5", "1-5", "3-7")
    crowd = [unit(f"{at}", FRANCE, kind, "0605") for at, kind in enumerate(kinds)]
    game = position(*crowd, unit("York", PRUSSIA, "2-5", "1905"), at=MOVES)
    game.play(EndStep())
    every = [CrowdOut(some) for size in range(1, 7) for some in combinations([one.id for one in crowd], size)]
    assert set(game.may(CrowdOut)) == {one for one in every if not game.why_not(one)}


@pytest.mark.rule("LGA-15-archduke-charles", "BASE-5-rating")
@pytest.mark.parametrize(
    ("on", "year", "ratings"), [(True, 1809, (10, 12)), (False, 1809, (7, 12)), (True, 1805, (7, 12))]
)
def test_archduke_charles_is_rated_at_least_ten_in_1809(on: bool, year: int, ratings: tuple[int, int]) -> None:
    game = position(
        unit("a", AUSTRIA, "2-5", "0505"), *leader("Archduke Charles", AUSTRIA, "0505", 7, 12),
        *leader("Archduke John", AUSTRIA, "0505", 4, 4), Calendar("calendar", f"{year}-04-10", 3, 20),
        on=["archduke_charles_1809_10_10"] if on else [],
    )  # fmt: skip
    charles, john = UnitId("Archduke Charles"), UnitId("Archduke John")
    assert (rating(game.game, charles, "attacker").whole(), rating(game.game, charles, "defender").whole()) == ratings
    assert rating(game.game, john, "attacker").whole() == 4


def test_simplified_recovery_is_on_by_default_and_what_is_left_to_the_players_is_not() -> None:
    assert {scenario.options for scenario in GRANDE_ARMEE.scenarios} == {SIMPLIFIED}
    (preset,) = GRANDE_ARMEE.presets
    assert resolve(preset.key, {preset.key: preset}).on == set(SIMPLIFIED)
