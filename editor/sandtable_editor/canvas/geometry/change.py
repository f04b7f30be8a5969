"""What differs between two revisions of a map that is shown."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from sandtable.board.spaces import SpaceId

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from sandtable_editor.canvas.geometry.shapes import Box, Floats

K = TypeVar("K")
V = TypeVar("V")


class MapChange(NamedTuple):
    """What differs between two revisions of a map."""

    spaces: frozenset[SpaceId]
    """Spaces that are not what they were, or not where, or whose edges are others."""
    boxes: Floats
    """``(n, 4)``, canvas units: all that looks different lies in them."""
    hexes: NDArray[np.int32] | None = None
    """The indices of hexes of another terrain or level; ``None`` where all of them are to be looked at anew."""

    def comes_near(self, box: Box) -> bool:
        """Tell whether anything in a box may look different."""
        left, top, right, bottom = box
        boxes = self.boxes
        hit = (boxes[:, 0] <= right) & (boxes[:, 2] >= left) & (boxes[:, 1] <= bottom) & (boxes[:, 3] >= top)
        return bool(hit.any())


def renew(
    ids: Iterable[K], before: Mapping[K, V], changed: Collection[object] | None, make: Callable[[K], V]
) -> dict[K, V]:
    """Return something for each id: what there was before, made anew for those that changed (``None``: for all)."""
    if changed is None:
        return {id: make(id) for id in ids}
    return {id: before[id] if id in before and id not in changed else make(id) for id in ids}
