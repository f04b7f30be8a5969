"""7.5 over the rounds and days of a combat: morale of the chits, lost corps, who breaks, withdraws, commands."""

from __future__ import annotations

import pytest

from sandtable.engine import EndStep, Game, Pass, Refused, Row, Side, SideId
from sandtable.testing import Play
from sandtable_empires.combat.bearing import BearLosses
from sandtable_empires.combat.chits import AttackerChits, ChooseAttack, ChooseDefence, DefenderChits
from sandtable_empires.combat.nightfall import FightOn
from sandtable_empires.combat.retreat import Retreat
from sandtable_empires.combat.tallies import intrinsic, strategic
from sandtable_empires.hookspecs.combat import CombatHooks
from sandtable_empires.hookspecs.command import CommandHooks
from sandtable_empires.irregulars.bands import Guerillas
from sandtable_empires.land.foraging import Forage
from sandtable_empires.leaders.appointing import NamePower
from sandtable_empires.march import March
from sandtable_empires.model import (
    PRUSSIA,
    RUSSIA,
    TURKEY,
    Area,
    Battle,
    Corps,
    CorpsId,
    Force,
    Leader,
    Link,
    Nation,
    NationId,
    all_engaged,
    corps_of,
    link_id,
)  # fmt: skip
from sandtable_empires.testing import (
    ATTACKER,
    BATTLE,
    DEFENDER,
    FR,
    GB,
    SP,
    alter,
    area,
    attack,
    battle,
    calendar,
    choose_chits,
    corps,
    iberia,
    leader,
    position,
)
from tests.plugins.empires.fights import ready

ONES = (1,) * 20
Parameters = dict[str, dict[str, object]]


def next_day(game: Play) -> None:
    game.until(FightOn)
    game.play(FightOn())


# --- morale (operational chart)


def under_a(nation: NationId, side: str, on: str) -> tuple[Row, Row]:
    """Return a foreign power on a side, and a commander of its on one of that side's corps."""
    foreign = Nation(nation, nation, nation, SideId(side), major=True)
    return foreign, leader("Foreigner", nation, on, 3, 3)


@pytest.mark.rule("BASE-7.5.2-russian-morale")
@pytest.mark.parametrize(
    ("attacker", "defender", "gains"), [("assault", "defend", 10), ("assault", "cordon", 0), ("probe", "cordon", 0)]
)
def test_a_russian_who_defends_has_more_morale_on_the_day_itself(
    attacker: AttackerChits, defender: DefenderChits, gains: int
) -> None:
    game = ready(
        corps("F I", FR, "Madrid", infantry=5), corps("S I", SP, "Madrid", infantry=5), *under_a(RUSSIA, SP, "S I"),
        dice=ONES
    )  # fmt: skip
    attack(game, "Madrid")
    assert game[Force][DEFENDER].morale == 30
    choose_chits(game, attacker, defender)
    assert (game[Force][DEFENDER].morale, game[Force][ATTACKER].morale) == (30 + gains, 40)


@pytest.mark.rule("BASE-7.5.2-russian-morale")
def test_a_russian_who_attacks_has_no_more() -> None:
    game = ready(
        corps("F I", FR, "Madrid", infantry=5), corps("S I", SP, "Madrid", infantry=5), *under_a(RUSSIA, FR, "F I"),
        dice=ONES
    )  # fmt: skip
    attack(game, "Madrid")
    choose_chits(game, "assault", "defend")
    assert game[Force][ATTACKER].morale == 40


@pytest.mark.rule("BASE-7.5.2-another-day", "BASE-7.5.2-chits-morale", "BASE-7.5.2-day", "BASE-7.5.2-turkish-morale")
def test_a_turk_has_it_only_on_the_day_of_these_chits() -> None:
    game = ready(
        corps("F I", FR, "Madrid", infantry=5), corps("S I", SP, "Madrid", infantry=5), *under_a(TURKEY, FR, "F I"),
        dice=ONES
    )  # fmt: skip
    attack(game, "Madrid")
    choose_chits(game, "assault", "counterattack")
    assert game[Force][ATTACKER].morale == 50
    next_day(game)
    assert game[Force][ATTACKER].morale == 40
    choose_chits(game, "assault", "cordon")
    assert game[Force][ATTACKER].morale == 40


# --- chits


@pytest.mark.rule("BASE-7.5.2-pinning")
def test_who_outflanks_leaves_a_corps_before_the_enemy_and_sends_one_round_him() -> None:
    game = ready(
        corps("F I", FR, "Madrid", infantry=5), corps("F II", FR, "Madrid", infantry=5),
        corps("S I", SP, "Madrid", infantry=5)
    )  # fmt: skip
    attack(game, "Madrid")
    for wrong in ((), (CorpsId("F I"), CorpsId("F II"))):
        with pytest.raises(Refused, match="outflanking cannot be"):
            game.play(ChooseAttack("outflank", wrong), side=FR)
    game.play(ChooseAttack("outflank", (CorpsId("F II"),)), side=FR)


@pytest.mark.rule("BASE-7.5.2-no-outflanking")
@pytest.mark.parametrize(("defender", "factors"), [("cordon", 9), ("defend", 5)])
def test_nobody_gets_round_a_cordon_and_all_fight_from_the_first_round(defender: DefenderChits, factors: int) -> None:
    """F I has 5 factors, F II, that was to go round the enemy, 4."""
    game = ready(
        corps("F I", FR, "Madrid", infantry=5), corps("F II", FR, "Madrid", infantry=4),
        corps("S I", SP, "Madrid", infantry=5), dice=ONES,
    )  # fmt: skip
    attack(game, "Madrid")
    choose_chits(game, "outflank", defender, round_the_enemy=("F II",))
    assert any(f"France fires {factors} factors on 2-1" in line for line in game.log)


@pytest.mark.rule("BASE-7.5.2-outflankers-double")
def test_those_who_have_come_round_the_enemy_count_twice() -> None:
    """5 before him and 4 behind him fire as 13."""
    game = ready(
        corps("F I", FR, "Madrid", infantry=5), corps("F II", FR, "Madrid", infantry=4),
        corps("S I", SP, "Madrid", infantry=9), dice=ONES,
    )  # fmt: skip
    attack(game, "Madrid")
    choose_chits(game, "outflank", "defend", round_the_enemy=("F II",))
    game.until(FightOn)
    fired = [line for line in game.log if line.startswith("France fires")]
    assert [line.split()[2] for line in fired] == ["5", "13", "13"]


@pytest.mark.rule("BASE-7.5.2-three-rounds", "BASE-7.5.2-rounds-end")
def test_a_day_that_nothing_decides_has_three_rounds() -> None:
    game = ready(corps("F I", FR, "Madrid", infantry=9), corps("S I", SP, "Madrid", infantry=9), dice=ONES)
    attack(game, "Madrid")
    choose_chits(game, "probe", "defend")
    game.until(FightOn)
    assert sum("fires" in line for line in game.log) == 6
    assert game.throws == [1] * 6


# --- the ground


def in_a_marsh(*pieces: Row) -> Play:
    return ready(alter(Area, "Madrid", terrain="marsh"), *pieces, dice=ONES)


@pytest.mark.rule("BASE-7.5.2-terrain-morale", "BASE-7.5.2-terrain-casualties")
def test_in_a_marsh_casualties_are_a_level_lower_and_morale_is_one_higher() -> None:
    """An assault against defend is 3-1 and 4-1 on the plain."""
    game = in_a_marsh(corps("F I", FR, "Madrid", infantry=10), corps("S I", SP, "Madrid", infantry=5))
    attack(game, "Madrid")
    choose_chits(game, "assault", "defend")
    assert any("France fires 10 factors on 2-2" in line for line in game.log)
    assert any("Spain fires 5 factors on 3-2" in line for line in game.log)


@pytest.mark.rule("BASE-7.5.2-levels")
def test_no_level_is_lower_than_1() -> None:
    """A probe against defend is 1-1, in the mountains too."""
    game = ready(corps("F I", FR, "Cuenca", infantry=10), corps("S I", SP, "Cuenca", infantry=5), dice=ONES)
    attack(game, "Cuenca")
    choose_chits(game, "probe", "defend")
    assert any("France fires 10 factors on 1-1" in line for line in game.log)


@pytest.mark.rule("BASE-7.5.2-terrain-outflank", "BASE-7.5.2-outflank-arrival")
@pytest.mark.parametrize(("area", "die", "come"), [("madrid", 3, True), ("madrid", 4, False), ("cuenca", 3, False)])
def test_mountains_keep_outflankers_back(area: str, die: int, come: bool) -> None:
    """A French corps has a 2, the chits add 1 before the second round; the mountains take 1 away."""
    game = ready(
        corps("F I", FR, area, infantry=5), corps("F II", FR, area, infantry=5), corps("S I", SP, area, infantry=5),
        dice=(1, 1, die, *ONES),
    )  # fmt: skip
    attack(game, area)
    choose_chits(game, "outflank", "defend", round_the_enemy=("F II",))
    game.until(FightOn)
    tried = next(line for line in game.log if line.startswith("the outflankers"))
    assert tried.startswith(f"the outflankers {'arrive' if come else 'do not come'}: {die} against")


@pytest.mark.rule("BASE-7.5.2-river")
@pytest.mark.parametrize(
    ("ways", "river"),
    [
        ({"F I": "Madrid Toledo"}, True),
        ({"F I": "Madrid Toledo", "F II": "Cuenca Toledo"}, False),  # F II comes by dry land
        ({"F I": "Madrid Toledo Cuenca"}, False),
    ],
)
def test_an_attack_is_across_a_river_when_all_have_come_over_one(ways: dict[str, str], river: bool) -> None:
    """The Tagus flows between Madrid and Toledo."""
    starts, (*_, end) = {id: way.split() for id, way in ways.items()}, ways["F I"].split()
    pieces = [corps(id, FR, way[0], infantry=5) for id, way in starts.items()]
    stays = corps("F X", FR, "Bayonne", infantry=5)
    game = position(
        *pieces, stays, corps("S I", SP, end, infantry=5), land=iberia, at=f"{FR}: land_movement", dice=ONES
    )  # fmt: skip
    for id, way in starts.items():
        game.play(March(CorpsId(id), tuple(map(area, way[1:]))))
    game.play(EndStep(), *(Forage(CorpsId(id)) for id in (*starts, "F X")))
    attack(game, end)
    assert game[Battle]["battle-0001"].river == river


# --- corps that are lost


@pytest.mark.rule("BASE-7.5.2-outflank-two-defending")
def test_a_corps_that_is_destroyed_fights_no_longer() -> None:
    """S I, one factor, falls in the first round: on the next day one corps is left, and cannot outflank."""
    game = ready(
        corps("F I", FR, "Madrid", infantry=10), corps("S I", SP, "Madrid", infantry=1),
        corps("S II", SP, "Madrid", infantry=10), leader("Castaños", SP, "S II", 2, 2, maximum=1), dice=(4, *ONES),
    )  # fmt: skip
    attack(game, "Madrid")
    choose_chits(game, "assault", "defend")
    assert game.game.hooks(CommandHooks).commanded(game.game, DEFENDER) == 2
    for factor in ("F I: infantry", "S I: infantry"):
        game.play(BearLosses(((factor, 1),)))
    assert [one.id for one in corps_of(game.game, DEFENDER)] == ["S II"]
    assert [one.id for one in all_engaged(game.game, DEFENDER)] == ["S I", "S II"]
    assert game.game.hooks(CommandHooks).commanded(game.game, DEFENDER) == 1
    next_day(game)
    with pytest.raises(Refused, match=r"a single corps cannot outflank"):
        game.play(ChooseDefence("outflank", (CorpsId("S I"),)), side=SP)


def test_a_pinning_force_of_which_nothing_is_left_breaks_at_once() -> None:
    """S II is still on its way round the enemy when S I, that pinned him, is gone: 15% of 40 is 6."""
    game = ready(
        corps("F I", FR, "Madrid", infantry=20), corps("F II", FR, "Madrid", infantry=20),
        corps("S I", SP, "Madrid", infantry=6), corps("S II", SP, "Madrid", infantry=10),
        leader("Castaños", SP, "S I", 2, 5), dice=(6, 1, *ONES),
    )  # fmt: skip
    attack(game, "Madrid")
    choose_chits(game, "escalated assault", "outflank", defending=("S II",))
    game.until(Retreat)
    assert any("Spain breaks: nothing is left of it" in line for line in game.log)
    assert not any("outflankers" in line for line in game.log if "come" in line)
    assert game.questions == [(SP, ("Retreat",))]


# --- withdrawal


def cut_off(*dice: int | tuple[int, ...]) -> Play:
    """Return France's outflanking attack on a defender who has just failed to withdraw, after its first round."""
    game = ready(
        corps("F I", FR, "Madrid", infantry=5), corps("F II", FR, "Madrid", infantry=5),
        corps("S I", SP, "Madrid", infantry=8),
        leader("Soult", FR, "F I", 4, 3), leader("Castaños", SP, "S I", 1, 2), on=("leader_casualties",),
        dice=(6, 1, 1, *dice),
    )  # fmt: skip
    attack(game, "Madrid")
    choose_chits(game, "outflank", "withdraw", round_the_enemy=("F II",))
    return game


@pytest.mark.rule("BASE-7.5.2-after-combat", "BASE-7.5.2-withdraw-late")
def test_when_the_outflankers_do_not_come_who_wanted_to_withdraw_is_gone() -> None:
    """The chits have no table for a second round without them; a round was fought, so leaders may have been hit."""
    game = cut_off(6, (1, 1), (1, 1))
    assert any("the outflankers have not arrived: Spain withdraws" in line for line in game.log)
    assert sum("fires" in line for line in game.log) == 2
    assert game.throws[-2:] == [2, 2]
    assert game.questions == [(SP, ("Retreat",))]
    game.play(Retreat(area("Toledo")))
    assert (game[Corps]["S I"].area, game[Corps]["S I"].infantry) == ("toledo", 8)
    assert not len(game[Guerillas])


def test_when_they_come_he_must_fight() -> None:
    game = cut_off(4, 1, 1, *ONES)
    assert any("the outflankers arrive:" in line for line in game.log)
    assert any("on 3-4" in line for line in game.log)


# --- who has lost (10.1.1)


@pytest.mark.rule("EIA-10.1.1-create-on-defeat")
@pytest.mark.parametrize(
    ("winner", "how", "rulings", "rises"),
    [
        ("attacker", "broken", {}, True),
        ("nobody", "broken", {}, True),
        ("nobody", "broken", {"both_break": "no defeat"}, False),
        ("defender", "broken off", {}, True),
        ("defender", "broken off", {"breaking_off": "no defeat"}, False),
        ("attacker", "withdrawn", {}, False),
        ("attacker", "withdrawn", {"withdrawing": "a defeat"}, True),
    ],
)
def test_rulings_say_when_spain_has_lost(winner: str, how: str, rulings: dict[str, object], rises: bool) -> None:
    """The Spaniard attacks where it is broken off, and defends elsewhere; he is gone from the map, and counts."""

    async def over(game: Game) -> None:
        forces = ((SP, "S I"), (FR,)) if winner == "defender" else ((FR,), (SP, "S I"))
        for row in battle("Madrid", *forces, winner=winner, how=how, round=2):
            game.put(row)
        await game.hooks(CombatHooks).after_combat(game, BATTLE)

    game = position(corps("S I", SP, None), land=iberia, do=over, parameters={"guerillas": rulings})
    assert (game[Guerillas].get("madrid") is not None) == rises


# --- pursuit


@pytest.mark.rule("BASE-7.5.2-pursuit", "BASE-7.5.2-pursuit-class")
@pytest.mark.parametrize(
    ("infantry", "cavalry", "found"), [(18, 1, 1), (15, 5, 2), (12, 8, 3), (10, 10, 4)]
)  # fmt: skip
def test_the_class_of_a_pursuit_is_that_of_the_winners_share_of_cavalry(
    infantry: int, cavalry: int, found: int
) -> None:
    """5, 25, 40 and 50 of 100 factors ride, however few flee."""
    game = ready(
        corps("F I", FR, "Madrid", infantry=infantry, cavalry=cavalry), corps("S I", SP, "Madrid", infantry=5),
        dice=(6, 1, 6, 1, *ONES),
    )  # fmt: skip
    attack(game, "Madrid")
    choose_chits(game, "escalated assault", "defend")
    game.until(Retreat)
    assert any(f"pursuit of class {found}," in line for line in game.log)


# --- command


def two_powers(parameters: Parameters | None = None, land: tuple[Row, ...] = ()) -> Play:
    """Return the second day of a battle of two powers with a corps each, in which Spain commands by agreement."""
    game = ready(
        corps("F I", FR, "Madrid", infantry=9), corps("S I", SP, "Madrid", infantry=9),
        corps("B I", GB, "Madrid", infantry=9),
        leader("Castaños", SP, "S I", 2, 2), leader("Wellington", GB, "B I", 5, 5, seniority="A"), *land, dice=ONES,
        parameters=parameters,
    )  # fmt: skip
    attack(game, "Madrid")
    for side in (GB, SP):
        game.play(NamePower(SP), side=side)
    choose_chits(game, "probe", "defend")
    next_day(game)
    return game


@pytest.mark.rule("EIA-10.6.1-reinforcing-leader", "EIA-10.6.1-one-commander")
def test_who_commands_goes_on_with_it_on_the_next_day() -> None:
    game = two_powers()
    assert game[Battle]["battle-0001"].day == 2
    assert (game[Force][DEFENDER].commander, game[Force][DEFENDER].side) == ("Castaños", SP)
    assert strategic(game.game, DEFENDER).whole() == 2


def test_a_ruling_has_him_appointed_anew_each_day() -> None:
    game = two_powers({"command": {"command_lasts": "a day"}})
    assert game.questions == [(GB, ("NamePower",)), (SP, ("NamePower",))]


def test_a_commander_who_is_there_no_longer_is_replaced_on_the_next_day() -> None:
    game = ready(
        corps("F I", FR, "Madrid", infantry=9), corps("S I", SP, "Madrid", infantry=9),
        corps("S II", SP, "Toledo", infantry=1),
        leader("Castaños", SP, "S I", 2, 2, seniority="A"), leader("Cuesta", SP, "S I", 1, 1), dice=ONES,
    )  # fmt: skip
    attack(game, "Madrid")
    choose_chits(game, "probe", "defend")
    game.until(FightOn)
    game.change(game[Leader]["Castaños"], corps=CorpsId("S II"))
    game.play(FightOn())
    assert game[Force][DEFENDER].commander == "Cuesta"


@pytest.mark.rule("EIA-10.6.1-rating-comparison")
@pytest.mark.parametrize(("ruling", "used"), [("used", True), ("not used", False)])
def test_the_commander_chart_is_used_in_a_trivial_combat(ruling: str, used: bool) -> None:
    """No rule excepts it: Ney's 5 against the 1 of a Spanish corps add 1."""
    game = ready(
        corps("F I", FR, "Madrid", infantry=10), corps("S I", SP, "Madrid", infantry=2), leader("Ney", FR, "F I", 3, 5),
        on=("overwhelming_numbers",), parameters={"command": {"in_trivial_combat": ruling}}, dice=(6,) * 12,
    )  # fmt: skip
    attack(game, "Madrid")
    game.play(Pass())
    assert any("+1 (tactical 5 against 1)" in line for line in game.log) == used


@pytest.mark.rule("EIA-10.6.1-prussian-dates", "EIA-10.6.1-minor-ratings")
@pytest.mark.parametrize(("year", "rating"), [(1809, 1), (1810, 2)])
def test_the_corps_of_minors_under_prussia_learn_with_it(year: int, rating: int) -> None:
    berlin, saxony = SideId("Prussia"), NationId("Saxony")
    rows = (
        Side(berlin), Nation(PRUSSIA, "Prussia", "Prussian", berlin, major=True),
        Nation(saxony, "Saxony", "Saxon", berlin),
        Corps(id=CorpsId("Sx I"), title="Sx I", side=berlin, nation=saxony, area=area("Madrid"), infantry=5),
    )  # fmt: skip
    game = position(calendar(year, 5), *rows, land=iberia)
    assert intrinsic(game.game, "Sx I", "strategic").whole() == rating
    assert intrinsic(game.game, "Sx I", "tactical").whole() == 1


# --- where the beaten go


@pytest.mark.rule("BASE-7.3-optional-crossing", "BASE-7.5.2-retreat-access")
def test_nobody_retreats_by_a_crossing_that_is_not_in_play() -> None:
    strait = Link(link_id("cadiz", "lisbon"), (area("Cadiz"), area("Lisbon")), across="optional_crossing")
    game = ready(corps("F I", FR, "Cadiz", infantry=10), corps("S I", SP, "Cadiz", infantry=5), strait)
    attack(game, "Cadiz")
    choose_chits(game, "probe", "withdraw")
    assert {act.to for act in game.may(Retreat)} == {"seville", "the city"}
    with pytest.raises(Refused, match=r"Lisbon: the crossing is optional, .* \(BASE-7.3-optional-crossing\)"):
        game.play(Retreat(area("Lisbon")))


def test_each_power_says_where_its_own_corps_retreat() -> None:
    """Wellington commands; S I goes where Spain says."""
    game = ready(
        corps("F I", FR, "Madrid", infantry=9), corps("S I", SP, "Madrid", infantry=9),
        corps("B I", GB, "Madrid", infantry=9), leader("Wellington", GB, "B I", 5, 5), dice=(1,),
    )  # fmt: skip
    attack(game, "Madrid")
    choose_chits(game, "assault", "withdraw")
    assert game.questions == [(GB, ("Retreat",))]
    game.play(Retreat(area("Toledo")))
    assert game.questions == [(SP, ("Retreat",))]


@pytest.mark.rule("BASE-7.5.2-another-day")
@pytest.mark.parametrize(("days", "most"), [(1, "1 day"), (2, "2 days")])
def test_after_the_last_day_it_is_said_how_long_a_battle_lasts_at_most(days: int, most: str) -> None:
    game = ready(
        corps("F I", FR, "Madrid", infantry=9), corps("S I", SP, "Madrid", infantry=9),
        parameters={"nightfall": {"days": days}}, dice=ONES + ONES,
    )  # fmt: skip
    attack(game, "Madrid")
    for day in range(1, days + 1):
        choose_chits(game, "probe", "defend")
        if day < days:
            game.until(FightOn)
            game.play(FightOn())
    game.until(Retreat)
    assert f"France breaks off the battle of Madrid: a battle lasts at most {most}" in " ".join(game.log)


@pytest.mark.rule("BASE-7.5.2-another-day")
def test_who_declines_another_day_breaks_off_and_no_more_is_said() -> None:
    game = ready(corps("F I", FR, "Madrid", infantry=9), corps("S I", SP, "Madrid", infantry=9), dice=ONES)
    attack(game, "Madrid")
    choose_chits(game, "probe", "defend")
    game.until(FightOn)
    game.play(Pass())
    assert "breaks off the battle of Madrid" in " ".join(game.log)
    assert "lasts at most" not in " ".join(game.log)
