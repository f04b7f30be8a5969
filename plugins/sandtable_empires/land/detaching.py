"""Detaching and absorbing: factors that go from a corps into a garrison, and back."""

from __future__ import annotations

from typing import Final, Literal, get_args

from sandtable.engine import Action, Ask, Choice, Game, MarkKind, Range, Refusal, Rows, SideId, fills
from sandtable_empires.hookspecs.sieges import SiegeHooks
from sandtable_empires.model import (
    Area,
    AreaId,
    Arm,
    Arrival,
    Corps,
    CorpsId,
    Depot,
    Garrison,
    GarrisonId,
    allies,
    area_id,
    contingent_key,
    enemies,
    garrison_id,
    garrisons_at,
    hostile_corps,
    siege_of,
    the_corps,
    transfer,
)  # fmt: skip
from sandtable_empires.model.marks import MARCHED
from sandtable_empires.model.words import arm_text
from sandtable_empires.staying import is_welcome, stay_barred
from sandtable_empires.steps import LAND_MOVEMENT_STEP

Post = Literal["city", "depot"]
CAME: Final = MarkKind("came with a march", until=LAND_MOVEMENT_STEP)
"""Factors of a garrison that have marched this step."""


class Detach(Action, frozen=True):
    """Leave factors of a corps behind as a garrison."""

    corps: CorpsId
    place: Post
    arm: Arm
    factors: int

    @fills("corps")
    @staticmethod
    def own_corps(game: Game, ask: Ask) -> Rows:
        return Rows(game[Corps], side=ask.side)

    @fills("place")
    @staticmethod
    def city_or_depot(game: Game, ask: Ask, corps: CorpsId) -> Choice[Post]:
        return Choice(get_args(Post) if game[Corps][corps].area is not None else ())

    @fills("arm")
    @staticmethod
    def arms_it_has(game: Game, ask: Ask, corps: CorpsId) -> Choice[Arm]:
        return Choice(game[Corps][corps].by_arm())

    @fills("factors")
    @staticmethod
    def any_number(game: Game, ask: Ask, corps: CorpsId, arm: Arm) -> Range:
        return Range(1, game[Corps][corps].of(arm))

    def perform(self, game: Game, ask: Ask) -> None:
        corps = game[Corps][self.corps]
        garrison = garrison_of(game, corps, corps.area or area_id(""), self.place)
        transfer(game, corps, garrison, {self.arm: self.factors})
        if game.mark_of(corps.id, MARCHED):
            game.mark(
                contingent_key(garrison.id, self.arm), CAME,
                count=self.factors + tired_factors(game, garrison, self.arm),
            )  # fmt: skip

    def says(self, game: Game, ask: Ask) -> str:
        corps, troops = game[Corps][self.corps], arm_text(self.arm, self.factors)
        where = "in the city of" if self.place == "city" else "to guard the depot in"
        return f"{the_corps(game, corps.id)} leaves {troops} {where} {game.name(corps.area, Area)}"


class Absorb(Action, frozen=True):
    """Take factors of a garrison into a corps."""

    if_none = {"garrison": ("no garrison stands where you have a corps", "BASE-7.3-absorb-who")}

    corps: CorpsId
    garrison: GarrisonId
    arm: Arm
    factors: int

    @fills("corps")
    @staticmethod
    def own_corps(game: Game, ask: Ask) -> Rows:
        return Rows(game[Corps], side=ask.side)

    @fills("garrison")
    @staticmethod
    def beside_it(game: Game, ask: Ask, corps: CorpsId) -> Rows:
        return Rows(game[Garrison], there=game[Corps][corps].there)

    @fills("arm")
    @staticmethod
    def arms_it_has(game: Game, ask: Ask, garrison: GarrisonId) -> Choice[Arm]:
        return Choice(game[Garrison][garrison].by_arm())

    @fills("factors")
    @staticmethod
    def any_number(game: Game, ask: Ask, garrison: GarrisonId, arm: Arm) -> Range:
        most = game[Garrison][garrison].of(arm)
        return Range(1, most, usual=most)

    def perform(self, game: Game, ask: Ask) -> None:
        garrison = game[Garrison][self.garrison]
        came = tired_factors(game, garrison, self.arm)
        transfer(game, garrison, game[Corps][self.corps], {self.arm: self.factors})
        left = garrison.of(self.arm) - self.factors
        if came > left:  # who has marched goes out last
            game.mark(contingent_key(garrison.id, self.arm), CAME, count=left)

    def says(self, game: Game, ask: Ask) -> str:
        garrison = game[Garrison][self.garrison]
        whose = "the garrison of" if garrison.place == "city" else "the guard of the depot in"
        troops, where = arm_text(self.arm, self.factors), game.name(garrison.area, Area)
        return f"{the_corps(game, self.corps)} takes in {troops} from {whose} {where}"


def tired_factors(game: Game, garrison: Garrison, arm: Arm) -> int:
    """Return how many factors of an arm have come into a garrison this step with a corps that had marched."""
    mark = game.mark_of(contingent_key(garrison.id, arm), CAME)
    return min(mark.count, garrison.of(arm)) if mark else 0


def garrison_of(game: Game, troops: Corps | Arrival, area: AreaId, place: Post) -> Garrison:
    """Return the garrison of the nation of some troops in an area; an empty one is put there if need be."""
    for garrison in garrisons_at(game, area, troops.side):
        if garrison.nation == troops.nation and garrison.place == place:
            return garrison
    id = garrison_id(troops.nation, area, place)
    return game.put(Garrison(id=id, side=troops.side, nation=troops.nation, area=area, place=place))


def depot_at(game: Game, area: str, side: str) -> Depot | None:
    """Return the depot of a side in an area."""
    return next((depot for depot in game[Depot].where("area", area) if depot.side == side), None)


def depot_for(game: Game, area: str, side: str) -> Depot | None:
    """Return the depot in an area that a side may guard: its own, else an ally's."""
    friends = allies(game, side)
    own = depot_at(game, area, side)
    return own or next((depot for depot in game[Depot].where("area", area) if depot.side in friends), None)


def room_left(corps: Corps, arm: Arm) -> int:
    """Return how many more factors of an arm a corps can hold."""
    foot, horse, guns = corps.room
    if arm == "cavalry":
        return horse - corps.cavalry
    if arm == "artillery":
        return guns - corps.artillery
    if arm == "guard" and not corps.guards:
        return 0
    return foot - corps.militia - corps.infantry - corps.guard


def city_closed(game: Game, area: str, side: str) -> Refusal | None:
    """Return why no force of a side can go into the city of an area, ``None`` when its gates are open to it."""
    row, friends, foes = game[Area][area], {SideId(side), *allies(game, side)}, enemies(game, side)
    if not row.city:
        return Refusal("there is no city in {area}", area=area)
    if siege_of(game, area) is not None:
        return Refusal("{city} is besieged", city=row.city)
    if bar := stay_barred(game, side, row.id, "garrison"):
        return bar
    welcome = is_welcome(game, side, row.id)
    for one in game.hooks(SiegeHooks).inside(game, row.id):
        if one.side not in friends and not (welcome and one.side not in foes):
            return Refusal("{city} has a garrison of {side}", city=row.city, side=one.side)
    if welcome or row.holder in friends:
        return None
    if row.holder not in foes:
        return Refusal("{city} is held by {holder}", city=row.city, holder=row.holder or "nobody")
    if hostile_corps(game, area, side):
        return Refusal("an enemy stands before {city}", city=row.city, cure="beat him first")
    return None
