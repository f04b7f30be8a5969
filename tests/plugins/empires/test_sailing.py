"""6.2: fleets sail by ways over seas, blockade boxes and ports, as corps march by ways over land."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from sandtable.engine import Action, Game, Part, Referee, Refused, RuleModule, SpaceId, hookimpl
from sandtable.engine.running.chance import SeededDice
from sandtable.engine.running.offers import offers
from sandtable.lab.bots import RandomBot, play_on
from sandtable.play.turn.carrying import ways_to_carry
from sandtable.play.turn.drop_objections import objection_outside
from sandtable.play.turn.places import Places
from sandtable.present import presentation
from sandtable.testing import Play
from sandtable_empires.hookspecs.naval import FleetEntered, NavalHooks
from sandtable_empires.maps.europe_1805 import europe_1805
from sandtable_empires.model import BRITAIN, CorpsId, Fleet, FleetId
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.model.marks import MOORED
from sandtable_empires.naval.aboard import Embark
from sandtable_empires.sail import Sail, kind_of, waters
from sandtable_empires.testing import FR, GB, Piece, alliance, corps, fleet, position, war

LONDON, BREST = SpaceId("port-london"), SpaceId("port-brest")
HOME = FleetId("GB 1")


def begin(*pieces: Piece, **others: Any) -> Play:
    """Great Britain's Naval Movement Step; a fleet of it lies in London."""
    fleets = fleet("GB 1", GB, "London"), fleet("F 1", FR, "Brest")
    return position(
        *fleets, *pieces, corps("T I", "Turkey", "Constantinople", infantry=1), grants=(CAMPAIGN,), dice=(),
        at=f"{GB}: naval_movement", order=(GB, FR), board=europe_1805(), **others,
    )  # fmt: skip


def sails(game: Play, *way: str) -> Sail:
    return Sail(HOME, tuple(map(SpaceId, way)))


def out_of_london(game: Play, *more: str) -> Sail:
    """Return a way out of London: its box, the sea before it."""
    box = next(one for one in waters(game.game)[LONDON])
    sea = next(one for one in waters(game.game)[box] if one != LONDON)
    return sails(game, box, sea, *more)


def test_every_port_leads_to_the_sea_through_its_box() -> None:
    near = waters(begin().game)
    graph = europe_1805().graph
    ports = [id for id in near if graph[id].kind == "port"]
    assert len(ports) == 126
    for port in ports:
        assert [graph[one].kind for one in near[port]] == ["blockade"]
        assert {graph[one].kind for one in near[near[port][0]]} == {"port", "sea"}


@pytest.mark.rule("BASE-6.2-once")
def test_a_fleet_sails_and_lies_where_it_has_come() -> None:
    game = begin(war(FR, GB))
    act = out_of_london(game)
    game.play(act)
    row = game[Fleet]["GB 1"]
    assert (row.space, row.lies, row.port) == (act.way[-1], "sea", None)
    assert "BASE-6.2-once" in game.why_not(act)


@pytest.mark.rule("BASE-6.2-boxes")
@pytest.mark.parametrize(("relations", "may"), [((), False), (war(FR, GB), True), (alliance(FR, GB), True)])
def test_it_blockades_enemies_alone(relations: Piece, may: bool) -> None:
    game = begin(relations)
    box = next(iter(waters(game.game)[BREST]))
    reach = {way[-1] for way in _ways(game)}
    assert (box in reach) is may


def _ways(game: Play) -> list[tuple[SpaceId, ...]]:
    return [act.way for act in game.may(Sail) if act.fleet == HOME]


@pytest.mark.rule("BASE-6.2-ports")
@pytest.mark.parametrize(("relations", "may"), [(war(FR, GB), False), (alliance(FR, GB), True)])
def test_it_puts_into_ports_of_its_own_side_and_of_allies(relations: Piece, may: bool) -> None:
    game = begin(relations)
    reach = {way[-1] for way in _ways(game)}
    assert (BREST in reach) is may
    assert "port-portsmouth" in reach


@pytest.mark.rule("BASE-6.2-ports")
def test_why_not_says_whose_the_port_is() -> None:
    game = begin(war(FR, GB))
    box = next(iter(waters(game.game)[BREST]))
    there = next(way for way in _ways(game) if way[-1] == box)
    with pytest.raises(Refused, match=r"Port of Brest.* is held by France"):
        game.play(Sail(HOME, (*there, BREST)))


@pytest.mark.rule("BASE-6.2-port-ends")
def test_in_a_port_it_stays() -> None:
    game = begin()
    there = next(way for way in _ways(game) if way[-1] == "port-portsmouth")
    on = next(iter(waters(game.game)[SpaceId("port-portsmouth")]))
    assert game.why_not(Sail(HOME, (*there, on))) & {"BASE-6.2-port-ends", "BASE-6.2-barred"}


@pytest.mark.rule("BASE-6.2-points")
def test_no_way_costs_more_than_seven() -> None:
    game = begin(war(FR, GB))
    lengths = {len(way) for way in _ways(game)}
    assert max(lengths) == 7
    longest = next(way for way in _ways(game) if len(way) == 7 and kind_of(game.game, way[-1]) == "sea")
    more = next(one for one in waters(game.game)[longest[-1]] if one not in longest)
    assert "BASE-6.2-points" in game.why_not(Sail(HOME, (*longest, more)))


@pytest.mark.rule("BASE-6.2-waters")
def test_it_does_not_sail_over_land() -> None:
    assert "BASE-6.2-waters" in begin().why_not(sails(begin(), "vienna"))
    assert "BASE-6.2-waters" in begin().why_not(sails(begin(), "aland-sea"))


@pytest.mark.rule("BASE-6.2-own")
@pytest.mark.rule("BASE-6.2-on-map")
def test_only_its_own_fleets_on_the_map() -> None:
    game = begin(Fleet(id=FleetId("GB 2"), title="GB 2", side=GB, nation=BRITAIN, ships=3, lies="reserve"))
    assert "BASE-6.2-own" in game.why_not(Sail(FleetId("F 1"), (BREST,)))
    assert "BASE-6.2-on-map" in game.why_not(Sail(FleetId("GB 2"), (LONDON,)))
    assert {act.fleet for act in game.may(Sail)} == {HOME}


class Fog(RuleModule):
    """It holds fleets where they come."""

    key = "fog"

    @hookimpl(of=NavalHooks.after_space_entered)
    async def hold(self, game: Game, entry: FleetEntered) -> None:
        game.note(f"{entry.fleet} comes to {entry.space} with {entry.left}")
        if entry.left < 6:
            game.mark(entry.fleet, MOORED)


class TradeWind(RuleModule):
    """A wind that helps."""

    key = "trade_wind"

    @hookimpl(of=NavalHooks.sailing_parts)
    def wind(self, game: Game, fleet: FleetId) -> Iterable[Part]:
        return [Part("add", 1, "HOUSE-wind", "the trade wind")]


def test_modules_hear_of_each_space_and_may_hold_it_there() -> None:
    game = begin(extra=(Fog,))
    way = next(way for way in _ways(game) if len(way) == 4)
    game.play(Sail(HOME, way))
    assert game[Fleet]["GB 1"].space == way[1]
    assert [f"GB 1 comes to {space} with {6 - at}" in game.log for at, space in enumerate(way)] == [
        True,
        True,
        False,
        False,
    ]


@pytest.mark.rule("BASE-6.2-allowance")
def test_modules_change_its_points() -> None:
    assert max(len(way) for way in _ways(begin(extra=(TradeWind,)))) == 8


@pytest.mark.rule("BASE-6.2-barred")
def test_what_lies_on_the_way_is_named() -> None:
    game = begin()
    box = next(iter(waters(game.game)[BREST]))
    reach = next(way for way in _ways(begin(war(FR, GB))) if way[-1] == box)
    with pytest.raises(Refused, match="lies before a port of France"):
        game.play(Sail(HOME, reach))


def test_a_random_year_at_sea_is_worked_out_again() -> None:
    game = begin(war(FR, GB), source=SeededDice(5))
    play_on(game.referee, RandomBot(3), rounds=3)
    assert any(isinstance(ply.action, Sail) for ply in game.referee.journal.line())
    game.prove()


def at_brest(*pieces: Piece) -> tuple[Referee, Places, SpaceId]:
    """Return France's Naval Movement Step with a fleet in Brest, the places there are, and the Bay of Biscay."""
    game = position(
        fleet("F 1", FR, "Brest"), *pieces, grants=(CAMPAIGN,), at=f"{FR}: naval_movement", order=(FR, GB),
        board=europe_1805(),
    )  # fmt: skip
    places = Places(presentation.board(game.game), presentation.spaces(game.game))
    biscay = next(id for id, space in europe_1805().graph.spaces.items() if space.name == "Bay of Biscay")
    return game.referee, places, biscay


def dropped(referee: Referee, places: Places, piece: str, space: str) -> list[Action]:
    """Return what putting a piece down in a space can mean."""
    assert referee.prompt is not None
    ask = referee.prompt.open[0]
    ways, _ = ways_to_carry(offers(referee.view(ask.side), ask), [piece], space, places)
    return [way.action() for way in ways]


def test_a_fleet_is_dragged_to_a_sea() -> None:
    referee, places, biscay = at_brest()
    assert places.is_in_play(biscay)
    assert objection_outside(referee.game, places, biscay) is None
    (way,) = dropped(referee, places, "F 1", biscay)
    assert isinstance(way, Sail)
    assert way.way[-1] == biscay


def test_a_corps_is_dragged_onto_the_fleet_that_takes_it() -> None:
    referee, places, biscay = at_brest(corps("F I", FR, "Brest", infantry=5))
    assert dropped(referee, places, "F I", BREST) == [Embark(CorpsId("F I"), FleetId("F 1"))]
    assert dropped(referee, places, "F I", biscay) == []
