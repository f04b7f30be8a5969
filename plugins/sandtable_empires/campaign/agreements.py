"""Agreements to move together (4.9) where there is no Political Phase: proposed to an ally in the Depot Step."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from sandtable.engine import (
    Action,
    Ask,
    Choice,
    Game,
    MarkKind,
    Refusal,
    RuleModule,
    SideId,
    fills,
    hookimpl,
    offer,
    refuses,
    rule,
)
from sandtable.present import Advice, Lesson
from sandtable_empires.model import Combined, Nation, NationId, allies, partners
from sandtable_empires.model.grants import SINGLE_WAR
from sandtable_empires.steps import DEPOTS_STEP, LAND_PHASE

ASKED: Final = MarkKind("asked to move together with", until=LAND_PHASE, of="side")


class MoveTogether(Action, frozen=True):
    """Propose combined movement to an ally, for the next turn."""

    if_none = {"ally": ("you have no ally who has not agreed to it already", "BASE-4.9-combined")}

    ally: SideId

    @fills("ally")
    @staticmethod
    def allies_of_ours(game: Game, ask: Ask) -> Choice[SideId]:
        return Choice(sorted(allies(game, ask.side) - partners(game, ask.side, 1)))

    async def perform(self, game: Game, ask: Ask) -> None:
        game.mark(self.ally, ASKED, of=ask.side)
        why, turn = f"{ask.side} proposes combined movement in the next turn", game.round + 1
        if await offer(self.ally, Agree, why, rule="BASE-4.9-declared"):
            nations = tuple(sorted((_nation(game, ask.side), _nation(game, self.ally))))
            game.put(Combined(f"{' and '.join(nations)}, turn {turn}", nations, turn))
            game.note(f"{ask.side} and {self.ally} move together in the next turn", "BASE-4.9-declared")

    def says(self, game: Game, ask: Ask) -> str:
        return f"{ask.side} proposes combined movement to {self.ally}"


class Agree(Action, frozen=True):
    """Agree to combined movement."""

    if_declined = "Refuse combined movement"

    def says(self, game: Game, ask: Ask) -> str:
        return f"{ask.side} agrees to combined movement"


def _nation(game: Game, side: str) -> NationId:
    """Return the nation by which a side is known: its major power, if it has one."""
    return min(game[Nation].where("side", side), key=lambda one: (not one.major, one.id)).id


class Agreements(RuleModule):
    """Who agrees to move with whom."""

    key = "agreements"
    after = ("depots",)
    needs = SINGLE_WAR
    brings = (ASKED,)
    actions = {DEPOTS_STEP: (MoveTogether,)}

    @refuses(MoveTogether, "ally")
    @rule("BASE-4.9-declared")
    def an_ally(self, game: Game, act: MoveTogether, ask: Ask) -> Refusal | None:
        """Without a Political Phase it is declared in the Depot Step for the next turn: proposed once, to an ally."""
        if act.ally not in allies(game, ask.side):
            return Refusal("{side} is not an ally", side=act.ally)
        if act.ally in partners(game, ask.side, 1):
            return Refusal("{side} has already agreed", side=act.ally)
        asked = game.mark_of(act.ally, ASKED, of=ask.side)
        return Refusal("{side} has already been asked this turn", side=act.ally) if asked else None

    # --- for those who play it first

    @hookimpl
    def guidance(self, game: Game, ask: Ask) -> Iterable[Lesson]:
        """Partners move as one."""
        if MoveTogether in ask.kinds:
            yield Lesson(
                kind=MoveTogether, says="Proposes to an ally that you move and fight as one next month.",
                rules=("BASE-4.9-declared",),
            )  # fmt: skip
        if Agree in ask.kinds:
            because = "Together you attack with all your corps at once."
            yield Lesson(
                title="Moving together", says="An ally proposes that you move and fight as one next month.",
                why="Partners use one place in the order of play: that of the later one.",
                rules=("BASE-4.9-declared", "BASE-4.9-combined"), advice=(Advice(action=Agree(), because=because),),
            )  # fmt: skip
