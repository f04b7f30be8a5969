"""Where little pictures are strewn over areas: on a shaken grid that is the same in every patch, clear of the towns."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from sandtable.board.spaces import SpaceId
    from sandtable_editor.canvas.geometry.geography import CanvasGeography, Place
    from sandtable_editor.canvas.geometry.shapes import Box, Ints


class SymbolScatter:
    """The places of one map."""

    def __init__(self, geography: CanvasGeography) -> None:
        self._tree = geography.tree
        towns = [geography.places[id] for id in geography.ids if _town(geography, id)]
        self._towns = np.array(towns, np.float64).reshape(-1, 2)

    def places(self, box: Box, gap: float, room: float) -> list[tuple[Place, int, int]]:
        """Return places for pictures in a box with the area each lies in and a lot, in order down the map."""
        column, row = np.meshgrid(
            np.arange(np.floor(box[0] / gap) - 1, np.ceil(box[2] / gap) + 1, dtype=np.int64),
            np.arange(np.floor(box[1] / gap) - 1, np.ceil(box[3] / gap) + 1, dtype=np.int64),
        )
        lot = _lots(column.reshape(-1), row.reshape(-1))
        across = (column.reshape(-1) + 0.15 + 0.7 * ((lot >> 8) & 255) / 255) * gap
        down = (row.reshape(-1) + 0.15 + 0.7 * ((lot >> 16) & 255) / 255) * gap
        xy = np.stack([across, down], axis=1)
        found = self._tree.at_points(xy)
        for dx, dy in ((-room, 0.0), (room, 0.0), (0.0, room), (0.0, -room)):
            found = np.where(self._tree.at_points(xy + np.array([dx, dy])) == found, found, -1)
        x, y = self._towns[:, 0], self._towns[:, 1]
        near = (x > box[0] - gap) & (x < box[2] + gap) & (y > box[1] - gap) & (y < box[3] + gap)
        for town in self._towns[near]:
            found[np.abs(xy - town).max(axis=1) <= 2 * room] = -1
        rows = [(xy[n].tolist(), int(found[n]), int(lot[n])) for n in np.flatnonzero(found >= 0)]
        return [((x, y), at, lot) for (x, y), at, lot in sorted(rows, key=lambda one: one[0][1])]


def _town(geography: CanvasGeography, id: SpaceId) -> bool:
    space = geography.space(id)
    return space is not None and bool(space.get("city"))


def _lots(column: Ints, row: Ints) -> Ints:
    """Return a lot per cell of a grid that only its place decides."""
    mixed_up = (column * 73856093) ^ (row * 19349663)
    mixed_up = (mixed_up ^ (mixed_up >> 13)) * 1274126177
    return np.asarray((mixed_up ^ (mixed_up >> 16)) & 0x7FFFFFFF, np.int64)
