"""What differs between two revisions of a map that is shown."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import numpy as np

from sandtable.board.spaces import SpaceId

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sandtable_editor.canvas.geometry.shapes import Floats

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

    def covers(self, points: Floats) -> NDArray[np.bool_]:
        """Tell for each of ``(n, 2)`` points whether it may look different there."""
        low, high = self.boxes[None, :, :2], self.boxes[None, :, 2:]
        at = points[:, None, :]
        covered: NDArray[np.bool_] = np.any(np.all((low <= at) & (at <= high), axis=2), axis=1)
        return covered


def renew(
    ids: Iterable[K], before: Mapping[K, V], changed: Collection[object] | None, make: Callable[[K], V]
) -> dict[K, V]:
    """Return something for each id: what there was before, made anew for those that changed (``None``: for all)."""
    if changed is None:
        return {id: make(id) for id in ids}
    wanted = list(ids)
    if wanted == list(before):
        return dict(before) | {id: make(id) for id in wanted if id in changed}
    return {id: before[id] if id in before and id not in changed else make(id) for id in wanted}
