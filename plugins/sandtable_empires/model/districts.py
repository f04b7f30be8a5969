"""Minor countries: their districts, who controls them, and the side that plays one while it is at war (3.2, 10.4)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from sandtable.engine import Game, Row, SideId
from sandtable_empires.model.nations import NationId
from sandtable_empires.model.places import Area, AreaId, DistrictId, Province

ControlStatus = Literal["neutral", "in conflict", "conquered", "free state"]


class District(Row, frozen=True):
    """A district of a minor country: all of it or, beside a ``secondary`` one, its major district.

    ``holder`` is the power that controls it: none while it is neutral or fights for itself.
    """

    indexes = ("nation", "holder")
    id: DistrictId
    title: str
    nation: NationId
    capital: AreaId
    secondary: bool = False
    status: ControlStatus = "neutral"
    holder: SideId | None = None


class Occupation(Row, frozen=True):
    """A side stands unbesieged in a capital that is not its own, without a break since the Conquest Step of a turn."""

    id: AreaId
    side: SideId
    since: Annotated[int, Meta(ge=1, title="Turn")]


def major_district(game: Game, nation: str) -> District | None:
    """Return the district that names a minor country; ``None`` for a nation that is none, or where none are played."""
    return next((one for one in game[District].where("nation", nation) if not one.secondary), None)


def minor_of(game: Game, district: str) -> list[District]:
    """Return the districts that are one minor country with a district, itself first: those not split off from it."""
    here = game[District][district]
    others = (one for one in game[District].where("nation", here.nation) if one.id != here.id)
    return [here, *(one for one in others if _goes_with(one, here))]


def areas_of_minor(game: Game, district: str) -> list[Area]:
    """Return the areas of the minor country that a district is, or is a part of: see ``minor_of``."""
    return [area for one in minor_of(game, district) for area in areas_of(game, one.id)]


def is_split_off(game: Game, district: str) -> bool:
    """Tell whether a secondary district is a minor country of its own: another controls the major district."""
    here = game[District][district]
    major = major_district(game, here.nation)
    return here.secondary and major is not None and not _goes_with(here, major)


def _goes_with(one: District, other: District) -> bool:
    """Tell whether two districts of a nation have one controller; where none has one, both fight or neither does."""
    return one.holder == other.holder and (one.holder is not None or one.status == other.status)


def district_of(game: Game, area: str) -> District | None:
    """Return the district in which an area lies, where there is one; a province that was ceded lies in none."""
    province = game[Province][game[Area][area].province]
    return game[District].get(province.district or "") if province.ceded_to is None else None


def minor_country(game: Game, area: str) -> str:
    """Return what the country is called in which an area lies: as its district is, or the nation of its province."""
    district = district_of(game, area)
    return district.title if district is not None else game[Province][game[Area][area].province].home


def areas_of(game: Game, district: str) -> list[Area]:
    """Return the areas of a district, in order of its provinces; of provinces that were ceded none."""
    provinces = (one for one in game[Province].where("district", district) if one.ceded_to is None)
    return [area for province in provinces for area in game[Area].where("province", province.id)]
