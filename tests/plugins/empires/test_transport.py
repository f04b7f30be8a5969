"""6.2.5, 7.4: corps go aboard, sail, land; a depot on a fleet feeds those who have landed; what is lost with ships."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import pytest

from sandtable.engine import Game, Part, Pass, RuleModule, SideId, SpaceId, hookimpl
from sandtable.engine.running.chance import SeededDice
from sandtable.lab.bots import RandomBot, play_on
from sandtable.present import PresentHooks, Table
from sandtable.testing import Play
from sandtable_empires.campaign.minor_conquest import HomePort
from sandtable_empires.holding import declare_free_state, set_control
from sandtable_empires.hookspecs.combat import CombatHooks
from sandtable_empires.hookspecs.income import IncomeHooks
from sandtable_empires.hookspecs.naval import NavalHooks, sink
from sandtable_empires.hookspecs.supply import SupplyHooks
from sandtable_empires.land.lines import TO_BE_SUPPLIED
from sandtable_empires.maps.europe_1805 import europe_1805
from sandtable_empires.march import ForceMarch, March
from sandtable_empires.model import (
    CONQUERED,
    DISBANDED,
    Aboard,
    Account,
    AreaId,
    Corps,
    CorpsId,
    DistrictId,
    Fleet,
    FleetId,
    Leader,
    SupplyShips,
    Treasury,
)
from sandtable_empires.model.fleets import carried_by
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.model.marks import MARCHED
from sandtable_empires.naval.aboard import Disembark, Embark
from sandtable_empires.naval.interception import Intercept
from sandtable_empires.naval.invasion_supply import DrawFromFleet, LoadDepot
from sandtable_empires.reinforcing.armies import PlaceCorps
from sandtable_empires.sail import Sail
from sandtable_empires.testing import (
    FR,
    GB,
    SP,
    TU,
    Piece,
    alliance,
    area,
    control,
    corps,
    fleet,
    garrison,
    leader,
    position,
    purse,
    siege,
    war,
)

AT_SEA, ASHORE, SUPPLY_AT = f"{GB}: naval_movement", f"{GB}: land_movement", f"{GB}: supply"
COAST, GULF = SpaceId("portuguese-coast"), SpaceId("gulf-of-cadiz")
DENMARK = DistrictId("denmark-proper")
B_I, GB_1 = CorpsId("B I"), FleetId("GB 1")
LONDON, PORTSMOUTH, LISBON, OPORTO, BREST = map(area, ("London", "Portsmouth", "Lisbon", "Oporto", "Brest"))
SOMEBODY: Final = corps("T I", TU, "Constantinople", infantry=1), corps("F X", FR, "Paris", infantry=1)


def begin(*pieces: Piece, at: str = AT_SEA, **given: Any) -> Play:
    given.setdefault("dice", ())
    given.setdefault("order", (GB, FR, TU) if at else ())
    return position(*pieces, *SOMEBODY, war(FR, GB), grants=(CAMPAIGN,), at=at, board=europe_1805(), **given)


def at_london(*pieces: Piece, **given: Any) -> Play:
    """A British corps and a fleet in London."""
    return begin(corps("B I", GB, "London", infantry=8), fleet("GB 1", GB, "London"), *pieces, **given)


def aboard(
    *pieces: Piece, lies: Any = "sea", where: str = "bay-of-biscay", at: str = ASHORE, on: int = 8, **given: Any
) -> Play:
    """A British corps aboard a fleet."""
    mine = corps("B I", GB, None, infantry=on), fleet("GB 1", GB, where, 10, lies), Aboard(B_I, GB_1)
    return begin(*mine, *pieces, at=at, **given)


# --- aboard


@pytest.mark.rule("BASE-6.2.5-same-port")
def test_a_corps_goes_aboard_in_the_port_where_both_are() -> None:
    game = at_london(corps("B II", GB, "Portsmouth", infantry=3), fleet("GB 2", GB, "London", 5, "blockade"))
    game.play(Embark(B_I, GB_1))
    assert (game[Corps]["B I"].area, [one.id for one in carried_by(game.game, GB_1)]) == (None, ["B I"])
    assert "BASE-6.2.5-same-port" in game.why_not(Embark(CorpsId("B II"), GB_1))


@pytest.mark.rule("BASE-6.2.5-same-port")
@pytest.mark.parametrize(("relations", "may"), [(alliance(GB, SP), True), ((), False)])
def test_the_port_is_that_of_a_friend(relations: Piece, may: bool) -> None:
    game = begin(corps("B I", GB, "Cadiz", infantry=3), fleet("GB 1", GB, "Cadiz"), relations)
    assert (game.why_not(Embark(B_I, GB_1)) == set()) is may


@pytest.mark.rule("BASE-6.2.5-before-sailing")
def test_nobody_goes_aboard_a_fleet_that_has_sailed() -> None:
    game = at_london(fleet("GB 2", GB, "Portsmouth"), corps("B II", GB, "Portsmouth", infantry=2))
    game.play(Sail(FleetId("GB 2"), (SpaceId("blockade-portsmouth"),)))
    assert "BASE-6.2.5-before-sailing" in game.why_not(Embark(CorpsId("B II"), FleetId("GB 2")))


@pytest.mark.rule("BASE-6.2.5-room", "BASE-6.2.5-capacity")
def test_a_fleet_carries_one_corps() -> None:
    game = at_london(corps("B II", GB, "London", infantry=1))
    game.play(Embark(B_I, GB_1))
    assert game.why_not(Embark(CorpsId("B II"), GB_1)) == {"BASE-6.2.5-room"}


class Transports(RuleModule):
    """Larger holds."""

    key = "transports"

    @hookimpl(of=NavalHooks.transport_parts)
    def more(self, game: Game, fleet: FleetId) -> Iterable[Part]:
        return [Part("add", 1, "HOUSE-holds", "large holds")]


@pytest.mark.rule("BASE-6.2.5-capacity")
def test_modules_change_what_it_carries() -> None:
    game = at_london(corps("B II", GB, "London", infantry=1), extra=(Transports,))
    game.play(Embark(B_I, GB_1))
    assert game.why_not(Embark(CorpsId("B II"), GB_1)) == set()


@pytest.mark.rule("BASE-6.2.5-besieging")
def test_a_corps_that_besieges_stays_ashore() -> None:
    pieces = garrison(FR, "London", infantry=3), siege(GB, "London")
    game = at_london(*pieces)
    assert game.why_not(Embark(B_I, GB_1)) == {"BASE-6.2.5-besieging"}


def test_it_sails_with_its_leader_and_costs_what_it_cost() -> None:
    game = at_london(leader("Moore", GB, "B I"))
    owed = _owed(game)
    game.play(Embark(B_I, GB_1))
    game.play(Sail(GB_1, (SpaceId("blockade-london"), SpaceId("strait-of-dover"))))
    assert (game[Leader]["Moore"].corps, game[Leader]["Moore"].standing) == ("B I", "on the map")
    assert _owed(game) == owed


def _owed(game: Play) -> int:
    return sum(int(part.value) for part in game.game.hooks(IncomeHooks).dues_parts(game.game, SideId(GB)))


def test_a_corps_aboard_is_not_placed_anew() -> None:
    from sandtable_empires.model import Arrival, ArrivalId, NationId

    men = Arrival(id=ArrivalId("men"), side=SideId(GB), nation=NationId(GB), turn=1, infantry=5)
    game = aboard(men, corps("B IX", GB, None), at=f"{GB}: army_reinforcement")
    placing = PlaceCorps(ArrivalId("men"), B_I, LONDON, "infantry", 3)
    assert "BASE-5.2-new-corps" in game.why_not(placing)
    assert {act.corps for act in game.may(PlaceCorps)} == {"B IX"}


# --- ashore


@pytest.mark.rule("BASE-6.2.5-landing")
@pytest.mark.parametrize(
    ("lies", "where", "shores"),
    [("sea", "portuguese-coast", {"lisbon", "oporto"}), ("port", "Portsmouth", {"portsmouth"})],
)
def test_it_lands_where_its_fleet_is(lies: Any, where: str, shores: set[str]) -> None:
    game = aboard(corps("P I", "Portugal", None, side=GB), war(GB, "Portugal"), lies=lies, where=where)
    found = {act.area for act in game.may(Disembark)}
    assert found >= shores if lies == "port" else shores & {str(one) for one in _shores(game)}
    assert "BASE-6.2.5-landing" in game.why_not(Disembark(B_I, AreaId(SpaceId("vienna"))))


def _shores(game: Play) -> tuple[AreaId, ...]:
    from sandtable_empires.naval.aboard import shores_of

    space = game[Fleet][GB_1].space
    assert space is not None
    return shores_of(game.game, space)


@pytest.mark.rule("BASE-6.2.5-landing-access")
def test_it_lands_only_where_it_might_march() -> None:
    """In the Gulf of Cadiz: Spain is at peace with Great Britain, and closed; at war it is open."""
    cadiz = area("Cadiz")
    assert "BASE-6.2.5-landing-access" in _cited(aboard(where="gulf-of-cadiz"), Disembark(B_I, cadiz))
    game = aboard(war(GB, SP), where="gulf-of-cadiz")
    assert game.why_not(Disembark(B_I, cadiz)) == set()


def _cited(game: Play, act: Disembark) -> set[str]:
    """Return the rules that refuse: a refusal that passes on another's has both."""
    told = game.explain(act)
    return game.why_not(act) | ({"BASE-6.2.5-landing-access"} if "may not enter" in told else set())


@pytest.mark.rule("BASE-6.2.5-landing-port")
@pytest.mark.parametrize(("where", "may"), [("Portsmouth", True), ("Brest", False)])
def test_from_a_box_it_lands_in_friendly_ports_alone(where: str, may: bool) -> None:
    game = aboard(lies="blockade", where=where)
    assert (game.why_not(Disembark(B_I, area(where))) == set()) is may
    assert may or "BASE-6.2.5-landing-port" in game.why_not(Disembark(B_I, area(where)))


@pytest.mark.rule("BASE-6.2.5-landing-ends-march", "BASE-7.3-force-march-landed")
@pytest.mark.parametrize(
    ("lies", "where", "to", "marches"),
    [("port", "Portsmouth", "Portsmouth", True), ("sea", "western-approaches", "Brest", False)],
)
def test_on_a_coast_it_marches_no_more_and_nowhere_by_force(lies: Any, where: str, to: str, marches: bool) -> None:
    game = aboard(lies=lies, where=where)
    game.play(Disembark(B_I, area(to)))
    assert (game[Corps]["B I"].area, B_I in game[Aboard]) == (area(to), False)
    assert (game.game.mark_of(B_I, MARCHED) is None) is marches
    assert bool(game.may(March)) is marches
    assert not game.may(ForceMarch)
    assert "BASE-7.3-force-march-landed" in game.why_not(ForceMarch(B_I, (LONDON,)))


def test_whoever_lands_before_an_enemy_must_fight_him() -> None:
    game = aboard(corps("F I", FR, "Brest", infantry=3), where="western-approaches")
    game.play(Disembark(B_I, BREST))
    assert BREST in game.game.hooks(CombatHooks).must_attack(game.game, SideId(GB))


# --- lost with the ships


@pytest.mark.rule("BASE-6.2.5-lost")
@pytest.mark.parametrize(("lies", "where", "factors"), [("sea", "bay-of-biscay", 0), ("port", "Portsmouth", 8)])
def test_with_a_fleet_go_those_aboard_unless_it_lies_in_a_port(lies: Any, where: str, factors: int) -> None:
    async def wreck(game: Game) -> None:
        await sink(game, GB_1, 10, DISBANDED)

    game = aboard(lies=lies, where=where, at="", do=wreck)
    assert GB_1 not in game[Fleet]
    assert game[Corps]["B I"].factors == factors
    assert not len(game[Aboard])
    drowned = {one.infantry for one in game[Account] if one.cause == "lost at sea"}
    assert drowned == ({-8} if not factors else set())


@pytest.mark.rule("BASE-6.2.5-lost")
def test_in_a_combat_their_leader_is_taken() -> None:
    """A single ship meets thirty."""
    game = begin(corps("F I", FR, None, infantry=4), leader("Davout", FR, "F I"), fleet("F 1", FR, "Brest", 1),
                 Aboard(CorpsId("F I"), FleetId("F 1")), fleet("GB 1", GB, "Brest", 30, "blockade"),
                 at=f"{FR}: naval_movement", order=(FR, GB), dice=(1, 6, 1, 6, 1))  # fmt: skip
    game.play(Sail(FleetId("F 1"), (SpaceId("blockade-brest"),)))
    game.play(Intercept(SpaceId("blockade-brest"), (GB_1,)))
    game.play(Pass())
    assert (game[Corps]["F I"].factors, game[Leader]["Davout"].standing) == (0, "captured")
    assert game[Leader]["Davout"].captor == GB


@pytest.mark.rule("BASE-6.2.5-laid-up")
@pytest.mark.parametrize(("lies", "where", "factors"), [("sea", "kattegat", 0), ("port", "Copenhagen", 8)])
def test_a_fleet_that_changes_hands_carries_nobody(lies: Any, where: str, factors: int) -> None:
    async def falls(game: Game) -> None:
        await set_control(game, DENMARK, SideId(FR), "conquered", CONQUERED)

    there = fleet("D 1", "Denmark", where, 5, lies), corps("B I", GB, None, infantry=8), Aboard(B_I, FleetId("D 1"))
    game = begin(*control(GB, "Denmark"), *there, at="", do=falls)
    assert (game[Fleet]["D 1"].lies, game[Corps]["B I"].factors, len(game[Aboard])) == ("reserve", factors, 0)


def test_a_fleet_that_comes_back_lies_in_the_port_where_it_can_sail_from() -> None:
    async def freed(game: Game) -> None:
        await set_control(game, DENMARK, SideId(FR), "conquered", CONQUERED)
        await declare_free_state(game, DENMARK)

    game = begin(*control(GB, "Denmark"), fleet("D 1", "Denmark", "Copenhagen", 5), at="", do=freed)
    game.play(HomePort(area("Copenhagen")))
    row = game[Fleet]["D 1"]
    assert (row.lies, row.port, row.space) == ("port", "copenhagen", "port-copenhagen")


# --- invasion supply


@pytest.mark.rule("BASE-6.2.5-depot", "BASE-6.2.5-depot-price")
def test_a_fleet_takes_a_depot_aboard_for_what_a_depot_costs() -> None:
    game = at_london(purse(GB, 5), fleet("GB 2", GB, "bay-of-biscay", 3, "sea"))
    game.play(LoadDepot(GB_1))
    assert (GB_1 in game[SupplyShips], game[Treasury][GB].money) == (True, 4)
    assert game.why_not(LoadDepot(GB_1)) == {"BASE-6.2.5-depot"}
    assert "BASE-6.2.5-depot" in game.why_not(LoadDepot(FleetId("GB 2")))


@pytest.mark.rule("BASE-6.2.5-depot-price")
def test_without_money_there_is_none() -> None:
    assert at_london(purse(GB, 0)).why_not(LoadDepot(GB_1)) == {"BASE-6.2.5-depot-price"}


def landed(*pieces: Piece, money: int = 5, depot: bool = True, where: str = "western-approaches") -> Play:
    """A British corps has landed at Brest; off the coast lies its fleet."""
    ships = fleet("GB 1", GB, where, 10, "sea")
    laden = [SupplyShips(GB_1)] if depot else []
    return begin(corps("B I", GB, "Brest", infantry=5), ships, *laden, purse(GB, money), *pieces, at=SUPPLY_AT)


@pytest.mark.rule("BASE-7.4-invasion")
def test_a_depot_afloat_feeds_those_on_the_coast() -> None:
    game = landed()
    game.play(DrawFromFleet(B_I, GB_1))
    assert game[Treasury][GB].money == 4
    assert not game.game.duties(GB, TO_BE_SUPPLIED)


@pytest.mark.rule("BASE-7.4-invasion")
@pytest.mark.parametrize(("depot", "where"), [(False, "western-approaches"), (True, "irish-sea")])
def test_without_a_depot_or_elsewhere_it_feeds_nobody(depot: bool, where: str) -> None:
    game = landed(depot=depot, where=where)
    assert not game.may(DrawFromFleet)
    assert "BASE-7.4-invasion" in game.why_not(DrawFromFleet(B_I, GB_1))


@pytest.mark.rule("BASE-7.4-invasion-price")
def test_it_is_paid_for() -> None:
    assert game_why(landed(money=0)) == {"BASE-7.4-invasion-price"}


def game_why(game: Play) -> set[str]:
    return game.why_not(DrawFromFleet(B_I, GB_1))


@pytest.mark.rule("BASE-7.4-invasion-source")
@pytest.mark.parametrize("depot", [True, False])
def test_chains_begin_where_such_a_fleet_lies(depot: bool) -> None:
    game = landed(depot=depot)
    sources = {one.area for one in game.game.hooks(SupplyHooks).supply_sources(game.game, SideId(GB))}
    assert (BREST in sources) is depot


def test_the_depot_goes_down_with_its_fleet() -> None:
    async def wreck(game: Game) -> None:
        await sink(game, GB_1, 10, DISBANDED)

    game = begin(fleet("GB 1", GB, COAST, 10, "sea"), SupplyShips(GB_1), corps("B I", GB, "London", infantry=1), at="",
                 do=wreck)  # fmt: skip
    assert not len(game[SupplyShips])


# --- what is seen, and played


def test_it_is_seen_what_a_fleet_carries() -> None:
    game = aboard(SupplyShips(GB_1), at=AT_SEA)
    hooks = game.game.hooks(PresentHooks)
    (counter,) = (one for one in hooks.counters(game.game) if one.piece == GB_1)
    assert counter.badges == ("carries B I", "carries a depot")
    table = next(one for one in hooks.panels(game.game) if isinstance(one, Table) and one.key == "fleets")
    assert table.rows[0][-1] == "at sea, carries B I and a depot"
    card = hooks.card(game.game, "GB 1")
    assert card is not None
    assert ("Aboard", "B I (8)") in [(one.title, one.value) for one in card.entries]
    told = hooks.card(game.game, "B I")
    assert told is not None
    assert told.entries[-1].value == "aboard GB 1"


def test_a_corps_aboard_that_stands_ashore_is_found_before_play() -> None:
    from sandtable_empires.soundness.fleets import check_aboard

    game = aboard(at=AT_SEA)
    assert list(check_aboard(game.game)) == []
    game.put(Aboard(CorpsId("T I"), GB_1))
    assert [one.words.split(":")[0] for one in check_aboard(game.game)] == ["T I is aboard GB 1, but stands ashore"]
    game.change(game[Fleet][GB_1], lies="reserve", space=None)
    assert [one.words.split(":")[0] for one in check_aboard(game.game)] == [
        "B I is aboard GB 1, which is laid up", "T I is aboard GB 1, which is laid up",
    ]  # fmt: skip


def test_random_months_with_transports_are_worked_out_again() -> None:
    pieces = corps("B II", GB, "Portsmouth", infantry=6), fleet("GB 2", GB, "Portsmouth", 9), fleet("F 1", FR, "Brest")
    game = at_london(*pieces, corps("F I", FR, "Brest", infantry=4), order=(GB, FR), source=SeededDice(7))
    play_on(game.referee, RandomBot(11), rounds=4)
    kinds = {type(ply.action) for ply in game.referee.journal.line()}
    assert Embark in kinds
    game.prove()
