"""A march: a way of poses. Its strides are the evolutions; what they cost and what bars them is said by the rules."""

from functools import lru_cache, partial
from pathlib import Path

from sandtable.engine import (  # isort: skip
    Action, Allowance, Ask, CostUnit, Game, SpaceId, Stride, Tally, Ways, cached_for_position, cached_while_unchanged,
    doing, fills, own_pieces, react,
)  # fmt: skip
from sandtable.board import HexSpaces, Pose, of, read_evolutions
from sandtable_drill_ground.model import ALLOWANCE_CHART, MARCHED, Arm, DrillHooks, Entered, Pace, Unit, UnitId

EVOLUTIONS = read_evolutions(Path(__file__).with_name("evolutions.toml"))


class MarchStep(Stride[Pose], frozen=True, gc=False):
    """A step of a march: who takes it, as what, and which hexes are entered by it."""

    unit: UnitId
    mover: str
    entered: tuple[SpaceId, ...] = ()


@lru_cache(maxsize=1 << 14)
def strides(hexes: HexSpaces, unit: UnitId, arm: Arm, here: Pose) -> tuple[MarchStep, ...]:
    """Return a unit's strides from a pose. They hang on the map alone: those of a pose are found once."""
    who = here.formation if arm == "infantry" else arm
    found = [(one.name, one.take(hexes, here)) for one in EVOLUTIONS[who]]
    return tuple(MarchStep(to.pose, Pace(who, name, to.ground), unit, who, to.entered) for name, to in found if to)


@cached_while_unchanged
def price(game: Game, pace: Pace) -> Tally:
    """Return what a step costs."""
    return Tally("movement points", game.hooks(DrillHooks).step_parts(game, pace))


@cached_for_position
def ways_of(game: Game, id: UnitId) -> Ways[Pose]:
    """Return the ways of a unit."""
    unit = game[Unit][id]
    allowance = Allowance(game.chart(ALLOWANCE_CHART).number(unit.arm), unit=CostUnit("movement points"))
    leads_on = partial(strides, of(game).by_number, id, unit.arm)
    return Ways(game, March, unit.pose, leads_on, partial(price, game), allowance, spaces=lambda pose: pose.hexes)


class March(Action, frozen=True):
    """March a unit, evolution by evolution."""

    if_none = {"unit": ("you have no unit left on the field", "DRILL-2.1")}
    unit: UnitId
    way: tuple[Pose, ...]
    own_units = fills("unit")(own_pieces(Unit))

    @fills("way")
    @staticmethod
    def evolutions(game: Game, ask: Ask, unit: UnitId) -> Ways[Pose]:
        return ways_of(game, unit)

    def says(self, game: Game, ask: Ask) -> str:
        return f"{doing(self.unit, 'marches', 'march')} to {self.way[-1].name_in(game)}"

    async def perform(self, game: Game, ask: Ask) -> None:
        game.mark(self.unit, MARCHED)
        for pose in self.way:
            unit = game[Unit].get(self.unit)
            if unit is None or unit.routed:
                return
            found = strides(of(game).by_number, unit.id, unit.arm, unit.pose)
            if (step := game.step_to(March, found, pose, f"{doing(unit.id, 'is', 'are')} stopped")) is None:
                return
            game.change(unit, hexes=pose.hexes, facing=pose.facing, formation=pose.formation)
            if step.entered:
                entry = Entered(unit.id, unit.side, step.entered)
                await game.hooks(DrillHooks).entered(game, entry)
                await react(entry)
            if self.unit in game[Unit] and game.way_ends(March, step):
                return
