"""A drawing made a map by rules, in the worker process: shapes cut to what is seen of them, names put to places."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
import shapely
from shapely import LineString, MultiLineString, Point
from shapely.geometry.base import BaseGeometry

from sandtable.board.areas import AreaMap
from sandtable.board.coverage import clean_coverage, mean_width
from sandtable.board.graph import Graph
from sandtable.board.maps import Map, MapInfo, MapLine
from sandtable.board.shapes import Place, Shape, array_of, parts_of, shape_of
from sandtable.board.spaces import Attributes, Space, SpaceId, Value
from sandtable.engine.errors import Invalid
from sandtable.interchange.drawings.brought_back import brought_back, carried_in, info_of
from sandtable.interchange.drawings.drawn_things import AUTOMATIC, DrawnThing, SvgDrawing
from sandtable.interchange.drawings.mapping import ShapeRule, SvgMapping
from sandtable.interchange.drawings.paper import OwnPaper
from sandtable.interchange.drawings.proposing import SLIP, lost_words
from sandtable.interchange.drawings.surfaces import crosses_itself, surface_of
from sandtable.interchange.geojson.border_checks import derive_borders
from sandtable.interchange.geojson.clean_names import GivenNames, slug
from sandtable.interchange.geojson.import_options import ImportedMap
from sandtable.library.files.report_words import count_of, join_names

SHOWN: Final = 5
HALF: Final = 0.5
"""So much of an area must lie under a terrain."""
BESIDE: Final = 4.0
"""A text stands within so many of its letters of the place that it names."""


@dataclass
class _Ground:
    """An area while it is made."""

    thing: DrawnThing
    rule: ShapeRule
    shape: Shape
    name: str
    attributes: dict[str, Value]
    label: Place | None = None


@dataclass
class _Spot:
    """A place while it is made."""

    thing: DrawnThing
    rule: ShapeRule
    at: Place
    name: str


@dataclass
class _Making:
    """A map while it is made."""

    mapping: SvgMapping
    paper: OwnPaper
    grounds: list[_Ground] = field(default_factory=list[_Ground])
    spots: list[_Spot] = field(default_factory=list[_Spot])
    texts: list[tuple[DrawnThing, ShapeRule]] = field(default_factory=list["tuple[DrawnThing, ShapeRule]"])
    terrains: dict[str, list[Shape]] = field(default_factory=dict[str, "list[Shape]"])
    lines: list[MapLine] = field(default_factory=list[MapLine])
    labels: dict[str, Place] = field(default_factory=dict[str, Place])
    """Where a drawing of ours has the labels of areas."""
    told: dict[str, list[str]] = field(default_factory=dict[str, "list[str]"])
    left: int = 0

    def tell(self, says: str, name: str) -> None:
        self.told.setdefault(says, []).append(name)


def make_map(drawing: SvgDrawing, mapping: SvgMapping, key: str) -> ImportedMap:
    """Return the map; raises ``Invalid`` where the rules make none of what is drawn."""
    paper = OwnPaper.of(drawing.own, mapping)
    making = _Making(mapping, paper)
    line_ids = GivenNames()
    for thing in drawing.things:
        _take(making, thing, line_ids)
    if not making.grounds and not making.spots and not making.lines:
        raise Invalid(
            f"has {count_of(len(drawing.things), 'shape')} and no rule makes an area, a place or a line of one: "
            "change its mapping"
        )
    _cut_what_is_covered(making)
    _name(making)
    _paint(making)
    return _put_together(drawing, making, key)


# --- one by one -------------------------------------------------------------------------------------------------------


def _take(making: _Making, thing: DrawnThing, line_ids: GivenNames) -> None:
    rule = making.mapping.rule_of(thing)
    match rule.becomes if rule is not None else "nothing":
        case "area" | "terrain" if thing.form != "text":
            assert rule is not None
            _take_surface(making, thing, rule)
        case "line" if thing.form != "text":
            assert rule is not None
            _take_line(making, thing, rule, line_ids)
        case "place":
            assert rule is not None
            making.spots.append(_Spot(thing, rule, _lies(making, thing), thing.text or thing.name))
        case "label" if "label" in thing.own:
            making.labels[thing.own["label"]] = _lies(making, thing)
        case "label" if thing.form == "text":
            assert rule is not None
            making.texts.append((thing, rule))
        case _:
            making.left += 1


def _take_surface(making: _Making, thing: DrawnThing, rule: ShapeRule) -> None:
    outlines = [making.paper.places(one) for one in thing.places]
    shape = surface_of(outlines, evenodd=thing.evenodd)
    if shape is None:
        making.tell("shapes that enclose nothing, left out", thing.called)
        return
    if crosses_itself(outlines):
        making.tell("outlines that cross themselves, taken as they are filled", thing.called)
    if rule.becomes == "terrain":
        making.terrains.setdefault(rule.kind or thing.name or "clear", []).append(shape)
        return
    making.grounds.append(_Ground(thing, rule, shape, thing.name, dict(rule.attributes)))


def _take_line(making: _Making, thing: DrawnThing, rule: ShapeRule, ids: GivenNames) -> None:
    pieces: list[LineString] = []
    for outline, closed in zip(thing.places, thing.closed, strict=True):
        places = making.paper.places(outline)
        if closed and (places[0] != places[-1]).any():
            places = np.vstack((places, places[:1]))
        if len(places) > 1 and (places != places[0]).any():
            pieces.append(LineString(places))
    if not pieces:
        making.tell("lines without a length, left out", thing.called)
        return
    id = ids.free(thing.own.get("line") or slug(thing.name) or thing.id or f"line-{thing.number}", "{}-{}", given=False)
    geometry = pieces[0] if len(pieces) == 1 else MultiLineString(pieces)
    kind = thing.own.get("kind") or rule.kind or "line"
    making.lines.append(MapLine(id, kind, geometry, thing.name, _sorted(rule.attributes)))


def _middle(making: _Making, thing: DrawnThing) -> Place:
    """Return the middle of the box around a shape."""
    xy = making.paper.places(np.concatenate(thing.places))
    x, y = ((xy.min(axis=0) + xy.max(axis=0)) / 2).tolist()
    return x, y


def _lies(making: _Making, thing: DrawnThing) -> Place:
    """Return where a shape lies: to the last digit where a drawing of ours says so, and it was not moved since."""
    x, y = _middle(making, thing)
    try:
        was_x, was_y = map(float, thing.own.get("at", "").split())
    except ValueError:
        return x, y
    return (was_x, was_y) if max(abs(was_x - x), abs(was_y - y)) < SLIP * making.paper.scale else (x, y)


# --- what lies under what ---------------------------------------------------------------------------------------------


def _cut_what_is_covered(making: _Making) -> None:
    """Leave ground that is drawn twice to the area that is drawn over the other."""
    if not making.mapping.upper or len(making.grounds) < 2:
        return
    shapes = array_of([one.shape for one in making.grounds])
    width = making.mapping.snap
    below, above = shapely.STRtree(shapes).query(shapes, predicate="intersects")
    over: dict[int, list[int]] = {}
    for low, high in zip(below.tolist(), above.tolist(), strict=True):
        if low < high:
            over.setdefault(low, []).append(high)
    gone: list[_Ground] = []
    for low, highs in sorted(over.items()):
        ground = making.grounds[low]
        wide = [high for high in highs if _lies_over(shapes[low], shapes[high], width)]
        if not wide:
            continue
        rest = ground.shape.difference(shapely.union_all(shapes[wide]))
        parts = [part for part in parts_of(rest) if mean_width(part) > width]
        if not parts:
            making.tell("areas of which others leave nothing to be seen, left out", ground.thing.called)
            gone.append(ground)
            continue
        names = join_names((making.grounds[high].name or making.grounds[high].thing.called for high in wide), 3)
        making.tell("ground left to the areas drawn over it", f"{ground.name or ground.thing.called} (to {names})")
        ground.shape = shape_of(SpaceId(ground.thing.called), parts)
    making.grounds = [one for one in making.grounds if not any(one is other for other in gone)]


def _lies_over(low: BaseGeometry, high: BaseGeometry, width: float) -> bool:
    """Say whether two areas share more than a sliver along their border."""
    return any(mean_width(part) > width for part in parts_of(low.intersection(high)))


def _paint(making: _Making) -> None:
    """Give areas the terrain under which most of them lies."""
    for ground in making.grounds:
        shares = {
            word: sum(ground.shape.intersection(shape).area for shape in shapes) / ground.shape.area
            for word, shapes in making.terrains.items()
        }
        best = max(shares, key=lambda word: shares[word], default="")
        if best and shares[best] >= HALF:
            ground.attributes["terrain"] = best


# --- names ------------------------------------------------------------------------------------------------------------


def _name(making: _Making) -> None:
    """Put every text to the place that stands beside it, or to the area in which it stands."""
    free = [spot for spot in making.spots if not spot.name]
    layers = {spot.thing.layers for spot in making.spots}
    in_areas: list[DrawnThing] = []
    for thing, rule in making.texts:
        of = rule.of or ("place" if thing.layers in layers else "area")
        if of == "place" and (spot := _beside(making, thing, free)) is not None:
            spot.name = thing.text
            free.remove(spot)
        elif of == "place" and rule.of:
            making.tell("texts without a place beside them, left out", thing.text)
        else:
            in_areas.append(thing)
    _name_areas(making, in_areas)


def _beside(making: _Making, thing: DrawnThing, free: Sequence[_Spot]) -> _Spot | None:
    """Return the place nearest to a text that has no name yet, within a few letters of it."""
    x, y = _middle(making, thing)
    reach = thing.size * making.paper.scale
    half = 0.3 * reach * len(thing.text)

    def far(spot: _Spot) -> float:
        return max(abs(spot.at[0] - x) - half, 0.0) + abs(spot.at[1] - y)

    near = min(free, key=far, default=None)
    return near if near is not None and far(near) <= BESIDE * reach else None


def _name_areas(making: _Making, things: Sequence[DrawnThing]) -> None:
    """Name areas by the largest letters in them, from line to line, and let their labels stand there."""
    if not things:
        return
    middles = [_middle(making, thing) for thing in things]
    found: dict[int, list[int]] = {}
    at: list[int] = []
    if making.grounds:
        tree = shapely.STRtree(array_of([one.shape for one in making.grounds]))
        text, area = tree.query(array_of([Point(place) for place in middles]), predicate="intersects")
        for one, ground in zip(text.tolist(), area.tolist(), strict=True):
            if one not in at:
                at.append(one)
                found.setdefault(ground, []).append(one)
    for number, thing in enumerate(things):
        if number not in at:
            making.tell("texts that stand in no area, left out", thing.text)
    for ground, texts in found.items():
        largest = max(things[one].size for one in texts)
        lines = sorted((middles[one][1] * making.paper.way, one) for one in texts if things[one].size >= 0.95 * largest)
        one = making.grounds[ground]
        said = " ".join(things[line].text for _, line in lines)
        if one.thing.label and one.name != said:
            making.tell("areas that are called otherwise than the text in them", f"{one.name} ({said})")
        elif not one.thing.label:
            one.name = said
        xs, ys = zip(*(middles[line] for _, line in lines), strict=True)
        one.label = sum(xs) / len(xs), sum(ys) / len(ys)


# --- all together -----------------------------------------------------------------------------------------------------


def _put_together(drawing: SvgDrawing, making: _Making, key: str) -> ImportedMap:
    mapping, ids = making.mapping, GivenNames()
    spaces: list[Space] = []
    shapes: dict[SpaceId, Shape] = {}
    places: dict[SpaceId, Place] = {}
    for one in making.grounds:
        kind = one.thing.own.get("kind") or one.rule.kind or "land"
        id = _id(ids, one.thing, one.name, "area")
        spaces.append(Space(id, one.name, kind, _sorted({**_own_terrain(one.thing), **one.attributes})))
        shapes[id] = one.shape
        if (label := one.label or making.labels.get(one.thing.own.get("space", ""))) is not None:
            places[id] = label
    for spot in making.spots:
        id = _id(ids, spot.thing, spot.name, "place")
        kind = spot.thing.own.get("kind") or spot.rule.kind or "place"
        spaces.append(Space(id, spot.name, kind, _sorted(spot.rule.attributes)))
        places[id] = spot.at
    notices = list(_notices(drawing, making, ids))
    if shapes and mapping.snap > 0:
        shapes = clean_coverage(list(shapes), array_of(list(shapes.values())), mapping.snap, mapping.snap)
        notices.append(f"borders within {mapping.snap:g} of each other were put together")
    carried = carried_in(drawing)
    areas = AreaMap(shapes, None if carried is None else carried.tolerance) if shapes else None
    derived, faults = derive_borders(areas, {one.id: one.name or one.id for one in spaces}, snapped=mapping.snap > 0)
    info = making.paper.info(info_of(carried, mapping, drawing, key))
    sheet = Map(info, Graph(spaces, derived), areas, places=places, lines=tuple(making.lines))
    if carried is not None:
        sheet, told = brought_back(sheet, carried)
        notices += told
    return ImportedMap(sheet, [*notices, *faults])


def _id(ids: GivenNames, thing: DrawnThing, name: str, what: str) -> SpaceId:
    """Return an id that stays when more is drawn: what a person has called it, else what the program has."""
    own = thing.own.get("space") or thing.own.get("place")
    wish = own or slug(thing.label) or ("" if AUTOMATIC.fullmatch(thing.id) else slug(thing.id)) or slug(name)
    return SpaceId(ids.free(wish or thing.id or f"{what}-{thing.number}", "{}-{}", given=own is not None))


def _own_terrain(thing: DrawnThing) -> dict[str, Value]:
    """Return what a drawing of ours shows of an area."""
    return {"terrain": thing.own["terrain"]} if thing.own.get("terrain") else {}


def _sorted(attributes: dict[str, Value]) -> Attributes:
    return tuple(sorted(attributes.items()))


def _notices(drawing: SvgDrawing, making: _Making, ids: GivenNames) -> Iterator[str]:
    """Yield what has become of what did not fit."""
    unit = making.paper.info(MapInfo("", "", unit=making.mapping.unit)).unit
    width = f"{making.mapping.fine * making.paper.scale:.2g} {unit}"
    yield f"curves were drawn straight within {width.strip()}"
    if making.left:
        yield f"left out: {count_of(making.left, 'shape')} that no rule takes, or that become nothing"
    yield from lost_words(drawing)
    for says, names in making.told.items():
        yield f"{says}: {join_names(names, SHOWN)}"
    if ids.changed:
        yield f"ids that were taken: {join_names((f'{wish} became {found}' for wish, found in ids.changed), SHOWN)}"
    nameless = sum(not one.name for one in making.grounds)
    if nameless:
        yield f"{count_of(nameless, 'area')} {'has' if nameless == 1 else 'have'} no name"
    having: dict[str, int] = {}
    for name in (*(one.name for one in making.grounds), *(one.name for one in making.spots)):
        having[name] = having.get(name, 0) + bool(name)
    if twice := [f"{name} ({many})" for name, many in having.items() if many > 1]:
        yield f"names that several spaces share: {join_names(twice, SHOWN)}"
