"""Land areas out of the units of today: joined, cut into the cells of towns, or drawn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fnmatch import fnmatchcase

import shapely
from msgspec import Struct
from shapely import LineString, Point, Polygon
from shapely.geometry.base import BaseGeometry

from sandtable.board import Place, Shape
from sandtable.engine import Invalid
from sandtable_empires.maps.cartography.cells import cells
from sandtable_empires.maps.cartography.planar import common, nearest, parts_of, unite, without

FAR = 60.0
"""Kilometres: a town that lies in no unit is thought to lie in the nearest, but not farther off than this."""


class Wanted(Struct, frozen=True):
    """An area as the recipe wants it: around a town, with whole units, or within a drawn outline."""

    id: str
    town: Place
    units: tuple[str, ...] = ()
    outline: Polygon | None = None


class Together(Struct, frozen=True, forbid_unknown_fields=True):
    """Units that are cut as one, whatever runs between them; ``rivers`` are borders of the cells."""

    units: tuple[str, ...]
    rivers: tuple[str, ...] = ()


class Block(Struct, frozen=True):
    """A piece of land that is shared out among the towns in it."""

    units: tuple[str, ...]
    shape: Shape
    rivers: tuple[str, ...]


def areas(
    wanted: Sequence[Wanted],
    units: Mapping[str, Shape],
    together: Sequence[Together],
    rivers: Mapping[str, LineString | BaseGeometry],
) -> dict[str, Shape]:
    """Share out all units among the areas wanted.

    A unit that an area names belongs to it. Of the others, one with a single town goes to that town, one
    with several is cut into their cells, one without goes to the nearest town of its country.
    """
    outlines = {one.id: _on_land(one.outline, units) for one in wanted if one.outline is not None}
    units = _less_drawn(units, list(outlines.values()))
    named = _named_units(wanted, units)
    found: dict[str, list[BaseGeometry]] = {one.id: [units[unit] for unit in named[one.id]] for one in wanted}
    taken = {unit for mine in named.values() for unit in mine}
    blocks = list(_blocks({id: shape for id, shape in units.items() if id not in taken}, together))
    homes = _homes(wanted, units, named, blocks)
    for number, block in enumerate(blocks):
        towns = {one.id: one.town for one in wanted if homes[one.id] == number}
        if not towns:
            towns = _of_country(block, wanted, homes, named, blocks)
            towns = dict([list(towns.items())[nearest(list(towns.values()), _centre(block.shape))]])
        for id, mine in cells(block.shape, towns, [rivers[name] for name in block.rivers]).items():
            found[id] += mine
    for id, shape in outlines.items():
        found[id] = [shape]
    for id, pieces in found.items():
        if not pieces:
            raise Invalid(f"nothing is left for {id!r}: its town lies in a unit that another area names")
    return {id: unite(pieces) for id, pieces in sorted(found.items())}


def _centre(shape: Shape) -> Place:
    return float(shape.centroid.x), float(shape.centroid.y)


def _on_land(outline: Polygon, units: Mapping[str, Shape]) -> Shape:
    return common(outline, unite(shape for shape in units.values() if shape.intersects(outline)))


def _less_drawn(units: Mapping[str, Shape], outlines: Sequence[Shape]) -> dict[str, Shape]:
    drawn = shapely.union_all(list(outlines))
    cut = {id: without(shape, drawn) if shape.intersects(drawn) else shape for id, shape in units.items()}
    return {id: shape for id, shape in cut.items() if not shape.is_empty}


def _named_units(wanted: Sequence[Wanted], units: Mapping[str, Shape]) -> dict[str, list[str]]:
    named: dict[str, list[str]] = {}
    whose: dict[str, str] = {}
    for one in wanted:
        named[one.id] = list(one.units)
        for unit in one.units:
            if unit not in units:
                raise Invalid(f"{one.id!r} needs the unit {unit!r}, which is not in the base: look it up there")
            if whose.setdefault(unit, one.id) != one.id:
                raise Invalid(f"{one.id!r} and {whose[unit]!r} both want the unit {unit!r}: give it to one of them")
    return named


def _blocks(units: Mapping[str, Shape], together: Sequence[Together]) -> Iterable[Block]:
    left = dict(units)
    for joint in together:
        mine = [id for id in units if id in left and any(fnmatchcase(id, pattern) for pattern in joint.units)]
        for pattern in joint.units:
            if not any(fnmatchcase(id, pattern) for id in units):
                raise Invalid(f"no unit without an owner is called {pattern!r}: look it up in the base")
        yield Block(tuple(mine), unite(left.pop(id) for id in mine), joint.rivers)
    for id, shape in left.items():
        yield Block((id,), shape, ())


def _homes(
    wanted: Sequence[Wanted], units: Mapping[str, Shape], named: Mapping[str, Sequence[str]], blocks: Sequence[Block]
) -> dict[str, int | None]:
    """Say in which block each town lies; ``None`` for one that lies in a unit that somebody names."""
    taken = [units[unit] for mine in named.values() for unit in mine]
    tree = shapely.STRtree([*(block.shape for block in blocks), *taken])
    homes: dict[str, int | None] = {}
    for one in wanted:
        number = int(tree.nearest(Point(one.town)))
        shape = tree.geometries[number]
        if shape.distance(Point(one.town)) > FAR:
            raise Invalid(f"the town of {one.id!r} lies in no unit: check its longitude and latitude")
        homes[one.id] = number if number < len(blocks) and one.outline is None else None
    return homes


def _of_country(
    block: Block,
    wanted: Sequence[Wanted],
    homes: Mapping[str, int | None],
    named: Mapping[str, Sequence[str]],
    blocks: Sequence[Block],
) -> dict[str, Place]:
    """Return the towns of the country that a block without a town belongs to."""
    country = _country(block.units[0])
    towns: dict[str, Place] = {}
    for one in wanted:
        home = homes[one.id]
        mine = (*named[one.id], *(blocks[home].units if home is not None else ()))
        if country in map(_country, mine):
            towns[one.id] = one.town
    if not towns:
        raise Invalid(f"no area lies in the country of {block.units[0]!r}: name the unit in an area")
    return towns


def _country(unit: str) -> str:
    return unit.partition(":")[0]


def clip_areas(shapes: Mapping[str, Shape], frame: Polygon, least: float) -> dict[str, Shape]:
    """Return the areas within the frame without islands smaller than ``least``; the largest part always stays."""
    found: dict[str, Shape] = {}
    for id, shape in shapes.items():
        parts = sorted(parts_of(common(shape, frame)), key=lambda part: -part.area)
        found[id] = unite(part for number, part in enumerate(parts) if part.area >= least or not number)
    return found


def tidy(shapes: Mapping[str, Shape], enclave: float, slit: float) -> dict[str, Shape]:
    """Return the areas without enclaves smaller than ``enclave`` and without inlets narrower than ``slit``."""
    held: dict[str, list[Polygon]] = {}
    stray: list[Polygon] = []
    for id, shape in shapes.items():
        main, *more = sorted(parts_of(shape), key=lambda part: -part.area)
        lost = [part for part in more if part.area < enclave and _is_landlocked(part, id, shapes)]
        held[id] = [main, *(part for part in more if part not in lost)]
        stray += lost
    for part in stray:
        lengths = {id: sum(_shared_length(part, other) for other in parts) for id, parts in held.items()}
        held[max(lengths, key=lambda id: lengths[id])].append(part)
    whole = {id: unite(parts) for id, parts in held.items()}
    return {id: _without_slits(id, shape, whole, slit) for id, shape in whole.items()}


def _is_landlocked(part: Polygon, id: str, shapes: Mapping[str, Shape]) -> bool:
    return sum(_shared_length(part, shape) for other, shape in shapes.items() if other != id) > 0.5 * part.length


def _shared_length(part: Polygon, shape: BaseGeometry) -> float:
    return float(shapely.intersection(part.boundary, shape.boundary).length) if part.intersects(shape) else 0.0


def _without_slits(id: str, shape: Shape, shapes: Mapping[str, Shape], slit: float) -> Shape:
    closed = shape.buffer(slit / 2, join_style="mitre").buffer(-slit / 2, join_style="mitre")
    others = [other for name, other in shapes.items() if name != id and other.intersects(closed)]
    return unite([shape, without(closed, shapely.union_all(others))])
