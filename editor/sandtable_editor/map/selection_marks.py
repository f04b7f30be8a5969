"""What is selected, marked on the map."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sandtable.board.edge_at import link_ends
from sandtable.interchange.projection import downwards
from sandtable_editor.map.guides import Guide, RubberLine

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable_editor.map.drawn_map import DrawnMap
    from sandtable_editor.map.selection import Selection

LAYER = "selected"


def mark_selected(selection: Selection, view: DrawnMap) -> None:
    """Mark spaces and hexes by the veil over them, and everything else by lines."""
    sheet = view.geography.map
    colour = view.map_scene.look.palette.accent.name()
    inside = [space for region in selection.regions for space in sheet.spaces_of(region)]
    view.highlight({id: colour for id in (*selection.spaces, *selection.hexes, *inside) if sheet.knows(id)})
    view.guides.show_guides(list(_lines(selection, sheet)), LAYER)


def _lines(selection: Selection, sheet: Map) -> Iterator[Guide]:
    for line in sheet.lines:
        if line.id in selection.lines:
            for piece in getattr(line.geometry, "geoms", [line.geometry]):
                yield RubberLine(tuple((x, y) for x, y in piece.coords), width=4.0)
    for pair in selection.edges:
        ends = link_ends(sheet, pair)
        if ends is not None:
            yield RubberLine(ends, width=4.0)
    for one in sheet.underlays:
        if one.id in selection.underlays:
            laid = one.placement(downwards=downwards(sheet))
            corners = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
            yield RubberLine(tuple(map(laid.at, corners)), closed=True, dashed=True)
