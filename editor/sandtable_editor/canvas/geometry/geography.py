"""Where everything of a map lies on the canvas.

The canvas has the map's own units with ``y`` growing downwards: maps whose projection has the north at large ``y``
are turned over. Everything else here counts in canvas units.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, TypeVar

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QTransform

from sandtable.board.maps import RegionId
from sandtable.board.spaces import SpaceId
from sandtable.board.vocabulary import WATER
from sandtable.design.swaps import swaps
from sandtable.engine.errors import Invalid
from sandtable.interchange.projection import downwards
from sandtable_editor.canvas.geometry import shapes
from sandtable_editor.canvas.geometry.shapes import Box, Tree

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray
    from shapely.geometry.base import BaseGeometry

    from sandtable.board.hex_board import HexBoard
    from sandtable.board.maps import Map, Underlay
    from sandtable.board.spaces import Space
    from sandtable_editor.canvas.geometry.shapes import Floats, Ints, Shapes

    Flags = NDArray[np.bool_]

Place = tuple[float, float]
NOTHING: Final[Box] = (0.0, 0.0, 1.0, 1.0)


class CanvasGeography:
    """A map laid onto the canvas; made once per map and never changed.

    ``before``: the map in another revision. What both have in common, the same objects in each, is not measured again.
    """

    def __init__(self, board: Map, before: CanvasGeography | None = None) -> None:
        self.map = board
        self.downwards = downwards(board)
        self.ids: tuple[SpaceId, ...] = tuple(board.areas or ())
        self._regions_of: dict[tuple[SpaceId, str], RegionId | None] = {}
        self.known_stands: dict[SpaceId, Place] = {}
        """Where counters stand, as far as somebody has asked."""
        if before is not None and before.downwards == self.downwards:
            self._go_on(before)
        else:
            self.order = {id: at for at, id in enumerate(self.ids)}
            self.water = self._find_water(self.ids)
            self.shapes: Shapes = self._canvas_shapes(self.ids)
            self.boxes: Floats = shapes.bounds(self.shapes)

    def _canvas_shapes(self, ids: Sequence[SpaceId]) -> Shapes:
        """Return the shapes of some areas as they lie on the canvas."""
        areas = self.map.areas
        return shapes.lay_on_canvas([areas[id] for id in ids] if areas is not None else [], self.downwards)

    def _find_water(self, ids: Sequence[SpaceId]) -> Flags:
        """Tell of each of some areas whether it is water."""
        return np.array([self.kind(id) in WATER for id in ids], np.bool_)

    # --- another revision ---------------------------------------------------------------------------------------

    def _go_on(self, before: CanvasGeography) -> None:
        """Take over what was found of the areas and spaces that are the same objects in another revision."""
        now, was = self.map.areas, before.map.areas
        drawn = set(now.changed_since(was)) if now is not None and was is not None else set(self.ids)
        same = self.ids == before.ids
        self.order = before.order if same else {id: at for at, id in enumerate(self.ids)}
        rows = np.array([-1 if id in drawn else before.order[id] for id in self.ids], np.int64)
        fresh = self._canvas_shapes([self.ids[at] for at in np.flatnonzero(rows < 0).tolist()])
        self.shapes = _joined(before.shapes, rows, fresh)
        self.boxes = _joined(before.boxes, rows, shapes.bounds(fresh))
        if "extents" in before.__dict__:
            self.__dict__["extents"] = _joined(before.extents, rows, shapes.areas(fresh))
        if "middles" in before.__dict__:
            self.__dict__["middles"] = _joined(before.middles, rows, shapes.inner_points(fresh))
        spaces = swaps(before.map.graph.spaces, self.map.graph.spaces)
        places = swaps(before.map.places, self.map.places)
        self.water = before.water if same and not spaces else self._find_water(self.ids)
        if self.map.regions == before.map.regions:
            self._regions_of = {key: of for key, of in before._regions_of.items() if key[0] not in spaces}
        changed = {*drawn, *spaces, *places}
        self.known_stands = {id: place for id, place in before.known_stands.items() if id not in changed}
        if same and "places" in before.__dict__ and self.map.places.keys() == before.map.places.keys():
            moved = {id: place for id in before.places.keys() & changed if (place := self._find_place(id)) is not None}
            self.__dict__["places"] = {**before.places, **moved}

    # --- what there is ------------------------------------------------------------------------------------------

    @property
    def hexes(self) -> HexBoard | None:
        return self.map.hexes

    def space(self, id: SpaceId) -> Space | None:
        """Return what the graph knows of a space; hexes need not stand in it."""
        return self.map.graph.spaces.get(id)

    def kind(self, id: SpaceId) -> str:
        """Return the kind of a space; one that is drawn and of no kind is land."""
        space = self.space(id)
        return space.kind if space else "land"

    def name(self, id: SpaceId) -> str:
        """Return what players call a space."""
        return self.map.name(id)

    def knows(self, id: SpaceId) -> bool:
        """Say whether there is such a space, drawn or not."""
        return self.map.knows(id)

    def hex_index(self, id: SpaceId) -> int:
        """Return the index of the hex with that number, -1 when there is none."""
        found = self.map.by_number.find(id) if self.hexes is not None else None
        return self.hexes.grid.index(found) if found is not None and self.hexes is not None else -1

    @cached_property
    def tree(self) -> Tree:
        """The areas, to be searched by place; what its answers count are places in ``ids``."""
        return Tree(self.shapes)

    @cached_property
    def marks(self) -> tuple[SpaceId, ...]:
        """The spaces without a shape that have a place: harbours, boxes, points of a track."""
        return tuple(
            id for id in self.map.places if id not in self.order and (self.hexes is None or self.hex_index(id) < 0)
        )

    # --- where it is --------------------------------------------------------------------------------------------

    def on_canvas(self, place: Place) -> Place:
        """Return a place of the map as one of the canvas."""
        return (place[0], place[1] if self.downwards else -place[1])

    def on_map(self, point: QPointF) -> Place:
        """Return a place of the canvas as one of the map."""
        return self.on_canvas((point.x(), point.y()))

    @cached_property
    def places(self) -> dict[SpaceId, Place]:
        """Where the label of each space that is no hex stands, and its town."""
        ids = dict.fromkeys((*self.map.places, *self.ids))
        return {id: place for id in ids if (place := self._find_place(id)) is not None}

    def _find_place(self, id: SpaceId) -> Place | None:
        """Return where a label was put, or where an area has room for it."""
        place = self.map.places[id] if id in self.map.places else self.map.locate(id)
        return self.on_canvas(place) if place is not None else None

    def place(self, id: SpaceId) -> Place | None:
        """Return where a space is, ``None`` when the map does not say."""
        if id in self.places:
            return self.places[id]
        index = self.hex_index(id)
        if index < 0 or self.hexes is None:
            return None
        return self.hexes.grid.centre(self.hexes.grid.hex(index))

    def stand(self, id: SpaceId) -> Place | None:
        """Return where counters in a space stand: clear of its town and its borders, as far as there is room."""
        if id not in self.order:
            return self.place(id)
        if id not in self.known_stands:
            space = self.space(id)
            town = [self.places[id]] if space and space.get("city") else []
            self.known_stands[id] = shapes.roomiest(self.shape(id), town)
        return self.known_stands[id]

    def stands(self, ids: list[SpaceId]) -> dict[SpaceId, Place | None]:
        """Return where counters stand in each of many spaces."""
        found = {id: self.stand(id) for id in ids if id in self.places}
        rest = [id for id in ids if id not in found]
        if self.hexes is not None and rest:
            index = self.hexes.numbers.hexes([str(id) for id in rest])
            centres = self.hexes.grid.centres(index).tolist()
            for id, at, (x, y) in zip(rest, index.tolist(), centres, strict=True):
                found[id] = (x, y) if at >= 0 else None
        return {id: found.get(id) for id in ids}

    def shape(self, id: SpaceId) -> BaseGeometry:
        """Return the shape of an area; raises ``KeyError`` for a space without one."""
        shape: BaseGeometry = self.shapes[self.order[id]]
        return shape

    def box_of(self, id: SpaceId) -> Box | None:
        """Return the box round a space: of a hex its own, of a mark just its place."""
        if id in self.order:
            left, top, right, bottom = self.boxes[self.order[id]].tolist()
            return left, top, right, bottom
        place = self.place(id)
        if place is None:
            return None
        grid = self.hexes.grid if self.hexes is not None and id not in self.places else None
        across, down = (grid.hex_width / 2, grid.hex_height / 2) if grid else (0.0, 0.0)
        return place[0] - across, place[1] - down, place[0] + across, place[1] + down

    def on_canvas_of(self, image: Underlay) -> QTransform:
        """Return how an image lies on the canvas: (0, 0) is its upper left corner, (1, 1) its lower right one."""
        width, slant, left, drop, height, top = image.placement(downwards=True)
        x, y = self.on_canvas((left, top))
        return QTransform(width, drop, slant, height, x, y)

    def box_of_underlay(self, image: Underlay) -> Box:
        """Return the box of an image under the map."""
        box = self.on_canvas_of(image).mapRect(QRectF(0, 0, 1, 1))
        return box.left(), box.top(), box.right(), box.bottom()

    @cached_property
    def middles(self) -> Floats:
        """A point inside each area, ``(n, 2)``."""
        return shapes.inner_points(self.shapes)

    # --- how large it is ----------------------------------------------------------------------------------------

    @cached_property
    def box(self) -> Box:
        """The box round the whole map."""
        boxes = [self.boxes] if len(self.boxes) else []
        if self.hexes is not None:
            grid = self.hexes.grid
            across, down = (3 * grid.columns + 1, 2 * grid.rows + 1)
            if grid.orientation == "pointy":
                across, down = (2 * grid.columns + 1, 3 * grid.rows + 1)
            wide, high = grid.hex_width * across / self._steps[0], grid.hex_height * down / self._steps[1]
            boxes.append(np.array([[grid.left, grid.top, grid.left + wide, grid.top + high]]))
        if self.map.places:
            points = np.array(list(self.map.places.values()))
            if not self.downwards:
                points[:, 1] *= -1.0
            boxes.append(np.concatenate([points, points], axis=1))
        boxes += [np.array([self.box_of_underlay(image)]) for image in self.map.underlays]
        if not boxes:
            return NOTHING
        every = np.concatenate(boxes)
        left, top = every[:, :2].min(axis=0).tolist()
        right, bottom = every[:, 2:].max(axis=0).tolist()
        room = max(right - left, bottom - top) or 1.0
        grow = 0.0 if right > left and bottom > top else room / 2
        return left - grow, top - grow, right + grow, bottom + grow

    @property
    def _steps(self) -> tuple[int, int]:
        """How many of the steps in which hexes lie make a hex, across and down."""
        return (4, 2) if self.hexes is None or self.hexes.grid.orientation == "flat" else (2, 4)

    @property
    def rect(self) -> QRectF:
        """The box round the whole map, as Qt's rectangle."""
        left, top, right, bottom = self.box
        return QRectF(left, top, right - left, bottom - top)

    @cached_property
    def extents(self) -> Floats:
        """How large each area is, square units."""
        return shapes.areas(self.shapes)

    @cached_property
    def size(self) -> float:
        """How wide a space is, typically: what zooms are measured against."""
        if self.hexes is not None:
            return float(min(self.hexes.grid.hex_width, self.hexes.grid.hex_height))
        land = self.extents if self.water.all() else self.extents[~self.water]
        if len(land):
            return float(np.sqrt(np.median(land)))
        left, top, right, bottom = self.box
        return max(right - left, bottom - top) / 20

    # --- who owns it --------------------------------------------------------------------------------------------

    def region_of(self, id: SpaceId, kind: str) -> RegionId | None:
        """Return the region of a kind in which a space lies: the one it names, or one round the one it names."""
        key = id, kind
        if key not in self._regions_of:
            self._regions_of[key] = self._find_region(id, kind)
        return self._regions_of[key]

    def _find_region(self, id: SpaceId, kind: str) -> RegionId | None:
        space = self.space(id)
        if space is None:
            return None
        named = [value for name, value in space.attributes if name == kind and isinstance(value, str)]
        named += [value for name, value in space.attributes if name in self._kinds and isinstance(value, str)]
        for value in named:
            region = self.map.region.get(RegionId(value))
            while region is not None and region.kind != kind:
                region = self.map.region.get(region.within) if region.within is not None else None
            if region is not None:
                return region.id
        return None

    @cached_property
    def _kinds(self) -> frozenset[str]:
        return frozenset(region.kind for region in self.map.regions)

    def terrain(self, id: SpaceId) -> str:
        """Return the terrain of an area; water is ``water`` whatever else is said of it."""
        if self.kind(id) in WATER:
            return "water"
        space = self.space(id)
        return str(space.get("terrain", "clear")) if space else "clear"

    def require_space(self, id: SpaceId) -> SpaceId:
        """Return a space of this map; raises ``Invalid`` for another."""
        if not self.knows(id):
            raise Invalid(f"no space of the map {self.map.info.title!r} is called {id!r}: show the map it is on")
        return id


A = TypeVar("A", bound="NDArray[Any]")


def _joined(before: A, rows: Ints, fresh: A) -> A:
    """Return rows of an array from before, and where there is none (-1) those that are fresh, in their order."""
    made: Any = np.empty((len(rows), *before.shape[1:]), before.dtype)
    made[rows >= 0] = before[rows[rows >= 0]]
    made[rows < 0] = fresh
    joined: A = made
    return joined
