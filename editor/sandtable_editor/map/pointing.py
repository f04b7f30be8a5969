"""What lies at a place of the map that is drawn, from what lies on top down to what lies beneath."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import shapely

from sandtable.board.spaces import SpaceId
from sandtable_editor.map.selection import Selected

if TYPE_CHECKING:
    from sandtable.board.maps import Map, Underlay
    from sandtable.board.shapes import Place
    from sandtable_editor.map.drawn_map import DrawnMap

REACH: Final = 9.0
"""Logical pixels round a place that belong to it."""
NEAR_LINE: Final = 6.0


class MapPointing:
    """Answers for one view."""

    def __init__(self, view: DrawnMap) -> None:
        self._view = view
        self._asked: tuple[tuple[Place, Map, frozenset[str], float], list[Selected]] | None = None
        self.locked: frozenset[str] = frozenset()
        """Layers in which nothing is pointed at: ``ground``, ``places``, ``lines``, ``underlays/`` and an id."""

    @property
    def _map(self) -> Map:
        return self._view.geography.map

    def all_at(self, at: Place) -> list[Selected]:
        """Return everything at a place, each by itself, the topmost first."""
        asked = at, self._map, self.locked, self._view.zoom
        if self._asked is None or self._asked[0] != asked:  # several ask for the same place: hint, tool, status
            found = [*self._marks(at), *self._lines(at), *self._ground(at), *self._underlays(at)]
            self._asked = asked, list(dict.fromkeys(found))
        return self._asked[1]

    def space_at(self, at: Place) -> SpaceId | None:
        """Return the space at a place: a mark, a hex, an area."""
        spaces = [one for each in self.all_at(at) for one in (*each.spaces, *each.hexes)]
        return next(iter(spaces), None)

    def _marks(self, at: Place) -> list[Selected]:
        if "places" in self.locked:
            return []
        near = self._view.units(REACH)
        places = self._view.geography.marks
        away = [(_far(self._map.places[id], at), id) for id in places]
        return [Selected(spaces=(id,)) for far, id in sorted(away) if far <= near]

    def _lines(self, at: Place) -> list[Selected]:
        if "lines" in self.locked:
            return []
        spot, near = shapely.Point(at), self._view.units(NEAR_LINE)
        away = [(one.geometry.distance(spot), one.id) for one in self._map.lines]
        return [Selected(lines=(id,)) for far, id in sorted(away) if far <= near]

    def _ground(self, at: Place) -> list[Selected]:
        if "ground" in self.locked:
            return []
        geography, found = self._view.geography, list[Selected]()
        x, y = geography.on_canvas(at)
        if geography.hexes is not None and (hex := geography.hexes.grid.at(x, y)) is not None:
            found.append(Selected(hexes=(SpaceId(geography.hexes.numbers.of(hex)),)))
        if len(geography.ids) and (order := geography.tree.at(x, y)) is not None:
            found.append(Selected(spaces=(geography.ids[order],)))
        return found

    def _underlays(self, at: Place) -> list[Selected]:
        free = [one for one in reversed(self._map.underlays) if f"underlays/{one.id}" not in self.locked]
        return [Selected(underlays=(one.id,)) for one in free if self._covers(one, at)]

    def _covers(self, one: Underlay, at: Place) -> bool:
        laid = one.placement(downwards=self._view.geography.downwards)
        u, v = laid.inverse().at(at) if laid.size else (-1.0, -1.0)
        return 0 <= u <= 1 and 0 <= v <= 1

    def within(self, one: Place, other: Place) -> Selected:
        """Return what lies wholly in a box: areas, spaces without a shape, hexes by their middles, lines."""
        left, right = sorted((one[0], other[0]))
        low, high = sorted((one[1], other[1]))
        sheet, box = self._map, shapely.box(left, low, right, high)
        spaces: list[SpaceId] = []
        if "ground" not in self.locked and sheet.areas is not None:
            spaces += [id for id in sheet.areas if box.covers(sheet.areas[id])]
        if "places" not in self.locked:
            spaces += [id for id in self._view.geography.marks if box.covers(shapely.Point(sheet.places[id]))]
        lines = [line.id for line in sheet.lines if box.covers(line.geometry)] if "lines" not in self.locked else []
        return Selected(tuple(spaces), tuple(self._hexes_in((left, low, right, high))), lines=tuple(lines))

    def _hexes_in(self, box: tuple[float, float, float, float]) -> list[SpaceId]:
        board = self._map.hexes
        if board is None or "ground" in self.locked:
            return []
        left, low, right, high = box
        centres = board.grid.centres(board.grid.indices)
        inside = (centres[:, 0] >= left) & (centres[:, 0] <= right) & (centres[:, 1] >= low) & (centres[:, 1] <= high)
        return [SpaceId(board.numbers.of(board.grid.hex(at))) for at in board.grid.indices[inside].tolist()]


def _far(one: Place, other: Place) -> float:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))
