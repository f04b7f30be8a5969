"""The rows of the land: the provinces of a map that are played, their areas, and the links between these."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from sandtable.engine import Ground, Invalid, Row, unknown
from sandtable_empires.campaign.map_kinds import READS, CampaignSetting, LandSpace, ProvinceRegion
from sandtable_empires.model import Area, AreaId, Link, NationId, Province, ProvinceId, link_id

if TYPE_CHECKING:
    from sandtable.board import Edge, Map, Region, RegionId, Space, SpaceId

CROSSINGS = ("pass", "strait", "crossing", "optional_crossing")
RIVER = "river"


def lay_out(board: Map, setting: CampaignSetting) -> Iterator[Row]:
    """Yield the rows of the provinces that are played."""
    chosen = [_region(board, id) for id in setting.provinces]
    inside = {province.id for province in chosen}
    spaces = (space for space in board.graph.spaces.values() if space.kind == LandSpace.kind)
    land = {space.id: space for space in spaces if space.get("province") in inside}
    yield from (_province(board, province) for province in chosen)
    yield from (_area(board, space, setting) for space in land.values())
    yield from _links(board, land)


GROUND: Final = Ground(READS, CampaignSetting, lay_out)


def nation(board: Map, country: RegionId) -> NationId:
    """Return the nation of a country of a map, or of a district of one."""
    region = _region(board, country)
    return nation(board, region.within) if region.kind == "district" and region.within else NationId(region.name)


def _region(board: Map, id: RegionId) -> Region:
    if (found := board.region.get(id)) is None:
        raise unknown("region", id, board.region)
    return found


def _province(board: Map, region: Region) -> Province:
    if region.kind != ProvinceRegion.kind or region.within is None:
        raise Invalid(f"{region.name} is not a province of a country: name one that is")
    read = ProvinceRegion.read(region)
    return Province(
        id=ProvinceId(region.id),
        title=region.name,
        home=nation(board, region.within),
        money=read.money,
        manpower=read.manpower,
        guerilla=read.guerilla,
        cossack=read.cossack,
        capital=AreaId(read.capital) if read.capital else None,
    )


def _area(board: Map, space: Space, setting: CampaignSetting) -> Area:
    read = LandSpace.read(space)
    return Area(
        id=AreaId(space.id),
        title=space.name,
        province=ProvinceId(read.province),
        terrain=read.terrain,
        city=read.city,
        fortress=read.fortress,
        forage=read.forage,
        port=any(board.graph[edge.other(space.id)].kind == "port" for edge in board.graph.edges_of(space.id)),
        capital=read.capital,
        holder=setting.areas.get(space.id, setting.countries.get(read.country)),
    )


def _links(board: Map, land: Mapping[SpaceId, Space]) -> Iterator[Link]:
    for edge in board.graph.edges.values():
        if edge.open and edge.contact == "border" and edge.a in land and edge.b in land:
            a, b = map(AreaId, sorted(edge.pair))
            river = any(feature.kind == RIVER for feature in edge.along)
            yield Link(link_id(a, b), (a, b), river, _across(edge))  # type: ignore[arg-type]  # a word of CROSSINGS


def _across(edge: Edge) -> str:
    """Return what leads across an edge, as a link has it."""
    kinds = {feature.kind for feature in edge.across}
    return next((kind for kind in CROSSINGS if kind in kinds), "")
