"""Forces: corps, garrisons, depots, leaders, sieges.

Factors are thousands of men, movement is in points. A force in a city is ``inside`` it; it is besieged while an
enemy besieges that city.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter
from typing import Annotated, Final, Literal, NewType

from msgspec import Meta

from sandtable.engine import Game, NameGiver, Row, SideId
from sandtable_empires.model.nations import NationId, enemies
from sandtable_empires.model.places import Area, AreaId
from sandtable_empires.model.words import whose

CorpsId = NewType("CorpsId", str)
GarrisonId = NewType("GarrisonId", str)
LeaderId = NewType("LeaderId", str)
DepotId = NewType("DepotId", str)
SiegeId = NewType("SiegeId", str)
WITH_ARTICLE: Final = (
    "Army ", "Imperial ", "Royal ", "Grand ", "Reserve ", "Landwehr ", "Confederate ", "Hungarian ", "Tyrolese ",
    "Bohemian ", "Algerian ", "Austrian ", "Baden ", "Badener ", "Bavarian ", "British ", "Cyrenaican ", "Danish ",
    "Dutch ", "Egyptian ", "French ", "Hanoverian ", "Hessian ", "Italian ", "Moroccan ", "Neapolitan ", "Piedmontese ",
    "Polish ", "Portuguese ", "Prussian ", "Russian ", "Saxon ", "Spanish ", "Swedish ", "Syrian ", "Tripolitan ",
    "Tunisian ", "Turkish ", "Venetian ", "Württemberg ",
)  # fmt: skip
"""How names of corps begin that have an article in a sentence."""

Arm = Literal["militia", "infantry", "cavalry", "guard", "artillery"]
ARMS: Final[tuple[Arm, ...]] = ("militia", "infantry", "cavalry", "guard", "artillery")
Factors = Annotated[int, Meta(ge=0, le=999, description="factors")]


class Troops(Row, frozen=True, kw_only=True):
    """Factors of one nation, by arm."""

    militia: Factors = 0
    infantry: Factors = 0
    cavalry: Factors = 0
    guard: Factors = 0
    artillery: Factors = 0

    @property
    def factors(self) -> int:
        """All factors together."""
        return self.militia + self.infantry + self.cavalry + self.guard + self.artillery

    def of(self, arm: Arm) -> int:
        """Return the factors of an arm."""
        count: int = getattr(self, arm)
        return count

    def by_arm(self) -> dict[Arm, int]:
        """Return the factors of each arm that has some."""
        return {arm: count for arm in ARMS if (count := getattr(self, arm))}


class Corps(Troops, frozen=True, kw_only=True):
    """A corps; ``area`` is ``None`` while it is off the map.

    ``room`` says how many infantry-like (militia, infantry, guard), cavalry and artillery factors it can hold.
    """

    indexes = ("area", "side", "nation", "there")
    id: CorpsId
    title: str
    side: SideId
    nation: NationId
    area: AreaId | None = None
    inside: bool = False
    movement: Annotated[int, Meta(ge=0, le=9, title="Movement points")] = 4
    room: Annotated[tuple[int, ...], Meta(title="Room for infantry, cavalry, artillery")] = (20, 4, 0)
    guards: bool = False
    """It may hold guard factors: a guard or grenadier corps."""

    @property
    def there(self) -> str:
        """Whose corps, and where: an index for "the corps of a side in an area"."""
        return f"{self.side}|{self.area}"

    def sentence_name(self, game: NameGiver) -> str:
        return with_the(self.title)


def with_the(name: str) -> str:
    """Say a corps's name within a sentence: the Army of Valencia, Moncey's Corps, II Corps."""
    return f"the {name}" if name.startswith(WITH_ARTICLE) else name


def the_corps(game: NameGiver, id: CorpsId) -> str:
    """Return what a corps is called in a sentence, from its id."""
    return with_the(game.name(id, Corps))


class Garrison(Troops, frozen=True, kw_only=True):
    """Factors of one nation in a city or at a depot."""

    indexes = ("area", "side", "there")
    id: GarrisonId
    side: SideId
    nation: NationId
    area: AreaId
    place: Literal["city", "depot"] = "city"

    @property
    def there(self) -> str:
        """Whose garrison, and where."""
        return f"{self.side}|{self.area}"

    def name_in(self, game: NameGiver) -> str:
        return garrison_name(whose(self.nation), game.name(self.area, Area), self.place)


def garrison_id(nation: NationId, area: AreaId, place: Literal["city", "depot"] = "city") -> GarrisonId:
    """Return the id of a nation's garrison."""
    return GarrisonId(garrison_name(nation, area, place))


def garrison_name(nation: str, area: str, place: Literal["city", "depot"]) -> str:
    """Return what a nation's garrison of an area is called: France's garrison of Madrid; in ids France garrison."""
    return f"{nation} garrison of {area}" if place == "city" else f"{nation} depot guard in {area}"


class Depot(Row, frozen=True):
    """A supply depot of a side in an area."""

    indexes = ("area", "side")
    id: DepotId
    side: SideId
    area: AreaId

    def name_in(self, game: NameGiver) -> str:
        return f"{whose(self.side)} depot in {game.name(self.area, Area)}"


class Leader(Row, frozen=True, kw_only=True):
    """A leader. He stands on a ``corps`` while he is on the map; ``until`` is the turn he may be back, when wounded."""

    indexes = ("corps", "side")
    id: LeaderId
    title: str
    side: SideId
    nation: NationId
    strategic: Annotated[int, Meta(ge=0, le=5)]
    tactical: Annotated[int, Meta(ge=0, le=5)]
    maximum: Annotated[int, Meta(ge=1, le=9, title="Tactical maximum")]
    seniority: Literal["A", "B", "C", "D"]
    cavalry: bool = False
    corps: CorpsId | None = None
    standing: Literal["waiting", "on the map", "wounded", "captured", "dead", "away", "removed"] = "waiting"
    captor: SideId | None = None
    until: int = 0


class Siege(Row, frozen=True):
    """A side besieges the city of an area; its id is the area's.

    ``tries`` counts the attempts to breach the walls, ``breached`` says that one has succeeded.
    """

    indexes = ("area", "side")
    id: SiegeId
    area: AreaId
    side: SideId
    tries: Annotated[int, Meta(ge=0, title="Attempts to breach the walls")] = 0
    breached: bool = False

    def name_in(self, game: NameGiver) -> str:
        return game.name(self.area, Area)


def corps_at(game: Game, area: str, side: str) -> list[Corps]:
    """Return the corps of a side in an area, in the city or outside."""
    return game[Corps].where("there", f"{side}|{area}")


def garrisons_at(game: Game, area: str, side: str) -> list[Garrison]:
    """Return the garrisons of a side in an area, of the city and of a depot."""
    return game[Garrison].where("there", f"{side}|{area}")


def siege_of(game: Game, area: str) -> Siege | None:
    """Return the siege of an area's city, if there is one."""
    return game[Siege].get(area)


def shut_in(game: Game, area: str, side: str) -> bool:
    """Tell whether the city of an area is besieged by an enemy of a side: who is at peace with him comes and goes."""
    siege = siege_of(game, area)
    return siege is not None and siege.side in enemies(game, side)


def is_besieged(game: Game, corps: Corps) -> bool:
    """Tell whether a corps is shut up in a city that an enemy of its besieges."""
    return corps.inside and corps.area is not None and shut_in(game, corps.area, corps.side)


def in_the_open(game: Game, area: str, side: str) -> list[Corps]:
    """Return the corps of a side in an area that are not in its city."""
    return [corps for corps in corps_at(game, area, side) if not corps.inside]


def hostile_corps(game: Game, area: str, side: str) -> list[Corps]:
    """Return the corps in the open of an area that are at war with a side."""
    return [corps for corps in _foes(game, area, side) if not corps.inside]


def unbesieged_foes(game: Game, area: str, side: str) -> list[Corps]:
    """Return the corps in an area that are at war with a side and not shut up: in the open, or in an open city."""
    return [corps for corps in _foes(game, area, side) if not is_besieged(game, corps)]


def _foes(game: Game, area: str, side: str) -> list[Corps]:
    """Return the corps in an area that are at war with a side, side by side."""
    there = game[Corps].where("area", area)
    if not there:
        return there
    foes = enemies(game, side)
    found = [corps for corps in there if corps.side in foes]
    found.sort(key=attrgetter("side"))
    return found


def leaders_with(game: Game, corps: Iterable[Corps]) -> list[Leader]:
    """Return the leaders who stand on these corps, in order of their ids."""
    there = {one.id for one in corps}
    return [leader for leader in game[Leader] if leader.corps in there]
