"""What the game reads of a map, and what a scenario says of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

from msgspec import Meta, Struct

from sandtable.engine import Ground, Invalid, MapKind, Row, SideId, SpaceId
from sandtable_grande_armee.model import City, CityId, Fort, FortId
from sandtable_grande_armee.model.terrain import (
    BRIDGE,
    CLEAR,
    CLOSED,
    FORT,
    MOUNTAIN,
    PASS,
    RIVER,
    ROUGH,
    TOWN,
    WATER,
    WOOD,
)

if TYPE_CHECKING:
    from sandtable.board import Map

READS = (
    MapKind.named("terrain", CLEAR, "Open country.", fewest=1),
    MapKind.named("terrain", WOOD, "Forest."),
    MapKind.named("terrain", ROUGH, "Hills: slow to cross."),
    MapKind.named("terrain", PASS, "A mountain pass: the way through mountains."),
    MapKind.named("terrain", MOUNTAIN, "Mountains: nobody crosses them but by a pass."),
    MapKind.named("terrain", WATER, "A lake or the sea: nobody enters it."),
    MapKind.named("terrain", TOWN, "A town, beside the other terrain of its hex."),
    MapKind.named("terrain", FORT, "A fort, beside the other terrain of its hex."),
    MapKind.named("along", RIVER, "A river: slow to cross."),
    MapKind.named("across", "road", "A road; it is drawn, and no rule reads it."),
    MapKind.named("across", BRIDGE, "A bridge over a river: its crossing costs nothing more."),
)


class Prize(Struct, frozen=True):
    """A city as a scenario counts it."""

    worth: Annotated[int, Meta(ge=0)] = 1
    holder: SideId | None = None


class WarSetting(Struct, frozen=True):
    """What a scenario says of its map: who holds its forts, which cities count."""

    forts: Annotated[dict[SpaceId, SideId], Meta(description="who holds a fort, by its hex")] = {}
    cities: Annotated[dict[SpaceId, Prize], Meta(description="the cities that count, by their hexes")] = {}


def lay_out(sheet: Map, setting: WarSetting) -> Iterator[Row]:
    """Yield the forts of the map, and the cities that the scenario counts."""
    hexes = sheet.by_number
    forts = [hex for hex in hexes if FORT in hexes.terrain(hex)]
    for hex in setting.forts:
        if hex not in forts:
            raise Invalid(f"the setting names a fort in {hex}, where the map has none: name one of its forts")
    for hex in forts:
        if set(CLOSED) & set(hexes.terrain(hex)):
            raise Invalid(f"the fort in {hex} stands where nobody can go: move it to land")
        yield Fort(FortId(hex), setting.forts.get(hex))
    for hex, prize in setting.cities.items():
        if hex not in hexes:
            raise Invalid(f"the setting names a city in {hex}, and the map has no such hex: name one that it has")
        yield City(CityId(hex), prize.worth, prize.holder)


GROUND = Ground(READS, WarSetting, lay_out)
