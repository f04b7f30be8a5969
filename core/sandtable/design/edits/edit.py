"""What every edit of a map is, and what several of them want to know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

import numpy as np
from msgspec import Struct
from shapely import LineString, Polygon

from sandtable.board.areas import AreaMap
from sandtable.board.maps import Map
from sandtable.board.shapes import FARTHEST, Place, sound_shapes
from sandtable.board.spaces import Attributes, RegionId, Space, SpaceId, Value
from sandtable.design.in_names import in_names
from sandtable.design.patch import MapPatch
from sandtable.engine.errors import Invalid, unknown
from sandtable.library.files.report_words import count_of

Outline = tuple[Place, ...]
"""Places in map units, one after the other; an outline is closed by itself."""

Given = dict[str, Value | None]
"""Attributes as somebody gives them: ``None`` takes one away."""

MOST_VERTICES: Final = 20_000
"""An outline of more is no drawing: whoever imports one simplifies it first."""


class NothingChanges(Invalid):
    """An edit of what is so already."""


class MapEdit(Struct, frozen=True, tag=True, tag_field="edit", forbid_unknown_fields=True, omit_defaults=True):
    """Something that is done to a map, as a value. ``subject`` is what of a design it changes."""

    subject: ClassVar[str] = "map"

    def change(self, sheet: Map, notes: list[str]) -> Map:
        """Return the map after it, raising ``Invalid`` in one sentence; ``notes`` takes what was done besides."""
        raise NotImplementedError

    def says(self, sheet: Map) -> str:
        """Return what it does to this map, in a few words, as a history shows it."""
        raise NotImplementedError

    def fresh(self) -> dict[str, str]:
        """Return the names of what it makes, by the ids that it gives them."""
        given = [getattr(self, part) for part in ("id", "part", "line", "box") if hasattr(self, part)]
        name = str(getattr(self, "name", None) or "")
        return {one: name if at == 0 else "" for at, one in enumerate(given) if isinstance(one, str) and one}

    def after(self, earlier: MapEdit) -> MapEdit | None:
        """Return this and the edit just before it as one; ``None`` where they are not two steps of the same thing."""
        return None

    def patch(self, sheet: Map, notes: list[str]) -> MapPatch:
        """Return what it changes on a map; raises ``Invalid`` for what cannot be done, and for what changes nothing."""
        try:
            after = self.change(sheet, notes)
        except Invalid as error:
            if type(error) is not Invalid or error.remedy is not None:
                raise
            raise Invalid(in_names(str(error), sheet, self.fresh())) from error
        notes[:] = [in_names(one, sheet, self.fresh()) for one in notes]
        found = MapPatch.between(sheet, after)
        if not found:
            raise NothingChanges(f"nothing would change ({self.says(sheet)}): the map is so already")
        return found


# --- what is named --------------------------------------------------------------------------------------------------


def space_of(sheet: Map, id: str) -> Space:
    """Return a space of the graph; raises ``Invalid`` naming the nearest ids where there is none."""
    return sheet.graph[SpaceId(id)]


def areas_of(sheet: Map) -> AreaMap:
    """Return the areas of a map; raises ``Invalid`` for one without."""
    if sheet.areas is None:
        raise Invalid(f"the map {sheet.title!r} has no areas: draw one first")
    return sheet.areas


def require_area(sheet: Map, *ids: SpaceId) -> AreaMap:
    """Return the areas of a map; raises ``Invalid`` where one of these is not drawn."""
    areas = areas_of(sheet)
    for id in ids:
        if id not in areas:
            space_of(sheet, id)
            raise unknown("area", id, areas.ids, "it is a space without a shape" if id in sheet.graph.spaces else "")
    return areas


def require_new(sheet: Map, id: str) -> SpaceId:
    """Return an id that no space has; raises ``Invalid`` for one that is taken, or cannot be read aloud."""
    if not id.strip() or id != id.strip() or not id.isprintable() or len(id) > 100:
        raise Invalid(f"{id!r} cannot be the id of a space: use up to 100 letters and digits, without blanks around")
    if sheet.knows(id):
        raise Invalid(f"the id {id} is that of {sheet.name(id)} already: choose another id")
    return SpaceId(id)


def require_region(sheet: Map, id: str) -> RegionId:
    """Return the id of a region that is there."""
    if id not in sheet.region:
        raise unknown("region", id, sheet.region)
    return RegionId(id)


def named(sheet: Map, ids: Sequence[str]) -> str:
    """Return what spaces are called, the first few of many."""
    names = [sheet.name(id) for id in ids[:3]]
    return ", ".join(names) + (f" and {len(ids) - 3} more" if len(ids) > 3 else "")


# --- what is drawn --------------------------------------------------------------------------------------------------


def require_place(at: Place, what: str) -> Place:
    """Return a place on the map; raises ``Invalid`` for one that is no two numbers."""
    if not (np.isfinite(at).all() and max(map(abs, at)) <= FARTHEST):
        raise Invalid(f"{what} is at {at[0]}, {at[1]}, which is not a place on a map: give two numbers in map units")
    return float(at[0]), float(at[1])


def line_of(places: Outline, what: str = "the line") -> LineString:
    """Return places as a line; raises ``Invalid`` for fewer than two, too many, and what is no place."""
    _require_moderate(places, what)
    if len(places) < 2 or len(set(places)) < 2:
        raise Invalid(f"{what} has {count_of(len(places), 'point')}: draw it through two places or more")
    return LineString([require_place(at, what) for at in places])


def polygon_of(id: SpaceId, outline: Outline, holes: Sequence[Outline] = ()) -> Polygon:
    """Return the ground that an outline encloses, without holes; raises ``Invalid`` for one that crosses itself."""
    rings = [outline, *holes]
    for ring in rings:
        _require_moderate(ring, f"the outline of {id!r}")
        if len(set(ring)) < 3:
            raise Invalid(f"the outline of {id!r} has {count_of(len(set(ring)), 'corner')}: draw three or more")
        for at in ring:
            require_place(at, f"a corner of {id!r}")
    shape = Polygon(outline, list(holes))
    found: Polygon = sound_shapes([id], [shape])[0]
    return found


def _require_moderate(places: Outline, what: str) -> None:
    if len(places) > MOST_VERTICES:
        raise Invalid(f"{what} has {len(places):,} points: simplify it to {MOST_VERTICES:,}, or import it")


# --- what is said of it ---------------------------------------------------------------------------------------------


def with_given(attributes: Attributes, given: Mapping[str, Value | None]) -> Attributes:
    """Return attributes with those that were given, in order of their names."""
    for name in given:
        if not name.strip() or name != name.strip():
            raise Invalid(f"an attribute cannot be called {name!r}: give it a name without blanks around")
    values = {**dict(attributes), **given}
    return tuple(sorted((name, value) for name, value in values.items() if value is not None))
