"""Disruption: what a disrupted unit may not do, and how it recovers (base paper, section 5, step 2a; Q9)."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.engine import (
    Frame,
    Game,
    Part,
    Quantity,
    RuleModule,
    SideId,
    Tally,
    cached_while_unchanged,
    hookimpl,
    opens,
    rule,
    this_rule,
)
from sandtable_grande_armee.charts.keys import LIMITS
from sandtable_grande_armee.charts.lookups import limit
from sandtable_grande_armee.hookspecs.movement import Doing, Held, MovementHooks
from sandtable_grande_armee.model import Disruption, Purse, Unit, UnitId
from sandtable_grande_armee.model.agreeing import sentence_of
from sandtable_grande_armee.steps import HALT_STEP, RECOVERY_STEP

IDLE = Quantity("idle movement phases")


class Disrupting(RuleModule):
    """What disruption is, and how it ends."""

    key = "disruption"
    charts = (limit("idle phases", 1),)

    @hookimpl
    @rule("BASE-2c-disrupted")
    def held(self, game: Game, side: SideId, doing: Doing) -> Iterable[Held]:
        """A disrupted unit does not march, force march, combine or break down."""
        return held_as_disrupted(game, side, this_rule())

    @opens(RECOVERY_STEP)
    @rule("BASE-2a-recovery")
    def recover(self, game: Game, frame: Frame) -> None:
        """Disrupted units recover when their side's movement phase begins, once they have been idle long enough."""
        for disruption in disrupted_units(game, frame.side):
            if disruption.idle >= idle_phases(game, disruption.id).whole():
                game.remove(disruption)
                game.note(sentence_of(game, disruption.id, "recovers"))

    @hookimpl
    @rule("BASE-2a-idle-phases")
    def idle_phases(self, game: Game, unit: UnitId) -> Iterable[Part]:
        """They must have been idle for so many whole movement phases of their side, by the chart of limits."""
        return [game.chart(LIMITS).part("base", "idle phases", says="by the chart")]

    @opens(HALT_STEP)
    @rule("BASE-2a-idle")
    def count(self, game: Game, frame: Frame) -> None:
        """That in which a unit has been disrupted by its own march does not count, and one not idle begins anew."""
        side = frame.side
        stirred = set(game.hooks(MovementHooks).stirred(game, side)) if side is not None else set[UnitId]()
        for disruption in disrupted_units(game, side):
            idle = 0 if disruption.fresh or disruption.id in stirred else disruption.idle + 1
            if disruption.fresh or idle != disruption.idle:
                game.change(disruption, idle=idle, fresh=False)

    @hookimpl
    @rule("BASE-2a-moved")
    def stirred(self, game: Game, side: SideId) -> Iterable[UnitId]:
        """Whoever has moved has not been idle."""
        return [purse.id for purse in game[Purse] if purse.moved and game[Unit][purse.id].side == side]


@cached_while_unchanged
def held_as_disrupted(game: Game, side: SideId, rule: str) -> list[Held]:
    """Return the disrupted units of a side with what keeps them back, and the rule by which it does."""
    disrupted = set(game[Disruption].ids())
    return [Held(unit.id, "is disrupted", rule) for unit in game.where(Unit, "side", side) if unit.id in disrupted]


def disrupted_units(game: Game, side: SideId | None) -> list[Disruption]:
    """Return the disruptions of a side's units."""
    return [one for one in game[Disruption] if game[Unit][one.id].side == side]


@cached_while_unchanged
def idle_phases(game: Game, unit: UnitId) -> Tally:
    """Return how many whole movement phases a disrupted unit must be idle to recover."""
    return Tally(IDLE, game.hooks(MovementHooks).idle_phases(game, unit))
