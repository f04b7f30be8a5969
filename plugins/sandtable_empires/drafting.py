"""Drafts: men who have come wait off the map until a corps, or a city at home, takes them in (3.13)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.engine import Action, Ask, Choice, DutyKind, Game, Range, Rows, fills
from sandtable.present import Advice
from sandtable_empires.counsel.strength import is_capital
from sandtable_empires.land.detaching import garrison_of, room_left
from sandtable_empires.model import DRAFTS, Area, AreaId, Arm, Corps, CorpsId, Province, gain, the_corps
from sandtable_empires.model.arrivals import Arrival, ArrivalId
from sandtable_empires.model.words import arm_text
from sandtable_empires.steps import ARMY_REINFORCEMENT_STEP

BRING_ON = DutyKind(
    "bring on", by=ARMY_REINFORCEMENT_STEP, first="{side} must place its reinforcements first: {subject}"
)


class Draft(Action, frozen=True):
    """Give factors of a draft to a corps."""

    if_none = {"arrival": ("no draft of yours waits to be given out", "BASE-5.2-draft")}

    arrival: ArrivalId
    corps: CorpsId
    arm: Arm
    factors: int

    @fills("arrival")
    @staticmethod
    def drafts_that_have_come(game: Game, ask: Ask) -> Choice[ArrivalId]:
        return drafts(game, ask.side)

    @fills("corps")
    @staticmethod
    def corps_of_the_nation(game: Game, ask: Ask, arrival: ArrivalId) -> Rows:
        return Rows(game[Corps], nation=game[Arrival][arrival].nation)

    @fills("arm")
    @staticmethod
    def arms_it_has(game: Game, ask: Ask, arrival: ArrivalId) -> Choice[Arm]:
        return Choice(game[Arrival][arrival].by_arm())

    @fills("factors")
    @staticmethod
    def as_many_as_find_room(game: Game, ask: Ask, arrival: ArrivalId, corps: CorpsId, arm: Arm) -> Range:
        most = min(game[Arrival][arrival].of(arm), room_left(game[Corps][corps], arm))
        return Range(1, most, usual=most)

    def perform(self, game: Game, ask: Ask) -> None:
        gain(game, game[Corps][self.corps], {self.arm: self.factors}, DRAFTS)
        spend(game, self.arrival, self.arm, self.factors)

    def says(self, game: Game, ask: Ask) -> str:
        return f"{the_corps(game, self.corps)} takes in a draft of {arm_text(self.arm, self.factors)}"


class DraftToCity(Action, frozen=True):
    """Put factors of a draft into a city as its garrison."""

    title = "Draft to a city"
    if_none = {"arrival": ("no draft of yours waits to be given out", "BASE-5.2-draft-city")}

    arrival: ArrivalId
    area: AreaId
    arm: Arm
    factors: int

    @fills("arrival")
    @staticmethod
    def drafts_that_have_come(game: Game, ask: Ask) -> Choice[ArrivalId]:
        return drafts(game, ask.side)

    @fills("area")
    @staticmethod
    def cities_at_home(game: Game, ask: Ask, arrival: ArrivalId) -> Choice[AreaId]:
        draft = game[Arrival][arrival]
        provinces = game[Province].where("home", draft.nation)
        areas = (area for province in provinces for area in game[Area].where("province", province.id))
        return Choice(area.id for area in areas if area.city and (not draft.areas or area.id in draft.areas))

    @fills("arm")
    @staticmethod
    def arms_it_has(game: Game, ask: Ask, arrival: ArrivalId) -> Choice[Arm]:
        return Choice(game[Arrival][arrival].by_arm())

    @fills("factors")
    @staticmethod
    def any_number(game: Game, ask: Ask, arrival: ArrivalId, arm: Arm) -> Range:
        most = game[Arrival][arrival].of(arm)
        return Range(1, most, usual=most)

    def perform(self, game: Game, ask: Ask) -> None:
        gain(game, garrison_of(game, game[Arrival][self.arrival], self.area, "city"), {self.arm: self.factors}, DRAFTS)
        spend(game, self.arrival, self.arm, self.factors)

    def says(self, game: Game, ask: Ask) -> str:
        troops = arm_text(self.arm, self.factors)
        return f"{ask.side} puts {troops} of a draft into the garrison of {game.name(self.area, Area)}"


def due(game: Game, side: str) -> list[Arrival]:
    """Return what has come for a side and is not on the map yet."""
    return [one for one in game[Arrival].where("side", side) if one.turn <= game.round]


def drafts(game: Game, side: str) -> Choice[ArrivalId]:
    """Return the drafts that have come for a side."""
    return Choice([one.id for one in due(game, side) if one.corps is None])


def spend(game: Game, id: ArrivalId, arm: Arm, factors: int) -> None:
    """Take factors out of a draft: it has been brought on, what is left of it may wait."""
    arrival = game[Arrival][id]
    left = game.change(arrival, **{arm: arrival.of(arm) - factors})
    if not left.factors:
        game.remove(left)
    game.fulfil(arrival.side, BRING_ON, id)


# --- what one might do


def fillings(game: Game, side: str) -> Iterator[Advice]:
    """Yield to which corps a draft might go: those with most room, as much as they take."""
    for arrival in due(game, side):
        for arm, count in arrival.by_arm().items() if arrival.corps is None else ():
            room = {one.id: room_left(one, arm) for one in game[Corps].where("nation", arrival.nation)}
            for corps in sorted((one for one in room if room[one] > 0), key=lambda one: -room[one]):
                because = f"It has room for {arm_text(arm, room[corps])}, and men fight better in a corps."
                yield Advice(action=Draft(arrival.id, corps, arm, min(count, room[corps])), because=because)


def postings(game: Game, side: str) -> Iterator[Advice]:
    """Yield which capitals a draft might hold that has no place in a corps."""
    for arrival in due(game, side):
        for arm, count in arrival.by_arm().items() if arrival.corps is None else ():
            for area in game[Area].where("holder", side):
                if area.city and is_capital(game, area):
                    because = f"No corps takes them in; so they hold {area.city}, the capital of its province."
                    yield Advice(action=DraftToCity(arrival.id, area.id, arm, count), because=because, weight=-1)
