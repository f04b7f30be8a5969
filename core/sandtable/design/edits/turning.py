"""Vertices turned about a place and made larger or smaller: some of them, or all of areas and lines."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from math import cos, isfinite, radians, sin
from typing import Final

import shapely
from shapely.geometry.base import BaseGeometry

from sandtable.board.maps import Map
from sandtable.board.shapes import Place
from sandtable.board.spaces import SpaceId
from sandtable.design.edits.edit import MOST_VERTICES, MapEdit, named, require_area, require_place
from sandtable.design.edits.lines import line_called
from sandtable.design.edits.vertices import move_in_all
from sandtable.engine.errors import Invalid
from sandtable.interchange.projection import downwards
from sandtable.library.files.report_words import count_of

MOST_TIMES: Final = 1000.0


class TurnVertices(MapEdit, frozen=True):
    """Turn vertices clockwise about a place, and make what they draw ``times`` as large; all that share them follow.

    They are those that are named, and all of some areas and lines; the place is the middle of them, unless named.
    """

    vertices: tuple[Place, ...] = ()
    spaces: tuple[SpaceId, ...] = ()
    lines: tuple[str, ...] = ()
    degrees: float = 0.0
    times: float = 1.0
    about: Place | None = None

    def change(self, sheet: Map, notes: list[str]) -> Map:
        places = self.places(sheet)
        turn = self._turn(sheet, places)
        moves = {at: to for at in places if (to := turn(at)) != at}
        after = move_in_all(sheet, moves, notes) if moves else sheet
        labels = {id: turn(spot) for id in self.spaces if (spot := sheet.places.get(id)) is not None}
        return dataclasses.replace(after, places={**after.places, **labels}) if labels else after

    def turned(self, sheet: Map, places: Sequence[Place]) -> tuple[Place, ...]:
        """Return where places would come that are turned along."""
        return tuple(map(self._turn(sheet, self.places(sheet)), places))

    def places(self, sheet: Map) -> tuple[Place, ...]:
        """Return all vertices that would be turned; raises ``Invalid`` where there are none, or too many."""
        found = tuple(dict.fromkeys(self._places(sheet)))
        if not found:
            raise Invalid("nothing is named that could be turned: name vertices, areas or lines")
        if len(found) > MOST_VERTICES:
            raise Invalid(f"{len(found):,} vertices cannot be turned at once: name up to {MOST_VERTICES:,}")
        return found

    def _places(self, sheet: Map) -> Iterator[Place]:
        for at in self.vertices:
            yield require_place(at, "a vertex")
        areas = require_area(sheet, *self.spaces) if self.spaces else None
        shapes: list[BaseGeometry] = [areas[id] for id in self.spaces] if areas is not None else []
        for shape in (*shapes, *(line_called(sheet, id).geometry for id in self.lines)):
            yield from ((x, y) for x, y in shapely.get_coordinates(shape).tolist())

    def _turn(self, sheet: Map, places: Sequence[Place]) -> _Turn:
        """Return where places go; raises ``Invalid`` for figures that nothing can be turned or enlarged by."""
        if not isfinite(self.degrees):
            raise Invalid(f"nothing can be turned by {self.degrees} degrees: give a number")
        if not 1 / MOST_TIMES <= self.times <= MOST_TIMES:
            raise Invalid(f"nothing can be made {self.times:g} times as large: choose 0.001 to {MOST_TIMES:,.0f}")
        about = require_place(self.about or middle_of(places), "what is turned about")
        clockwise = 1.0 if downwards(sheet) else -1.0
        return _Turn(about, clockwise * radians(self.degrees), self.times)

    def says(self, sheet: Map) -> str:
        deeds = [f"by {self.degrees:g}°"] if self.degrees else []
        deeds += [f"to {self.times * 100:g} %"] if self.times != 1 else []
        verb = "Turn" if self.degrees else "Scale"
        what = [named(sheet, self.spaces)] if self.spaces else []
        what += [line_called(sheet, id).name or id for id in self.lines]
        what += [count_of(len(self.vertices), "vertex", "vertices")] if self.vertices else []
        return f"{verb} {', '.join(what)} {' and '.join(deeds)}".rstrip()


@dataclasses.dataclass(frozen=True)
class _Turn:
    """Where places go: ``angle`` leads from the first axis to the second."""

    about: Place
    angle: float
    times: float

    def __call__(self, at: Place) -> Place:
        x, y = at[0] - self.about[0], at[1] - self.about[1]
        across, up = cos(self.angle) * self.times, sin(self.angle) * self.times
        return _tidy(self.about[0] + x * across - y * up), _tidy(self.about[1] + x * up + y * across)


def middle_of(places: Sequence[Place]) -> Place:
    """Return the middle of the box round some places."""
    xs, ys = zip(*places, strict=True)
    return _tidy((min(xs) + max(xs)) / 2), _tidy((min(ys) + max(ys)) / 2)


def _tidy(value: float) -> float:
    """Return a coordinate without the noise of turning."""
    return round(value, 9) + 0.0
