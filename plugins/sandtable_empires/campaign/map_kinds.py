"""What Empires reads of a map, and what a campaign says of it."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from sandtable.board import RegionId, SpaceId
from sandtable.engine import MapKind, SideId
from sandtable_empires.model import Terrain


class LandSpace(MapKind, frozen=True):
    """An area of land: where corps march and stand."""

    kind = "land"
    fewest = 1

    province: Annotated[RegionId, Meta(description="the province it lies in")]
    country: Annotated[RegionId, Meta(description="the country whose it is when a campaign does not say otherwise")] = (
        RegionId("")
    )
    terrain: Annotated[Terrain, Meta(description="what it costs to march there")] = "clear"
    city: Annotated[str, Meta(description="the name of its city, where it has one")] = ""
    fortress: Annotated[int, Meta(ge=0, le=5, description="the levels of its fortress")] = 0
    forage: Annotated[int, Meta(ge=0, le=6, description="its forage value")] = 3
    capital: Annotated[
        Literal["", "minor", "major"], Meta(description="whether its city is the capital of a minor or a major power")
    ] = ""


class SeaSpace(MapKind, frozen=True):
    """A sea area: where fleets lie."""

    kind = "sea"


class PortSpace(MapKind, frozen=True):
    """A port, joined to the land area that has it."""

    kind = "port"

    guns: Annotated[int, Meta(ge=0, le=90, description="the guns of its harbour; they need a garrison")] = 0


class BlockadeSpace(MapKind, frozen=True):
    """The box before a port, joined to it, in which those lie who blockade it."""

    kind = "blockade"


class ProvinceRegion(MapKind, frozen=True):
    """A province: what is counted for money, manpower and victory."""

    of = "region"
    kind = "province"
    fewest = 1
    within = ("country", "district")

    capital: Annotated[SpaceId, Meta(description="the area of its capital; without one nobody can hold it")] = SpaceId(
        ""
    )
    money: Annotated[int, Meta(ge=0, description="what it brings in a quarter")] = 0
    manpower: Annotated[int, Meta(ge=0, description="what it brings in a quarter")] = 0
    guerilla: Annotated[int, Meta(ge=0, le=6, description="its guerilla value, where guerillas rise there")] | None = (
        None
    )
    cossack: Annotated[bool, Meta(description="whether it raises cossacks")] = False


class DistrictRegion(MapKind, frozen=True):
    """A part of a country with provinces of its own."""

    of = "region"
    kind = "district"
    within = ("country",)

    capital: Annotated[SpaceId, Meta(description="the area of its capital")] = SpaceId("")
    secondary: Annotated[bool, Meta(description="whether it goes along with the district that names the country")] = (
        False
    )


class CountryRegion(MapKind, frozen=True):
    """A power or a minor country; its name is that of its nation in a campaign."""

    of = "region"
    kind = "country"
    fewest = 1

    capital: Annotated[SpaceId, Meta(description="the area of its capital")] = SpaceId("")
    rank: Annotated[
        Literal["", "minor", "major"], Meta(description="whether it is a minor country or a major power")
    ] = ""


class SeaCrossingRegion(MapKind, frozen=True):
    """A strait or an arrow over a sea: its two shores, and the sea whose fleets may bar it."""

    of = "region"
    kind = "sea_crossing"

    shore: Annotated[SpaceId, Meta(description="the area on one side of the water")]
    opposite: Annotated[SpaceId, Meta(description="the area on its other side")]
    sea: Annotated[SpaceId, Meta(description="the sea area that it goes over")]


class RiverSide(MapKind, frozen=True):
    """A river between two areas; its name is that of the line drawn there."""

    of, kind = "along", "river"


class PassWay(MapKind, frozen=True):
    """A mountain pass between two areas."""

    of, kind = "across", "pass"


class StraitWay(MapKind, frozen=True):
    """A strait between two areas."""

    of, kind = "across", "strait"


class CrossingWay(MapKind, frozen=True):
    """A crossing over water between two areas."""

    of, kind = "across", "crossing"


class OptionalCrossingWay(MapKind, frozen=True):
    """A crossing over water that counts under its option."""

    of, kind = "across", "optional_crossing"


READS = (
    LandSpace, SeaSpace, PortSpace, BlockadeSpace, ProvinceRegion, DistrictRegion, CountryRegion, SeaCrossingRegion,
    RiverSide, PassWay, StraitWay, CrossingWay, OptionalCrossingWay,
)  # fmt: skip


class CampaignSetting(Struct, frozen=True):
    """What a campaign says of its map: which provinces are played, and who holds what."""

    provinces: Annotated[tuple[RegionId, ...], Meta(description="the provinces that are played")] = ()
    countries: Annotated[dict[RegionId, SideId], Meta(description="which side holds the areas of a country")] = {}
    minors: Annotated[bool, Meta(description="whether minor countries can be attacked, conquered and freed")] = False
    areas: Annotated[dict[SpaceId, SideId], Meta(description="which side holds a single area, before all else")] = {}
