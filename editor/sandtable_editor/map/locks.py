"""What lies in a locked layer: whatever would change it is refused, whichever way of the window it comes by."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from sandtable.board.spaces import SpaceId
from sandtable.library.files.report_words import join_names
from sandtable_editor.map.selection import Selected

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from sandtable.board.maps import Map, Underlay
    from sandtable.board.spaces import Edge
    from sandtable.design.hex_patch import HexPatch
    from sandtable.design.patch import MapPatch
    from sandtable.design.swaps import Swap

GROUND: Final = "ground"
PLACES: Final = "places"
LINES: Final = "lines"
EDGES: Final = "edges"
IMAGE: Final = "underlays/"
"""What the key of an image's layer begins with; its id follows."""


def layers_touched(patch: MapPatch, was: Map) -> frozenset[str]:
    """Return the layers in which an edit of a map changes something.

    How strong an image is belongs to the panel of layers, and what only follows from borders is no word on an edge.
    """
    return frozenset(_touched(patch, was))


def _touched(patch: MapPatch, was: Map) -> Iterator[str]:
    if patch.shapes or patch.tolerance is not None:
        yield GROUND
    for id in (*patch.spaces, *patch.places, *_spoken_of(patch)):
        yield layer_of(id, was, patch.shapes)
    if patch.lines:
        yield LINES
    if any(_said(swap.before) != _said(swap.after) for swap in patch.edges.values()):
        yield EDGES
    if patch.hexes is not None:
        if patch.hexes.sides is not None:
            yield EDGES
        if _more_than_sides(patch.hexes):
            yield GROUND
    for image, swap in patch.underlays.items():
        if not _only_fades(swap):
            yield f"{IMAGE}{image}"


def layer_of(id: SpaceId, sheet: Map, drawn: Collection[SpaceId] = ()) -> str:
    """Return the layer that a space lies in; ``drawn`` are others that have a shape."""
    areas = sheet.areas
    has_ground = (areas is not None and id in areas) or id in drawn or sheet.has_hex(id)
    return GROUND if has_ground else PLACES


def _more_than_sides(hexes: HexPatch) -> bool:
    """Tell whether more of the hexes changes than what lies on their sides."""
    return any((hexes.board, hexes.numbering, hexes.terrain, hexes.elevation, hexes.names))


def _spoken_of(patch: MapPatch) -> Iterable[SpaceId]:
    """Return the spaces of which it is said where they come from, or no longer."""
    word = patch.provenance
    if word is None:
        return ()
    return {SpaceId(one.of) for one in set(word.before) ^ set(word.after) if one.of}


def _said(edge: Edge | None) -> tuple[object, ...]:
    """Return what somebody has said of an edge: nothing of one that follows from a border alone."""
    if edge is None:
        return ("derived", (), (), False)
    return edge.status, edge.along, edge.across, edge.one_way and (edge.a, edge.b)


def _only_fades(swap: Swap[Underlay]) -> bool:
    before, after = swap.before, swap.after
    return before is not None and after is not None and replace(before, opacity=after.opacity) == after


def selected_in(now: Selected, layers: Collection[str], sheet: Map) -> Selected:
    """Return those of what is selected that lie in these layers."""
    if not layers:
        return Selected()
    return Selected(
        spaces=tuple(id for id in now.spaces if layer_of(id, sheet) in layers),
        hexes=now.hexes if GROUND in layers else (),
        edges=now.edges if EDGES in layers else (),
        lines=now.lines if LINES in layers else (),
        underlays=tuple(id for id in now.underlays if f"{IMAGE}{id}" in layers),
    )


def locked_words(titles: Mapping[str, str], locked: Collection[str]) -> str:
    """Return the one sentence that says so of locked layers, by their titles."""
    names = [f"“{title}”" for key, title in titles.items() if key in locked]
    those, verb = ("it", "is") if len(names) == 1 else ("them", "are")
    return f"{join_names(names)} {verb} locked: unlock {those} in Layers to change what lies there."
