"""10.6.1: command in combat, and the options that change it (12.3.3, 12.3.7)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.engine import Game, Option, Row, RuleModule, hookimpl, rule
from sandtable.testing import Play
from sandtable_empires.combat.bearing import present
from sandtable_empires.combat.tallies import modifier, mounted_factors, strategic, tactical
from sandtable_empires.hookspecs.combat import CombatHooks
from sandtable_empires.leaders.appointing import NameCommander, NamePower
from sandtable_empires.model import (
    PRUSSIA,
    RUSSIA,
    Contingent,
    Corps,
    CorpsId,
    Engaged,
    Force,
    ForceId,
    Leader,
    LeaderId,
    Nation,
    NationId,
)
from sandtable_empires.testing import ATTACKER, DEFENDER, FR, GB, SP, area, attack, corps, iberia, leader, position
from sandtable_empires.testing.iberia import PORTUGAL
from tests.plugins.empires.fights import ready


def attack_madrid(*pieces: Row, on: tuple[str, ...] = (), **more: Any) -> Play:
    """Return France's attack in Madrid on one Spanish corps."""
    game = ready(*pieces, corps("S I", SP, "Madrid", infantry=5), on=on, **more)
    attack(game, "Madrid")
    return game


def many(count: int) -> list[Corps]:
    return [corps(f"F {n:02}", FR, "Madrid", infantry=1) for n in range(count)]


@pytest.mark.rule("EIA-10.6.1-single-leader", "EIA-10.6.1-one-commander", "BASE-10.6.1-strategic")
def test_a_single_leader_commands_with_his_ratings() -> None:
    game = attack_madrid(corps("F I", FR, "Madrid", infantry=5), leader("Soult", FR, "F I", 4, 3))
    assert game[Force][ATTACKER].commander == "Soult"
    assert (strategic(game.game, ATTACKER).whole(), tactical(game.game, ATTACKER).whole()) == (4, 3)


@pytest.mark.rule("EIA-10.6.1-no-leader")
def test_without_a_leader_the_best_corps_ratings_count() -> None:
    """French corps are rated 2 and 2, Spanish 1 and 1."""
    game = attack_madrid(corps("F I", FR, "Madrid", infantry=5))
    assert (strategic(game.game, ATTACKER).whole(), tactical(game.game, ATTACKER).whole()) == (2, 2)
    assert (strategic(game.game, DEFENDER).whole(), tactical(game.game, DEFENDER).whole()) == (1, 1)


@pytest.mark.rule("EIA-10.6.1-no-corps")
def test_without_corps_the_ratings_are_0() -> None:
    game = attack_madrid(corps("F I", FR, "Madrid", infantry=5))
    game.remove(game[Engaged]["S I"])
    assert (strategic(game.game, DEFENDER).whole(), tactical(game.game, DEFENDER).whole()) == (0, 0)


@pytest.mark.rule("EIA-10.6.1-seniority")
def test_the_most_senior_commands() -> None:
    pieces = (
        corps("F I", FR, "Madrid", infantry=5),
        leader("Soult", FR, "F I", 4, 3, seniority="B"),
        leader("Ney", FR, "F I", 3, 4, seniority="C"),
    )
    assert attack_madrid(*pieces)[Force][ATTACKER].commander == "Soult"


@pytest.mark.rule("EIA-10.6.1-seniority-tie")
def test_among_equals_the_player_picks() -> None:
    game = attack_madrid(
        corps("F I", FR, "Madrid", infantry=5), leader("Soult", FR, "F I", 4, 3), leader("Ney", FR, "F I", 3, 4)
    )
    assert game.questions == [(FR, ("NameCommander",))]
    game.play(NameCommander(LeaderId("Ney")))
    assert game[Force][ATTACKER].commander == "Ney"


@pytest.mark.rule("EIA-10.6.1-allied-army")
def test_the_power_with_most_corps_supplies_the_commander() -> None:
    pieces = (
        corps("F I", FR, "Madrid", infantry=5),
        corps("B I", GB, "Madrid", infantry=5),
        corps("P I", PORTUGAL, "Madrid", infantry=5),
    )
    game = attack_madrid(
        *pieces, leader("Wellington", GB, "B I", 5, 5), leader("Castaños", SP, "S I", 2, 2, seniority="A")
    )
    assert (game[Force][DEFENDER].side, game[Force][DEFENDER].commander) == (GB, "Wellington")


@pytest.mark.rule("EIA-10.6.1-allied-army")
def test_where_it_has_no_leader_the_next_power_that_has_one_does() -> None:
    """R-15: minor corps count for their controller; the largest contingent has no leader there."""
    pieces = (
        corps("F I", FR, "Madrid", infantry=5),
        corps("B I", GB, "Madrid", infantry=5),
        corps("P I", PORTUGAL, "Madrid", infantry=5),
    )
    assert attack_madrid(*pieces, leader("Castaños", SP, "S I", 2, 2))[Force][DEFENDER].commander == "Castaños"


@pytest.mark.rule("EIA-10.6.1-allied-tie")
def test_tied_powers_agree_or_throw() -> None:
    pieces = (
        corps("F I", FR, "Madrid", infantry=5), corps("B I", GB, "Madrid", infantry=5),
        leader("Wellington", GB, "B I", 5, 5), leader("Castaños", SP, "S I", 2, 2),
    )  # fmt: skip
    game = attack_madrid(*pieces)
    game.play(NamePower(SP), side=GB)
    game.play(NamePower(SP), side=SP)
    assert game[Force][DEFENDER].commander == "Castaños"
    game = attack_madrid(*pieces, dice=(3, 3, 5, 4))
    game.play(NamePower(GB), side=GB)
    game.play(NamePower(SP), side=SP)
    assert game[Force][DEFENDER].commander == "Wellington"
    assert game.throws == [3, 3, 5, 4]


@pytest.mark.rule("EIA-10.6.1-minor-ratings")
def test_a_minors_corps_has_the_ratings_of_its_controller() -> None:
    """Portuguese corps under Great Britain are rated 2 and 2 as British ones, not 1 and 1."""
    pieces = corps("F I", FR, "Madrid", infantry=5), corps("P I", PORTUGAL, "Madrid", infantry=5)
    game = attack_madrid(*pieces)
    if game.questions and game.questions[0][1] == ("NamePower",):
        game.play(NamePower(GB), side=GB)
        game.play(NamePower(GB), side=SP)
    assert strategic(game.game, DEFENDER).whole() == 2


@pytest.mark.rule("EIA-10.6.1-prussian-dates")
@pytest.mark.parametrize(("year", "rating"), [(1809, 1), (1810, 2), (1812, 2)])
def test_prussian_corps_are_better_led_from_1810_on(year: int, rating: int) -> None:
    nation = Nation(PRUSSIA, "Prussia", "Prussian", FR, major=True)
    prussians = Corps(id=CorpsId("Pr I"), title="Pr I", side=FR, nation=NationId("Prussia"), area=None, infantry=5)
    game = attack_madrid(nation, replace(prussians, area=area("Madrid")), month=(year, 5))
    assert strategic(game.game, ATTACKER).whole() == rating


@pytest.mark.rule("EIA-10.6.1-tactical-maximum", "EIA-10.6.1-outflank-counted")
@pytest.mark.parametrize(("count", "rating"), [(6, 5), (7, 4), (12, 4), (13, 3)])
def test_too_many_corps_for_a_leader(count: int, rating: int) -> None:
    """Napoleon, tactical 5, maximum 6: 4 with 7 to 12 corps, 3 with 13 or more."""
    game = attack_madrid(*many(count), leader("Napoleon", FR, "F 00", 5, 5, maximum=6, seniority="A"))
    assert tactical(game.game, ATTACKER).whole() == rating


@pytest.mark.rule("EIA-10.6.1-tactical-floor")
def test_a_tactical_rating_is_never_below_0() -> None:
    assert tactical(attack_madrid(*many(3), leader("Dupont", FR, "F 00", 1, 1, maximum=1)).game, ATTACKER).whole() == 0


@pytest.mark.rule("EIA-10.6.1-rating-comparison")
@pytest.mark.parametrize(
    ("mine", "theirs", "dice"), [(5, 0, (1, -1)), (0, 0, (-1, -1)), (3, 3, (0, 0)), (5, 5, (1, 1)), (0, 5, (-1, 1))]
)
def test_ratings_are_compared_on_the_chart(mine: int, theirs: int, dice: tuple[int, int]) -> None:
    game = attack_madrid(
        corps("F I", FR, "Madrid", infantry=5),
        leader("Soult", FR, "F I", 4, mine),
        leader("Castaños", SP, "S I", 2, theirs),
    )
    for force, chit in ((ATTACKER, "assault"), (DEFENDER, "cordon")):
        game.change(game[Force][force], chit=chit)
    assert (modifier(game.game, ATTACKER).whole(), modifier(game.game, DEFENDER).whole()) == dice


@pytest.mark.rule("EIA-10.6.1-pursuit")
def test_a_cavalry_leader_helps_where_a_factor_of_his_nation_rides() -> None:
    murat = replace(leader("Murat", FR, "F I", 4, 3), cavalry=True)
    riding = attack_madrid(corps("F I", FR, "Madrid", infantry=5, cavalry=1), murat)
    (part,) = riding.game.hooks(CombatHooks).pursuit_parts(riding.game, ATTACKER)
    assert (part.value, part.rule) == (1, "EIA-10.6.1-pursuit")
    walking = attack_madrid(corps("F I", FR, "Madrid", infantry=5), murat)
    assert walking.game.hooks(CombatHooks).pursuit_parts(walking.game, ATTACKER) == []


class DonCossacks(RuleModule):
    """Cossacks of Russia who fight with the French, for the want of others."""

    key = "don_cossacks"
    option = Option("Cossacks", "Russian cossacks ride with the attacker.", ("HOUSE-cossacks",))

    @hookimpl(of=CombatHooks.contingents)
    @rule("HOUSE-cossacks")
    def ride(self, game: Game, force: ForceId) -> Iterable[Contingent]:
        """Two factors of them are with the attacker."""
        if game[Force][force].role != "attacker":
            return []
        return [Contingent("the Don: cossack", RUSSIA, "cossack", 2)]


@pytest.mark.rule("EIA-10.6.1-pursuit")
def test_cossacks_are_cavalry_to_the_leader_who_pursues_with_them_as_to_the_class_of_pursuit() -> None:
    """Platov's cossacks ride for the class of pursuit (12.3.3 counts them so too), and he leads them."""
    platov = Leader(
        id=LeaderId("Platov"), title="Platov", side=FR, nation=RUSSIA, strategic=2, tactical=2, maximum=1,
        seniority="D", cavalry=True, corps=CorpsId("F I"), standing="on the map",
    )  # fmt: skip
    pieces = Nation(RUSSIA, "Russia", "Russian", FR), corps("F I", FR, "Madrid", infantry=5), platov
    game = position(
        *pieces,
        corps("S I", SP, "Madrid", infantry=5),
        land=iberia,
        at=f"{FR}: land_combat",
        on=["don_cossacks"],
        extra=(DonCossacks,),
        dice=(),
    )
    attack(game, "Madrid")
    assert mounted_factors(present(game.game, ATTACKER)) == 2
    (part,) = game.game.hooks(CombatHooks).pursuit_parts(game.game, ATTACKER)
    assert (part.value, part.says) == (1, "Platov, a cavalry leader")


# --- options


@pytest.mark.rule("EIA-12.3.7-corps-leaders")
@pytest.mark.parametrize(("count", "rating"), [(1, 2), (2, 1), (3, 0)])
def test_corps_without_a_leader_count_as_led_by_a_maximum_of_1(count: int, rating: int) -> None:
    """French corps, best tactical 2: with two corps 1, with three 0."""
    assert tactical(attack_madrid(*many(count), on=("corps_leaders",)).game, ATTACKER).whole() == rating
    assert tactical(attack_madrid(*many(count)).game, ATTACKER).whole() == 2


@pytest.mark.rule("EIA-12.3.7-corps-leaders-scope")
def test_they_still_have_their_strategic_rating() -> None:
    assert strategic(attack_madrid(*many(3), on=("corps_leaders",)).game, ATTACKER).whole() == 2


@pytest.mark.rule("EIA-12.3.7-further-reductions")
@pytest.mark.parametrize(
    ("count", "counts", "rating"),
    [(6, "more than", 3), (7, "more than", 2), (6, "at least", 2), (9, "more than", 1), (3, "more than", 4)],
)
def test_further_reductions(count: int, counts: str, rating: int) -> None:
    """Maximum 2, tactical 5: more than three times 2 corps cost 3 (R-17: or as many as three times)."""
    game = attack_madrid(
        *many(count), leader("Ney", FR, "F 00", 3, 5, maximum=2), on=("further_tactical_reductions",),
        parameters={"further_tactical_reductions": {"counts": counts}},
    )  # fmt: skip
    assert tactical(game.game, ATTACKER).whole() == rating


@pytest.mark.rule("EIA-12.3.7-further-floor")
def test_further_reductions_stop_at_0() -> None:
    game = attack_madrid(*many(9), leader("Ney", FR, "F 00", 3, 2, maximum=1), on=("further_tactical_reductions",))
    assert tactical(game.game, ATTACKER).whole() == 0


def test_both_together_make_every_corps_count() -> None:
    """Maximum 1 and a reduction that grows with every corps, floor 0."""
    on = ("corps_leaders", "further_tactical_reductions")
    assert [tactical(attack_madrid(*many(count), on=on).game, ATTACKER).whole() for count in (1, 2, 3, 4)] == [
        2,
        1,
        0,
        0,
    ]


@pytest.mark.rule("EIA-12.3.3-superiority", "EIA-12.3.3-modifier-cap")
@pytest.mark.parametrize(("horse", "added"), [(2, 1), (1, 0)])
def test_twice_the_cavalry_adds_1_and_no_die_more_than_1(horse: int, added: int) -> None:
    enemy = corps("S II", SP, "Madrid", infantry=4, cavalry=1)
    game = attack_madrid(corps("F I", FR, "Madrid", infantry=5, cavalry=horse), enemy, on=("cavalry_superiority",))
    parts = {part.rule: part.value for part in game.game.hooks(CombatHooks).die_parts(game.game, ATTACKER)}
    assert parts.get("EIA-12.3.3-superiority", 0) == added
    assert parts["EIA-12.3.3-modifier-cap"] == 1


@pytest.mark.rule("EIA-12.3.3-superiority")
def test_one_cavalry_factor_against_none_is_superior() -> None:
    """R-20: at least one factor; the enemy may have none."""
    for horse, superior in ((1, True), (0, False)):
        game = attack_madrid(corps("F I", FR, "Madrid", infantry=5, cavalry=horse), on=("cavalry_superiority",))
        parts = game.game.hooks(CombatHooks).die_parts(game.game, ATTACKER)
        assert any(part.rule == "EIA-12.3.3-superiority" for part in parts) == superior


@pytest.mark.rule("EIA-12.3.3-all-cavalry")
def test_nothing_but_cavalry_on_both_sides_is_no_superiority() -> None:
    game = ready(
        corps("F C", FR, "Madrid", cavalry=6), corps("S C", SP, "Madrid", cavalry=2), on=("cavalry_superiority",)
    )
    attack(game, "Madrid")
    parts = game.game.hooks(CombatHooks).die_parts(game.game, ATTACKER)
    assert not any(part.rule == "EIA-12.3.3-superiority" for part in parts)


@pytest.mark.rule("EIA-12.3.3-outflank-arrival", "EIA-12.3.3-no-doubling")
@pytest.mark.parametrize(("where", "superior"), [("away", False), ("arrived", True)])
def test_outflanking_cavalry_counts_once_it_has_come_and_once_only(where: str, superior: bool) -> None:
    """4 outflanking against 2: twice as many, not four times; 3 would not do even doubled."""
    for horse, expected in ((4, superior), (3, False)):
        pieces = (
            corps("F I", FR, "Madrid", infantry=5),
            corps("F C", FR, "Madrid", cavalry=horse),
            corps("S II", SP, "Madrid", cavalry=2),
        )
        game = attack_madrid(*pieces, on=("cavalry_superiority",))
        game.change(game[Force][ATTACKER], outflankers=where)
        game.change(game[Engaged]["F C"], outflanking=True)
        parts = game.game.hooks(CombatHooks).die_parts(game.game, ATTACKER)
        assert any(part.rule == "EIA-12.3.3-superiority" for part in parts) == expected
