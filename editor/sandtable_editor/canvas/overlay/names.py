"""The names and signs that a map could bear, with their rank: which of them fit at a zoom is decided elsewhere."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain, compress
from math import inf, sqrt
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

import numpy as np

from sandtable.board.vocabulary import BLOCKADE, PORT, RIVERS, WATER
from sandtable_editor.canvas.geometry import shapes
from sandtable_editor.canvas.geometry.change import renew
from sandtable_editor.canvas.geometry.hit import MARKS_FROM
from sandtable_editor.canvas.overlay.place_symbols import PlaceSymbol

if TYPE_CHECKING:
    from sandtable.board.maps import RegionId
    from sandtable.board.spaces import Space, SpaceId
    from sandtable_editor.canvas.geometry.change import MapChange
    from sandtable_editor.canvas.geometry.geography import CanvasGeography, Place
    from sandtable_editor.canvas.ground.paint_context import Part

Style = Literal["country", "province", "capital", "town", "area", "sea", "river", "harbour"]
RANKS: Final[dict[Style, int]] = {
    "country": 0, "capital": 1, "province": 2, "town": 3, "sea": 4, "area": 5, "river": 6, "harbour": 7,
}  # fmt: skip


NAMED_FROM: Final = 20.0
"""Logical pixels of a hex from which on it has its name: in smaller ones a name lies over what others are called."""
ACROSS: Final = 4.0
"""So many hexes the name of one may cover."""
FEW: Final = 100
"""So many names are put among the others one by one."""


@dataclass(frozen=True, slots=True)
class Name:
    """A name at a place of the canvas, or a sign, or both.

    It is wanted while a typical space is between ``least`` and ``most`` logical pixels wide, and what it names is
    ``wide`` canvas units across: a name that is longer is left out (0: it may be longer).
    """

    text: str
    place: Place
    style: Style
    weight: float = 0.0
    """Of two of one rank the heavier comes first."""
    mark: PlaceSymbol | None = None
    least: float = 0.0
    most: float = inf
    wide: float = 0.0
    turn: float = 0.0
    """Degrees clockwise."""
    space: SpaceId | None = None
    """The space that is nowhere but at its sign."""

    @property
    def order(self) -> tuple[float | str, ...]:
        return RANKS[self.style], -self.weight, self.place[1], self.place[0], self.text, str(self.space)


class MapNames:
    """The names that a map could bear; in another revision only those are made anew that look otherwise for a change.

    ``all``: those first that take precedence.
    """

    areas: AreaNames
    owners: Owners
    members: Members
    regions: Regions
    marks: dict[SpaceId, Name]
    rivers: list[Name]
    hexes: list[Name]
    all: list[Name]

    def __init__(
        self, geography: CanvasGeography, before: MapNames | None = None, change: MapChange | None = None
    ) -> None:
        """``before``: the names of the map before this change."""
        old = before if change is not None else None
        self.map = geography.map
        self.areas = _areas(geography, old.areas if old and change else {}, change)
        same = old if old and old.map.regions == self.map.regions else None
        self.owners = _owners(geography, same.owners if same else {}, change)
        members = same.members if same and same.owners == self.owners else None
        self.members = members if members is not None else _members(self.owners)
        self.regions = _regions(geography, self.members, same.regions if same else {}, change)
        self.marks = _marks(geography, old.marks if old else {}, change)
        self.rivers = old.rivers if old and old.map.lines == self.map.lines else list(_rivers(geography))
        self.hexes = old.hexes if old and old.map.hexes is self.map.hexes else list(_hexes(geography))
        found = list(chain.from_iterable(self.areas.values()))
        found += [region.name for region in self.regions.values()]
        found += [*self.marks.values(), *self.rivers, *self.hexes]
        self.all = _in_order(found, old.all if old else [])


def _in_order(names: list[Name], before: list[Name]) -> list[Name]:
    """Return names in their order; those that were there before stand in it already."""
    there, known = set(map(id, names)), set(map(id, before))
    found = list(compress(before, map(there.__contains__, map(id, before))))
    fresh = [name for name in names if id(name) not in known]
    if len(fresh) > FEW:
        return sorted(names, key=lambda name: name.order)
    for name in fresh:
        insort(found, name, key=lambda name: name.order)
    return found


def names_of(geography: CanvasGeography) -> list[Name]:
    """Return all names of a map, those first that take precedence."""
    return MapNames(geography).all


def kept_names(names: list[Name], left_out: frozenset[Part]) -> list[Name]:
    """Return names without what is left out, in their order."""
    if not left_out:
        return names
    kept = (_without(name, left_out) for name in names)
    return [name for name in kept if name is not None]


def _without(name: Name, left_out: frozenset[Part]) -> Name | None:
    """Return what is shown of a name: a sign stays where words are left out, its words go with it."""
    named: Part | None = "regions" if name.style in {"country", "province"} else None
    if name.mark is not None:
        named = "places"
    elif name.style == "river":
        named = "lines"
    if named in left_out:
        return None
    if "names" not in left_out:
        return name
    return replace(name, text="") if name.mark is not None else None


AreaNames = dict["SpaceId", tuple[Name, ...]]


def _areas(geography: CanvasGeography, before: AreaNames, change: MapChange | None) -> AreaNames:
    """Return the names in each area; those of areas that a change has left alone are taken over."""
    sizes: list[float] = np.sqrt(geography.extents).tolist()
    changed, order = change.spaces if change is not None else None, geography.order
    return renew(geography.ids, before, changed, lambda id: tuple(_area(geography, id, sizes[order[id]])))


def _area(geography: CanvasGeography, id: SpaceId, wide: float) -> Iterator[Name]:
    space = geography.space(id)
    if geography.kind(id) in WATER:
        yield Name(geography.name(id), geography.places[id], "sea", wide, least=10, wide=1.5 * wide)
        return
    town = str(space.get("city") or "") if space else ""
    if space and town:
        yield _town(space, town, geography.places[id])
    if geography.name(id) != town:
        place = geography.stand(id) if town else geography.places[id]
        yield Name(geography.name(id), place or geography.places[id], "area", wide, least=52, wide=1.3 * wide)


def _town(space: Space, town: str, place: Place) -> Name:
    fortress = _number(space.get("fortress"))
    capital = str(space.get("capital") or "")
    mark = PlaceSymbol("town", fortress, capital if capital in {"major", "minor"} else "")
    if capital:
        return Name(town, place, "capital", 10 + fortress, mark, least=8 if capital == "major" else 20)
    return Name(town, place, "town", fortress, mark, least=30 - 4 * min(fortress, 4) if fortress else 36)


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0


class NamedRegion(NamedTuple):
    """The name of a region, the areas in it, and the middle of its land: the name stands there if that is its own."""

    name: Name
    inside: tuple[SpaceId, ...]
    middle: Place


Regions = dict["RegionId", NamedRegion]
Owners = dict["SpaceId", tuple["RegionId", ...]]
Members = dict["RegionId", tuple["SpaceId", ...]]


def _owners(geography: CanvasGeography, before: Owners, change: MapChange | None) -> Owners:
    """Return the province and the country of each area that is land; those of areas left alone are taken over."""

    def owners(id: SpaceId) -> tuple[RegionId, ...]:
        kinds = () if geography.kind(id) in WATER else ("province", "country")
        return tuple(owner for kind in kinds if (owner := geography.region_of(id, kind)) is not None)

    return renew(geography.ids, before, change.spaces if change is not None else None, owners)


def _members(owners: Owners) -> Members:
    """Return the areas in each province and country, in order of these."""
    found: dict[RegionId, list[SpaceId]] = {}
    for id, of in owners.items():
        for owner in of:
            found.setdefault(owner, []).append(id)
    return {key: tuple(ids) for key, ids in sorted(found.items())}


def _regions(geography: CanvasGeography, members: Members, before: Regions, change: MapChange | None) -> Regions:
    """Name provinces and countries; what a change has left alone is taken over."""
    same = _left_alone(before, change) if change is not None and before else {}
    found: Regions = {}
    for key, inside in members.items():
        old = same.get(key)
        found[key] = old if old is not None and old.inside == inside else _region(geography, key, inside)
    return found


def _left_alone(regions: Regions, change: MapChange) -> Regions:
    """Return the regions of which no area is another, and whose middle no other area has reached."""
    reached = change.covers(np.array([region.middle for region in regions.values()]))
    return {
        key: region
        for (key, region), hit in zip(regions.items(), reached.tolist(), strict=True)
        if not hit and change.spaces.isdisjoint(region.inside)
    }


def _region(geography: CanvasGeography, key: RegionId, ids: tuple[SpaceId, ...]) -> NamedRegion:
    """Name a region where its land has its middle."""
    region, inside = geography.map.region[key], [geography.order[id] for id in ids]
    style: Style = "country" if region.kind == "country" else "province"
    size, middle = geography.extents[inside], geography.middles[inside]
    centre = (middle * size[:, None]).sum(axis=0) / size.sum()
    nearest = middle[int(np.argmin(np.hypot(*(middle - centre).T)))]
    x, y = (centre if _own(geography, centre, inside) else nearest).tolist()
    boxes = geography.boxes[inside]
    wide = 1.25 * min(float(boxes[:, 2].max() - boxes[:, 0].min()), 2.0 * sqrt(size.sum()))
    least, most = (0.0, 95.0) if style == "country" else (24.0, 260.0)
    name = Name(region.name or region.id, (x, y), style, float(size.sum()), least=least, most=most, wide=wide)
    return NamedRegion(name, ids, (float(centre[0]), float(centre[1])))


def _own(geography: CanvasGeography, place: shapes.Floats, inside: list[int]) -> bool:
    return geography.tree.at(float(place[0]), float(place[1])) in inside


def _marks(geography: CanvasGeography, before: dict[SpaceId, Name], change: MapChange | None) -> dict[SpaceId, Name]:
    """Name what has a place and no shape; what a change has left alone is taken over."""
    alone = not len(geography.ids) and geography.hexes is None
    least = 0.0 if alone else MARKS_FROM

    def name_of(id: SpaceId) -> Name:
        kind = geography.kind(id)
        mark = PlaceSymbol(kind if kind in {PORT, BLOCKADE} else "place")
        text = geography.name(id) if mark.kind == "place" else ""
        return Name(text, geography.places[id], "harbour", mark=mark, least=least, space=id)

    same = {id: name for id, name in before.items() if name.least == least}
    return renew(geography.marks, same, change.spaces if change is not None else None, name_of)


def _rivers(geography: CanvasGeography) -> Iterator[Name]:
    """Name rivers half way along, the names turned as they run."""
    lines = [line for line in geography.map.lines if line.kind in RIVERS and line.name]
    for line, laid in zip(
        lines, shapes.lay_on_canvas([one.geometry for one in lines], geography.downwards), strict=True
    ):
        (x, y), turn, length = shapes.midway(laid)
        yield Name(line.name, (x, y), "river", length, least=30, wide=length, turn=turn)


def _hexes(geography: CanvasGeography) -> Iterator[Name]:
    board = geography.hexes
    if board is not None:
        for hex, name in sorted(board.names.items()):
            yield Name(name, board.grid.centre(hex), "town", least=NAMED_FROM, wide=ACROSS * geography.size)
