"""Ports from which ships get to sea; what only a campaign of all phases needs: each is drawn, fleets lie in theirs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from sandtable.engine import Game, ScenarioFault, ScenarioFinding, SpaceId
from sandtable_empires.model import Area, AreaId, Fleet

if TYPE_CHECKING:
    from sandtable.board import Graph

SEALESS: Final = ScenarioFault("port-without-sea", "error", "A port from which no way leads to a sea.")
ELSEWHERE: Final = ScenarioFault("fleet-elsewhere", "error", "A fleet whose space is not that of its port.")


PORT_FAULTS: Final = (SEALESS,)
SAILING_FAULTS: Final = (ELSEWHERE,)
ON_MAP: Final = "BASE-6.2-on-map"


def check_ports(game: Game, board: object) -> Iterator[ScenarioFinding]:
    """Name ports of the map that are cut off from the sea: no ship would bring food into them."""
    from sandtable.board import Map  # maps are loaded where one is played on, not with the game

    if not isinstance(board, Map):
        return
    harbours = harbours_of(board.graph)
    for area in game[Area]:
        spaces = harbours.get(area.id, {}).values()
        if area.port and spaces and not any(_meets_sea(board.graph, space) for space in spaces):
            words = f"{area.title} has a port, but on the map no way leads from it to a sea"
            cure = "draw the ways between its port, its blockade box and the sea, or take the port out"
            yield SEALESS.finding(f"{words}: {cure}", area, space=area.id)


def check_waters(game: Game, board: object) -> Iterator[ScenarioFinding]:
    """Name ports that are not drawn, and fleets that could never sail."""
    from sandtable.board import Map  # as above

    if not isinstance(board, Map):
        return
    harbours = harbours_of(board.graph)
    for area in game[Area]:
        if area.port and area.id not in harbours:
            words = f"{area.title} has a port, but the map shows none"
            cure = "draw its port, its blockade box and the ways between them, or take the port out"
            yield SEALESS.finding(f"{words}: {cure}", area, space=area.id)
    for fleet in game[Fleet]:
        ought = harbours.get(fleet.port or AreaId(SpaceId("")), {}).get(fleet.lies)
        if ought is not None and fleet.space != ought:
            where = f"{game.name(fleet)} lies {'before' if fleet.lies == 'blockade' else 'in'} the port of"
            there = f"and its space is {board.name(fleet.space)}" if fleet.space else "but in no space of the map"
            words = f"{where} {game.name(fleet.port or '', Area)}, {there}: make it {board.name(ought)}"
            yield ELSEWHERE.finding(words, fleet, field="space", space=ought, rule=ON_MAP)


def harbours_of(graph: Graph) -> dict[AreaId, dict[str, SpaceId]]:
    """Return the port and the blockade box of each area that has them, by the kinds of these spaces."""
    found: dict[AreaId, dict[str, SpaceId]] = {}
    for id, space in graph.spaces.items():
        if space.kind == "port":
            near = {graph[one].kind: one for one in (edge.other(id) for edge in graph.edges_of(id))}
            if (land := near.get("land")) is not None:
                boxes = {"blockade": near["blockade"]} if "blockade" in near else {}
                found[AreaId(land)] = {"port": id, **boxes}
    return found


def _meets_sea(graph: Graph, space: SpaceId) -> bool:
    """Tell whether an open way leads from a space into a sea area."""
    return any(edge.open and graph[edge.other(space)].kind == "sea" for edge in graph.edges_of(space))
