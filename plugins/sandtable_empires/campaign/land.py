"""The rows of the land: a part of a map as provinces, areas and links."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, cast

from sandtable.engine import Row, SideId
from sandtable_empires.model import Area, AreaId, Link, NationId, Province, ProvinceId, Terrain, link_id

if TYPE_CHECKING:
    from sandtable.board import Edge, Map, Region, Space, SpaceId

CROSSINGS = ("pass", "strait", "crossing", "optional_crossing")


def land_of(
    board: Map, provinces: Iterable[str], rivers: Mapping[tuple[SpaceId, SpaceId], str], holders: Mapping[str, SideId]
) -> list[Row]:
    """Return the rows of some provinces of a map; ``holders`` says which side holds the areas of a country, or an area.

    Areas, provinces and nations go by their names, which are unique on a map; ``Area.space`` is the space.
    """
    chosen = [board.region[one] for one in provinces]  # type: ignore[index]  # regions by the words of a text file
    spaces = [board.graph[id] for province in chosen for id in board.spaces_of(province.id)]
    land = {space.id: space for space in spaces if space.kind == "land"}
    return [
        *(_province(board, province) for province in chosen),
        *(_area(board, space, holders) for space in land.values()),
        *_links(board, land, rivers),
    ]


def nation(board: Map, country: str) -> NationId:
    """Return the nation of a country of a map, or of a district of one."""
    region = board.region[country]  # type: ignore[index]  # a region by the word of a text file
    return nation(board, region.within) if region.kind == "district" and region.within else NationId(region.name)


def _province(board: Map, region: Region) -> Province:
    capital = region.get("capital")
    guerilla = region.get("guerilla")
    return Province(
        id=ProvinceId(region.name),
        title=region.name,
        home=nation(board, region.within or ""),
        money=cast("int", region.get("money", 0)),
        manpower=cast("int", region.get("manpower", 0)),
        guerilla=guerilla if isinstance(guerilla, int) else None,
        cossack=bool(region.get("cossack", False)),
        capital=board.graph[cast("SpaceId", capital)].name if capital else "",
    )


def _area(board: Map, space: Space, holders: Mapping[str, SideId]) -> Area:
    province = board.region[space.get("province")]  # type: ignore[index]  # every area of land has one
    capital = space.get("capital", "")
    return Area(
        id=AreaId(space.name),
        title=space.name,
        province=ProvinceId(province.name),
        terrain=cast("Terrain", space.get("terrain", "clear")),
        city=str(space.get("city", "")),
        fortress=cast("int", space.get("fortress", 0)),
        forage=cast("int", space.get("forage", 3)),
        port=any(board.graph[edge.other(space.id)].kind == "port" for edge in board.graph.edges_of(space.id)),
        capital=capital if capital in ("minor", "major") else "",  # type: ignore[arg-type]  # one of the two
        holder=holders.get(space.name, holders.get(str(space.get("country", "")))),
        space=space.id,
    )


def _links(board: Map, land: Mapping[SpaceId, Space], rivers: Mapping[tuple[SpaceId, SpaceId], str]) -> Iterator[Link]:
    for edge in board.graph.edges.values():
        if edge.open and edge.contact == "border" and edge.a in land and edge.b in land:
            a, b = sorted((land[edge.a].name, land[edge.b].name))
            yield Link(link_id(a, b), (AreaId(a), AreaId(b)), rivers.get(edge.pair, ""), _across(edge))  # type: ignore[arg-type]  # a word of CROSSINGS


def _across(edge: Edge) -> str:
    """Return what leads across an edge, as a link has it."""
    kinds = {feature.kind for feature in edge.across}
    return next((kind for kind in CROSSINGS if kind in kinds), "")
