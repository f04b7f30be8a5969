"""Where little pictures are strewn over areas: on a shaken grid that is the same in every patch, clear of the towns."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import shapely

from sandtable_editor.canvas.geometry.change import renew

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from sandtable.board.spaces import SpaceId
    from sandtable_editor.canvas.geometry.geography import CanvasGeography, Place
    from sandtable_editor.canvas.geometry.shapes import Box, Floats, Ints


class SymbolScatter:
    """The places of one map."""

    has_town: dict[SpaceId, bool]
    rows: dict[SpaceId, int]
    towns: Floats

    def __init__(
        self, geography: CanvasGeography, before: SymbolScatter | None = None, changed: Collection[SpaceId] = ()
    ) -> None:
        """``before``: the places of the map before these spaces were changed."""
        self._shapes, self._boxes = geography.shapes, geography.boxes
        kept = before.has_town if before is not None else {}
        self.has_town = renew(geography.ids, kept, changed, lambda id: _has_town(geography, id))
        places = geography.places
        if before is not None and before.has_town == self.has_town:
            self.rows, self.towns = before.rows, before.towns.copy()
            for id in self.rows.keys() & set(changed):
                self.towns[self.rows[id]] = places[id]
        else:
            towns = [id for id, there in self.has_town.items() if there]
            self.rows = {id: row for row, id in enumerate(towns)}
            self.towns = np.array([places[id] for id in towns], np.float64).reshape(-1, 2)

    def places(self, box: Box, gap: float, room: float, among: Iterable[int]) -> list[tuple[Place, int, int]]:
        """Return places for pictures in a box with the area each lies in and a lot, in order down the map.

        A picture lies in one of the areas ``among`` which they are strewn, with so much room round it.
        """
        column, row = np.meshgrid(
            np.arange(np.floor(box[0] / gap) - 1, np.ceil(box[2] / gap) + 1, dtype=np.int64),
            np.arange(np.floor(box[1] / gap) - 1, np.ceil(box[3] / gap) + 1, dtype=np.int64),
        )
        lot = _lots(column.reshape(-1), row.reshape(-1))
        across = (column.reshape(-1) + 0.15 + 0.7 * ((lot >> 8) & 255) / 255) * gap
        down = (row.reshape(-1) + 0.15 + 0.7 * ((lot >> 16) & 255) / 255) * gap
        xy = np.stack([across, down], axis=1)
        found = np.full(len(xy), -1, np.int64)
        for at in sorted(among, reverse=True):
            found[self._well_inside(at, xy, room)] = at
        x, y = self.towns[:, 0], self.towns[:, 1]
        near = (x > box[0] - gap) & (x < box[2] + gap) & (y > box[1] - gap) & (y < box[3] + gap)
        for town in self.towns[near]:
            found[np.abs(xy - town).max(axis=1) <= 2 * room] = -1
        rows = [(xy[n].tolist(), int(found[n]), int(lot[n])) for n in np.flatnonzero(found >= 0)]
        return [((x, y), at, lot) for (x, y), at, lot in sorted(rows, key=lambda one: one[0][1])]

    def _well_inside(self, at: int, xy: Floats, room: float) -> Ints:
        """Return which of some points lie in an area, with so much of it on all four sides."""
        left, top, right, bottom = self._boxes[at]
        x, y = xy[:, 0], xy[:, 1]
        within = np.flatnonzero((x >= left + room) & (x <= right - room) & (y >= top + room) & (y <= bottom - room))
        if not len(within):
            return within
        shape = self._shapes[at]
        shapely.prepare(shape)
        for dx, dy in ((0.0, 0.0), (-room, 0.0), (room, 0.0), (0.0, room), (0.0, -room)):
            within = within[shapely.intersects_xy(shape, x[within] + dx, y[within] + dy)]
        return within


def _has_town(geography: CanvasGeography, id: SpaceId) -> bool:
    space = geography.space(id)
    return space is not None and bool(space.get("city"))


def _lots(column: Ints, row: Ints) -> Ints:
    """Return a lot per cell of a grid that only its place decides."""
    mixed_up = (column * 73856093) ^ (row * 19349663)
    mixed_up = (mixed_up ^ (mixed_up >> 13)) * 1274126177
    return np.asarray((mixed_up ^ (mixed_up >> 16)) & 0x7FFFFFFF, np.int64)
