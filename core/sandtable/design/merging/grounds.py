"""Areas that two have drawn anew: those of one are laid into the map of the other, as far as they fit."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

import shapely

from sandtable.board.areas import AreaMap
from sandtable.board.shapes import Shape, array_of
from sandtable.board.spaces import SpaceId
from sandtable.design.merging.outlines import merge_shapes
from sandtable.design.swaps import Swap
from sandtable.engine.errors import Invalid

Swaps = Mapping[SpaceId, Swap[Shape]]


class MergedGround(NamedTuple):
    """The areas, and groups of those that did not fit: there mine stand as they were."""

    areas: AreaMap
    left_out: tuple[tuple[SpaceId, ...], ...] = ()


def merge_ground(mine: AreaMap, ours: Swaps, theirs: Swaps, kept: Collection[SpaceId]) -> MergedGround:
    """Return areas with what they have drawn since both began, ``ours`` being what I have drawn.

    Areas that were drawn together are laid in together, or left out together: a border that two share is never torn.
    ``kept`` are areas that may not go.
    """
    areas, left_out = mine, list[tuple[SpaceId, ...]]()
    for group in _groups(theirs, mine.tolerance):
        try:
            areas = _laid(areas, ours, {id: theirs[id] for id in group}, kept)
        except Invalid:
            left_out.append(tuple(group))
    return MergedGround(areas, tuple(left_out))


def _laid(areas: AreaMap, ours: Swaps, theirs: Swaps, kept: Collection[SpaceId]) -> AreaMap:
    """Return the areas with a group of theirs; raises ``Invalid`` where that cannot be."""
    changes: dict[SpaceId, Shape | None] = {}
    for id, swap in theirs.items():
        shape = swap.after if id not in ours else _merged(id, ours[id], swap)
        if shape is None and id in kept:
            raise Invalid(f"{id!r} is gone in one, and changed in the other")
        if shape is None or id not in areas or shape != areas[id]:
            changes[id] = shape
    bare = areas.after({id: None for id, shape in changes.items() if shape is None and id in areas})
    drawn = {id: shape for id, shape in changes.items() if shape is not None}
    return bare.redraw(drawn, "what the other has drawn") if drawn else bare


def _merged(id: SpaceId, mine: Swap[Shape], theirs: Swap[Shape]) -> Shape | None:
    """Return an area that both have drawn; raises ``Invalid`` where both have drawn the same of it otherwise."""
    if mine.after == theirs.after:
        return mine.after
    if mine.before is not None and mine.after is not None and theirs.after is not None:
        shape = merge_shapes(id, mine.before, mine.after, theirs.after)
        if shape is not None:
            return shape
    raise Invalid(f"{id!r} was drawn otherwise by both")


def _groups(swaps: Swaps, reach: float) -> Iterator[list[SpaceId]]:
    """Go through the areas that somebody has drawn anew, those that touch together."""
    ids = list(swaps)
    shapes = [one for swap in swaps.values() for one in (swap.before, swap.after) if one is not None]
    owner = [at for at, swap in enumerate(swaps.values()) for one in (swap.before, swap.after) if one is not None]
    tree = shapely.STRtree(array_of(shapes))
    root = list(range(len(ids)))

    def find(at: int) -> int:
        while root[at] != at:
            at = root[at]
        return at

    near: list[tuple[int, int]] = tree.query(array_of(shapes), "dwithin", distance=reach).T.tolist()
    for one, other in near:
        root[find(owner[one])] = find(owner[other])
    groups: dict[int, list[SpaceId]] = {}
    for at, id in enumerate(ids):
        groups.setdefault(find(at), []).append(id)
    yield from groups.values()
