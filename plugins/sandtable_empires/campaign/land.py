"""The rows of the land: the provinces of a map that are played, their areas, and the links between these."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from sandtable.engine import Ground, Invalid, Row, unknown
from sandtable_empires.campaign.map_kinds import (
    READS,
    CampaignSetting,
    CountryRegion,
    DistrictRegion,
    LandSpace,
    ProvinceRegion,
)
from sandtable_empires.model import Area, AreaId, District, DistrictId, Link, NationId, Province, ProvinceId, link_id

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
    yield from (_province(board, province, setting) for province in chosen)
    yield from _districts(board, chosen, setting) if setting.minors else ()
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


def _province(board: Map, region: Region, setting: CampaignSetting) -> Province:
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
        district=_district_of(board, region.within) if setting.minors else None,
    )


def _district_of(board: Map, id: RegionId) -> DistrictId | None:
    """Return the district that a region makes, where it is a minor country or a part of one."""
    region = _region(board, id)
    country = _region(board, region.within) if region.within else region
    return DistrictId(id) if CountryRegion.read(country).rank == "minor" else None


def _districts(board: Map, provinces: Sequence[Region], setting: CampaignSetting) -> Iterator[District]:
    """Yield the districts of the minor countries that are played: those without districts of their own are one."""
    for id in dict.fromkeys(one.within for one in provinces if one.within is not None):
        region = _region(board, id)
        country, made = region.within or id, _district_of(board, id)
        if made is not None:
            part = DistrictRegion.read(region) if region.kind == DistrictRegion.kind else CountryRegion.read(region)
            holder = setting.countries.get(country)
            yield District(
                id=made, title=region.name, nation=nation(board, id), capital=AreaId(part.capital),
                secondary=isinstance(part, DistrictRegion) and part.secondary, holder=holder,
                status="conquered" if holder is not None else "neutral",
            )  # fmt: skip


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
