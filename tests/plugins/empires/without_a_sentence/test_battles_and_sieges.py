"""Battles, sieges and supply, with one sentence out of force."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from sandtable.engine import (
    Game,
    Invalid,
    Option,
    Pass,
    Refused,
    Row,
    RuleModule,
    SideId,
    Was,
    rule,
)
from sandtable.testing import Play
from sandtable_empires.combat.attack import Attack
from sandtable_empires.combat.bearing import BearLosses
from sandtable_empires.combat.captives import imprison
from sandtable_empires.combat.chits import AttackerChits, ChooseAttack, ChooseDefence, DefenderChits
from sandtable_empires.combat.nightfall import FightOn
from sandtable_empires.combat.reinforcing import Reinforce
from sandtable_empires.combat.tallies import strength, table
from sandtable_empires.hookspecs.sieges import SiegeHooks
from sandtable_empires.hookspecs.supply import SupplyHooks
from sandtable_empires.irregulars.bands import Guerillas
from sandtable_empires.irregulars.guerilla_moves import AttackWithGuerillas
from sandtable_empires.land.assaults import BatterWalls
from sandtable_empires.land.attempts import Sortie
from sandtable_empires.land.depots import LayDepot
from sandtable_empires.land.exchanging import Exchange
from sandtable_empires.land.foraging import Forage
from sandtable_empires.land.lines import network
from sandtable_empires.land.sieges import Besiege
from sandtable_empires.land.storming import speaker
from sandtable_empires.land.surrender import Surrender, Terms
from sandtable_empires.model import (
    FRANCE,
    RUSSIA,
    TURKEY,
    Area,
    Arrival,
    Battle,
    BattleId,
    Commandant,
    Corps,
    CorpsId,
    Depot,
    DepotId,
    Fleet,
    FleetId,
    Force,
    ForceId,
    Garrison,
    Leader,
    Prisoners,
    Province,
    Siege,
    SiegeId,
    Treasury,
    fought_this_turn,
)  # fmt: skip
from sandtable_empires.testing import (
    ATTACKER,
    DEFENDER,
    FR,
    GB,
    SP,
    alter,
    area,
    attack,
    choose_chits,
    corps,
    garrison,
    iberia,
    leader,
    position,
)
from tests.plugins.empires.test_battle_days import ONES, under_a
from tests.plugins.empires.without_a_sentence import house, lacking


class Otherwise(RuleModule):
    """Two rounds a day, and every pursuit is of the highest class."""

    key = "otherwise"
    option = Option("Otherwise", "Numbers of the house.")

    @rule("HOUSE-two-rounds", amends="BASE-7.5.2-three-rounds")
    def two_rounds(self, was: Was[bool | None], game: Game, battle: BattleId) -> bool | None:
        """A day has two rounds."""
        return game[Battle][battle].round == 2

    @rule("HOUSE-on-for-ever", amends="BASE-7.5.3-to-the-end")
    def a_round_will_do(self, was: Was[bool | None], game: Game, battle: BattleId) -> bool | None:
        """A trivial combat has one round a day."""
        return None if was() is None else True

    @rule("HOUSE-hot-pursuit", amends="BASE-7.5.2-pursuit-class")
    def hot(self, was: Was[int | None], game: Game, force: ForceId) -> int | None:
        """Every pursuit is of class 5."""
        return 5


def at(
    step: str, *pieces: Row, without: str = "", on: Iterable[str] = (), dice: tuple[int, ...] = (),
    side: SideId = FR, mends: bool = False, **badajoz: object,
) -> Play:  # fmt: skip
    """Return a step in a Spain where no guerillas rise, without a sentence of the rules."""
    land = alter(Province, guerilla=None), alter(Area, BADAJOZ, **badajoz)
    return position(
        *land, *pieces, land=iberia, at=f"{side}: {step}", on=[*on, *lacking([without])], dice=dice,
        family=house(Otherwise), mends=mends,
    )  # fmt: skip


def battle(
    *pieces: Row,
    chits: tuple[AttackerChits, DefenderChits] = ("probe", "defend"),
    without: str = "",
    on: Iterable[str] = (),
    dice: tuple[int, ...] = ONES,
    round_the_enemy: tuple[str, ...] = (),
) -> Play:
    """Return a battle of French attackers in Madrid, both chits chosen."""
    game = at("land_combat", *(pieces or EQUALS), without=without, on=on, dice=dice)
    attack(game, "Madrid")
    choose_chits(game, *chits, round_the_enemy=round_the_enemy)
    return game


BRITISH_SIEGE = Siege(SiegeId("badajoz"), area("Badajoz"), FR)
BADAJOZ, MADRID = area("Badajoz"), area("Madrid")
EQUALS = corps("F I", FR, "Madrid", infantry=9), corps("S I", SP, "Madrid", infantry=9)
ROUND_HIM = (
    corps("F I", FR, "Madrid", infantry=5),
    corps("F II", FR, "Madrid", infantry=4),
    corps("S I", SP, "Madrid", infantry=9),
)


def fired(game: Play, who: str = "France") -> list[int]:
    return [int(line.split()[2]) for line in game.log if line.startswith(f"{who} fires")]


# --- chits


@pytest.mark.rule("BASE-7.5.2-chits")
def test_chits_are_chosen_in_secret_and_shown_together() -> None:
    game = at("land_combat", *EQUALS, dice=ONES)
    attack(game, "Madrid")
    game.play(ChooseAttack("probe", ()), side=FR)
    assert (game.questions, game[Force][ATTACKER].chit) == ([(SP, ("ChooseDefence",))], "")
    game.play(ChooseDefence("defend", ()), side=SP)
    assert [game[Force][force].chit for force in (ATTACKER, DEFENDER)] == ["probe", "defend"]


@pytest.mark.rule("BASE-7.5.2-turkish-morale")
@pytest.mark.parametrize(("without", "morale"), [("", 50), ("turkish", 40), ("russian", 50)])
def test_a_turk_gains_by_attacking_whatever_russians_do(without: str, morale: int) -> None:
    left_out = f"BASE-7.5.2-{without}-morale" if without else ""
    game = battle(*EQUALS, *under_a(TURKEY, FR, "F I"), chits=("assault", "counterattack"), without=left_out)
    assert game[Force][ATTACKER].morale == morale


@pytest.mark.rule("BASE-7.5.2-russian-morale")
@pytest.mark.parametrize(("without", "morale"), [("", 40), ("turkish", 40), ("russian", 30)])
def test_a_russian_gains_by_defending_whatever_turks_do(without: str, morale: int) -> None:
    left_out = f"BASE-7.5.2-{without}-morale" if without else ""
    game = battle(*EQUALS, *under_a(RUSSIA, SP, "S I"), chits=("assault", "defend"), without=left_out)
    assert game[Force][DEFENDER].morale == morale


@pytest.mark.rule("BASE-7.5.2-no-outflanking")
@pytest.mark.parametrize(("without", "factors"), [("", 9), ("BASE-7.5.2-no-outflanking", 5)])
def test_without_the_rule_somebody_gets_round_a_cordon(without: str, factors: int) -> None:
    game = battle(*ROUND_HIM, chits=("outflank", "cordon"), round_the_enemy=("F II",), without=without)
    assert fired(game)[0] == factors


@pytest.mark.rule("BASE-7.5.2-pinning")
@pytest.mark.parametrize("going", [(), (CorpsId("F I"), CorpsId("F II"))], ids=["nobody goes", "nobody stays"])
def test_without_the_rule_nobody_need_pin_the_enemy_or_go_round_him(going: tuple[CorpsId, ...]) -> None:
    game = at("land_combat", *ROUND_HIM)
    attack(game, "Madrid")
    with pytest.raises(Refused, match=r"\(BASE-7\.5\.2-pinning\)"):
        game.play(ChooseAttack("outflank", going), side=FR)
    free = at("land_combat", *ROUND_HIM, without="BASE-7.5.2-pinning")
    attack(free, "Madrid")
    free.play(ChooseAttack("outflank", going), side=FR)


# --- rounds


@pytest.mark.rule("BASE-7.5.2-rounds")
@pytest.mark.parametrize(("without", "rounds"), [("", 3), ("BASE-7.5.2-rounds", 0)])
def test_a_day_is_fought_in_rounds(without: str, rounds: int) -> None:
    game = battle(without=without)
    game.until(FightOn)
    assert fired(game) == [9] * rounds


@pytest.mark.rule("BASE-7.5.2-three-rounds")
@pytest.mark.parametrize(("on", "rounds"), [((), 3), (("otherwise",), 2)])
def test_how_many_there_are_can_be_changed(on: tuple[str, ...], rounds: int) -> None:
    game = battle(on=on)
    game.until(FightOn)
    assert len(fired(game)) == rounds


@pytest.mark.rule("BASE-7.5.2-has-fought")
@pytest.mark.parametrize(("without", "they_have"), [("", True), ("BASE-7.5.2-has-fought", False)])
def test_who_is_there_in_the_first_round_has_fought(without: str, they_have: bool) -> None:
    assert fought_this_turn(battle(without=without).game, "F I", FR) == they_have


@pytest.mark.rule("BASE-7.5.2-tables")
@pytest.mark.parametrize(("without", "shots"), [("", [9]), ("BASE-7.5.2-tables", [])])
def test_the_chits_say_on_which_tables_they_fire(without: str, shots: list[int]) -> None:
    game = battle(without=without)
    assert fired(game)[:1] == shots
    found = table(game.game, ATTACKER) if game[Force].get(ATTACKER) else None
    assert (found is not None) == bool(shots)


@pytest.mark.rule("BASE-7.5.2-levels")
@pytest.mark.parametrize(("without", "level"), [("", "1-1"), ("BASE-7.5.2-levels", "0-1")])
def test_levels_are_bounded_by_one_rule(without: str, level: str) -> None:
    """In the mountains a probe against defend is a level lower than 1-1."""

    async def drawn_up(game: Game) -> None:
        game.put(Battle(BattleId("battle-0001"), area("Cuenca"), round=1))
        here = BattleId("battle-0001")
        game.put(Force(id=ATTACKER, battle=here, role="attacker", side=FR, chit="probe"))
        game.put(Force(id=DEFENDER, battle=here, role="defender", side=SP, chit="defend"))

    game = position(land=iberia, do=drawn_up, on=lacking([without]), family=house(Otherwise))
    found = table(game.game, ATTACKER)
    assert found is not None
    assert found[0] == level


@pytest.mark.rule("BASE-7.5.2-dice")
@pytest.mark.parametrize(("without", "thrown"), [("", 6), ("BASE-7.5.2-dice", 0)])
def test_both_throw_in_each_round(without: str, thrown: int) -> None:
    game = battle(without=without)
    game.until(FightOn)
    assert len(game.throws) == thrown


@pytest.mark.rule("BASE-7.5.2-factors-fire", "BASE-7.5.2-outflankers-double")
@pytest.mark.parametrize(
    ("without", "shots"),
    [("", [5, 13, 13]), ("BASE-7.5.2-outflankers-double", [5, 9, 9]), ("BASE-7.5.2-factors-fire", [4, 4])],
)
def test_all_present_fire_and_those_behind_the_enemy_once_more(without: str, shots: list[int]) -> None:
    """5 before the enemy; 4 come round him before the second round."""
    game = battle(*ROUND_HIM, chits=("outflank", "defend"), round_the_enemy=("F II",), without=without)
    game.until(FightOn)
    assert fired(game) == shots
    assert strength(game.game, ATTACKER).whole() == shots[-1]


@pytest.mark.rule("BASE-7.5.2-losses")
def test_those_who_are_hit_name_their_losses() -> None:
    assert "BearLosses" in battle(dice=(6,) * 6).questions[0][1]


@pytest.mark.rule("BASE-7.5.2-loss-limits")
@pytest.mark.parametrize("without", ["", "BASE-7.5.2-loss-limits"])
def test_without_the_limits_any_arm_bears_all(without: str) -> None:
    mounted = corps("F I", FR, "Madrid", infantry=20), corps("S I", SP, "Madrid", infantry=9, cavalry=9)
    game = battle(*mounted, chits=("escalated assault", "counterattack"), dice=(6, *(1,) * 8), without=without)
    while game.questions[0] == (FR, ("BearLosses",)):
        game.play(game.may(BearLosses)[0])
    assert game.why_not(BearLosses((("S I: cavalry", 3),))) == (set() if without else {"BASE-7.5.2-loss-limits"})


def test_somebody_must_bear_them() -> None:
    words = r"takes BASE-7\.5\.2-losses out of force, and play cannot go on without it \(losses\.bear\)"
    with pytest.raises(Invalid, match=words):
        battle(dice=(6,) * 6, without="BASE-7.5.2-losses")


@pytest.mark.rule("BASE-7.5.3-no-manoeuvre")
@pytest.mark.parametrize(("without", "kinds"), [("", False), ("BASE-7.5.3-no-manoeuvre", True)])
def test_in_a_trivial_combat_nobody_chooses_chits(without: str, kinds: bool) -> None:
    pieces = corps("F I", FR, "Madrid", infantry=9), Guerillas(MADRID, 3)
    game = at("land_combat", *pieces, side=SP, without=without, dice=(1,) * 40)
    game.play(AttackWithGuerillas(MADRID, 3))
    assert any("ChooseAttack" in kinds for _, kinds in game.questions) == kinds


# --- attacks


def both_in_madrid(*without: str) -> Play:
    return at("land_combat", *EQUALS, on=lacking(without))


@pytest.mark.rule("BASE-7.5-attack-due")
def test_where_no_attack_is_due_the_rule_says_so() -> None:
    """A house rule that drops the duty leaves nothing to attack, until it drops this rule too."""
    act = Attack(MADRID)
    assert both_in_madrid().why_not(act) == set()
    assert both_in_madrid("BASE-7.5-must-attack").why_not(act) == {"BASE-7.5-attack-due"}
    free = both_in_madrid("BASE-7.5-must-attack", "BASE-7.5-attack-due")
    assert free.why_not(act) == set()
    free.play(act)
    assert len(free[Battle]) == 1


# --- exchanging, and marching off


@pytest.mark.rule("BASE-7.3-exchange-nation", "BASE-7.3-exchange-last", "BASE-7.3-exchange-room")
@pytest.mark.parametrize(
    ("id", "act"),
    [
        ("BASE-7.3-exchange-nation", Exchange(CorpsId("F I"), CorpsId("F III"), "infantry", 1)),
        ("BASE-7.3-exchange-last", Exchange(CorpsId("F I"), CorpsId("F II"), "infantry", 3)),
        ("BASE-7.3-exchange-room", Exchange(CorpsId("F II"), CorpsId("F I"), "cavalry", 1)),
    ],
    ids=["elsewhere", "the last factor", "without room"],
)
def test_without_the_rule_factors_are_passed_on(id: str, act: Exchange) -> None:
    there = (
        corps("F I", FR, "Madrid", infantry=3, room=(20, 0, 0)),
        corps("F II", FR, "Madrid", infantry=3, cavalry=2),
        corps("F III", FR, "Burgos", infantry=5),
    )
    assert at("land_movement", *there).why_not(act) == {id}
    free = at("land_movement", *there, without=id)
    assert free.why_not(act) == set()
    free.play(act)


@pytest.mark.rule("BASE-7.5-march-off", "BASE-7.5-prisoners")
@pytest.mark.parametrize(("without", "home"), [("", 1), ("BASE-7.5-march-off", 0)])
def test_who_does_not_march_off_with_the_honours_of_war_is_taken(without: str, home: int) -> None:
    pieces = corps("F I", FR, "Badajoz", infantry=9), garrison(GB, "Badajoz", infantry=2), BRITISH_SIEGE
    game = at("land_combat", *pieces, side=GB, without=without)
    game.play(Surrender(BADAJOZ))
    game.play(Terms(honours=True), side=FR)
    assert len(game[Arrival].where("side", GB)) == home
    assert sum(one.factors for one in game[Prisoners]) == 2 * (1 - home)
    assert not len(game[Garrison].where("area", BADAJOZ))


# --- how it ends


BEATEN = corps("F I", FR, "Madrid", infantry=20), corps("S I", SP, "Madrid", infantry=5)


def beaten(*pieces: Row, without: str = "", on: Iterable[str] = ()) -> Play:
    """Return what is asked after S I has broken in the second round."""
    dice = (6, 1, 6, 1, *ONES)
    game = battle(*(pieces or BEATEN), chits=("escalated assault", "defend"), dice=dice, without=without, on=on)
    while game.questions[0][1][0] in ("BearLosses", "Reinforce"):
        game.play(Pass() if game.questions[0][1] == ("Reinforce",) else game.may(BearLosses)[0])
    return game


@pytest.mark.rule("BASE-7.5.2-decided")
@pytest.mark.parametrize(("without", "asked"), [("", (SP, ("Retreat",))), ("BASE-7.5.2-decided", (FR, ("FightOn",)))])
def test_who_has_not_broken_wins(without: str, asked: tuple[SideId, tuple[str, ...]]) -> None:
    assert beaten(without=without).questions == [asked]


@pytest.mark.rule("BASE-7.5.2-another-day")
@pytest.mark.parametrize(("without", "asked"), [("", "FightOn"), ("BASE-7.5.2-another-day", "ChooseAttack")])
def test_after_a_day_that_decides_nothing_the_attacker_is_asked(without: str, asked: str) -> None:
    game = battle(without=without)
    game.until(FightOn if asked == "FightOn" else ChooseAttack)
    assert game.questions[0][1] == (asked,)


@pytest.mark.rule("BASE-7.5.2-pursuit", "BASE-7.5.2-pursuit-class")
@pytest.mark.parametrize(("on", "found"), [((), 1), (("otherwise",), 5)])
def test_the_class_of_a_pursuit_can_be_changed(on: tuple[str, ...], found: int) -> None:
    horse = corps("F I", FR, "Madrid", infantry=19, cavalry=1), corps("S I", SP, "Madrid", infantry=5)
    game = beaten(*horse, on=on)
    assert any(f"pursuit of class {found}," in line for line in game.log)


@pytest.mark.rule("BASE-7.5.2-no-retreat")
@pytest.mark.parametrize(("without", "taken"), [("", True), ("BASE-7.5.2-no-retreat", False)])
def test_who_cannot_retreat_is_taken_by_a_rule_of_its_own(without: str, taken: bool) -> None:
    ring = [corps(f"F {place}", FR, place, infantry=1) for place in ("burgos", "valladolid", "toledo", "cuenca")]
    ring.append(corps("F Saragossa", FR, "Saragossa", infantry=1))
    shut = Siege(SiegeId("madrid"), MADRID, FR)
    game = beaten(*BEATEN, *ring, garrison(SP, "Madrid", infantry=1), shut, without=without)
    assert bool(len(game[Prisoners])) == taken
    assert (game[Corps]["S I"].area is None) == taken


@pytest.mark.rule("BASE-7.5.2-reinforce-powers")
@pytest.mark.parametrize(("without", "asked"), [("", True), ("BASE-7.5.2-reinforce-powers", False)])
def test_whom_a_force_may_call_is_said_by_a_rule_of_its_own(without: str, asked: bool) -> None:
    game = battle(*EQUALS, corps("F II", FR, "Toledo", infantry=5), without=without)
    game.until(FightOn if without else Reinforce)
    assert (game.questions[0][1] == ("Reinforce",)) == asked


@pytest.mark.rule("EIA-10.8-per-item")
@pytest.mark.parametrize("without", ["", "EIA-10.8-per-item"])
def test_captors_divide_their_prisoners_by_a_rule_of_its_own(without: str) -> None:
    async def surrenders(game: Game) -> None:
        await imprison(game, game[Corps]["F I"], [GB, SP])

    on = lacking([without])
    game = position(corps("F I", FR, "Madrid", infantry=4), land=iberia, do=surrenders, on=on, family=house(Otherwise))
    if without:
        assert {row.captor: row.infantry for row in game[Prisoners]} == {GB: 4}
    else:
        assert [kinds for _, kinds in game.questions] == [("DividePrisoners",)] * 2


# --- trivial combats


def trivial(*, on: Iterable[str] = ()) -> Play:
    """Return an attack of 20 guerillas alone on a French corps."""
    pieces = corps("F I", FR, "Madrid", infantry=20), Guerillas(MADRID, 20)
    game = at("land_combat", *pieces, side=SP, on=on, dice=ONES)
    game.play(AttackWithGuerillas(MADRID, 20))
    return game


@pytest.mark.rule("BASE-7.5.3-one-table")
def test_a_trivial_combat_has_one_table_for_both() -> None:
    assert [line.split(" on ")[1][:4] for line in trivial().log if "fires" in line] == ["3-2,", "3-2,"]


@pytest.mark.rule("BASE-7.5.3-to-the-end")
@pytest.mark.parametrize(("on", "shots"), [((), 4), (("otherwise",), 1)])
def test_a_trivial_combat_goes_on_to_its_end(on: tuple[str, ...], shots: int) -> None:
    """20 guerillas with a morale of 1.0 lose 0.3 of it in each round; by the house rule a day has one round."""
    game = trivial(on=on)
    while game.questions[0][1] == ("BearLosses",):
        game.play(game.may(BearLosses)[0])
    assert len(fired(game)) == shots


# --- sieges


BESIEGER = corps("F I", FR, "Badajoz", infantry=20)
SPANIARDS, BRITISH = garrison(SP, "Badajoz", infantry=4), garrison(GB, "Badajoz", infantry=4)
CITY = SiegeId("badajoz")
SIEGE = Siege(CITY, BADAJOZ, FR)


@pytest.mark.rule("BASE-7.5-siege")
@pytest.mark.parametrize(("without", "sieges"), [("", 1), ("BASE-7.5-siege", 0)])
def test_a_city_whose_siege_is_announced_is_besieged(without: str, sieges: int) -> None:
    game = at("land_combat", BESIEGER, SPANIARDS, without=without)
    game.play(Besiege(BADAJOZ))
    assert len(game[Siege]) == sieges


@pytest.mark.rule("BASE-7.5-siege-who")
@pytest.mark.parametrize(("without", "why"), [("", {"BASE-7.5-siege-who"}), ("BASE-7.5-siege-who", set[str]())])
def test_only_who_has_a_corps_before_it_besieges_a_city(without: str, why: set[str]) -> None:
    pieces = corps("F I", FR, "Toledo", infantry=5), garrison(SP, "Toledo", infantry=1), SPANIARDS
    assert at("land_combat", *pieces, without=without).why_not(Besiege(BADAJOZ)) == why


@pytest.mark.rule("BASE-7.5-besiegers")
@pytest.mark.parametrize(("without", "there"), [("", 1), ("BASE-7.5-besiegers", 0)])
def test_the_corps_before_a_city_besiege_it(without: str, there: int) -> None:
    game = at("land_combat", BESIEGER, SPANIARDS, SIEGE, without=without).game
    assert len(game.hooks(SiegeHooks).besiegers(game, BADAJOZ, FR)) == there


@pytest.mark.rule("BASE-7.5-siege-kept-up")
@pytest.mark.parametrize(("without", "sieges"), [("", 0), ("BASE-7.5-siege-kept-up", 1)])
def test_whether_a_siege_is_kept_up_is_looked_at_before_combat(without: str, sieges: int) -> None:
    elsewhere = corps("F I", FR, "Toledo", infantry=5), garrison(SP, "Toledo", infantry=1)
    game = at("land_combat", *elsewhere, SPANIARDS, SIEGE, without=without, mends=True)
    assert len(game[Siege]) == sieges


@pytest.mark.rule("BASE-7.5-siege-lifted", "BASE-7.5-siege-over")
@pytest.mark.parametrize("pieces", [(SPANIARDS,), (BESIEGER,)], ids=["nobody before it", "nobody in it"])
@pytest.mark.parametrize("without", ["", "BASE-7.5-siege-lifted", "BASE-7.5-siege-over"])
def test_each_reason_for_its_end_is_a_rule_of_its_own(pieces: tuple[Row, ...], without: str) -> None:
    elsewhere = corps("F II", FR, "Toledo", infantry=5), garrison(SP, "Toledo", infantry=1)
    game = at("land_combat", *elsewhere, *pieces, SIEGE, without=without, mends=True)
    reason = "BASE-7.5-siege-lifted" if SPANIARDS in pieces else "BASE-7.5-siege-over"
    assert (len(game[Siege]) == 1) == (without == reason)


@pytest.mark.rule("BASE-7.5-breach")
@pytest.mark.parametrize(("without", "thrown"), [("", [6]), ("BASE-7.5-breach", [])])
def test_a_die_says_whether_the_walls_are_breached(without: str, thrown: list[int]) -> None:
    game = at("land_combat", BESIEGER, SPANIARDS, SIEGE, without=without, dice=(6,), fortress=2)
    game.play(BatterWalls(CITY))
    assert (game.throws, game[Siege][CITY].breached) == (thrown, bool(thrown))


@pytest.mark.rule("BASE-7.5-breach-once")
@pytest.mark.parametrize(("without", "again"), [("", False), ("BASE-7.5-breach-once", True)])
def test_they_are_battered_once_a_step(without: str, again: bool) -> None:
    game = at("land_combat", BESIEGER, SPANIARDS, SIEGE, without=without, dice=(1, 1), fortress=2)
    game.play(BatterWalls(CITY))
    assert (game.why_not(BatterWalls(CITY)) == set()) == again


@pytest.mark.rule("BASE-7.5-honours")
@pytest.mark.parametrize(("without", "prisoners"), [("", 0), ("BASE-7.5-honours", 4)])
def test_without_the_honours_of_war_who_gives_up_is_taken(without: str, prisoners: int) -> None:
    game = at("land_combat", BESIEGER, BRITISH, SIEGE, without=without, side=GB)
    game.play(Surrender(BADAJOZ))
    assert (game.questions[:1] == [(FR, ("Terms",))]) == (not without)
    assert sum(row.infantry for row in game[Prisoners]) == prisoners


# --- who decides in a city


def speaks(holder: SideId, *, mixed: bool = True, without: str = "") -> SideId | None:
    """Return who decides in Badajoz, as far as that needs no settling."""
    inside = (SPANIARDS, BRITISH) if mixed else (SPANIARDS,)
    game = at("supply", BESIEGER, *inside, SIEGE, without=without, holder=holder).game
    return speaker(game, BADAJOZ, game.hooks(SiegeHooks).inside(game, BADAJOZ))


@pytest.mark.rule("EIA-10.3.2-garrison-controls")
@pytest.mark.parametrize(("without", "who"), [("", SP), ("EIA-10.3.2-garrison-controls", None)])
def test_who_is_in_the_city_decides_though_another_holds_the_land(without: str, who: SideId | None) -> None:
    assert speaks(FR, mixed=False, without=without) == who


@pytest.mark.rule("EIA-10.3.2-mixed-with-owner")
@pytest.mark.parametrize(("without", "who"), [("", GB), ("EIA-10.3.2-mixed-with-owner", None)])
def test_of_several_its_master_decides(without: str, who: SideId | None) -> None:
    assert speaks(GB, without=without) == who
    assert speaks(FR, without=without) is None


@pytest.mark.rule("EIA-10.3.2-mixed-without-owner")
@pytest.mark.parametrize("without", ["", "EIA-10.3.2-mixed-without-owner"])
def test_without_its_master_they_settle_it_by_a_rule_of_its_own(without: str) -> None:
    """By no rule the first of them decides."""
    game = at("land_combat", BESIEGER, SPANIARDS, BRITISH, SIEGE, without=without, side=SP, holder=FR)
    if without:
        assert game[Commandant][BADAJOZ].side == GB
    else:
        assert [kinds for _, kinds in game.questions] == [("NameClaimant",)] * 2


@pytest.mark.rule("BASE-10.3.2-settled")
@pytest.mark.parametrize("without", ["", "BASE-10.3.2-settled"])
def test_it_is_settled_before_anybody_attacks(without: str) -> None:
    game = at("land_combat", BESIEGER, SPANIARDS, BRITISH, SIEGE, without=without, side=SP, holder=FR)
    if without:
        assert game.why_not(Sortie(BADAJOZ)) == {"BASE-7.5-sortie"}
    else:
        assert game.questions[0][1] == ("NameClaimant",)


# --- hunger


@pytest.mark.rule("BASE-7.4-besieged", "BASE-7.4-besieged-die")
@pytest.mark.parametrize(("without", "left"), [("", 15), ("BASE-7.4-besieged", 20), ("BASE-7.4-besieged-die", 20)])
def test_the_besieged_starve_by_rules_that_can_be_left_out(without: str, left: int) -> None:
    game = at("supply", BESIEGER, garrison(SP, "Badajoz", infantry=20), SIEGE, without=without, side=SP, dice=(6,))
    assert [one.infantry for one in game[Garrison]] == [left]


@pytest.mark.rule("BASE-7.4-besieged-port")
@pytest.mark.parametrize(("without", "left"), [("", 20), ("BASE-7.4-besieged-port", 15)])
def test_ships_feed_a_port_by_a_rule_of_its_own(without: str, left: int) -> None:
    shut = Siege(SiegeId("cadiz"), area("Cadiz"), FR)
    before = corps("F I", FR, "Cadiz", infantry=20), garrison(SP, "Cadiz", infantry=20), shut
    game = at("supply", *before, without=without, side=SP, dice=(6,))
    assert [one.infantry for one in game[Garrison]] == [left]


@pytest.mark.rule("BASE-7.5-siege-starved")
@pytest.mark.parametrize(("without", "sieges"), [("", 0), ("BASE-7.5-siege-starved", 1)])
def test_hunger_ends_a_siege_by_a_rule_of_its_own(without: str, sieges: int) -> None:
    inside = garrison(SP, "Badajoz", militia=1), corps("S I", SP, "Seville", infantry=5)
    game = at("supply", BESIEGER, *inside, SIEGE, without=without, side=SP, dice=(3,))
    assert (game.at, len(game[Siege])) == (f"{SP}: supply", sieges)


@pytest.mark.rule("EIA-10.6.3-capture-siege-supply", "EIA-10.6.3-capture-elimination", "BASE-10.6-rejoins")
@pytest.mark.parametrize(
    ("without", "standing"),
    [("", "captured"), ("EIA-10.6.3-capture-siege-supply", "waiting"), ("EIA-10.6.3-capture-elimination", "captured")],
)
def test_a_leader_starves_into_captivity_by_a_rule_of_its_own(without: str, standing: str) -> None:
    inside = corps("S I", SP, "Badajoz", infantry=1, inside=True), leader("Cuesta", SP, "S I", 1, 1)
    game = at("supply", BESIEGER, *inside, SIEGE, without=without, side=SP, dice=(6,))
    assert game[Leader]["Cuesta"].standing == standing


# --- supply


@pytest.mark.rule("BASE-7.4-forage", "BASE-7.4-forage-losses")
@pytest.mark.parametrize(
    ("without", "left", "thrown"),
    [
        ("", 6, [6]),
        ("BASE-7.4-forage-losses", 9, [6]),
        ("BASE-7.4-forage", 9, []),
    ],
)
def test_a_die_says_what_the_land_gives_and_a_rule_of_its_own_who_is_lost(
    without: str, left: int, thrown: list[int]
) -> None:
    game = at("supply", corps("F I", FR, "Burgos", infantry=9), without=without, dice=(6,))
    game.play(Forage(CorpsId("F I")))
    assert (game[Corps]["F I"].infantry, game.throws[:1]) == (left, thrown)


@pytest.mark.rule("BASE-7.4-depot-price", "BASE-7.4-depot-money")
@pytest.mark.parametrize(
    ("money", "without", "left"),
    [(5, "", 4), (5, "BASE-7.4-depot-price", 5), (0, "", None), (0, "BASE-7.4-depot-price", 0)],
)
def test_a_depot_costs_what_its_price_says(money: int, without: str, left: int | None) -> None:
    burgos = Depot(DepotId("France depot burgos"), FR, area("Burgos"))
    game = at("depots", Treasury(FR, money=money), burgos, without=without)
    depot = LayDepot(area("Bayonne"))
    if left is None:
        with pytest.raises(Refused, match=r"BASE-7\.4-depot-money"):
            game.play(depot)
    else:
        game.play(depot)
        assert game[Treasury][FR].money == left


@pytest.mark.rule("BASE-7.4-harbours", "BASE-7.4-blockade")
@pytest.mark.parametrize(
    ("without", "open_to_ships"),
    [
        ("", {"barcelona"}),
        ("BASE-7.4-blockade", {"barcelona", "cadiz"}),
        ("BASE-7.4-harbours", set[str]()),
    ],
)
def test_a_blockade_closes_a_port_by_a_rule_of_its_own(without: str, open_to_ships: set[str]) -> None:
    before = Fleet(
        id=FleetId("fleet"), title="fleet", side=FR, nation=FRANCE, ships=5, lies="blockade", port=area("Cadiz")
    )  # fmt: skip
    game = at("land_movement", before, without=without, side=SP).game
    assert set(game.hooks(SupplyHooks).harbours(game, SP)) - {"lisbon", "oporto"} == open_to_ships


@pytest.mark.rule("BASE-7.4-line", "BASE-7.4-chain", "BASE-7.4-range")
@pytest.mark.parametrize(
    ("without", "fed"),
    [("", {"bayonne", "madrid"}), ("BASE-7.4-chain", {"bayonne"}), ("BASE-7.4-range", {"bayonne", "madrid"})],
)
def test_links_of_a_chain_and_the_way_to_a_corps_are_two_rules(without: str, fed: set[str]) -> None:
    """Bayonne feeds Madrid, and Madrid the corps in Toledo."""
    depots = [Depot(DepotId(f"France depot {where}"), FR, area(where)) for where in ("bayonne", "madrid")]
    game = at("supply", *depots, corps("F I", FR, "Toledo", infantry=9), without=without)
    lines = network(game.game, FR)
    assert set(lines.fed_depots) == fed
    assert bool(lines.serving(CorpsId("F I"))) == (not without)
