"""The order of the Land Phase (7.0): France says when it moves."""

from __future__ import annotations

from sandtable.engine import Action, Ask, Choice, Frame, Game, RuleModule, SideId, ask, fills, hookimpl, rule
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
    @rule("BASE-7.0-order")
    async def side_order(self, game: Game, frame: Frame) -> tuple[SideId, ...] | None:
        """At the start of the phase France announces its place; the others keep their order."""
        nation = game[Nation].get(FRANCE)
        if frame.phase != "land" or nation is None or nation.side is None:
            return None
        answer = await ask(nation.side, TakePlace, "France says when it moves", rule="BASE-7.0-order")
        others = [side for side in sides(game) if side != nation.side]
        return (*others[: answer.place - 1], nation.side, *others[answer.place - 1 :])
