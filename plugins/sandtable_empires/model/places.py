"""The land: provinces, areas, and the links between areas.

An area has the id of its space on the map, a province that of its region; both are read by their titles.
"""

from __future__ import annotations

from typing import Annotated, Literal, NewType

from msgspec import Meta

from sandtable.engine import Game, NameGiver, Row, SideId, SpaceId, cached_while_unchanged
from sandtable_empires.model.nations import NationId

ProvinceId = NewType("ProvinceId", str)
AreaId = NewType("AreaId", SpaceId)
LinkId = NewType("LinkId", str)
DistrictId = NewType("DistrictId", str)
Terrain = Literal["clear", "forest", "mountain", "marsh", "desert"]


class Province(Row, frozen=True):
    """A province. ``home`` is the nation whose original borders it lies in; a cession does not change that."""

    indexes = ("home", "district")
    id: ProvinceId
    title: str
    home: NationId
    money: Annotated[int, Meta(ge=0)] = 0
    manpower: Annotated[int, Meta(ge=0)] = 0
    guerilla: Annotated[int, Meta(ge=0, le=6, title="Guerilla value")] | None = None
    cossack: bool = False
    capital: AreaId | None = None
    """The area of its capital, where it has one."""
    ceded_to: NationId | None = None
    district: DistrictId | None = None
    """The district of a minor country that it lies in, where these are played."""


class Area(Row, frozen=True):
    """An area of the land map. ``holder`` is the side that formally controls it, and written by ``hold`` alone.

    Whose the city is in a combat is another question.
    """

    indexes = ("province", "holder")
    id: AreaId
    title: str
    province: ProvinceId
    terrain: Terrain = "clear"
    city: str = ""
    fortress: Annotated[int, Meta(ge=0, le=5, title="Fortress")] = 0
    forage: Annotated[int, Meta(ge=0, le=6, title="Forage value")] = 3
    port: bool = False
    capital: Literal["", "minor", "major"] = ""
    holder: SideId | None = None


class Link(Row, frozen=True):
    """Two areas between which forces can pass: a common border, perhaps a pass, or a crossing over water.

    ``river``: one runs along the border.
    """

    indexes = ("across", "ends")
    called = "the way between"
    id: LinkId
    ends: tuple[AreaId, ...]
    river: bool = False
    across: Literal["", "pass", "strait", "crossing", "optional_crossing"] = ""

    def other(self, end: str) -> AreaId:
        """Return the area at the far end."""
        return self.ends[1] if end == self.ends[0] else self.ends[0]

    def name_in(self, game: NameGiver) -> str:
        return " and ".join(game.name(end, Area) for end in self.ends)


def link_id(a: str, b: str) -> LinkId:
    """Return the id of the link between two areas."""
    return LinkId(f"{min(a, b)}|{max(a, b)}")


def links_of(game: Game, area: str) -> list[Link]:
    """Return the links that lead out of an area."""
    return game[Link].where("ends", area)


def area_id(name: str) -> AreaId:
    """Return the area that a subject or a key names."""
    return AreaId(SpaceId(name))


Exits = dict[AreaId, tuple[tuple[Link, AreaId], ...]]


@cached_while_unchanged
def exits(game: Game) -> Exits:
    """Return for every area the links that lead out of it, with the areas they lead to, in order of the links."""
    found: Exits = {}
    for link in game[Link]:
        for end in link.ends:
            found[end] = (*found.get(end, ()), (link, link.other(end)))
    return found


def neighbours(game: Game, area: AreaId) -> list[AreaId]:
    """Return the areas that a link leads to, in order of the links."""
    return [there for _, there in exits(game).get(area, ())]


def home(game: Game, area: str) -> NationId:
    """Return the nation in whose original borders an area lies."""
    return game[Province][game[Area][area].province].home


def is_unceded(game: Game, province: str) -> bool:
    """Tell whether a province has never been given away."""
    return game[Province][province].ceded_to is None
