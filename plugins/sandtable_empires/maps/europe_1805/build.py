"""From the text files to the map: nothing is computed here but what the board derives from the shapes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import cast, get_args

import shapely

from sandtable.board import (
    AreaMap,
    Attributes,
    Edge,
    Feature,
    Graph,
    Map,
    MapInfo,
    MapLine,
    Pair,
    Place,
    Provenance,
    Region,
    RegionId,
    Shape,
    Space,
    SpaceId,
    Value,
    pair_of,
)
from sandtable.engine import Invalid, Origin, unknown
from sandtable_empires.maps.cartography.topology import Topology
from sandtable_empires.maps.europe_1805 import sources
from sandtable_empires.maps.europe_1805.drawing import PROJECTION
from sandtable_empires.maps.europe_1805.sources import Area, Province, Way

INFO = MapInfo(
    key="europe-1805",
    title="Europe in 1805",
    says="The powers, the minor countries and the provinces of Europe at the beginning of the war of 1805.",
    unit="km",
    projection=PROJECTION.text,
    source="Natural Earth (public domain) for coasts, units and rivers; all that is historical is house data",
    licence="MIT",
)

POLISH_LANDS = "polish-lands"
"""What may become Poland: a region across provinces of three powers."""


@cache
def europe_1805() -> Map:
    """Return the map; one value, built once."""
    drawn = Topology.read((sources.HERE / "areas.topojson").read_bytes())
    areas = AreaMap(_shapes(drawn), tolerance=0.0)
    spaces = [*_lands(), *_seas(), *_harbours()]
    river = {pair_of(SpaceId(a), SpaceId(b)): name for a, b, name in drawn.facts["river_borders"]}
    river = _correct_rivers(river)
    return Map(
        INFO,
        Graph(spaces, _edges(areas, river)),
        areas,
        places=_places(drawn),
        regions=tuple(_regions()),
        lines=tuple(_lines(drawn)),
        provenance=tuple(_provenance()),
    )


# --- spaces -----------------------------------------------------------------------------------------------------


def _lands() -> Iterator[Space]:
    capitals = {SpaceId(one.capital): one.rank for one in sources.countries().country.values()}
    capitals |= {SpaceId(one.capital): "minor" for one in sources.countries().district.values()}
    majors = {SpaceId(one.capital) for one in sources.countries().country.values() if one.rank == "major"}
    for province, area in sources.areas():
        id = SpaceId(area.id)
        rank = "major" if id in majors else capitals.get(id, "")
        yield Space(id, area.name, "land", _attributes(**_of_land(province, area), capital=rank))


def _of_land(province: Province, area: Area) -> dict[str, Value]:
    return {
        "country": area.owner or province.owner or province.home,
        "province": province.id,
        "district": province.district,
        "homeland": POLISH_LANDS if province.polish else "",
        "terrain": area.terrain,
        "city": area.name if area.city is None else area.city,
        "fortress": area.fortress,
        "forage": sources.house().forage[area.terrain],
    }


def _seas() -> Iterator[Space]:
    for id, sea in sources.seas().items():
        yield Space(SpaceId(id), sea.name, "sea")


def _harbours() -> Iterator[Space]:
    for _, area in sources.areas():
        if area.port:
            town = _town(area)
            yield Space(_port(area), f"Port of {town}", "port", _attributes(city=town, guns=_guns(area)))
            yield Space(_box(area), f"Blockade of {town}", "blockade", _attributes(city=town))


def _guns(area: Area) -> int:
    return sources.house().guns.level * area.fortress if area.guns is None else area.guns


def _town(area: Area) -> str:
    return area.city or area.name


def _port(area: Area) -> SpaceId:
    return SpaceId(f"port-{area.id}")


def _box(area: Area) -> SpaceId:
    return SpaceId(f"blockade-{area.id}")


def _attributes(**values: Value) -> Attributes:
    """Return what is worth saying: no empty text, no 0, no ``False``."""
    return tuple(sorted((name, value) for name, value in values.items() if value))


# --- edges ------------------------------------------------------------------------------------------------------


def _edges(areas: AreaMap, river: Mapping[Pair, str]) -> Iterator[Edge]:
    sea = {SpaceId(id) for id in sources.seas()}
    across = _across()
    for edge in areas.edges():
        coast = len({edge.a, edge.b} & sea) == 1
        along = (Feature("coast"),) if coast else (Feature("river"),) if edge.pair in river else ()
        blocked = "blocked" in across.get(edge.pair, ())
        features = tuple(Feature(kind) for kind in across.pop(edge.pair, ()) if kind != "blocked")
        yield Edge(edge.a, edge.b, along, features, "forbidden" if blocked else "derived", edge.contact)
    for (a, b), kinds in across.items():
        if "pass" in kinds or "blocked" in kinds:
            raise Invalid(f"crossings.toml has a pass or a block between {a!r} and {b!r}, which do not touch")
        yield Edge(a, b, across=tuple(Feature(kind) for kind in kinds), status="added")
    for way in sources.crossings().passage:
        yield Edge(SpaceId(way.between[0]), SpaceId(way.between[1]), status="added")
    yield from _harbour_edges()


def _across() -> dict[Pair, tuple[str, ...]]:
    ways = sources.crossings()
    kinds: dict[str, tuple[Way, ...]] = {
        "strait": ways.strait,
        "crossing": ways.crossing,
        "optional_crossing": ways.optional_crossing,
        "pass": ways.mountain_pass,
        "blocked": ways.blocked,
    }
    found: dict[Pair, tuple[str, ...]] = {}
    known = {area.id for _, area in sources.areas()}
    for kind, listed in kinds.items():
        for way in listed:
            for end in way.between:
                if end not in known:
                    raise unknown("area", end, known, f"crossings.toml has a {kind} there")
            pair = pair_of(SpaceId(way.between[0]), SpaceId(way.between[1]))
            found[pair] = (*found.get(pair, ()), kind)
    return found


def _harbour_edges() -> Iterator[Edge]:
    for _, area in sources.areas():
        if area.port:
            port, box = _port(area), _box(area)
            yield Edge(SpaceId(area.id), port, across=(Feature("port"),), status="added")
            yield Edge(port, box, across=(Feature("harbour"),), status="added")
            yield Edge(box, SpaceId(area.port), across=(Feature("harbour"),), status="added")


def _correct_rivers(river: dict[Pair, str]) -> dict[Pair, str]:
    """Return the river borders as the recipe wants them."""
    said = sources.rivers().correction
    off = {pair_of(SpaceId(a), SpaceId(b)) for a, b in said.off}
    kept = {pair: name for pair, name in river.items() if pair not in off}
    return kept | {pair_of(SpaceId(a), SpaceId(b)): name for a, b, name in said.along}


# --- where it all lies ------------------------------------------------------------------------------------------


def _shapes(drawn: Topology) -> dict[SpaceId, Shape]:
    wanted = {area.id for _, area in sources.areas()}, set(sources.seas())
    for layer, names in zip(("land", "sea"), wanted, strict=True):
        if odd := names ^ set(drawn.shapes[layer]):
            raise Invalid(f"areas.topojson and the recipe disagree about {', '.join(sorted(odd))}: run scripts/europe")
    shapes = {SpaceId(id): shape for layer in ("land", "sea") for id, shape in drawn.shapes[layer].items()}
    return dict(zip(shapes, shapely.orient_polygons(list(shapes.values())).tolist(), strict=True))


def _places(drawn: Topology) -> dict[SpaceId, Place]:
    layers = {"towns": "", "seas": "", "ports": "port-", "boxes": "blockade-"}
    return {
        SpaceId(before + id): place for layer, before in layers.items() for id, place in drawn.places[layer].items()
    }


def _lines(drawn: Topology) -> Iterator[MapLine]:
    """Yield the rivers, as they are drawn: which borders they part stands on the edges."""
    for id, line in drawn.lines["rivers"].items():
        name, _, part = id.rpartition("/")
        yield MapLine(f"river-{sources.slug(name)}-{part}", "river", line, name)


# --- regions and provenance -------------------------------------------------------------------------------------


def _regions() -> Iterator[Region]:
    for id, country in sources.countries().country.items():
        values = _attributes(
            rank=country.rank,
            capital=country.capital,
            controlled_by=country.controlled_by,
            allied_to=country.allied_to,
            says=country.says,
            to_be_made=not country.exists,
        )
        yield Region(RegionId(id), "country", country.name, None, values)
    for id, district in sources.countries().district.items():
        values = _attributes(capital=district.capital, secondary=district.secondary)
        yield Region(RegionId(id), "district", district.name, RegionId(district.country), values)
    yield Region(RegionId(POLISH_LANDS), "homeland", "Polish lands", RegionId("poland"))
    for province in sources.provinces():
        yield _region(province)
    yield from _sea_crossings()


def _region(province: Province) -> Region:
    values = _attributes(
        capital=sources.slug(province.capital or province.areas[0].name),
        guerilla=province.guerilla,
        cossack=province.cossack,
        border_province=province.border_province,
        feudal=province.feudal,
        polish=province.polish,
    )
    income: Attributes = (("manpower", province.manpower), ("money", province.money))
    home = RegionId(province.district or province.home)
    return Region(RegionId(province.id), "province", province.name, home, tuple(sorted((*values, *income))))


def _sea_crossings() -> Iterator[Region]:
    """Yield what is crossed over a sea: edges have no attributes, so each is a region that names its shores."""
    ways = sources.crossings()
    for way in (*ways.strait, *ways.crossing, *ways.optional_crossing):
        if way.sea not in sources.seas():
            raise unknown("sea", way.sea, sources.seas(), f"crossings.toml has {way.name} over it")
        shore, opposite = sorted(way.between)
        values = _attributes(shore=shore, opposite=opposite, sea=way.sea)
        yield Region(RegionId(f"crossing-{shore}-{opposite}"), "sea_crossing", way.name, None, values)


def _provenance() -> Iterator[Provenance]:
    for said in sources.house().provenance:
        if said.origin not in get_args(Origin):
            raise unknown("origin", said.origin, get_args(Origin), "house.toml names it")
        yield Provenance(cast("Origin", said.origin), said.attribute, said.of, said.source, said.confidence)
