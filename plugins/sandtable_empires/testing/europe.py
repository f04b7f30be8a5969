"""Europe in 1805 as it is before anybody puts a piece on it, and who holds what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final

from sandtable.board import RegionId
from sandtable.engine import Row, Side, SideId, unknown
from sandtable_empires.campaign.land import lay_out, nation
from sandtable_empires.campaign.map_kinds import CampaignSetting
from sandtable_empires.charts import charts
from sandtable_empires.maps.europe_1805 import europe_1805
from sandtable_empires.maps.europe_1805.sources import slug
from sandtable_empires.model import (
    AUSTRIA,
    BRITAIN,
    FRANCE,
    PRUSSIA,
    RUSSIA,
    SPAIN,
    TURKEY,
    Area,
    AreaId,
    Calendar,
    Nation,
    NationId,
    Province,
    ProvinceId,
    Treasury,
)  # fmt: skip

AU, FR, GB, PR = SideId(AUSTRIA), SideId(FRANCE), SideId(BRITAIN), SideId(PRUSSIA)
RU, SP, TU = SideId(RUSSIA), SideId(SPAIN), SideId(TURKEY)
POWERS: Final = (AU, FR, GB, PR, RU, SP, TU)
"""The sides of the powers; each has the name of its nation, and does for both."""
ADJECTIVES: Final = {
    AUSTRIA: "Austrian", BRITAIN: "British", FRANCE: "French", PRUSSIA: "Prussian", RUSSIA: "Russian",
    SPAIN: "Spanish", TURKEY: "Turkish",
}  # fmt: skip


@cache
def europe() -> tuple[Row, ...]:
    """Return the powers and the countries, the land as it was held in 1805, the charts: an empty table at peace."""
    board = europe_1805()
    provinces = tuple(region.id for region in board.regions if region.kind == "province")
    played = {row.id: row.side for row in _nations()}
    countries = {region.id: nation(board, region.id) for region in board.regions if region.kind == "country"}
    holders = {id: side for id, name in countries.items() if (side := played[name]) is not None}
    return (
        *map(Side, POWERS),
        *_nations(),
        *lay_out(board, CampaignSetting(provinces, holders, minors=True)),
        *(Treasury(power, money=50, manpower=20) for power in POWERS),
        Calendar("calendar", 1805, 9, 12),
        *charts(),
    )


def _nations() -> Iterator[Nation]:
    """Go through the powers and the minor countries: some of these were controlled by a power."""
    board = europe_1805()
    for country in (region for region in board.regions if region.kind == "country"):
        name, master = NationId(country.name), nation(board, RegionId(str(country.get("controlled_by") or country.id)))
        side = SideId(master) if master in ADJECTIVES else None
        yield Nation(name, name, ADJECTIVES.get(name, name), side, major=name in ADJECTIVES)


@cache
def nations() -> Mapping[str, Nation]:
    """Return the nations by their names."""
    return {row.id: row for row in europe() if isinstance(row, Nation)}


def nation_named(nation: str) -> Nation:
    """Return the nation of a name; raises ``Invalid`` with the nearest names."""
    if (found := nations().get(nation)) is None:
        raise unknown("nation", nation, nations())
    return found


@cache
def areas() -> Mapping[AreaId, Area]:
    """Return the areas as they were held in 1805."""
    return {row.id: row for row in europe() if isinstance(row, Area)}


@cache
def _names() -> Mapping[str, AreaId]:
    return {**{area.title: area.id for area in areas().values()}, **{str(id): id for id in areas()}}


def area(name: str) -> AreaId:
    """Return the area of a name, or of an id of the map; raises ``Invalid`` with the nearest names."""
    if (found := _names().get(name)) is None:
        raise unknown("area", name, _names())
    return found


@cache
def countries() -> Mapping[AreaId, NationId]:
    """Return whose each area was in 1805."""
    board = europe_1805()
    lands = (space for space in board.graph.spaces.values() if space.kind == "land")
    return {AreaId(space.id): nation(board, RegionId(str(space.get("country")))) for space in lands}


@cache
def _provinces() -> Mapping[str, ProvinceId]:
    rows = [row for row in europe() if isinstance(row, Province)]
    return {**{row.title: row.id for row in rows}, **{str(row.id): row.id for row in rows}}


def province(name: str) -> ProvinceId:
    """Return the province of a name, or of an id of the map; raises ``Invalid`` with the nearest names."""
    if (found := _provinces().get(name)) is None:
        raise unknown("province", name, _provinces())
    return found


def province_id(name: str) -> ProvinceId:
    """Return the id of a province that need not be one of the map."""
    return _provinces().get(name) or ProvinceId(slug(name))
