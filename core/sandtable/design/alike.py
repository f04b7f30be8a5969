"""What hangs together with a space and is like it: what a click with the wand selects."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.design.edits.hexes import fill_of

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.board.spaces import SpaceId


def alike_around(sheet: Map, id: SpaceId) -> list[SpaceId]:
    """Return a hex with all hexes of the same terrain that hang together with it, or a space with those of its kind."""
    if sheet.hexes is not None and id not in sheet.graph.spaces:
        found: list[SpaceId] = sheet.hexes.numbers.all[fill_of(sheet, id)].tolist()
        return found
    kind, graph = sheet.graph[id].kind, sheet.graph
    reached, open_ends = {id: None}, [id]
    while open_ends:
        beside = [one for one in graph.neighbours(open_ends.pop()) if one in graph.spaces and graph[one].kind == kind]
        fresh = [one for one in beside if one not in reached]
        reached.update(dict.fromkeys(fresh))
        open_ends += fresh
    return list(reached)
