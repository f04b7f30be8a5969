"""The order of the Land Phase (7.0): France chooses its place in the turn order."""

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
from sandtable_empires.hookspecs.movement import MovementHooks, together
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
    sides,
)  # fmt: skip
from sandtable_empires.soundness.rows import OTHER_SIDE, UNPLAYED, powers
from sandtable_empires.steps import LAND_PHASE, REINFORCEMENT_PHASE

ORDER: Final = (RUSSIA, TURKEY, AUSTRIA, PRUSSIA, BRITAIN, SPAIN)
"""The order of the Land Phase, into which France puts itself."""
REINFORCING: Final = (SPAIN, BRITAIN, PRUSSIA, AUSTRIA, TURKEY, RUSSIA, FRANCE)
"""The order in which armies are reinforced."""
ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh")


class TakePlace(Action, frozen=True):
    """Say in which place to move: 1 moves first."""

    title = "Turn order"

    place: Annotated[int, Meta(title="place in the order")]

    @fills("place")
    @staticmethod
    def any_place(game: Game, ask: Ask) -> Choice[int]:
        return Choice(range(1, len(sides(game)) + 1))

    @classmethod
    def value_facts(cls, game: Game, field: str, value: int) -> str:
        """Say who then moves after whom."""
        return ", ".join(map(game.name, order_with_france_at(game, value)))

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
        order = await self._announced_order(game)
        return game.hooks(MovementHooks).keep_together(game, order) or order

    async def _announced_order(self, game: Game) -> tuple[SideId, ...]:
        nation = game[Nation].get(FRANCE)
        if nation is None or nation.side is None:
            return sides_by_chart(game, ORDER)
        answer = await ask(nation.side, TakePlace, "France chooses its place in the turn order", rule="BASE-7.0-order")
        return order_with_france_at(game, answer.place)

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
        return sides_by_chart(game, REINFORCING) if frame.phase == REINFORCEMENT_PHASE else None

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


def order_with_france_at(game: Game, place: int) -> tuple[SideId, ...]:
    """Return the sides as they move where France has chosen a place: the others keep their order."""
    nation, order = game[Nation].get(FRANCE), sides_by_chart(game, ORDER)
    side = nation.side if nation is not None else None
    others = [one for one in order if one != side]
    return (*others[: place - 1], side, *others[place - 1 :]) if side is not None else order


def sides_by_chart(game: Game, order: Iterable[NationId]) -> tuple[SideId, ...]:
    """Return the sides in the order of their nations on a chart; those of none of them follow."""
    rows = (game[Nation].get(one) for one in order)
    first = (row.side for row in rows if row is not None and row.side is not None)
    return tuple(dict.fromkeys((*first, *sides(game))))
