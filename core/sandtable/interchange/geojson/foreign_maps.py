"""Anybody's GeoJSON made a map: polygons become areas, points places, lines lines, properties attributes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec
from shapely import LineString, MultiLineString, Point
from shapely.geometry.base import BaseGeometry

from sandtable.board.areas import AreaMap
from sandtable.board.graph import Graph
from sandtable.board.maps import Map, MapInfo, MapLine
from sandtable.board.shapes import Place, Shape, is_shape
from sandtable.board.spaces import Attributes, Space, SpaceId, Value
from sandtable.engine.errors import Invalid
from sandtable.interchange.geojson.border_checks import derive_borders
from sandtable.interchange.geojson.clean_names import GivenNames, clean_name, list_names, slug, value_of
from sandtable.interchange.geojson.import_options import ImportedMap, ImportOptions
from sandtable.interchange.geojson.parsing import GeoFeature, LocatedFile, ParsedFile

NAMES: Final = ("name", "NAME", "Name", "title", "label", "name_en", "NAME_EN")
IDS: Final = ("id", "ID", "Id")
KINDS: Final = ("kind", "type", "featurecla")


class MapBuilder:
    """A map that is being made of features, with what is to be said about it; ``there``: what it has already."""

    def __init__(self, reading: ImportOptions, there: Iterable[Space] = (), lines: Iterable[MapLine] = ()) -> None:
        self.reading = reading
        there = list(there)
        self.spaces: list[Space] = []
        self.shapes: dict[SpaceId, Shape] = {}
        self.places: dict[SpaceId, Place] = {}
        self.lines: list[MapLine] = []
        self.ids = GivenNames(space.id for space in there)
        self.line_ids = GivenNames(line.id for line in lines)
        self.washed: list[str] = []
        self.as_text: dict[str, None] = {}
        self.undrawn: list[str] = []

    def take(self, feature: GeoFeature, geometry: BaseGeometry | None) -> None:
        """Take in one feature."""
        if geometry is None:
            self.undrawn.append(feature.name)
            return
        properties: dict[str, Any] = msgspec.json.decode(feature.properties)
        name = self._name(properties)
        given = self._id(feature, properties)
        wish = given or slug(name)
        if isinstance(geometry, LineString | MultiLineString):
            kind = self._kind(properties, "line")
            line = self.line_ids.free(wish or f"line-{feature.number}", "{}-{}", given=bool(given))
            self.lines.append(MapLine(line, kind, geometry, name, self._attributes(properties)))
            return
        kind = self._kind(properties, "place" if isinstance(geometry, Point) else self.reading.kind)
        id = SpaceId(self.ids.free(wish or f"area-{feature.number}", "{}-{}", given=bool(given)))
        self.spaces.append(Space(id, name, kind, self._attributes(properties)))
        if is_shape(geometry):
            self.shapes[id] = geometry
        elif isinstance(geometry, Point):
            self.places[id] = (geometry.x, geometry.y)

    def _name(self, properties: dict[str, Any]) -> str:
        """Take the name out of the properties."""
        given = _pop_first(properties, self.reading.name_field, NAMES, str)
        name = clean_name(str(given)) if given is not None else ""
        if given is not None and name != given:
            self.washed.append(name)
        return name

    def _id(self, feature: GeoFeature, properties: dict[str, Any]) -> str:
        """Take the id out: that of the field asked for, that of the feature, that among its properties; or nothing."""
        field = self.reading.id_field
        if feature.id is not None and not field:
            if str(properties.get("id")) == feature.id:
                del properties["id"]
            return clean_name(feature.id)
        return clean_name(str(_pop_first(properties, field, IDS, str | int) or ""))

    def _kind(self, properties: dict[str, Any], default: str) -> str:
        given = _pop_first(properties, self.reading.kind_field, KINDS, str)
        return clean_name(str(given or "")) or default

    def _attributes(self, properties: dict[str, Any]) -> Attributes:
        found: dict[str, Value] = {}
        for name, given in properties.items():
            if given is not None:
                found[clean_name(name)], plain = value_of(given)
                if not plain:
                    self.as_text[clean_name(name)] = None
        return tuple(sorted(found.items()))

    def _shared_names(self) -> list[str]:
        having: dict[str, list[SpaceId]] = {}
        for space in self.spaces:
            if space.name:
                having.setdefault(space.name, []).append(space.id)
        return [f"{name} ({', '.join(ids)})" for name, ids in having.items() if len(ids) > 1]

    def notices(self) -> list[str]:
        """Say what has become of what did not fit."""
        told = {
            "nothing is drawn of, and left out": self.undrawn,
            "ids that were taken": [f"{wish} became {found}" for wish, found in self.ids.changed],
            "names that several spaces share": self._shared_names(),
            "ids of lines that were taken": [f"{wish} became {found}" for wish, found in self.line_ids.changed],
            "names that were cleaned of invisible marks and stray spaces": self.washed,
            "properties that are neither text, whole number nor yes or no, kept as text": list(self.as_text),
        }
        notices = [f"{says}: {list_names(names)}" for says, names in told.items() if names]
        if self.places:
            points = "1 point became a place" if len(self.places) == 1 else f"{len(self.places):,} points became places"
            notices.append(f"{points} without a shape and without borders")
        return notices


def map_of(apart: LocatedFile, reading: ImportOptions) -> ImportedMap:
    """Return the map; raises ``Invalid`` where there is nothing to make one of, or a field that no feature has."""
    parsed, geometries = apart
    _check_fields(parsed, reading)
    making = MapBuilder(reading)
    for feature, geometry in zip(parsed.features, geometries, strict=True):
        making.take(feature, geometry)
    if not making.spaces and not making.lines:
        raise Invalid("has nothing drawn in it: there is nothing to import")
    areas = AreaMap(making.shapes, reading.tolerance) if making.shapes else None
    title = reading.title or clean_name(parsed.title)
    info = MapInfo(
        reading.key or slug(title) or "map", title, unit="km" if parsed.projection else "", projection=parsed.projection
    )
    names = {space.id: space.name or space.id for space in making.spaces}
    derived, notices = derive_borders(areas, names, snapped=reading.snap > 0)
    sheet = Map(info, Graph(making.spaces, derived), areas, places=making.places, lines=tuple(making.lines))
    return ImportedMap(sheet, [*parsed.notices, *making.notices(), *notices])


def _check_fields(parsed: ParsedFile, reading: ImportOptions) -> None:
    """Raise ``Invalid`` for a field that is asked for and that no feature has."""
    for field in filter(None, (reading.name_field, reading.id_field, reading.kind_field)):
        known = {
            key for feature in parsed.features for key in msgspec.json.decode(feature.properties, type=dict[str, Any])
        }
        if field not in known:
            shown = ", ".join(sorted(known)[:12]) or "none"
            raise Invalid(f"has no property called {field!r} in any feature: use one of {shown}")


def _pop_first(properties: dict[str, Any], field: str, fields: Sequence[str], kinds: Any) -> Any:
    """Take the first of some properties that is of these kinds out of them."""
    for name in (field,) if field else fields:
        given = properties.get(name)
        if isinstance(given, kinds) and not isinstance(given, bool):
            return properties.pop(name)
        if field and isinstance(given, int | float):
            return str(properties.pop(name))
    return None
