"""Pieces and relations in a line each. A piece is its nation's: who plays that is known when it is laid out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any, Final, Literal

from sandtable.board import Map, SpaceId
from sandtable.engine import Row, SideId, unknown
from sandtable_empires.irregulars.bands import Guerillas
from sandtable_empires.maps.europe_1805 import europe_1805
from sandtable_empires.model import (
    Alliance,
    Combined,
    Corps,
    CorpsId,
    Depot,
    DepotId,
    Fleet,
    FleetId,
    Garrison,
    Leader,
    LeaderId,
    NationId,
    Siege,
    SiegeId,
    War,
    garrison_id,
)  # fmt: skip
from sandtable_empires.testing.europe import area, nation_named

NOBODY: Final = SideId("")
"""The side of a piece until it is laid out: then it is that of whoever plays its nation."""

# --- who stands how to whom


def war(one: str, *others: str) -> list[Row]:
    """Return the wars of a nation with each of some others."""
    return [War(f"{a}|{b}", (a, b)) for a, b in _pairs((one, other) for other in others)]


def alliance(*nations: str) -> list[Row]:
    """Return the alliances of some nations, each with each."""
    return [Alliance(f"{a}|{b}", (a, b)) for a, b in _pairs(combinations(nations, 2))]


def combined_movement(*nations: str, turn: int = 0) -> Combined:
    """Return what some nations have declared: combined movement, in a turn or (0) for good."""
    return Combined(" and ".join(nations), tuple(map(NationId, nations)), turn)


def _pairs(pairs: Iterable[tuple[str, str]]) -> Iterator[tuple[NationId, NationId]]:
    for pair in pairs:
        a, b = sorted(nation_named(name).id for name in pair)
        yield a, b


# --- forces


def corps(id: str, nation: str, at: str | None, **fields: Any) -> Corps:
    """Return a corps in an area, or (``None``) off the map; ``fields`` are its factors, ``inside`` and the like."""
    where = None if at is None else area(at)
    return Corps(
        id=CorpsId(id), title=id, side=fields.pop("side", NOBODY), nation=NationId(nation), area=where, **fields
    )


def leader(
    name: str, nation: str, on: str | None, strategic: int = 2, tactical: int = 2, maximum: int = 3, **fields: Any
) -> Leader:
    """Return a leader on a corps, or (``None``) waiting for one; unless ``fields`` say otherwise he is of class B."""
    where = CorpsId(on) if on is not None else None
    standing = "on the map" if on is not None else "waiting"
    usual: dict[str, Any] = {"title": name, "side": NOBODY, "seniority": "B", "corps": where, "standing": standing}
    usual |= {"strategic": strategic, "tactical": tactical, "maximum": maximum}
    return Leader(id=LeaderId(name), nation=NationId(nation), **usual | fields)


def garrison(nation: str, at: str, place: Literal["city", "depot"] = "city", **factors: Any) -> Garrison:
    """Return a garrison of a city, or the guard of a depot."""
    where, side = area(at), factors.pop("side", NOBODY)
    id = garrison_id(NationId(nation), where, place)
    return Garrison(id=id, side=side, nation=NationId(nation), area=where, place=place, **factors)


def guerillas(at: str, factors: int = 0, inside: int = 0) -> Guerillas:
    """Return guerillas in the open of an area, and ``inside`` its city."""
    return Guerillas(area(at), factors, inside)


def depot(power: str, at: str) -> Depot:
    """Return a depot of a power."""
    where = area(at)
    return Depot(DepotId(f"{power} depot {where}"), SideId(power), where)


def siege(power: str, at: str, tries: int = 0, *, breached: bool = False) -> Siege:
    """Have a power besiege a city."""
    where = area(at)
    return Siege(SiegeId(where), where, SideId(power), tries, breached)


def fleet(id: str, nation: str, at: str, ships: int = 10, lies: Literal["port", "blockade", "sea"] = "port") -> Fleet:
    """Return a fleet in the port of an area, in the blockade box before it, or at a sea."""
    board = europe_1805()
    if lies == "sea":
        seas = [space for space in board.graph.spaces.values() if space.kind == "sea"]
        known: dict[str, SpaceId] = {name: sea.id for sea in seas for name in (sea.id, sea.name)}
        if at not in known:
            raise unknown("sea", at, known)
        port, space = None, known[at]
    else:
        port = area(at)
        space = harbour(board, port, lies)
    return Fleet(
        id=FleetId(id), title=id, side=NOBODY, nation=NationId(nation), ships=ships, lies=lies, port=port, space=space
    )


def harbour(board: Map, area: SpaceId, kind: Literal["port", "blockade"]) -> SpaceId:
    """Return the port of an area, or the blockade box before it."""
    near = [edge.other(area) for edge in board.graph.edges_of(area)]
    port = next(space for space in near if board.graph[space].kind == "port")
    if kind == "port":
        return port
    box = [edge.other(port) for edge in board.graph.edges_of(port)]
    return next(space for space in box if board.graph[space].kind == "blockade")
