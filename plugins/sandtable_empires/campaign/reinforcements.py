"""Reinforcements by schedule: corps with their leaders, and drafts, that come in the Army Reinforcement Step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sandtable.engine import (
    Action,
    Ask,
    Choice,
    Duty,
    DutyKind,
    Frame,
    Game,
    Range,
    Refusal,
    Rows,
    RuleModule,
    ScenarioFinding,
    SideId,
    doable,
    fails,
    fills,
    hookimpl,
    opens,
    refuses,
    rule,
)
from sandtable.present import Advice, Lesson
from sandtable_empires.counsel.strength import is_capital, own_factors
from sandtable_empires.entering import arrive
from sandtable_empires.land.detaching import city_closed, garrison_of, room_left
from sandtable_empires.model import (
    DRAFTS,
    REINFORCEMENTS,
    Area,
    AreaId,
    Arm,
    Corps,
    CorpsId,
    Leader,
    Province,
    allies,
    enemies,
    gain,
    is_besieged,
    the_corps,
    unbesieged_foes,
)
from sandtable_empires.model.arrivals import Arrival, ArrivalId
from sandtable_empires.model.grants import SINGLE_WAR
from sandtable_empires.model.words import arm_text
from sandtable_empires.soundness.arrivals import ARRIVAL_FAULTS, arrivals, late
from sandtable_empires.steps import ARMY_REINFORCEMENT_STEP

BRING_ON = DutyKind(
    "bring on", by=ARMY_REINFORCEMENT_STEP, first="{side} must place its reinforcements first: {subject}"
)


class BringOn(Action, frozen=True):
    """Place a corps that has arrived."""

    if_none = {"arrival": ("no corps of yours waits to be placed", "BASE-5.2-schedule")}

    arrival: ArrivalId
    area: AreaId

    @fills("arrival")
    @staticmethod
    def corps_that_have_come(game: Game, ask: Ask) -> Choice[ArrivalId]:
        return Choice([one.id for one in due(game, ask.side) if one.corps is not None])

    @fills("area")
    @staticmethod
    def where_it_may(game: Game, ask: Ask, arrival: ArrivalId) -> Choice[AreaId]:
        return Choice(game[Arrival][arrival].areas)

    async def perform(self, game: Game, ask: Ask) -> None:
        arrival = game[Arrival][self.arrival]
        assert arrival.corps is not None  # only such are on offer
        gain(game, game[Corps][arrival.corps], arrival.by_arm(), REINFORCEMENTS)
        for name in arrival.leaders:
            if game[Leader][name].standing == "waiting":
                game.change(game[Leader][name], corps=arrival.corps, standing="on the map")
        game.remove(arrival)
        game.fulfil(ask.side, BRING_ON, self.arrival)
        await arrive(game, arrival.corps, self.area, "placing")

    def says(self, game: Game, ask: Ask) -> str:
        corps = game[Arrival][self.arrival].corps
        return f"{the_corps(game, corps) if corps is not None else ''} arrives in {game.name(self.area, Area)}"


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


class Reinforcements(RuleModule):
    """What comes by the schedule of a single war, and where it may: a campaign raises it by its own phases."""

    key = "reinforcements"
    needs = SINGLE_WAR
    brings = (BRING_ON,)
    faults = ARRIVAL_FAULTS
    actions = {ARMY_REINFORCEMENT_STEP: (BringOn, Draft, DraftToCity)}

    @opens(ARMY_REINFORCEMENT_STEP)
    @rule("BASE-5.2-schedule")
    def come(self, game: Game, frame: Frame) -> None:
        """What has come is brought on before the step ends, if there is a place for it; else it waits."""
        side = SideId(frame.side or "")
        for arrival in due(game, side):
            game.oblige(
                side, BRING_ON, arrival.id,
                says=f"{side} must bring on {arrival.says or game.name(arrival)}",
            )  # fmt: skip

    @doable(BRING_ON)
    @rule("BASE-5.2-placing")
    def finds_a_place(self, game: Game, duty: Duty) -> bool:
        """It is no duty to bring on what finds no place."""
        arrival = game[Arrival].get(duty.subject)
        if arrival is None:
            return False
        kinds: tuple[type[Action], ...] = (BringOn,) if arrival.corps is not None else (Draft, DraftToCity)
        return any(next(game.legal(kind, duty.side, arrival=arrival.id), None) is not None for kind in kinds)

    @fails(BRING_ON)
    @rule("BASE-5.2-waits")
    def waits(self, game: Game, duty: Duty) -> None:
        """Without a place, or a corps with room, it waits for the next turn."""
        game.note(f"{game.name(duty.subject)} waits: there is no place for it")

    # --- corps

    @refuses(BringOn)
    @rule("BASE-5.2-place")
    def a_place_of_ours(self, game: Game, act: BringOn, ask: Ask) -> Refusal | None:
        """A corps comes on in an area that no enemy holds and where no unbesieged enemy corps is."""
        area = game[Area][act.area]
        if area.holder in enemies(game, ask.side):
            return Refusal("{area} is held by {holder}", area=area.id, holder=area.holder)
        if unbesieged_foes(game, act.area, ask.side):
            return Refusal("an enemy stands in {area}", area=area.id)
        return None

    # --- drafts

    @refuses(Draft, "arrival", "corps")
    @rule("BASE-5.2-draft")
    def a_corps_that_can_take_them(self, game: Game, act: Draft, ask: Ask) -> Refusal | None:
        """A draft joins a corps of its nation on the map, unbesieged, in one of its areas."""
        corps, arrival = game[Corps][act.corps], game[Arrival][act.arrival]
        if corps.area is None:
            return Refusal("{corps} is not on the map", corps=corps.id)
        if is_besieged(game, corps):
            return Refusal("{corps} is besieged in {area}", corps=corps.id, area=corps.area)
        if (corps.nation, corps.side) != (arrival.nation, ask.side):
            return Refusal("{corps} does not belong to {nation}", corps=corps.id, nation=arrival.nation)
        if arrival.areas and corps.area not in arrival.areas:
            return Refusal("{area} is not one of the areas of the draft", area=corps.area)
        return None

    @refuses(Draft, "corps", "arm")
    @rule("BASE-5.2-draft-room")
    def with_room(self, game: Game, act: Draft) -> Refusal | None:
        """A corps takes in what it has room for; guards go only where guards are."""
        if room_left(game[Corps][act.corps], act.arm) > 0:
            return None
        return Refusal("{corps} has no room for {arm}", corps=act.corps, arm=act.arm)

    @refuses(DraftToCity, "area")
    @rule("BASE-5.2-draft-city")
    def a_city_of_ours(self, game: Game, act: DraftToCity, ask: Ask) -> Refusal | None:
        """Or a city of its home nation that the side or an ally holds and nobody besieges, as its garrison."""
        area = game[Area][act.area]
        if area.holder not in (ask.side, *allies(game, ask.side)):
            return Refusal("{city} is held by {holder}", city=area.city, holder=area.holder or "nobody")
        return city_closed(game, act.area, ask.side)

    @hookimpl
    @rule("EIA-10.0-asterisk-campaign-only")
    def findings(self, game: Game, board: object) -> Iterable[ScenarioFinding]:
        """What a campaign raises by its phases a single war lists: name what of that cannot come, or not in time."""
        yield from arrivals(game)
        yield from late(game)

    # --- for those who play it first

    @hookimpl
    def guidance(self, game: Game, ask: Ask) -> Iterable[Lesson]:
        """Place what comes, fill up who is weakest."""
        if BringOn not in ask.kinds:
            return
        yield Lesson(
            title="Reinforcements", says="New corps, drafts of men and leaders have arrived: place them on the map.",
            why="What can be placed must be, before the step ends; what finds no place waits until next month.",
            rules=("BASE-5.2-schedule", "BASE-5.2-placing"),
        )  # fmt: skip
        yield Lesson(
            kind=BringOn, says="Puts a corps that has arrived on the map.", rules=("BASE-5.2-place",),
            advice=tuple(placings(game, ask.side)),
        )  # fmt: skip
        yield Lesson(
            kind=Draft, says="Gives the men of a draft to a corps of their nation that has room.",
            rules=("BASE-5.2-draft", "BASE-5.2-draft-room"), advice=tuple(fillings(game, ask.side)),
        )  # fmt: skip
        yield Lesson(
            kind=DraftToCity, says="Makes the men of a draft the garrison of a city at home instead.",
            rules=("BASE-5.2-draft-city",), advice=tuple(postings(game, ask.side)),
        )  # fmt: skip


# --- what one might do


def placings(game: Game, side: str) -> Iterator[Advice]:
    """Yield where corps that have come might be placed: beside others, where they are strongest."""
    for arrival in due(game, side):
        areas = sorted(arrival.areas, key=lambda area: -own_factors(game, area, side))
        for area in areas if arrival.corps is not None else ():
            beside = own_factors(game, area, side)
            because = (
                "There it joins the corps that you have." if beside else "It must be placed where the schedule says."
            )
            yield Advice(action=BringOn(arrival.id, area), because=because, weight=1)


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
