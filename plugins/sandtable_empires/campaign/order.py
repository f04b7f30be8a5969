"""The orders of the phases: on land France chooses its place (7.0), at sea Great Britain does (6.0)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Final

from msgspec import Meta

from sandtable.engine import (
    Action,
    Ask,
    Choice,
    CoreHooks,
    Frame,
    Game,
    RuleModule,
    ScenarioFinding,
    SideId,
    ask,
    fills,
    hookimpl,
    rule,
)
from sandtable.present import Advice, Lesson
from sandtable_empires.charts.keys import ECONOMIC_MONTHS, MONTHS, PHASE_ORDER, PHASES, POWERS, numbers
from sandtable_empires.hookspecs.movement import MovementHooks, together
from sandtable_empires.hookspecs.order import OrderHooks, is_economic, principals, with_those_they_run
from sandtable_empires.model import (
    AUSTRIA,
    BRITAIN,
    FRANCE,
    PRUSSIA,
    RUSSIA,
    SPAIN,
    TURKEY,
    Nation,
    NationId,
)  # fmt: skip
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.soundness.rows import OTHER_SIDE, UNPLAYED, powers
from sandtable_empires.steps import (
    ECONOMIC_PHASE,
    LAND_PHASE,
    NAVAL_PHASE,
    NAVAL_REINFORCEMENT_PHASE,
    REINFORCEMENT_PHASE,
)

ORDER: Final = (RUSSIA, TURKEY, AUSTRIA, PRUSSIA, BRITAIN, SPAIN)
"""The order of the Land Phase, into which France puts itself."""
REINFORCING: Final = (SPAIN, BRITAIN, PRUSSIA, AUSTRIA, TURKEY, RUSSIA, FRANCE)
"""The order in which armies are reinforced."""
FEW: Final = 5
"""So many sides are told in their order."""
ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh")


class TakePlace(Action, frozen=True):
    """Say in which place to move: 1 moves first."""

    title = "Turn order"

    place: Annotated[int, Meta(title="place in the order")]

    @fills("place")
    @staticmethod
    def any_place(game: Game, ask: Ask) -> Choice[int]:
        return Choice(range(1, len(principals(game)) + 1))

    @classmethod
    def value_facts(cls, game: Game, field: str, value: int) -> str:
        """Say who then moves after whom: of many only those beside the one that has the choice."""
        phase = game.frame.phase
        order, mover = order_announced(game, phase, value), announcer(game, phase)
        if len(order) <= FEW or mover is None or mover.side not in order:
            return ", ".join(map(game.name, order))
        at = order.index(mover.side)
        beside = [f"after {game.name(order[at - 1])}"] if at else []
        beside += [f"before {game.name(order[at + 1])}"] if at + 1 < len(order) else []
        return ", ".join(beside)

    def says(self, game: Game, ask: Ask) -> str:
        return f"{ask.side} chooses to move {ORDINALS[self.place - 1]}"


class LandOrder(RuleModule):
    """Who moves when."""

    key = "land_order"
    faults = (OTHER_SIDE, UNPLAYED)

    @hookimpl
    @rule("BASE-7.0-order")
    async def side_order(self, game: Game, frame: Frame) -> tuple[SideId, ...] | None:
        """At the start of the phase France announces its place; the others keep their order."""
        if frame.phase != LAND_PHASE:
            return None
        order = await announced(game, frame.phase)
        return game.hooks(MovementHooks).keep_together(game, order) or order

    @hookimpl(default=True, of=OrderHooks.printed_order)
    def land_order(self, game: Game, phase: str) -> tuple[NationId, ...] | None:
        """The order of the base game."""
        return {LAND_PHASE: ORDER, REINFORCEMENT_PHASE: REINFORCING}.get(phase)

    @hookimpl(default=True, of=OrderHooks.announces)
    def france_announces(self, game: Game, phase: str) -> NationId | None:
        """France does, on land."""
        return FRANCE if phase == LAND_PHASE else None

    @hookimpl
    @rule("BASE-7.0-combined")
    def keep_together(self, game: Game, order: tuple[SideId, ...]) -> tuple[SideId, ...]:
        """Those who move together follow each other, at the place of the last of them."""
        found: list[SideId] = []
        for side in order:
            group = together(game, side)
            early = [one for one in found if one in group]
            found = [one for one in found if one not in group] + early + [side]
        return tuple(found)

    @hookimpl(of=CoreHooks.side_order)
    @rule("BASE-5-order")
    async def reinforcement_order(self, game: Game, frame: Frame) -> tuple[SideId, ...] | None:
        """Armies are reinforced in an order of their own: Spain first, France last."""
        return in_printed_order(game, frame.phase) if frame.phase == REINFORCEMENT_PHASE else None

    @hookimpl
    def findings(self, game: Game, board: object) -> Iterable[ScenarioFinding]:
        """Name sides that play nobody, and what stands with another side than its own."""
        return powers(game)

    # --- for those who play it first

    @hookimpl
    def guidance(self, game: Game, ask: Ask) -> Iterable[Lesson]:
        """Strike first."""
        if TakePlace in ask.kinds:
            because = "Who moves first strikes the enemy armies where they stand, before they can join."
            yield Lesson(
                title="Who moves first", says="Each side moves, eats and fights in one go, side after side. "
                "France alone "
                "says at which place it does so this month: 1 is first.",
                why="Who moves last sees what all others have done; and last in one month, first in the "
                "next is twice in a row.",
                rules=("BASE-7.0-order",), advice=(Advice(action=TakePlace(1), because=because),),
            )  # fmt: skip


class PhaseOrders(RuleModule):
    """The orders of a campaign of all phases, by its chart."""

    key = "phase_orders"
    needs = CAMPAIGN
    charts = (numbers(PHASE_ORDER, PHASES, POWERS, most=len(POWERS)), numbers(ECONOMIC_MONTHS, MONTHS, most=1))

    @hookimpl(of=OrderHooks.printed_order)
    def by_the_chart(self, game: Game, phase: str) -> tuple[NationId, ...] | None:
        """The powers by their numbers in the row of the phase."""
        if phase not in PHASES:
            return None
        chart = game.chart(PHASE_ORDER)
        places = {power: chart.number(phase, power) for power in POWERS}
        return tuple(map(NationId, sorted((one for one in POWERS if places[one]), key=places.__getitem__)))

    @hookimpl(of=OrderHooks.announces)
    def without_a_number(self, game: Game, phase: str) -> NationId | None:
        """The power that has 0 there."""
        chart = game.chart(PHASE_ORDER) if phase in PHASES else None
        return next((NationId(one) for one in POWERS if chart is not None and chart.number(phase, one) == 0), None)

    @hookimpl
    @rule("BASE-6.0-order")
    async def side_order(self, game: Game, frame: Frame) -> tuple[SideId, ...] | None:
        """At the start of the Naval Phase Great Britain announces its place; the others keep their order."""
        return await announced(game, frame.phase) if frame.phase == NAVAL_PHASE else None

    @hookimpl(of=CoreHooks.side_order)
    @rule("BASE-5.1-order")
    async def fleets_reinforced(self, game: Game, frame: Frame) -> tuple[SideId, ...] | None:
        """Fleets are reinforced in an order of their own: Spain first, Great Britain last."""
        return in_printed_order(game, frame.phase) if frame.phase == NAVAL_REINFORCEMENT_PHASE else None

    @hookimpl(of=CoreHooks.side_order)
    @rule("BASE-8-quarter")
    async def in_quarters(self, game: Game, frame: Frame) -> tuple[SideId, ...] | None:
        """Only the last month of a quarter has an Economic Phase."""
        return () if frame.phase == ECONOMIC_PHASE and not is_economic(game) else None


async def announced(game: Game, phase: str) -> tuple[SideId, ...]:
    """Return the order of a phase, for which one power announces its place; the others keep theirs."""
    nation = announcer(game, phase)
    if nation is None or nation.side is None or game.seat_of(nation.side) is None:
        return in_printed_order(game, phase)
    why = f"{nation.title} chooses its place in the turn order{' at sea' if phase == NAVAL_PHASE else ''}"
    answer = await ask(nation.side, TakePlace, why)
    return order_announced(game, phase, answer.place)


def announcer(game: Game, phase: str) -> Nation | None:
    """Return the nation that says in which place it plays a phase."""
    name = game.hooks(OrderHooks).announces(game, phase)
    return game[Nation].get(name) if name is not None else None


def order_announced(game: Game, phase: str, place: int) -> tuple[SideId, ...]:
    """Return the sides as they play a phase where the one that announces has chosen a place."""
    order, nation = principals(game, game.hooks(OrderHooks).printed_order(game, phase) or ()), announcer(game, phase)
    if nation is None or nation.side is None:
        return with_those_they_run(game, order)
    side = nation.side
    others = tuple(one for one in order if one != side)
    return with_those_they_run(game, (*others[: place - 1], side, *others[place - 1 :]))


def in_printed_order(game: Game, phase: str) -> tuple[SideId, ...]:
    """Return the sides in the order that is printed for a phase; those of no nation in it follow."""
    return with_those_they_run(game, principals(game, game.hooks(OrderHooks).printed_order(game, phase) or ()))
