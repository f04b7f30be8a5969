"""What a force is worth: halved without supply, never below 1 with cavalry, a leader on top; the source's examples."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from sandtable.engine import Invalid, Row, SpaceId
from sandtable.testing import Play
from sandtable_grande_armee.charts.keys import RESULTS
from sandtable_grande_armee.combat.forces import defenders_of, force_of
from sandtable_grande_armee.combat.tallies import ODDS, column, odds, ratio_of, strength
from sandtable_grande_armee.hookspecs.combat import Force
from sandtable_grande_armee.model import Calendar, Role, Unit, UnitId
from sandtable_grande_armee.testing import AUSTRIA, FRANCE, PRUSSIA, leader, position, unit

HERE, THERE = "0505", "0506"
YORK = unit("York", PRUSSIA, "1-6", THERE)


def force(game: Play, *names: str, role: Role = "attacker", inside: bool = False) -> Force:
    units = [game.game[Unit][UnitId(name)] for name in names]
    return force_of(game.game, units, role, SpaceId(THERE), inside=inside)


def field(*pieces: Row | Iterable[Row], **given: Any) -> Play:
    return position(*pieces, at="France: attack", **given)


@pytest.mark.rule("BASE-3-strength", "LGA-06-unsupplied-halved")
@pytest.mark.parametrize(
    ("kinds", "worth"), [(["1-5"], 1), (["2-5"], 1), (["1-5", "1-5"], 1), (["1-5", "2-5"], 1), (["5-4", "2-5"], 3)]
)
def test_two_points_and_more_are_halved_once_without_supply(kinds: list[str], worth: int) -> None:
    names = [f"division {at}" for at in range(len(kinds))]
    game = field(*(unit(name, FRANCE, kind, HERE) for name, kind in zip(names, kinds, strict=True)), YORK)
    assert strength(game.game, force(game, *names)).whole() == worth


@pytest.mark.rule("LGA-06-unsupplied-halved")
def test_with_a_supply_unit_beside_it_a_force_keeps_its_strength() -> None:
    game = field(
        unit("Friant", FRANCE, "5-4", HERE), unit("Gudin", FRANCE, "5-4", "0707"),
        unit("wagons", FRANCE, "supply", "0405"), YORK,
    )  # fmt: skip
    both = strength(game.game, force(game, "Friant", "Gudin"))
    assert both.whole() == 7
    assert "-3 half of the 5 without supply (LGA-06-unsupplied-halved)" in both.lines()


@pytest.mark.rule("LGA-06-unsupplied-halved")
def test_the_threshold_is_a_ruling() -> None:
    game = field(unit("Friant", FRANCE, "1-5", HERE), YORK, parameters={"strength": {"threshold": 1}})
    assert strength(game.game, force(game, "Friant")).whole() == 0
    game = field(unit("Friant", FRANCE, "5-4", HERE), YORK, parameters={"strength": {"threshold": 6}})
    assert strength(game.game, force(game, "Friant")).whole() == 5


@pytest.mark.rule("LGA-06-cavalry-minimum")
def test_cavalry_counts_one_at_least_even_where_it_would_be_halved_away() -> None:
    game = field(
        unit("Milhaud", FRANCE, "1-6", HERE), unit("Friant", FRANCE, "1-5", HERE), YORK,
        parameters={"strength": {"threshold": 1}},
    )  # fmt: skip
    assert strength(game.game, force(game, "Milhaud")).whole() == 1
    assert strength(game.game, force(game, "Friant")).whole() == 0
    assert strength(game.game, force(game, "Milhaud", "Friant")).whole() == 1


@pytest.mark.rule("LGA-06-example-odds")
def test_an_unsupplied_3_7_against_a_1_6_is_one_to_one() -> None:
    game = field(unit("Nansouty", FRANCE, "3-7", HERE), YORK)
    found = odds(game.game, force(game, "Nansouty"), force(game, "York", role="defender"))
    assert column(game.game.chart(RESULTS), found) == "1:1"


@pytest.mark.rule("LGA-06-example-leader", "LGA-06-example-odds")
def test_the_same_3_7_with_a_leader_has_a_strength_of_2_and_odds_of_two_to_one() -> None:
    game = field(unit("Nansouty", FRANCE, "3-7", HERE), leader("Murat", FRANCE, HERE, attack=4), YORK)
    horse = force(game, "Nansouty", "Murat")
    assert strength(game.game, horse).lines()[-2:] == ["+1 Murat (LGA-06-example-leader)", "= 2 strength points"]
    assert column(game.game.chart(RESULTS), odds(game.game, horse, force(game, "York", role="defender"))) == "2:1"


@pytest.mark.rule("LGA-06-example-leader")
@pytest.mark.parametrize(("effect", "worth"), [("his rating, up to the force", 2), ("his rating", 5), ("nothing", 1)])
def test_what_a_leader_adds_is_a_ruling(effect: str, worth: int) -> None:
    game = field(
        unit("Nansouty", FRANCE, "3-7", HERE), leader("Murat", FRANCE, HERE, attack=4), YORK,
        parameters={"strength": {"leader_effect": effect}},
    )  # fmt: skip
    assert strength(game.game, force(game, "Nansouty", "Murat")).whole() == worth


@pytest.mark.rule("LGA-06-example-leader")
def test_the_best_leader_counts_with_the_rating_for_what_his_side_does() -> None:
    game = field(
        unit("Friant", FRANCE, "18-2", HERE), leader("Davout", FRANCE, HERE, attack=3, defence=5),
        leader("Ney", FRANCE, HERE, attack=4, defence=1), YORK, unit("wagons", FRANCE, "supply", HERE),
    )  # fmt: skip
    assert strength(game.game, force(game, "Friant", "Davout", "Ney")).whole() == 22
    assert strength(game.game, force(game, "Friant", "Davout", "Ney", role="defender")).whole() == 23
    assert strength(game.game, force(game, "Davout", "Ney")).whole() == 0


@pytest.mark.rule("LGA-15-archduke-charles", "BASE-5-rating", "LGA-06-example-leader")
@pytest.mark.parametrize(
    ("on", "role", "worth"), [(True, "attacker", 28), (False, "attacker", 25), (True, "defender", 30)]
)
def test_a_better_archduke_is_better_in_combat(on: bool, role: Role, worth: int) -> None:
    game = field(
        unit("Army", AUSTRIA, "18-2", HERE), leader("Archduke Charles", AUSTRIA, HERE, attack=7, defence=12),
        unit("wagons", AUSTRIA, "supply", HERE), YORK, Calendar("calendar", "1809-07-04", 3, 5),
        on=["archduke_charles_1809_10_10"] if on else [],
    )  # fmt: skip
    found = strength(game.game, force(game, "Army", "Archduke Charles", role=role))
    assert found.whole() == worth
    cited = any("LGA-15-archduke-charles" in line for line in found.lines())
    assert cited == (on and role == "attacker")


@pytest.mark.rule("BASE-3-walls")
def test_behind_walls_the_strength_is_that_of_the_chart_times_as_much() -> None:
    game = field(unit("Friant", FRANCE, "5-4", HERE), YORK, unit("wagons", FRANCE, "supply", HERE))
    assert strength(game.game, force(game, "Friant", role="defender", inside=True)).whole() == 10
    assert strength(game.game, force(game, "Friant", role="defender")).whole() == 5


@pytest.mark.rule("LGA-06-example-odds")
@pytest.mark.parametrize(
    ("attack", "defence", "at"),
    [(1, 9, "1:3"), (1, 3, "1:3"), (2, 5, "1:3"), (1, 2, "1:2"), (7, 5, "1:1"), (3, 2, "3:2"), (29, 5, "5:1"),
     (18, 1, "6:1"), (3, 0, "3:1")],
)  # fmt: skip
def test_odds_are_rounded_down_to_a_column(attack: int, defence: int, at: str) -> None:
    from sandtable.engine import Tally
    from sandtable_grande_armee.hookspecs.combat import CombatHooks

    game = field(unit("Friant", FRANCE, "5-4", HERE), YORK)
    parts = game.game.hooks(CombatHooks).odds_parts(game.game, attack, defence)
    assert column(game.game.chart(RESULTS), Tally(ODDS, parts)) == at


def test_a_column_that_is_no_odds_is_told_in_a_sentence() -> None:
    with pytest.raises(Invalid, match="'lots' is not a ratio of odds: write it as 3:2"):
        ratio_of("lots")


def test_nobody_else_is_met_by_an_attack_than_who_stands_there() -> None:
    game = field(unit("Friant", FRANCE, "5-4", HERE), YORK, unit("Tauentzien", PRUSSIA, "2-5", THERE))
    there, inside = defenders_of(game.game, SpaceId(THERE), FRANCE)
    assert ([one.id for one in there], inside) == (["Tauentzien", "York"], False)
