"""The Army Reinforcement Step of a campaign (5.2): corps are placed with men who have come, or leave the map."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from sandtable.engine import Action, Ask, Choice, Game, Range, Refusal, RuleModule, fills, hookimpl, refuses, rule
from sandtable.present import Lesson
from sandtable_empires.drafting import drafts, spend
from sandtable_empires.entering import arrive
from sandtable_empires.land.detaching import room_left
from sandtable_empires.model import (
    DRAFTS,
    Area,
    AreaId,
    Arm,
    Corps,
    CorpsId,
    Province,
    declare,
    enemies,
    gain,
    is_besieged,
    is_on_the_map,
    leaders_with,
    lose,
    siege_of,
    the_corps,
    unbesieged_foes,
)  # fmt: skip
from sandtable_empires.model.arrivals import Arrival, ArrivalId
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.model.words import arm_text
from sandtable_empires.steps import ARMY_REINFORCEMENT_STEP

DEMOBILISED: Final = declare("demobilised", "Corps demobilised")


class PlaceCorps(Action, frozen=True):
    """Place a corps that is off the map, with men of a draft."""

    title = "Place a corps"
    if_none = {"arrival": ("no draft of yours waits", "BASE-5.2-new-corps")}

    arrival: ArrivalId
    corps: CorpsId
    area: AreaId
    arm: Arm
    factors: int

    @fills("arrival")
    @staticmethod
    def drafts_that_have_come(game: Game, ask: Ask) -> Choice[ArrivalId]:
        return drafts(game, ask.side)

    @fills("corps")
    @staticmethod
    def corps_off_the_map(game: Game, ask: Ask, arrival: ArrivalId) -> Choice[CorpsId]:
        own = game[Corps].where("nation", game[Arrival][arrival].nation)
        return Choice(one.id for one in own if not is_on_the_map(game, one) and one.side == ask.side)

    @fills("area")
    @staticmethod
    def areas_at_home(game: Game, ask: Ask, arrival: ArrivalId) -> Choice[AreaId]:
        provinces = game[Province].where("home", game[Arrival][arrival].nation)
        return Choice(area.id for one in provinces for area in game[Area].where("province", one.id))

    @fills("arm")
    @staticmethod
    def arms_it_has(game: Game, ask: Ask, arrival: ArrivalId) -> Choice[Arm]:
        return Choice(game[Arrival][arrival].by_arm())

    @fills("factors")
    @staticmethod
    def as_many_as_find_room(game: Game, ask: Ask, arrival: ArrivalId, corps: CorpsId, arm: Arm) -> Range:
        most = min(game[Arrival][arrival].of(arm), room_left(game[Corps][corps], arm))
        return Range(1, most, usual=most)

    async def perform(self, game: Game, ask: Ask) -> None:
        gain(game, game[Corps][self.corps], {self.arm: self.factors}, DRAFTS)
        spend(game, self.arrival, self.arm, self.factors)
        await arrive(game, self.corps, self.area, "placing")

    def says(self, game: Game, ask: Ask) -> str:
        where, troops = game.name(self.area, Area), arm_text(self.arm, self.factors)
        return f"{the_corps(game, self.corps)} is placed in {where} with {troops}"


class Demobilise(Action, frozen=True):
    """Take a corps off the map: its factors are lost."""

    title = "Demobilise a corps"
    if_none = {"corps": ("no unbesieged corps of yours is on the map", "BASE-5.3-demobilising")}

    corps: CorpsId

    @fills("corps")
    @staticmethod
    def own_corps(game: Game, ask: Ask) -> Choice[CorpsId]:
        return Choice(one.id for one in game[Corps].where("side", ask.side) if one.area is not None)

    def perform(self, game: Game, ask: Ask) -> None:
        corps = game[Corps][self.corps]
        for leader in leaders_with(game, (corps,)):
            game.change(leader, corps=None, standing="waiting")
        lose(game, corps, corps.by_arm(), DEMOBILISED)

    def says(self, game: Game, ask: Ask) -> str:
        return f"{ask.side} demobilises {the_corps(game, self.corps)}"


class Armies(RuleModule):
    """How armies grow and shrink."""

    key = "armies"
    needs = CAMPAIGN
    after = ("drafts?",)
    actions = {ARMY_REINFORCEMENT_STEP: (PlaceCorps, Demobilise)}

    @refuses(PlaceCorps, "arrival", "corps")
    @rule("BASE-5.2-new-corps")
    def off_the_map(self, game: Game, act: PlaceCorps, ask: Ask) -> Refusal | None:
        """Men of a draft may make up a corps of their nation that is not on the map."""
        corps, arrival = game[Corps][act.corps], game[Arrival][act.arrival]
        if is_on_the_map(game, corps):
            return Refusal("{corps} is on the map already", corps=corps.id)
        if (corps.nation, corps.side) != (arrival.nation, ask.side):
            return Refusal("{corps} does not belong to {nation}", corps=corps.id, nation=arrival.nation)
        return None

    @refuses(PlaceCorps, "area")
    @rule("BASE-5.2-new-corps-place")
    def a_place_at_home(self, game: Game, act: PlaceCorps, ask: Ask) -> Refusal | None:
        """It is placed in its home nation, where its side holds the area and no unbesieged enemy corps is."""
        area = game[Area][act.area]
        if area.holder != ask.side or area.holder in enemies(game, ask.side):
            return Refusal("{area} is held by {holder}", area=area.id, holder=area.holder or "nobody")
        if unbesieged_foes(game, act.area, ask.side):
            return Refusal("an enemy stands in {area}", area=area.id)
        return None

    @refuses(PlaceCorps, "corps", "arm")
    @rule("BASE-5.2-new-corps-room")
    def with_room(self, game: Game, act: PlaceCorps) -> Refusal | None:
        """A corps takes in what it has room for."""
        if room_left(game[Corps][act.corps], act.arm) > 0:
            return None
        return Refusal("{corps} has no room for {arm}", corps=act.corps, arm=act.arm)

    @refuses(Demobilise, "corps")
    @rule("BASE-5.3-demobilising")
    def unbesieged(self, game: Game, act: Demobilise, ask: Ask) -> Refusal | None:
        """A corps neither besieged nor besieging may be taken off the map; its leaders wait, its factors are lost."""
        corps = game[Corps][act.corps]
        if corps.side != ask.side:
            return Refusal("{corps} belongs to {side}", corps=corps.id, side=corps.side)
        if corps.area is None:
            return Refusal("{corps} is not on the map", corps=corps.id)
        if is_besieged(game, corps):
            return Refusal("{corps} is besieged", corps=corps.id)
        siege = siege_of(game, corps.area)
        if siege is not None and siege.side == ask.side:
            return Refusal("{corps} is besieging {area}", corps=corps.id, area=corps.area)
        return None

    # --- for those who play it first

    @hookimpl
    def guidance(self, game: Game, ask: Ask) -> Iterable[Lesson]:
        """Say what becomes of men who were raised."""
        if PlaceCorps in ask.kinds:
            yield Lesson(
                title="Army reinforcement", says="Men whom you raised months ago have come, if any were due: give them "
                "to a corps, to a city at home, or place a new corps with them.",
                why="What is not placed waits, and costs nothing; what is on the map is paid for each quarter.",
                rules=("BASE-5.2-draft", "BASE-5.2-draft-city", "BASE-5.2-new-corps"),
            )  # fmt: skip
