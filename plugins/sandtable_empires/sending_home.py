"""Sending forces home: to the nearest area that their power holds, which its player names among several (4.4.6.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from sandtable.engine import Action, Ask, Choice, Game, SideId, SpaceId, ask, fills
from sandtable_empires.entering import arrive
from sandtable_empires.land.investing import review
from sandtable_empires.model import (
    Area,
    AreaId,
    Corps,
    CorpsId,
    Depot,
    Fleet,
    FleetId,
    Garrison,
    corps_at,
    exits,
    garrisons_at,
    power_of,
    the_corps,
)
from sandtable_empires.returning import comes_back_as_draft
from sandtable_empires.sail import harbours, waters

T = TypeVar("T", AreaId, SpaceId)


class NameHome(Action[tuple[CorpsId, tuple[AreaId, ...]]], frozen=True):
    """Name the area at home to which a corps goes."""

    to: AreaId

    @fills("to")
    @staticmethod
    def nearest(game: Game, ask: Ask[tuple[CorpsId, tuple[AreaId, ...]]]) -> Choice[AreaId]:
        return Choice(ask.about[1])

    def says(self, game: Game, ask: Ask[tuple[CorpsId, tuple[AreaId, ...]]]) -> str:
        return f"{the_corps(game, ask.about[0])} goes home to {game.name(self.to, Area)}"


class NamePort(Action[tuple[FleetId, tuple[AreaId, ...]]], frozen=True):
    """Name the port at home to which a fleet goes, where several are as near."""

    to: AreaId

    @fills("to")
    @staticmethod
    def own_ports(game: Game, ask: Ask[tuple[FleetId, tuple[AreaId, ...]]]) -> Choice[AreaId]:
        return Choice(ask.about[1])

    def says(self, game: Game, ask: Ask[tuple[FleetId, tuple[AreaId, ...]]]) -> str:
        return f"{game.name(ask.about[0], Fleet)} goes home to {game.name(self.to, Area)}"


async def send_home(game: Game, side: SideId, areas: tuple[AreaId, ...]) -> None:
    """Send the forces of a side that stand in some areas home.

    Corps go to the nearest area that their power holds, fleets to the nearest port; garrisons come back as drafts next
    month; depots are gone. Sieges that nobody keeps up any more are over.
    """
    there = _whereabouts(game, side)
    for area in areas:
        if area not in there:
            continue
        for garrison in list(garrisons_at(game, area, side)):
            comes_back_as_draft(game, garrison)
        for depot in [one for one in game[Depot].where("area", area) if one.side == side]:
            game.remove(depot)
            game.note(f"{game.name(depot)} is given up")
        for corps in list(corps_at(game, area, side)):
            await send_corps_home(game, corps.id)
        for fleet in [one for one in game[Fleet].where("port", area) if one.side == side]:
            await _send_fleet_home(game, fleet)
        there = _whereabouts(game, side)
    review(game)


def _whereabouts(game: Game, side: SideId) -> set[AreaId | None]:
    """Return the areas in which a side has forces, depots or fleets in port."""
    return {
        *(one.area for one in game[Garrison].where("side", side)),
        *(one.area for one in game[Depot].where("side", side)),
        *(one.area for one in game[Corps].where("side", side)),
        *(one.port for one in game[Fleet].where("side", side)),
    }


async def _send_fleet_home(game: Game, fleet: Fleet) -> None:
    """Have a fleet put into the nearest port of its power (of several that names one); without any it stays."""
    spaces = harbours(game)
    if ports := nearest_ports(game, fleet):
        why = f"{game.name(fleet)} goes home: name the port"
        port = ports[0] if len(ports) == 1 else (await ask(fleet.side, NamePort, why, about=(fleet.id, ports))).to
        game.change(game[Fleet][fleet.id], lies="port", port=port, space=spaces[port])


async def send_corps_home(game: Game, id: CorpsId) -> None:
    """Send a corps to the nearest area that its power holds (of several its player names one); else it disbands."""
    corps = game[Corps][id]
    homes = nearest_homes(game, corps)
    if not homes:
        game.note(f"{the_corps(game, id)} has no home to go to and is disbanded")
        comes_back_as_draft(game, corps)
        return
    to = homes[0]
    if len(homes) > 1:
        why = f"{the_corps(game, id)} goes home: name the area"
        to = (await ask(corps.side, NameHome, why, about=(id, homes))).to
    game.note(f"{the_corps(game, id)} goes home to {game.name(to, Area)}")
    await arrive(game, id, to, "placing")


def nearest_homes(game: Game, corps: Corps) -> tuple[AreaId, ...]:
    """Return the areas that the power of a corps holds and that are fewest areas away from it, in id order."""
    power, leads = power_of(game, corps.side), exits(game)
    return _nearest(
        corps.area,
        lambda here: (there for _, there in leads.get(here, ())),
        lambda area: game[Area][area].holder == power,
    )


def nearest_ports(game: Game, fleet: Fleet) -> tuple[AreaId, ...]:
    """Return the ports that the power of a fleet holds and that are fewest spaces away from it; none without a map."""
    areas = {space: area for area, space in harbours(game).items()}
    held = {area.id for area in game[Area].where("holder", power_of(game, fleet.side)) if area.port}
    ports = {space for space, area in areas.items() if area in held}
    near = waters(game) if ports else {}
    found = _nearest(fleet.space if ports else None, lambda here: near.get(here, ()), lambda space: space in ports)
    return tuple(areas[space] for space in found)


def _nearest(start: T | None, beyond: Callable[[T], Iterable[T]], wanted: Callable[[T], bool]) -> tuple[T, ...]:
    """Return what is wanted and the fewest steps away, in order; nothing where there is no way to any."""
    rim: list[T] = [start] if start is not None else []
    seen = {*rim}
    while rim:
        if found := [one for one in rim if wanted(one)]:
            return tuple(found)
        rim = sorted({there for here in rim for there in beyond(here)} - seen)
        seen |= {*rim}
    return ()
