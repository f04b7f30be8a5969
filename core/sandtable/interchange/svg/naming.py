"""Where the names of areas, towns and ports go, with the signs they stand beside."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
import shapely
from shapely import Polygon

from sandtable.board.spaces import Space, SpaceId
from sandtable.interchange.svg import symbols
from sandtable.interchange.svg.area_picture import WATER, AreaPicture, largest
from sandtable.interchange.svg.colours import INK
from sandtable.interchange.svg.labels import Label, Labels, wordings
from sandtable.interchange.svg.paper import Box
from sandtable.interchange.svg.pen import Pen, Place
from sandtable.present.label_placing import beside

LEAST: Final = 6.5
MOST: Final = 13.0
SEA_MOST: Final = 21.0
SHARE: Final = 0.17
"""Letter size as a part of the side of a square as large as the area."""


@dataclass(frozen=True)
class Naming:
    """Sets signs first, then names, those of the largest areas first."""

    picture: AreaPicture
    labels: Labels
    size: float

    def signs(self, pen: Pen) -> None:
        """Draw the signs of towns, fortresses, ports, each with what says where its space lies: they move together."""
        for space in self.picture.sheet.graph.spaces.values():
            at = self.picture.anchor(space.id)
            if at is None:
                continue
            with pen.group():
                box = self._sign(pen, space, at)
                self._anchor(pen, space, at)
            if box is not None:
                self.labels.block(box)

    def _anchor(self, pen: Pen, space: Space, at: Place) -> None:
        """Draw, where nobody sees it, the place of a space, or where the label of an area was put."""
        sheet, (x, y) = self.picture.sheet, at
        if space.id not in sheet.places:
            return
        place = " ".join(map(repr, sheet.places[space.id]))
        dot: dict[str, float | str] = {"cx": x, "cy": y, "r": 1, "fill": "none", "stroke": "none", "data_at": place}
        if space.id in self.picture.areas:
            pen.leaf("circle", **dot, data_label=space.id)
        else:
            pen.leaf("circle", **dot, data_place=space.id, data_name=space.name, data_kind=space.kind)

    def _sign(self, pen: Pen, space: Space, at: Place) -> Box | None:
        if space.kind == "port":
            return symbols.port(pen, at, self.size * 0.9)
        if space.kind == "blockade":
            return symbols.blockade(pen, at, self.size * 0.7)
        if space.kind in WATER:
            return None
        capital, value = str(space.get("capital", "") or ""), space.get("fortress")
        if isinstance(value, int) and not isinstance(value, bool) and value > 0:
            return symbols.fortress(pen, at, self.size, value, capital=capital)
        if space.get("city") or capital or space.id not in self.picture.areas:
            return symbols.town(pen, at, self.size * 0.8, capital=capital)
        return None

    def names(self) -> None:
        """Find a place for every name."""
        picture = self.picture
        shapes = {id: largest(picture.paper.to_paper(picture.areas[id])) for id in picture.areas}
        order = sorted(shapes, key=lambda id: (-round(shapes[id].area, 3), id))
        for id in order:
            space = picture.sheet.graph.spaces[id]
            if space.name and not self.labels.put(self._tries(space, shapes[id])):
                self.labels.unset.append(space.name)
        for id in picture.sheet.places:
            space = picture.sheet.graph.spaces[id]
            at = picture.anchor(id)
            if id not in shapes and space.name and space.kind != "blockade" and at is not None:
                self._name_place(space, at)
        for id in order:
            self._name_town(picture.sheet.graph.spaces[id])

    def _tries(self, space: Space, shape: Polygon) -> Iterator[tuple[Label, float, float]]:
        """Yield a name in smaller and smaller letters, at more and more places of its area."""
        sea = space.kind in WATER
        most = SEA_MOST if sea else MOST
        first = min(max(shape.area**0.5 * SHARE, LEAST), most)
        colour = symbols.NAVY if sea else INK
        sizes = [size for size in (first, first * 0.85, first * 0.72, LEAST) if size >= LEAST]
        places = self._places(space.id, shape)
        shapely.prepare(shape)
        for inside in (1.0, 0.6, 0.0):
            for size in sizes:
                for lines in wordings(space.name):
                    label = Label(lines, size, colour, italic=sea)
                    for x, y in places:
                        if inside == 0.0 or _share_inside(shape, label.box(x, y)) >= inside:
                            yield label, x, y

    def _places(self, id: SpaceId, shape: Polygon) -> list[Place]:
        """Return places of an area, those nearest to its sign first, most of them below it."""
        x, y = self.picture.anchor(id) or (0.0, 0.0)
        reach = max(shape.area**0.5, 12.0)
        steps = [(0.0, 0.0), *((dx, dy) for dy in range(-4, 5) for dx in range(-4, 5) if dx or dy)]
        near = sorted(steps, key=lambda step: (abs(step[0]) * 1.3 + abs(step[1]) * (0.9 if step[1] > 0 else 1.0), step))
        found = [(x + dx * reach / 11, y + dy * reach / 11) for dx, dy in near]
        inside = shapely.contains_xy(
            shape, np.array([place[0] for place in found]), np.array([place[1] for place in found])
        )
        return [place for place, within in zip(found, inside.tolist(), strict=True) if within] or [(x, y)]

    def _name_town(self, space: Space) -> None:
        """Set the name of a town beside its sign where the area is called otherwise."""
        town, at = space.get("city"), self.picture.anchor(space.id)
        if isinstance(town, str) and town and town != space.name and at is not None:
            self._beside(Label((town,), LEAST + 0.5, "#5b4636", italic=True), at, self.size * 1.9)

    def _name_place(self, space: Space, at: Place) -> None:
        port = space.kind == "port"
        label = Label((space.name,), LEAST + 0.5, symbols.NAVY if port else INK, italic=port)
        if not self._beside(label, at, self.size * 1.5):
            self.labels.unset.append(space.name)

    def _beside(self, label: Label, at: Place, far: float) -> bool:
        x, y = at
        ways = beside((label.width, label.height), (0.0, 0.0), (far * 0.8, far * 0.8))
        return self.labels.put((label, x + dx, y + dy) for dx, dy in ways)


def _share_inside(shape: Polygon, box: Box) -> float:
    """Return about how much of a box lies in a shape."""
    left, top, right, bottom = box
    x = np.array([left, left, right, right, (left + right) / 2, left, right, (left + right) / 2, (left + right) / 2])
    y = np.array([top, bottom, top, bottom, (top + bottom) / 2, (top + bottom) / 2, (top + bottom) / 2, top, bottom])
    return float(shapely.contains_xy(shape, x, y).mean())
