"""Drill 11: a two-hex line wheels, a column bends while turning and is straight again at the end (9.3)."""

from typing import ClassVar

from sandtable.engine import (
    Action,
    Allowance,
    Ask,
    Choice,
    Game,
    MarkKind,
    Part,
    Refusal,
    RuleModule,
    Stride,
    Tally,
    Ways,
    fills,
    refuses,
    refuses_end,
    rule,
)

from .hexes import SIXTHS, Unit, UnitId
from .poses import Ground, Pose, next_poses

MARCHED = MarkKind("marched", until="step")


class MarchUnit(Action, frozen=True):
    """Move a unit of one or more hexes, pose by pose."""

    unit: UnitId
    way: tuple[Pose, ...]

    @fills("unit")
    @staticmethod
    def own(game: Game, ask: Ask) -> Choice[UnitId]:
        return Choice(unit.id for unit in game[Unit].where("side", ask.side))

    @fills("way")
    @staticmethod
    def poses(game: Game, ask: Ask, unit: UnitId) -> Ways[Pose]:
        """Search the poses lazily, the cheapest way to each first."""
        row = game[Unit][unit]
        start = Pose(row.hexes, row.facing, row.formation, game.chart("allowance").number(row.formation))
        ground = Ground.under(game, row)

        def strides(here: Pose) -> list[Stride[Pose]]:
            return [Stride(pose, here.left - pose.left) for pose in next_poses(ground, here)]

        def price(sixths: int) -> Tally:
            return Tally("sixths", [Part("base", sixths, "DRILL-9.3-price")])

        def place(pose: Pose) -> tuple[object, ...]:
            return pose.hexes, pose.facing

        return Ways(
            game, MarchUnit, start, strides, price, Allowance(start.left), state=place, goal=place,
            spaces=lambda pose: pose.hexes, returns=True,
        )  # fmt: skip

    def perform(self, game: Game, ask: Ask) -> None:
        end = self.way[-1]
        game.change(game[Unit][self.unit], hexes=end.hexes, facing=end.facing)
        game.mark(self.unit, MARCHED)

    def says(self, game: Game, ask: Ask) -> str:
        end = self.way[-1]
        return f"{self.unit} marches to {' '.join(end.hexes)}, {end.left // SIXTHS} {end.left % SIXTHS}/6 MP left"


class Evolutions(RuleModule):
    """How formations of more than one hex change their facing."""

    key = "evolutions"
    brings = (MARCHED,)
    actions: ClassVar = {"play": (MarchUnit,)}

    @refuses(MarchUnit)
    @rule("DRILL-9.3-once")
    def once(self, game: Game, act: MarchUnit) -> Refusal | None:
        return Refusal("{unit} has marched", unit=act.unit) if game.mark_of(act.unit, MARCHED) else None

    @refuses_end(MarchUnit, "there")
    @rule("DRILL-9.3-straight-at-end")
    def straight_at_end(self, game: Game, stride: Stride[Pose]) -> Refusal | None:
        cure = "march on until the tail has turned where the head turned"
        return None if stride.there.straight else Refusal("the unit ends bent", cure=cure)
