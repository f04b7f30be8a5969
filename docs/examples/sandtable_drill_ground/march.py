"""A march: a way of poses. Its strides are the evolutions, its price and its bars are the rules of others."""

from functools import lru_cache, partial
from typing import NamedTuple

from sandtable.engine import (  # isort: skip
    Action, Allowance, Ask, CostUnit, Game, Rows, SpaceId, Stride, Tally, Ways, cached_for_position,
    cached_while_unchanged, fills, react,
)  # fmt: skip
from sandtable.board import HexSpaces, Pose, of
from sandtable_drill_ground.keys import ALLOWANCE_CHART
from sandtable_drill_ground.model import MARCHED, Arm, DrillHooks, Entered, Formation, Pace, Unit, UnitId, does


class MarchStep(Stride[Pose], frozen=True, gc=False):
    """A step of a march: who takes it, as what, and which hexes are entered by it."""

    unit: UnitId
    mover: str
    entered: tuple[SpaceId, ...] = ()


class Evolution(NamedTuple):
    """How a unit may change its pose: into what formation, turned by how many steps of 30 degrees, moved how.

    ``moves`` gives for each hex of the new pose one of the old, by its place, and the direction in which it moves from
    there, counted from the one faced: ``None`` where it stays.
    """

    name: str
    formation: Formation
    turn: int
    moves: tuple[tuple[int, int | None], ...]


COLUMN = (
    Evolution("advance", "column", 0, ((0, 0),)),
    Evolution("turn", "column", -2, ((0, None),)),
    Evolution("turn", "column", 2, ((0, None),)),
)
COLUMN_OF_FOOT = (
    *COLUMN,
    Evolution("form", "line", -1, ((0, None), (0, 1))),
    Evolution("form", "line", -1, ((0, -2), (0, None))),
    Evolution("form", "line", 1, ((0, None), (0, 2))),
    Evolution("form", "line", 1, ((0, -1), (0, None))),
)
LINE = (
    Evolution("advance", "line", 0, ((0, 0), (1, 0))),
    Evolution("advance", "line", 0, ((0, 1), (1, 1))),
    Evolution("wheel", "line", 2, ((0, 1), (1, None))),
    Evolution("wheel", "line", -2, ((0, None), (1, 0))),
    Evolution("about", "line", 6, ((1, None), (0, None))),
    *(Evolution("form", "column", turn, ((end, None),)) for end in (0, 1) for turn in (-1, 1)),
)


@lru_cache(maxsize=1 << 14)
def strides(hexes: HexSpaces, unit: UnitId, arm: Arm, here: Pose) -> tuple[MarchStep, ...]:
    """Return a unit's strides from a pose. They hang on the map alone: those of a pose are found once."""
    who = here.formation if arm == "infantry" else arm
    found: list[MarchStep] = []
    for evolution in LINE if here.formation == "line" else COLUMN_OF_FOOT if arm == "infantry" else COLUMN:
        moves = [(here.hexes[at], None if k is None else here.facing.k + k) for at, k in evolution.moves]
        to = [hex if k is None else hexes.step(hex, k) for hex, k in moves]
        stands = tuple(hex for hex in to if hex is not None)
        if len(stands) == len(moves):  # else it leads off the map
            entered = tuple(hex for hex, (_, k) in zip(stands, moves, strict=True) if k is not None)
            ground = {kind for hex, k in moves if k is not None for kind in hexes.ground(hex, k)}
            there = Pose(stands, here.facing.rotate(evolution.turn), evolution.formation)
            found.append(MarchStep(there, Pace(who, evolution.name, tuple(sorted(ground))), unit, who, entered))
    return tuple(found)


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

    @fills("unit")
    @staticmethod
    def own_units(game: Game, ask: Ask) -> Rows:
        return Rows(game[Unit], side=ask.side)

    @fills("way")
    @staticmethod
    def evolutions(game: Game, ask: Ask, unit: UnitId) -> Ways[Pose]:
        return ways_of(game, unit)

    async def perform(self, game: Game, ask: Ask) -> None:
        game.mark(self.unit, MARCHED)
        for pose in self.way:
            if not await take_step(game, self.unit, pose):
                return

    def says(self, game: Game, ask: Ask) -> str:
        return f"{does(self.unit, 'marches', 'march')} to {self.way[-1].name_in(game)}"


async def take_step(game: Game, id: UnitId, pose: Pose) -> bool:
    """Take a step in the true position, and let others answer; tell whether the unit may go on."""
    unit = game[Unit][id]
    step = next(one for one in strides(of(game).by_number, id, unit.arm, unit.pose) if one.there == pose)
    if against := game.step_refusals(March, step):
        game.note(f"{does(id, 'is', 'are')} stopped: {against[0].text}", against[0].rule)
        return False
    game.change(unit, hexes=pose.hexes, facing=pose.facing, formation=pose.formation)
    if step.entered:
        entry = Entered(id, unit.side, step.entered)
        await game.hooks(DrillHooks).entered(game, entry)
        await react(entry)
    unit_now = game[Unit].get(id)
    return unit_now is not None and not unit_now.routed and not game.way_ends(March, step)
