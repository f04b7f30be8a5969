"""Depots: they produce supply units at the beginning of a movement phase (base paper, section 5, step 2a)."""

from __future__ import annotations

from itertools import count

from sandtable.engine import (
    Action,
    Ask,
    ChartId,
    Choice,
    Game,
    Lookup,
    Refusal,
    RuleModule,
    SideId,
    cached_while_unchanged,
    fills,
    refuses,
    rule,
)
from sandtable_grande_armee.charts.keys import LIMITS, UNIT_TYPES
from sandtable_grande_armee.charts.lookups import limit
from sandtable_grande_armee.model import Unit, UnitId, of_an_arm
from sandtable_grande_armee.model.marks import NEW, PRODUCED
from sandtable_grande_armee.steps import DEPOT_STEP

SUPPLY = "supply"


class Produce(Action, frozen=True):
    """Have a depot produce a supply unit, which serves troops in its hex and beside it."""

    title = "Produce supply"
    depot: UnitId

    @fills("depot")
    @staticmethod
    def own_depots(game: Game, ask: Ask) -> Choice[UnitId]:
        return Choice(depots_of(game, SideId(ask.side)))

    def says(self, game: Game, ask: Ask) -> str:
        return f"{self.depot} produces a supply unit"

    def perform(self, game: Game, ask: Ask) -> None:
        depot = game[Unit][self.depot]
        supply = Unit(name_of_supply(game, self.depot), depot.side, SUPPLY, depot.hex)
        game.put(supply)
        game.mark(supply.id, NEW)
        game.mark(self.depot, PRODUCED, count=produced(game, self.depot) + 1)


@cached_while_unchanged
def depots_of(game: Game, side: SideId) -> tuple[UnitId, ...]:
    """Return the depots of a side, on the map or not."""
    return tuple(unit.id for unit in of_an_arm(game, "depot") if unit.side == side)


def name_of_supply(game: Game, depot: UnitId) -> UnitId:
    """Return a name that no unit has for what a depot produces."""
    names = (UnitId(f"Supply {n} of {depot}") for n in count(1))
    return next(name for name in names if name not in game[Unit])


def produced(game: Game, depot: UnitId) -> int:
    """Return how many supply units a depot has produced in this player turn."""
    mark = game.mark_of(depot, PRODUCED)
    return mark.count if mark is not None else 0


class Depots(RuleModule):
    """What depots produce."""

    key = "depots"
    charts = (limit("depot production"), Lookup(ChartId(UNIT_TYPES), ((SUPPLY,), ())))
    actions = {DEPOT_STEP: (Produce,)}

    @refuses(Produce)
    @rule("BASE-2a-depot-on-map")
    def on_the_map(self, game: Game, act: Produce) -> Refusal | None:
        """A depot produces where it stands."""
        return Refusal("{depot} is not on the map", depot=act.depot) if game[Unit][act.depot].hex is None else None

    @refuses(Produce)
    @rule("BASE-2a-production")
    def enough(self, game: Game, act: Produce) -> Refusal | None:
        """A depot produces so many supply units a turn, by the chart of limits."""
        most = game.chart(LIMITS).number("depot production")
        if produced(game, act.depot) < most:
            return None
        return Refusal("{depot} has produced {most} in this turn already", depot=act.depot, most=most)
