"""Marches with a ground: a row for every land of the map, who holds it said by the setting."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Annotated, Any, Final, NewType

from msgspec import Meta, Struct

from sandtable.board import Map, RegionId, SpaceId
from sandtable.board.hex_board import HexBoard
from sandtable.board.hexes import HexGrid
from sandtable.engine import Ground, InstalledGame, MapKind, Row, SideId
from sandtable.library.store.documents import ScenarioDocument
from tests.lint.marches import SYSTEM, scenario

LandId = NewType("LandId", SpaceId)


class Land(Row, frozen=True):
    """A land that is held."""

    id: LandId
    title: str
    fortress: int = 0
    holder: SideId | None = None


class Furrow(Row, frozen=True):
    """A hex of ploughed ground."""

    id: LandId


class LandRead(MapKind, frozen=True):
    """A land."""

    kind = "land"
    fewest = 1

    country: RegionId = RegionId("")
    fortress: Annotated[int, Meta(ge=0, le=5)] = 0


class Holdings(Struct, frozen=True):
    """Who holds what."""

    countries: dict[RegionId, SideId] = {}
    lands: dict[SpaceId, SideId] = {}


def lay_out(sheet: Map, setting: Holdings) -> Iterator[Row]:
    for space in sheet.graph.spaces.values():
        if space.kind == LandRead.kind:
            read = LandRead.read(space)
            holder = setting.lands.get(space.id, setting.countries.get(read.country))
            yield Land(LandId(space.id), space.name, read.fortress, holder)
    if sheet.hexes is not None:
        hexes = sheet.by_number
        yield from (Furrow(LandId(number)) for number in hexes if hexes.terrain(number) == ("furrows",))


def with_hexes(sheet: Map, ploughed: int) -> Map:
    """Return a map with six hexes beside it, so many of them ploughed."""
    board = HexBoard.blank(HexGrid(3, 2))
    board.terrain.paint(list(board.grid)[:ploughed], "furrows")
    return dataclasses.replace(sheet, hexes=board)


GROUND: Final = Ground((LandRead,), Holdings, lay_out)
PLOUGHED: Final = InstalledGame(
    dataclasses.replace(SYSTEM, rows=(*SYSTEM.rows, Land, Furrow), ground=GROUND, key="marches")
)


def ploughed(**changed: Any) -> ScenarioDocument:
    """Return the good scenario with a setting."""
    return scenario(**{"setting": {"countries": {"isle": "Red"}, "lands": {"dale": "Blue"}}, **changed})
