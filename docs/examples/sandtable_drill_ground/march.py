"""A march: a way of poses. Its strides are the evolutions, its price and its bars are the rules of others."""

from collections.abc import Iterator

from sandtable.board import Facing

from sandtable.engine import (  # isort: skip
    Action, Allowance, Ask, CostUnit, Game, Quantity, Refusal, Rows, SpaceId, Stride, Tally, Ways, cached_for_position,
    fills, react,
)  # fmt: skip
from sandtable_drill_ground.field import Field, field_of
from sandtable_drill_ground.model import MARCHED, DrillHooks, Entered, Pace, Pose, Unit, UnitId

POINTS = Quantity("movement points")


class MarchStep(Stride[Pose], frozen=True, gc=False):
    """A step of a march: who takes it, as what, and which hexes are entered by it."""

    unit: UnitId
    mover: str
    entered: tuple[SpaceId, ...] = ()


class Evolutions:
    """How a unit may stand next."""

    def __init__(self, field: Field, unit: Unit) -> None:
        self.field, self.unit = field, unit

    def next_to(self, pose: Pose) -> Iterator[MarchStep]:
        """Yield the steps from a pose."""
        yield from self._from_line(pose) if pose.formation == "line" else self._from_column(pose)

    def _from_column(self, pose: Pose) -> Iterator[MarchStep]:
        (here,), facing, k = pose.hexes, pose.facing, pose.facing.k
        yield from self._stand(pose, "advance", facing, (here, k))
        for turned in (facing.rotate(-2), facing.rotate(2)):
            yield self._step(Pose(pose.hexes, turned, "column"), pose, "turn")
        if self.unit.arm == "infantry":
            for point in (facing.rotate(-1), facing.rotate(1)):
                for flank in (point.k + 2, point.k - 1):
                    yield from self._line(pose, here, point, flank)

    def _line(self, pose: Pose, here: SpaceId, point: Facing, flank: int) -> Iterator[MarchStep]:
        """A column forms line on its hex, to the right or to the left."""
        if (beside := self.field.step(here, flank)) is not None:
            hexes = (here, beside) if flank == point.k + 2 else (beside, here)
            ground = self.field.going(here, flank)
            yield self._step(Pose(hexes, point, "line"), pose, "form", ground, (beside,))

    def _from_line(self, pose: Pose) -> Iterator[MarchStep]:
        (left, right), facing, k = pose.hexes, pose.facing, pose.facing.k
        for ahead in (k, k + 1):
            yield from self._stand(pose, "advance", facing, (left, ahead), (right, ahead))
        yield from self._stand(pose, "wheel", facing.rotate(2), (left, k + 1), (right, None))
        yield from self._stand(pose, "wheel", facing.rotate(-2), (left, None), (right, k))
        yield self._step(Pose((right, left), facing.rotate(6), "line"), pose, "about")
        for here in pose.hexes:
            for side in (facing.rotate(-1), facing.rotate(1)):
                yield self._step(Pose((here,), side, "column"), pose, "form")

    def _stand(
        self, pose: Pose, evolution: str, facing: Facing, *moves: tuple[SpaceId, int | None]
    ) -> Iterator[MarchStep]:
        """Yield the step in which each hex moves in its direction; none where that leads off the map."""
        hexes, entered, ground = list[SpaceId](), list[SpaceId](), set[str]()
        for here, direction in moves:
            there = here if direction is None else self.field.step(here, direction)
            if there is None:
                return
            hexes.append(there)
            if direction is not None:
                entered.append(there)
                ground.update(self.field.going(here, direction))
        there_now = Pose(tuple(hexes), facing, pose.formation)
        yield self._step(there_now, pose, evolution, tuple(sorted(ground)), tuple(entered))

    def _step(
        self, there: Pose, here: Pose, evolution: str, ground: tuple[str, ...] = (), entered: tuple[SpaceId, ...] = ()
    ) -> MarchStep:
        who = here.formation if self.unit.arm == "infantry" else self.unit.arm
        return MarchStep(there, Pace(who, evolution, ground), self.unit.id, who, entered)


@cached_for_position
def ways_of(game: Game, id: UnitId) -> Ways[Pose]:
    """Return the ways of a unit."""
    unit = game[Unit][id]
    points = game.chart("allowance").number(unit.arm)
    hooks = game.hooks(DrillHooks)
    return Ways(
        game, March, unit.pose, Evolutions(field_of(game), unit).next_to,
        lambda pace: Tally(POINTS, hooks.step_parts(game, pace)),
        Allowance(points, unit=CostUnit("movement points")),
        spaces=lambda pose: pose.hexes,
        too_dear=lambda way, cost: Refusal(
            "{unit} has {points} movement points, but the way there costs {cost}",
            rule="DRILL-2.2", unit=id, points=points, cost=cost,
        ),
    )  # fmt: skip


class March(Action, frozen=True):
    """March a unit, evolution by evolution."""

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

    def says(self, game: Game) -> str:
        return f"{self.unit} marches to {self.way[-1]}"


async def take_step(game: Game, id: UnitId, pose: Pose) -> bool:
    """Take a step in the true position, and let others answer; tell whether the unit may go on."""
    unit = game[Unit][id]
    step = next(one for one in Evolutions(field_of(game), unit).next_to(unit.pose) if one.there == pose)
    if against := game.step_refusals(March, step):
        game.note(f"{id} is stopped: {against[0].text}", against[0].rule)
        return False
    game.change(unit, hexes=pose.hexes, facing=int(pose.facing), formation=pose.formation)
    if step.entered:
        entry = Entered(id, unit.side, step.entered)
        await game.hooks(DrillHooks).entered(game, entry)
        await react(entry)
    unit_now = game[Unit].get(id)
    return unit_now is not None and not unit_now.routed and not game.way_ends(March, step)
