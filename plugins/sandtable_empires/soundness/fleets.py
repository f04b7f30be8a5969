"""Fleets: where they lie, and who takes them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sandtable.engine import Game, Row, ScenarioFault, ScenarioFinding, SpaceId
from sandtable.lint import PlacedPiece, wrong_terrain
from sandtable_empires.model import Aboard, Area, Corps, Fleet, Seizure, enemies
from sandtable_empires.soundness.ground import spaces_of

PORT: Final = ScenarioFault("fleet-port", "error", "A fleet in or before a port not named, or at sea with a port.")
NO_PORT: Final = ScenarioFault("fleet-port-missing", "error", "A fleet in, or before, an area that has no port.")
NOBODYS: Final = ScenarioFault("blockade-of-nobody", "hint", "A fleet before a port that no enemy holds.")
SEIZURE: Final = ScenarioFault("seizure-unknown", "error", "A fleet is taken that does not exist, or is not in a port.")

ABOARD: Final = ScenarioFault("corps-aboard", "error", "A corps aboard that stands ashore, or whose fleet is laid up.")

FLEET_FAULTS: Final = (PORT, NO_PORT, NOBODYS)
KINDS: Final = {"port": "port", "blockade": "blockade", "sea": "sea"}
"""The kind of space in which a fleet lies, by how it does."""


def fleets(game: Game, board: object) -> Iterator[ScenarioFinding]:
    """Name fleets that cannot lie where they do."""
    for fleet in game[Fleet]:
        yield from _port(game, fleet)
    yield from _inland(game, board)


def seizures(game: Game) -> Iterator[ScenarioFinding]:
    """Name seizures of no fleet."""
    for seizure in game[Seizure]:
        taken = game[Fleet].get(seizure.id)
        if taken is None or taken.port is None:
            why = "which lies in no port" if taken is not None else "but there is no such fleet"
            words = f"{seizure.side} takes {seizure.id}, {why}: name a fleet in a port, or take the seizure out"
            yield SEIZURE.finding(words, seizure, rule="BASE-6-seized")


def check_aboard(game: Game) -> Iterator[ScenarioFinding]:
    """Name corps aboard that stand ashore, or whose fleet is laid up."""
    for one in game[Aboard]:
        if game[Fleet][one.fleet].lies == "reserve":
            words = f"{one.id} is aboard {one.fleet}, which is laid up: name a fleet on the map"
            yield ABOARD.finding(words, one, field="fleet", rule="BASE-6.2.5-lost")
        elif (area := game[Corps][one.id].area) is not None:
            words = f"{one.id} is aboard {one.fleet}, but stands ashore: take it off the map, or from the fleet"
            yield ABOARD.finding(words, one, rule="BASE-6.2.5-same-port", space=area)


def _port(game: Game, fleet: Fleet) -> Iterator[ScenarioFinding]:
    if (fleet.lies in ("sea", "reserve")) != (fleet.port is None):
        says = "in, or before, a port that is not named" if fleet.port is None else "at sea and in a port at once"
        yield PORT.finding(f"{fleet.id} lies {says}: say which it is", fleet, field="port")
    elif fleet.port is not None:
        area = game[Area][fleet.port]
        if not area.port:
            words = f"{fleet.id} lies at {area.title}, which has no port: name an area with one"
            yield NO_PORT.finding(words, fleet, field="port", space=area.id)
        elif fleet.lies == "blockade" and area.holder not in enemies(game, fleet.side):
            words = f"{fleet.id} blockades {area.title}, which {area.holder or 'nobody'} holds: is this intended?"
            yield NOBODYS.finding(words, fleet, field="lies", space=area.id)


def _inland(game: Game, board: object) -> Iterator[ScenarioFinding]:
    spaces = spaces_of(board)
    if spaces is None:
        return

    def why_not(row: Row, space: str) -> str:
        lies = next(fleet.lies for fleet in game[Fleet] if fleet.id == row.id)
        there = spaces.get(SpaceId(space))
        if there is None:
            return "the map has no such space: name one that it has"
        kind = there.kind
        return "" if kind == KINDS[lies] else f"it lies {_where(lies)}, and that is {kind}: name a space of that kind"

    lying = (PlacedPiece(fleet, fleet.space) for fleet in game[Fleet] if fleet.space)
    yield from wrong_terrain(lying, why_not, name=game.name)


def _where(lies: str) -> str:
    return {"port": "in a port", "blockade": "in a blockade box", "sea": "at sea"}[lies]
