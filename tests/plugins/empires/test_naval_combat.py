"""6.2, 6.3: fleets are intercepted, get away, fight for the wind, lose ships, retreat, are followed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import pytest

from sandtable.engine import Game, Part, Pass, RuleModule, SpaceId, hookimpl
from sandtable.engine.running.chance import SeededDice
from sandtable.lab.bots import RandomBot, play_on
from sandtable.play.record.story import stories_of
from sandtable.present import PresentHooks
from sandtable.testing import Play
from sandtable_empires.hookspecs.naval import NavalHooks
from sandtable_empires.maps.europe_1805 import europe_1805
from sandtable_empires.model import (
    Account,
    Fleet,
    FleetId,
    InLine,
    NavalBattle,
    NavalForce,
    NavalForceId,
)  # fmt: skip
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.model.marks import ATTACKED, SAILED, UNDER_WAY
from sandtable_empires.model.status import PoliticalStatus
from sandtable_empires.naval.combat import Evade, JoinAtSea, LoseShips
from sandtable_empires.naval.fighting import AttackAtSea, gunnery, wind
from sandtable_empires.naval.harbour_guns import FireHarbour
from sandtable_empires.naval.interception import Intercept
from sandtable_empires.naval.outcome import PursueAtSea, RetreatAtSea
from sandtable_empires.sail import Sail, SailTogether
from sandtable_empires.testing import (
    FR,
    GB,
    SP,
    TU,
    Piece,
    alliance,
    combined_movement,
    corps,
    fleet,
    garrison,
    holdings,
    position,
    status,
    war,
)  # fmt: skip

MOVES, FIGHTS = "naval_movement", "naval_combat_step"
SEA, BOX, PORT = SpaceId("western-approaches"), SpaceId("blockade-brest"), SpaceId("port-brest")
F_1, GB_1, GB_2 = FleetId("F 1"), FleetId("GB 1"), FleetId("GB 2")
ATTACKER, DEFENDER = NavalForceId("naval-battle-0001 attacker"), NavalForceId("naval-battle-0001 defender")
OTHERS: Final = corps("T I", TU, "Constantinople", infantry=1), corps("F X", FR, "Paris", infantry=1)


def begin(*pieces: Piece, at: str = f"{FR}: {MOVES}", order: Iterable[str] = (FR, GB), **given: Any) -> Play:
    """A step of the Naval Phase, France and Great Britain at war; somebody stands ashore."""
    given.setdefault("dice", ())
    return position(*pieces, *OTHERS, war(FR, GB), grants=(CAMPAIGN,), at=at, order=order, board=europe_1805(), **given)


def way(*spaces: str) -> tuple[SpaceId, ...]:
    return tuple(map(SpaceId, spaces))


def meets(*pieces: Piece, dice: Iterable[int | tuple[int, ...]] = (), **given: Any) -> Play:
    """France sails from Brest into its blockade box, where, or next to where, a British fleet lies."""
    game = begin(fleet("F 1", FR, "Brest"), *pieces, dice=tuple(dice), **given)
    game.play(Sail(F_1, way(BOX, SEA)))
    return game


def attack(*pieces: Piece, dice: Iterable[int | tuple[int, ...]] = (), space: SpaceId = SEA, **given: Any) -> Play:
    """Great Britain attacks the French in a space."""
    game = begin(*pieces, at=f"{GB}: {FIGHTS}", dice=tuple(dice), **({"order": (GB, FR)} | given))
    game.play(AttackAtSea(space))
    return game


def line(*, british: int = 20, french: int = 10) -> tuple[Piece, ...]:
    """Both lie in the Western Approaches."""
    return fleet("GB 1", GB, SEA, british, "sea"), fleet("F 1", FR, SEA, french, "sea")


def asked(game: Play) -> str:
    """Return which side must answer."""
    assert game.prompt is not None
    return game.prompt.asks[0].side


def ships(game: Play, id: str) -> int:
    row = game[Fleet].get(id)
    return row.ships if row is not None else 0


# --- interception


@pytest.mark.rule("BASE-6.2-intercept", "BASE-6.2-intercept-die", "BASE-6.2-intercept-number")
@pytest.mark.parametrize(
    ("lies", "at", "number"), [("blockade", "Brest", 5), ("sea", SEA, 2), ("port", "Portsmouth", 0)]
)
def test_a_fleet_near_by_intercepts_at_its_number_or_under_it(lies: Any, at: str, number: int) -> None:
    """In the box that is entered 5, next to it 2; from a port nobody does, and nobody is asked."""
    guard = fleet("GB 1", GB, at, 20, lies)
    if not number:
        assert meets(guard)[Fleet]["F 1"].space == SEA
        return
    for die in (number, number + 1):
        game = meets(guard, dice=[die])
        assert asked(game) == GB
        game.play(Intercept(guard.space or BOX, (GB_1,)))
        assert bool(len(game[NavalBattle])) is (die <= number)
        assert game[Fleet]["GB 1"].space == (BOX if die <= number or lies == "blockade" else SEA)


@pytest.mark.rule("BASE-6.2-intercept")
def test_a_fleet_in_the_same_sea_intercepts_at_four() -> None:
    game = meets(fleet("GB 1", GB, SEA, 20, "sea"), dice=[4])
    game.play(Pass())
    game.play(Intercept(SEA, (GB_1,)))
    assert game[NavalBattle]["naval-battle-0001"].space == SEA
    assert game[NavalBattle]["naval-battle-0001"].intercepted


@pytest.mark.rule("BASE-6.2-intercept")
def test_who_is_at_peace_is_not_asked() -> None:
    game = meets(fleet("S 1", SP, "Brest", 20, "blockade"), fleet("GB 9", GB, "London"), order=(FR, SP, GB))
    assert game[Fleet]["F 1"].space == SEA


@pytest.mark.rule("BASE-6.2-intercept-where")
def test_it_comes_from_near_and_from_the_sea_alone() -> None:
    game = meets(fleet("GB 1", GB, "Brest", 20, "blockade"), fleet("GB 2", GB, "London"))
    assert game.why_not(Intercept(SpaceId("port-london"), (GB_2,))) == {"BASE-6.2-intercept-where"}
    game = meets(fleet("GB 1", GB, "Brest", 20, "blockade"), fleet("GB 2", GB, "irish-sea", 5, "sea"))
    assert game.why_not(Intercept(SpaceId("irish-sea"), (GB_2,))) == {"BASE-6.2-intercept-where"}
    assert game.why_not(Intercept(BOX, (GB_1,))) == set()


@pytest.mark.rule("BASE-6.2-intercept-once")
def test_a_fleet_tries_once_in_a_step() -> None:
    """The one before Brest has failed; the one at sea is asked by itself."""
    game = meets(fleet("GB 1", GB, "Brest", 9, "blockade"), fleet("GB 2", GB, SEA, 9, "sea"), dice=[6, 6])
    game.play(Intercept(BOX, (GB_1,)))
    assert game.why_not(Intercept(BOX, (GB_1,))) == {"BASE-6.2-intercept-once"}
    game.play(Intercept(SEA, (GB_2,)))
    assert game[Fleet]["F 1"].space == SEA
    assert game.game.mark_of("F 1", SAILED) is not None


@pytest.mark.rule("BASE-6.2-intercepted", "BASE-6.2-sails-on")
def test_who_is_met_and_not_beaten_sails_on_with_what_he_has_left() -> None:
    """Six of seven points are left in the box; the French have the wind and lose as many as the British."""
    game = meets(fleet("GB 1", GB, "Brest", 10, "blockade"), dice=[5, 2, 6, 1, 1], on=())
    game.play(Intercept(BOX, (GB_1,)))
    game.play(Pass())  # they do not try to get away
    assert (ships(game, "F 1"), ships(game, "GB 1")) == (9, 9)
    game.play(RetreatAtSea(min(act.port for act in game.may(RetreatAtSea))))
    game.play(Pass())  # they do not follow the British
    assert game[Fleet]["GB 1"].lies == "port"
    mark = game.game.mark_of("F 1", UNDER_WAY)
    assert mark is not None
    assert mark.count == 6
    assert game.why_not(Sail(F_1, way(SEA))) == set()
    game.play(Sail(F_1, way(SEA)))
    assert game.game.mark_of("F 1", SAILED) is not None
    assert "BASE-6.2-once" in game.why_not(Sail(F_1, way("cape-finisterre")))


@pytest.mark.rule("BASE-6.3-over")
def test_who_is_met_and_beaten_sails_no_further() -> None:
    game = meets(fleet("GB 1", GB, "Brest", 30, "blockade"), dice=[5, 6, 1, 6, 1])
    game.play(Intercept(BOX, (GB_1,)))
    game.play(Pass())
    game.play(RetreatAtSea(PORT))
    game.play(Pass())
    assert game[Fleet]["F 1"].space == PORT
    assert game.game.mark_of("F 1", SAILED) is not None


@pytest.mark.rule("BASE-6.3-over")
def test_who_has_come_to_his_last_point_sails_no_further_though_he_wins() -> None:
    game = begin(fleet("F 1", FR, "Brest"), fleet("GB 1", GB, "Portuguese Coast", 2, "sea"), dice=(4, 1, 6, 6, 1),
                 charts={"sailing points": {"fleet": 4}})  # fmt: skip
    game.play(Sail(F_1, way(BOX, SEA, "cape-finisterre", "portuguese-coast")))
    game.play(Pass())
    game.play(Intercept(SpaceId("portuguese-coast"), (GB_1,)))
    game.play(Pass())
    assert game[Fleet]["F 1"].space == "portuguese-coast"
    game.play(RetreatAtSea(min(act.port for act in game.may(RetreatAtSea))), Pass())
    assert game.game.mark_of("F 1", SAILED) is not None


# --- stacks


@pytest.mark.rule("BASE-6.2-stack")
def test_fleets_of_one_space_sail_together() -> None:
    pieces = (
        fleet("F 1", FR, "Brest"),
        fleet("F 2", FR, "Brest"),
        fleet("F 3", FR, "Toulon"),
        fleet("GB 1", GB, "London"),
    )
    game = begin(*pieces)
    assert game.why_not(SailTogether(FleetId("F 3"), way("blockade-toulon"), (F_1,))) >= {"BASE-6.2-stack"}
    game.play(SailTogether(F_1, way(BOX, SEA), (FleetId("F 2"),)))
    assert {game[Fleet][one].space for one in ("F 1", "F 2")} == {SEA}
    assert all(game.game.mark_of(one, SAILED) for one in ("F 1", "F 2"))


@pytest.mark.rule("BASE-6.2-stack-once")
def test_who_has_sailed_sails_with_nobody() -> None:
    game = begin(fleet("F 1", FR, "Brest"), fleet("F 2", FR, SEA, 5, "sea"), fleet("GB 1", GB, "London"))
    game.play(Sail(F_1, way(BOX, SEA)))
    there = SailTogether(FleetId("F 2"), way("cape-finisterre"), (F_1,))
    assert game.why_not(there) == {"BASE-6.2-stack-once"}


class Barnacles(RuleModule):
    """One fleet is slow."""

    key = "barnacles"

    @hookimpl(of=NavalHooks.sailing_parts)
    def slow(self, game: Game, fleet: FleetId) -> Iterable[Part]:
        return [Part("add", -5, "HOUSE-slow", "barnacles")] if fleet == "F 2" else []


@pytest.mark.rule("BASE-6.2-stack-points")
def test_a_stack_is_as_slow_as_its_slowest() -> None:
    game = begin(fleet("F 1", FR, "Brest"), fleet("F 2", FR, "Brest"), fleet("GB 1", GB, "London"), extra=(Barnacles,))
    two, three = (
        way(BOX, SEA),
        way(BOX, SEA, "cape-finisterre"),
    )
    assert game.why_not(SailTogether(F_1, two, (FleetId("F 2"),))) == set()
    assert game.why_not(SailTogether(F_1, three, (FleetId("F 2"),))) == {"BASE-6.2-stack-points"}


def test_a_stack_is_met_as_one() -> None:
    pieces = fleet("F 1", FR, "Brest"), fleet("F 2", FR, "Brest"), fleet("GB 1", GB, "Brest", 20, "blockade")
    game = begin(*pieces, dice=(1,))
    game.play(SailTogether(F_1, way(BOX, SEA), (FleetId("F 2"),)))
    game.play(Intercept(BOX, (GB_1,)))
    assert {one.id for one in game[InLine].where("force", DEFENDER)} == {"F 1", "F 2"}
    assert game[NavalForce][DEFENDER].started == 20


# --- who fights


@pytest.mark.rule("BASE-6.3-attack")
def test_a_side_attacks_where_both_lie_and_from_a_box_into_the_port() -> None:
    game = begin(*line(), fleet("F 2", FR, "Brest"), fleet("GB 2", GB, "Brest", 5, "blockade"),
                 fleet("F 3", FR, "Toulon"), at=f"{GB}: {FIGHTS}", order=(GB, FR))  # fmt: skip
    assert {act.space for act in game.may(AttackAtSea)} == {SEA, PORT}
    assert "BASE-6.3-attack" in game.why_not(AttackAtSea(SpaceId("irish-sea")))
    assert "BASE-6.3-attack" in game.why_not(AttackAtSea(SpaceId("port-london")))


@pytest.mark.rule("BASE-6.3-attack")
def test_nobody_attacks_at_peace() -> None:
    game = begin(fleet("GB 1", GB, "irish-sea", 5, "sea"), fleet("S 1", SP, "irish-sea", 5, "sea"),
                 fleet("F 1", FR, "Brest"), at=f"{GB}: {FIGHTS}", order=(GB, FR, SP))  # fmt: skip
    assert game.at != f"{GB}: {FIGHTS}"


@pytest.mark.rule("BASE-6.3-attack-once", "BASE-6.3-attackers", "BASE-6.3-defenders")
def test_all_who_are_there_fight_and_attack_once() -> None:
    """Spain is an enemy too, and stands with France; Turkey looks on."""
    more = fleet("GB 2", GB, SEA, 5, "sea"), fleet("S 1", SP, SEA, 12, "sea")
    game = attack(*line(), *more, fleet("T 1", TU, SEA, 5, "sea"), war(GB, SP))
    assert {one.id for one in game[InLine].where("force", ATTACKER)} == {"GB 1", "GB 2"}
    assert {one.id for one in game[InLine].where("force", DEFENDER)} == {"F 1", "S 1"}
    assert game[NavalForce][DEFENDER].side == SP  # it has most ships
    assert all(game.game.mark_of(one, ATTACKED) for one in ("GB 1", "GB 2"))


@pytest.mark.rule("BASE-6.3-attack-once")
def test_who_has_attacked_does_not_again() -> None:
    game = attack(*line(british=10), dice=[1])
    game.play(Evade())
    assert game.at == f"{GB}: {FIGHTS}" or game.game.mark_of("GB 1", ATTACKED) is not None
    assert not game.may(AttackAtSea)


@pytest.mark.rule("BASE-4.9-sea")
@pytest.mark.parametrize("joins", [True, False])
def test_a_partner_may_join(joins: bool) -> None:
    game = attack(*line(), fleet("S 1", SP, SEA, 5, "sea"), war(FR, SP), combined_movement(GB, SP),
                  order=(GB, SP, FR))  # fmt: skip
    assert asked(game) == SP
    if joins:
        game.play(JoinAtSea())
    else:
        game.play(Pass())
    assert {one.id for one in game[InLine].where("force", ATTACKER)} == ({"GB 1", "S 1"} if joins else {"GB 1"})
    assert game[NavalForce][ATTACKER].started == (25 if joins else 20)


@pytest.mark.rule("BASE-4.9-sea")
def test_a_partner_at_peace_with_a_defender_does_not_join() -> None:
    game = attack(*line(), fleet("S 1", SP, SEA, 5, "sea"), combined_movement(GB, SP), order=(GB, SP, FR))
    assert {one.id for one in game[InLine].where("force", ATTACKER)} == {"GB 1"}


# --- who gets away


@pytest.mark.rule("BASE-6.3-evasion", "BASE-6.3-evasion-number")
@pytest.mark.parametrize(("lies", "at", "number"), [("sea", SEA, 2), ("blockade", "Brest", 1)])
def test_who_is_attacked_gets_away_at_his_number_or_under_it(lies: Any, at: str, number: int) -> None:
    mine, his = fleet("GB 1", GB, at, 5, lies), fleet("F 1", FR, at, 5, lies)
    for die in (number, number + 1):
        game = attack(mine, his, space=his.space or SEA, dice=[die, *((6, 5, 1, 1) if die > number else ())])
        game.play(Evade())
        fought = any("wind gauge" in told for told in game.log)
        assert fought is (die > number)
        assert (ships(game, "F 1"), game[Fleet]["F 1"].space) == (5, his.space) or fought


@pytest.mark.rule("BASE-6.3-evasion")
def test_who_was_met_and_got_away_sails_on() -> None:
    game = meets(fleet("GB 1", GB, "Brest", 20, "blockade"), dice=[1, 1])
    game.play(Intercept(BOX, (GB_1,)))
    game.play(Evade())
    assert game.why_not(Sail(F_1, way(SEA))) == set()


@pytest.mark.rule("BASE-6.3-evasion-port")
def test_nobody_gets_out_of_a_port() -> None:
    game = attack(fleet("GB 1", GB, "Brest", 20, "blockade"), fleet("F 1", FR, "Brest"), space=PORT,
                  dice=[6, 1, 1, 1])  # fmt: skip
    assert any("wind gauge" in told for told in game.log)


# --- the wind, and broadsides


def fights(*pieces: Piece, dice: Iterable[int], **given: Any) -> Play:
    """Great Britain attacks in the Western Approaches, and the French stand: two dice for the wind, two to fire."""
    game = attack(*(pieces or line()), dice=tuple(dice), **given)
    game.play(Pass())
    return game


@pytest.mark.rule("BASE-6.3-wind", "BASE-6.3-wind-nation")
@pytest.mark.parametrize(("dice", "british"), [((3, 3), True), ((2, 4), False), ((2, 3, 1, 6), False)])
def test_the_higher_die_has_the_wind_and_britain_adds_one(dice: tuple[int, ...], british: bool) -> None:
    """3 and 1 are more than 3; 2 and 1 are as many as 3: they throw again."""
    game = fights(dice=(*dice, 1, 1))
    told = f"{GB if british else FR} has the wind gauge"
    assert told in game.log


@pytest.mark.rule("BASE-6.3-wind-nation")
def test_nobody_else_adds_anything() -> None:
    game = attack(*line())
    assert (wind(game.game, ATTACKER).whole(), wind(game.game, DEFENDER).whole()) == (1, 0)


@pytest.mark.rule("BASE-6.3-broadsides", "BASE-6.3-ships-fire", "BASE-6.3-wind-bonus")
def test_broadsides_hit_a_percentage_of_the_ships_that_fire() -> None:
    """The British fire 25 ships on 2 and 1 for the wind: 10 %, which is 3; the French 10 on 5: 15 %, which is 2."""
    game = fights(*line(british=25), dice=(6, 1, 2, 5))
    assert (ships(game, "GB 1"), ships(game, "F 1")) == (23, 7)
    assert "Great Britain fires 25, die 2 +1: 10%, which is 3 ships" in game.log


@pytest.mark.rule("BASE-6.3-broadsides")
def test_the_record_of_play_comes_out() -> None:
    """94 ships hit 20 %, which is 19: a die of 6 with the wind is 7."""
    pieces = [fleet(f"GB {nth}", GB, SEA, count, "sea") for nth, count in enumerate((30, 30, 30, 4))]
    game = fights(*pieces, fleet("F 1", FR, SEA, 30, "sea"), dice=(6, 1, 6, 1))
    game.play(LoseShips(((FleetId("GB 3"), 2),)))
    assert any("which is 19 ships" in told for told in game.log)
    assert ships(game, "F 1") == 11


@pytest.mark.rule("BASE-6.3-losses")
def test_the_owner_says_which_fleets_lose_ships_and_one_without_any_is_gone() -> None:
    game = fights(*line(), fleet("F 2", FR, SEA, 1, "sea"), dice=(6, 1, 4, 1))
    assert asked(game) == FR
    game.play(LoseShips(((F_1, 2), (FleetId("F 2"), 1))))
    assert (ships(game, "F 1"), ships(game, "F 2")) == (8, 0)
    lost = {one.side: one.ships for one in game[Account] if one.cause == "naval combat"}
    assert lost == {FR: -3, GB: -1}


@pytest.mark.rule("BASE-6.3-losses")
def test_more_than_all_cannot_be_lost() -> None:
    game = fights(*line(british=30, french=1), dice=(6, 1, 6, 1))
    assert ships(game, "F 1") == 0
    assert "Great Britain wins the naval combat: Western Approaches" in game.log


# --- harbours


def in_port(*pieces: Piece, dice: Iterable[int] = (), guns: bool = True) -> Play:
    """Great Britain attacks the French in Brest, whose harbour has 30 guns."""
    there = garrison(FR, "Brest", infantry=2) if guns else OTHERS[1]
    game = begin(fleet("GB 1", GB, "Brest", 20, "blockade"), fleet("F 1", FR, "Brest"), *pieces,
                 *([there] if guns else []), at=f"{GB}: {FIGHTS}", order=(GB, FR), dice=tuple(dice))  # fmt: skip
    game.play(AttackAtSea(PORT))
    return game


@pytest.mark.rule("BASE-6.3-harbour", "BASE-6.3-harbour-guns")
@pytest.mark.parametrize("fire", [True, False])
def test_the_guns_of_a_harbour_fire_as_so_many_ships(fire: bool) -> None:
    game = in_port(dice=(6, 1, 1, 5))
    if fire:
        game.play(FireHarbour())
    else:
        game.play(Pass())
    ends = "France fires 40 (10 ships, +30 guns of the harbour), die 5: 15%, which is 6 ships"
    assert (ends in game.log) is fire
    assert ships(game, "GB 1") == (14 if fire else 18)


@pytest.mark.rule("BASE-6.3-harbour-guns")
def test_they_are_no_ships_of_the_attacker() -> None:
    game = in_port()
    assert (gunnery(game.game, ATTACKER).whole(), gunnery(game.game, DEFENDER).whole()) == (20, 10)


@pytest.mark.rule("EIA-10.3.2-empty-port-no-harbour")
def test_without_a_garrison_they_are_silent() -> None:
    game = in_port(dice=(6, 1, 1, 5), guns=False)
    assert "The guns of Brest are silent: the city has no garrison" in game.log
    assert ships(game, "GB 1") == 18


@pytest.mark.rule("EIA-10.3.2-empty-port-no-harbour")
def test_a_garrison_of_another_power_speaks_for_them() -> None:
    """Example of 10.3.2: with a Spanish garrison in a French port it is Spain that decides."""
    game = in_port(garrison(SP, "Brest", infantry=1), alliance(FR, SP), guns=False)
    assert asked(game) == SP


@pytest.mark.rule("EIA-10.3.2-empty-port-no-harbour")
@pytest.mark.parametrize("inside", [True, False])
def test_a_corps_in_the_city_serves_them_and_one_before_it_does_not(inside: bool) -> None:
    game = in_port(corps("F I", FR, "Brest", infantry=1, inside=inside), dice=(6, 1, 1, 5), guns=False)
    if inside:
        game.play(FireHarbour())
    silent = "The guns of Brest are silent: the city has no garrison"
    assert (silent in game.log, ships(game, "GB 1")) == ((False, 14) if inside else (True, 18))


@pytest.mark.rule("BASE-6.3-harbour")
def test_at_sea_no_harbour_fires() -> None:
    game = fights(*line(), garrison(FR, "Brest", infantry=2), dice=(6, 1, 1, 1))
    assert not any("guns" in told for told in game.log)


# --- who wins, and what follows


@pytest.mark.rule("BASE-6.3-decided", "BASE-6.3-winner")
@pytest.mark.parametrize(
    ("dice", "winner"), [((6, 1, 1, 1), GB), ((1, 6, 1, 6), FR), ((1, 3, 1, 1), FR), ((3, 1, 1, 1), GB)]
)
def test_fewer_ships_lost_wins_and_of_equals_the_wind(dice: tuple[int, ...], winner: str) -> None:
    """Both lose one ship of ten in the last two: who has the wind wins."""
    game = fights(*line(british=10), dice=dice)
    assert f"{winner} wins the naval combat: Western Approaches" in game.log


@pytest.mark.rule("BASE-6.3-winner")
def test_who_has_no_ship_left_does_not_win_and_if_neither_has_nobody_does() -> None:
    charts = {"naval losses": {str(die): 100 for die in range(1, 8)}}
    game = fights(*line(british=5, french=10), dice=(6, 1, 1, 1), charts=charts)
    assert "France wins the naval combat: Western Approaches" in game.log
    game = fights(*line(british=5, french=5), dice=(6, 1, 1, 1), charts=charts)
    assert "Nobody wins the naval combat: Western Approaches" in game.log
    assert not len(game[NavalBattle])


@pytest.mark.rule("BASE-6.3-points")
def test_a_naval_combat_moves_both_on_the_display() -> None:
    game = fights(*line(), status(GB, 20), status(FR, 22), dice=(6, 1, 6, 1))
    assert (game[PoliticalStatus][GB].box, game[PoliticalStatus][FR].box) == (21, 21)


@pytest.mark.rule("BASE-6.3-points")
def test_who_got_away_has_lost_nothing() -> None:
    game = attack(*line(), status(GB, 20), status(FR, 22), dice=[1])
    game.play(Evade())
    assert (game[PoliticalStatus][GB].box, game[PoliticalStatus][FR].box) == (20, 22)


@pytest.mark.rule("BASE-6.3-retreat")
def test_the_beaten_go_to_the_nearest_port_that_is_open() -> None:
    """Of Brest, La Rochelle and the like one may be chosen; a port with an enemy before it is none."""
    game = fights(*line(), fleet("GB 2", GB, "Brest", 5, "blockade"), dice=(6, 1, 6, 1))
    ports = {act.port for act in game.may(RetreatAtSea)}
    assert PORT not in ports
    assert all(str(one).startswith("port-") for one in ports)
    chosen = min(ports)
    game.play(RetreatAtSea(chosen))
    assert (game[Fleet]["F 1"].space, game[Fleet]["F 1"].lies) == (chosen, "port")


@pytest.mark.rule("BASE-6.3-retreat")
def test_who_is_beaten_in_his_port_stays_there() -> None:
    game = in_port(dice=(6, 1, 6, 1), guns=False)
    assert game[Fleet]["F 1"].space == PORT


@pytest.mark.rule("BASE-6.3-no-port")
def test_who_has_no_port_is_lost() -> None:
    game = fights(*line(), holdings(GB, *_french_ports()), dice=(6, 1, 6, 1))
    assert ships(game, "F 1") == 0
    assert "F 1 finds no port and is lost" in game.log


def _french_ports() -> list[str]:
    from sandtable_empires.model import Area
    from sandtable_empires.testing import europe

    return [row.id for row in europe() if isinstance(row, Area) and row.port and row.holder == FR]


@pytest.mark.rule("BASE-6.3-pursuit")
@pytest.mark.parametrize("follows", [True, False])
def test_the_victor_may_follow_to_the_box_before_their_port(follows: bool) -> None:
    game = fights(*line(), dice=(6, 1, 6, 1))
    game.play(RetreatAtSea(PORT))
    assert asked(game) == GB
    if follows:
        game.play(PursueAtSea(BOX))
    else:
        game.play(Pass())
    assert game[Fleet]["GB 1"].space == (BOX if follows else SEA)


@pytest.mark.rule("BASE-6.3-pursuit")
def test_whoever_stays_in_his_port_is_not_followed() -> None:
    game = in_port(dice=(6, 1, 6, 1), guns=False)
    assert game[Fleet]["GB 1"].space == BOX
    assert not game.may(PursueAtSea)


@pytest.mark.rule("BASE-6.3-cleared")
def test_when_it_is_over_nobody_is_in_line() -> None:
    game = fights(*line(), dice=(6, 1, 6, 1))
    game.play(RetreatAtSea(PORT))
    game.play(Pass())
    assert not any(len(game[kind]) for kind in (NavalBattle, NavalForce, InLine))


def test_random_combats_at_sea_are_worked_out_again() -> None:
    pieces = *line(), fleet("F 2", FR, "Brest"), fleet("GB 2", GB, "Brest", 9, "blockade"), fleet("S 1", SP, "Cadiz")
    game = begin(*pieces, war(GB, SP), alliance(FR, SP), garrison(FR, "Brest", infantry=1), order=(FR, GB, SP),
                 source=SeededDice(8))  # fmt: skip
    play_on(game.referee, RandomBot(4), rounds=3)
    kinds = {type(ply.action) for ply in game.referee.journal.line()}
    assert {Intercept, AttackAtSea} & kinds
    game.prove()


# --- how it looks


def panels(game: Play) -> dict[str, Any]:
    return {one.key: one for one in game.game.hooks(PresentHooks).panels(game.game)}


def test_fleets_are_listed_by_port_and_what_closes_a_port_is_said() -> None:
    pieces = fleet("GB 1", GB, "Brest", 20, "blockade"), fleet("GB 2", GB, SEA, 3, "sea")
    game = begin(fleet("F 1", FR, "Brest"), *pieces)
    table = panels(game)["fleets"]
    assert table.rows == (
        (FR, "Brest", "F 1", "10", "in port, blockaded"), (GB, "Brest", "GB 1", "20", "blockades"),
        (GB, "Western Approaches", "GB 2", "3", "at sea"),
    )  # fmt: skip
    assert table.spaces == (PORT, BOX, SEA)


def test_before_a_port_of_its_own_a_fleet_blockades_nothing() -> None:
    game = begin(fleet("F 1", FR, "Brest", 10, "blockade"), fleet("GB 1", GB, "London"))
    assert [row[-1] for row in panels(game)["fleets"].rows] == ["before the port", "in port"]
    shown = game.game.hooks(PresentHooks).counters(game.game)
    assert [one.badges for one in shown if one.kind == "Fleet"] == [(), ()]


def test_the_map_mode_of_the_sea_shows_whose_fleets_lie_where() -> None:
    """A fleet in a blockade box is shown on the sea before the port, and the port is closed."""
    pieces = fleet("GB 1", GB, "Brest", 20, "blockade"), fleet("T 1", TU, "irish-sea", 3, "sea")
    game = begin(fleet("F 1", FR, SEA, 5, "sea"), *pieces)
    mode = next(one for one in game.game.hooks(PresentHooks).map_modes(game.game) if one.key == "sea")
    says = dict(mode.legend)
    assert says[mode.fills[SEA]] == "fleets of several sides"
    assert says[mode.fills[SpaceId("irish-sea")]] == TU
    assert says[mode.fills[SpaceId("toulon")]] == FR
    assert [space for space in mode.fills if says[mode.fills[space]] == "ports that an enemy closes"] == ["brest"]


def test_a_naval_combat_has_its_window_its_contest_and_its_story() -> None:
    game = attack(*line(), dice=(6, 1, 2, 5))
    front = panels(game)
    assert {ATTACKER, DEFENDER} <= set(front)
    assert {one.title for one in front[DEFENDER].entries} >= {
        "Ships", "Added to its die for the wind", "Gets away at or under",
    }  # fmt: skip
    (contest,) = game.game.hooks(PresentHooks).contests(game.game)
    assert (contest.title, contest.parties, contest.unit) == ("Naval combat, Western Approaches", (GB, FR), "ships")
    game.play(Pass())
    game.play(RetreatAtSea(min(act.port for act in game.may(RetreatAtSea))), Pass())
    found = stories_of(game.referee, (FR, GB))
    story = found.tell(found.fought[0])
    assert story.outcome is not None
    assert (story.outcome.winner, dict(story.outcome.losses)) == (GB, {GB: 2, FR: 2})


def test_attacks_that_are_due_have_their_odds() -> None:
    game = begin(*line(), at=f"{GB}: {FIGHTS}", order=(GB, FR))
    (contest,) = game.game.hooks(PresentHooks).contests(game.game)
    assert contest.opening == AttackAtSea(SEA)
    assert contest.parties == (GB, FR)


def test_a_fleet_has_its_card_and_a_port_its_sheet() -> None:
    game = begin(fleet("F 1", FR, "Brest"), fleet("GB 1", GB, "London"))
    hooks = game.game.hooks(PresentHooks)
    card = hooks.card(game.game, "F 1")
    assert card is not None
    assert [(one.title, one.value) for one in card.entries] == [
        ("Side", "France"), ("Ships of the line", "10"), ("Movement", "7"), ("Lies", "in the port of Brest"),
    ]  # fmt: skip
    (sheet,) = hooks.about(game.game, PORT)
    assert [(one.title, one.value) for one in sheet.entries] == [
        ("Holder", "France"), ("Guns of the harbour", "30"), ("F 1", "10 ships (France)"),
    ]  # fmt: skip
