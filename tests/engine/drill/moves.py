"""Drill 10, the base: a move is worked out hex by hex, and each hex is a moment to which the enemy may react."""

from typing import ClassVar

from sandtable.engine import (
    Action,
    Allowance,
    Ask,
    Choice,
    Game,
    HookSet,
    MarkKind,
    Moment,
    Part,
    RuleModule,
    Stride,
    Tally,
    Ways,
    fills,
    happens,
    react,
)

from .hexes import Hex, HexId, Unit, UnitId, around, standing

MOVED = MarkKind("moved", until="step")
STOPPED = MarkKind("stopped", until="step")


class HexEntered(Moment, frozen=True):
    """A unit has moved into a hex."""

    unit: UnitId
    at: HexId


class MoveHooks(HookSet):
    """Where modules can change a move."""

    @happens
    async def entered(self, game: Game, unit: UnitId, at: HexId) -> None:
        """A unit has moved into a hex; nobody has reacted yet."""

    @happens
    async def hit(self, game: Game, unit: UnitId) -> None:
        """A unit has been hit on its move."""

    @happens
    async def ended(self, game: Game, unit: UnitId) -> None:
        """A unit's move is over."""


class Advance(Action, frozen=True):
    """Move a unit, hex by hex, until it stops or is stopped."""

    unit: UnitId
    way: tuple[HexId, ...]

    @fills("unit")
    @staticmethod
    def own(game: Game, ask: Ask) -> Choice[UnitId]:
        return Choice(unit.id for unit in game[Unit].where("side", ask.side) if not game.mark_of(unit.id, MOVED))

    @fills("way")
    @staticmethod
    def free_hexes(game: Game, ask: Ask, unit: UnitId) -> Ways[HexId]:
        def strides(here: HexId) -> list[Stride[HexId]]:
            return [Stride(to, "a hex") for to in around(here) if to in game[Hex] and not standing(game, to)]

        a_hex = Tally("hexes", [Part("base", 1, "DRILL-3.1-four-hexes")])
        return Ways(game, Advance, game[Unit][unit].hexes[0], strides, lambda key: a_hex, Allowance(4))

    async def perform(self, game: Game, ask: Ask) -> None:
        game.mark(self.unit, MOVED)
        for at in self.way:
            if standing(game, at):
                break  # somebody was hidden there
            game.change(game[Unit][self.unit], hexes=(at,))
            await game.hooks(MoveHooks).entered(game, self.unit, at)
            await react(HexEntered(self.unit, at))
            if game.mark_of(self.unit, STOPPED):
                break
        await game.hooks(MoveHooks).ended(game, self.unit)


class Reply(Action[HexEntered], frozen=True):
    """A unit of the other side does something about the one that is moving."""

    by: UnitId

    @fills("by")
    @staticmethod
    def own(game: Game, ask: Ask) -> Choice[UnitId]:
        return Choice(unit.id for unit in game[Unit].where("side", ask.side))


class Moving(RuleModule):
    """Units move in their side's step."""

    key = "moving"
    brings = (MOVED, STOPPED)
    actions: ClassVar = {"play": (Advance,)}
