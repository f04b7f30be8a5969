"""The order of the Land Phase (7.0): France says when it moves."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.engine import Action, Ask, Choice, Frame, Game, RuleModule, SideId, ask, fills, hookimpl, rule
from sandtable_empires.hookspecs.movement import MovementHooks
from sandtable_empires.model import FRANCE, Nation, sides


class TakePlace(Action, frozen=True):
    """Say in which place to move."""

    title = "Move in place"

    place: int

    @fills("place")
    @staticmethod
    def any_place(game: Game, ask: Ask) -> Choice[int]:
        return Choice(range(1, len(sides(game)) + 1))


class LandOrder(RuleModule):
    """Who moves when."""

    key = "land_order"

    @hookimpl
    @rule("BASE-7.0-order", "BASE-7.0-combined")
    async def side_order(self, game: Game, frame: Frame) -> tuple[SideId, ...] | None:
        """At the start of the phase France announces its place; the others keep their order.

        Those who move together move at the place of the last of them.
        """
        nation = game[Nation].get(FRANCE)
        if frame.phase != "land":
            return None
        if nation is None or nation.side is None:
            return gathered(game, sides(game))
        answer = await ask(nation.side, TakePlace, "France says when it moves", rule="BASE-7.0-order")
        others = [side for side in sides(game) if side != nation.side]
        return gathered(game, (*others[: answer.place - 1], nation.side, *others[answer.place - 1 :]))


def gathered(game: Game, order: Iterable[SideId]) -> tuple[SideId, ...]:
    """Return an order in which those who move together follow each other, at the place of their last member."""
    found: list[SideId] = []
    for side in order:
        group = {side, *game.hooks(MovementHooks).combined(game, side)}
        early = [one for one in found if one in group]
        found = [one for one in found if one not in group] + early + [side]
    return tuple(found)
