"""What Delete does: the edits that take off the map what is selected."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.design.edits.edges import SayEdge
from sandtable.design.edits.lines import RemoveLine
from sandtable.design.edits.regions import RemoveRegion
from sandtable.design.edits.spaces import RemoveSpace
from sandtable.design.edits.underlays import RemoveUnderlay
from sandtable_editor.map.selection import Selected

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.board.spaces import Pair, Status
    from sandtable.design.edits.edit import MapEdit


def delete_edits(selected: Selected, sheet: Map) -> list[MapEdit]:
    """Return what takes these things off a map; hexes stay, and a border that is derived is forbidden."""
    found: list[MapEdit] = [SayEdge(*pair, status=_without(sheet, pair)) for pair in selected.edges]
    found += [RemoveLine(id) for id in selected.lines]
    found += [RemoveSpace(id) for id in selected.spaces if id in sheet.graph.spaces]
    found += [RemoveRegion(id) for id in selected.regions]
    found += [RemoveUnderlay(id) for id in selected.underlays]
    return found


def _without(sheet: Map, pair: Pair) -> Status:
    """Return what is to be said of an edge so that there is no way: what was added is taken back."""
    edge = sheet.graph.edge(*pair)
    return "derived" if edge is not None and edge.status == "added" else "forbidden"


def delete_title(selected: Selected) -> str:
    """Return what taking these things off a map is called in the history."""
    return f"Remove {selected.without(Selected(hexes=selected.hexes)).counted}"
