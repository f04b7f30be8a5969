"""Fleets, and what is agreed about them beforehand.

Nothing in the base game takes a fleet with the port it lies in (at peace it goes to the nearest port of its own, in
battle it is lost ship by ship), so a fleet stays where it is when the land behind it changes hands, and goes home where
it may not be in the port of its new master; only a ``Seizure`` takes one.
"""

from __future__ import annotations

from typing import Annotated, Literal, NewType

from msgspec import Meta

from sandtable.engine import Game, Row, SideId, SpaceId
from sandtable_empires.model.forces import Corps, CorpsId
from sandtable_empires.model.nations import NationId, enemies
from sandtable_empires.model.places import Area, AreaId

FleetId = NewType("FleetId", str)
AdmiralId = NewType("AdmiralId", str)
Lies = Literal["port", "blockade", "sea", "reserve"]


class Fleet(Row, frozen=True, kw_only=True):
    """A fleet of so many ships of the line: in a ``port``, in the ``blockade`` box before it, or at ``sea``.

    ``port`` is the area whose port that is (``None`` at sea), ``space`` where it lies on the map. In ``reserve`` it is
    off the map, until its country is a free state again.
    """

    indexes = ("side", "port", "space")
    id: FleetId
    title: str
    side: SideId
    nation: NationId
    ships: Annotated[int, Meta(ge=1, le=30, title="Ships of the line")]
    lies: Lies = "port"
    port: AreaId | None = None
    space: SpaceId | None = None


class Seizure(Row, frozen=True):
    """A fleet that is taken in a turn by those who hold the port it lies in, if they are of that side."""

    id: FleetId
    turn: Annotated[int, Meta(ge=1, title="Turn")]
    side: SideId
    nation: NationId


class Aboard(Row, frozen=True):
    """A corps that a fleet carries: it is in no area."""

    indexes = ("fleet",)
    id: CorpsId
    fleet: FleetId


class Admiral(Row, frozen=True, kw_only=True):
    """A leader who stands with a fleet, or (``None``) waits for one; ``wind`` he adds to its die for the wind gauge."""

    indexes = ("side", "fleet")
    id: AdmiralId
    title: str
    side: SideId
    nation: NationId
    fleet: FleetId | None = None
    wind: Annotated[int, Meta(ge=0, le=5, title="Wind gauge")] = 1


class SupplyShips(Row, frozen=True):
    """A fleet carries a depot: it supplies those who have landed near it. With the fleet it is gone."""

    id: FleetId


def carried_by(game: Game, fleet: str) -> list[Corps]:
    """Return the corps that a fleet carries."""
    return [game[Corps][one.id] for one in game[Aboard].where("fleet", fleet)]


def is_on_the_map(game: Game, corps: Corps) -> bool:
    """Tell whether a corps stands in an area, or a fleet carries it."""
    return corps.area is not None or corps.id in game[Aboard]


def in_port(game: Game, side: str) -> list[Fleet]:
    """Return the fleets of a side that lie in a port, in id order."""
    return [one for one in game[Fleet].where("side", side) if one.lies == "port"]


def blockades(game: Game, fleet: Fleet) -> bool:
    """Tell whether a fleet lies before a port that an enemy of its side holds."""
    port = game[Area].get(fleet.port) if fleet.lies == "blockade" else None
    return port is not None and port.holder is not None and port.holder in enemies(game, fleet.side)


def blockaded_ports(game: Game, side: str) -> frozenset[AreaId]:
    """Return the ports before which an enemy fleet of a side lies."""
    foes = enemies(game, side)
    return frozenset(
        fleet.port for fleet in game[Fleet] if fleet.port and fleet.lies == "blockade" and fleet.side in foes
    )


FLEET_ROWS = (Fleet, Seizure, Aboard, SupplyShips, Admiral)
