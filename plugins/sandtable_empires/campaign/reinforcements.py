"""Reinforcements by schedule: corps with their leaders, and drafts, that come in the Army Reinforcement Step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sandtable.engine import (
    Action,
    Ask,
    Choice,
    Duty,
    Frame,
    Game,
    Refusal,
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
from sandtable_empires.counsel.strength import own_factors
from sandtable_empires.drafting import BRING_ON, Draft, DraftToCity, due
from sandtable_empires.entering import arrive
from sandtable_empires.model import (
    REINFORCEMENTS,
    Area,
    AreaId,
    Corps,
    Leader,
    enemies,
    gain,
    the_corps,
    unbesieged_foes,
)
from sandtable_empires.model.arrivals import Arrival, ArrivalId
from sandtable_empires.model.grants import SINGLE_WAR
from sandtable_empires.soundness.arrivals import ARRIVAL_FAULTS, arrivals, late
from sandtable_empires.steps import ARMY_REINFORCEMENT_STEP


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


class Reinforcements(RuleModule):
    """What comes by the schedule of a single war, and where it may: a campaign raises it by its own phases."""

    key = "reinforcements"
    needs = SINGLE_WAR
    faults = ARRIVAL_FAULTS
    actions = {ARMY_REINFORCEMENT_STEP: (BringOn,)}

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

    @hookimpl
    @rule("EIA-10.0-asterisk-campaign-only")
    def findings(self, game: Game, board: object) -> Iterable[ScenarioFinding]:
        """What a campaign raises by its phases a single war lists: name what of that cannot come, or not in time."""
        yield from arrivals(game)
        yield from late(game)

    # --- for those who play it first

    @hookimpl
    def guidance(self, game: Game, ask: Ask) -> Iterable[Lesson]:
        """Place what comes."""
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
