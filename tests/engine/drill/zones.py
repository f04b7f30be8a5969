"""Drill 13, the base: who holds the hexes around it, and who is in supply."""

from collections.abc import Iterable

from sandtable.engine import Game, HookSet, RuleModule, collects, happens, hookimpl, rule

from .hexes import HexId, Unit, UnitId, around, enemy
from .moves import STOPPED


class GroundHooks(HookSet):
    """Where modules can change zones of control and supply."""

    @collects
    def zoneless(self, game: Game, side: str) -> Iterable[UnitId]:
        """Name units of a side that have no zone of control."""
        return ()

    @collects
    def sources(self, game: Game, unit: Unit) -> Iterable[HexId]:
        """Name hexes that supply a unit."""
        return ()

    @happens
    async def after_declared(self, game: Game, at: HexId, inside: tuple[UnitId, ...]) -> None:
        """A fort has declared which of the units in its hex are inside."""


def zones(game: Game, side: str) -> set[HexId]:
    """Return the hexes in a side's zones of control: all six around each unit that has one."""
    without = set(game.hooks(GroundHooks).zoneless(game, side))
    return {to for unit in game[Unit].where("side", side) if unit.id not in without for to in around(unit.hexes[0])}


def is_supplied(game: Game, unit: UnitId) -> bool:
    return bool(game.hooks(GroundHooks).sources(game, game[Unit][unit]))


class Zones(RuleModule):
    """A unit stops where it enters an enemy zone of control."""

    key = "control"

    @hookimpl
    @rule("DRILL-11-stop-in-zone")
    def entered(self, game: Game, unit: UnitId, at: HexId) -> None:
        if at in zones(game, enemy(game[Unit][unit].side)):
            game.mark(unit, STOPPED)
