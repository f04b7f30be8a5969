"""Drill 11, the base: how a unit stands, and how it can stand next, in sixths of a movement point."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from msgspec import Struct

from sandtable.engine import Axis, Chart, ChartId, Game

from .hexes import Hex, HexId, Unit, beside, standing

PRICES = {"clear": 6, "broken": 9, "wood": 12, "head turns": 6, "hexpoint": 6, "wheeling end": 6}
ALLOWANCE = {"attack column": 30, "march column": 30, "line": 30}
BARRED = 1_000


def charts() -> list[Chart]:
    return [
        Chart(ChartId("prices"), "What a move costs", (Axis("what", tuple(PRICES)),), tuple(PRICES.values())),
        Chart(ChartId("allowance"), "Points", (Axis("formation", tuple(ALLOWANCE)),), tuple(ALLOWANCE.values())),
    ]


class Pose(Struct, frozen=True, omit_defaults=True):
    """How a unit stands at one point of its move; ``left`` are the points it has left, in sixths."""

    hexes: tuple[HexId, ...]
    facing: int
    formation: str
    left: int

    @property
    def straight(self) -> bool:
        """A column in a row behind its head, a line in a row beside its left end."""
        onward = self.facing - 1 if self.formation == "line" else self.facing + 3
        return all(beside(at, onward) == behind for at, behind in pairwise(self.hexes))


@dataclass(frozen=True)
class Ground:
    """What the search needs to know, read once: the price of each hex one may enter, and of each turn."""

    hexes: dict[HexId, int]
    prices: Chart

    @classmethod
    def under(cls, game: Game, unit: Unit) -> "Ground":
        prices = game.chart("prices")
        free = [row for row in game[Hex] if all(other.id == unit.id for other in standing(game, row.id))]
        return cls({row.id: prices.number(row.terrain) for row in free}, prices)

    def price(self, at: HexId) -> int:
        return self.hexes.get(at, BARRED)

    def pose(self, old: Pose, hexes: Iterable[HexId], facing: int, price: int) -> Iterator[Pose]:
        """Yield the new pose where the points suffice (they never do for a barred hex)."""
        if old.left >= price:
            yield Pose(tuple(hexes), facing % 6, old.formation, old.left - price)


def next_poses(ground: Ground, pose: Pose) -> Iterator[Pose]:
    yield from (line_poses if pose.formation == "line" else column_poses)(ground, pose)


def column_poses(ground: Ground, pose: Pose) -> Iterator[Pose]:
    """9.3a: only the head turns and pays for it; the others turn where it turned, by following it."""
    head = beside(pose.hexes[0], pose.facing)
    followed = (head, *pose.hexes[:-1])
    yield from ground.pose(pose, followed, pose.facing, max(map(ground.price, followed)))
    for turned in (pose.facing + 1, pose.facing - 1):
        if beside(pose.hexes[0], turned) not in pose.hexes:
            yield from ground.pose(pose, pose.hexes, turned, ground.prices.number("head turns"))


def line_poses(ground: Ground, pose: Pose) -> Iterator[Pose]:
    """A step into the left or right front hexes, or 9.3b: a wheel about one end to the other's side."""
    for ahead in (pose.facing + 1, pose.facing):
        entered = [beside(at, ahead) for at in pose.hexes]
        yield from ground.pose(pose, entered, pose.facing, max(map(ground.price, entered)))
    for turn, ahead in ((1, pose.facing + 1), (-1, pose.facing)):
        arms = list(enumerate(pose.hexes if turn == 1 else pose.hexes[::-1]))
        swept = [beside(at, ahead, steps) for arm, at in arms for steps in range(1, arm + 1)]
        hexes = [beside(at, ahead, arm) for arm, at in arms][::turn]
        yield from ground.pose(pose, hexes, pose.facing + turn, wheel_price(ground, len(hexes) - 1, swept))


def wheel_price(ground: Ground, by_the_end: int, swept: list[HexId]) -> int:
    """9.3b, added together: the hexpoint, each hex that the wheeling end enters, each hex entered that is not clear."""
    clear = ground.prices.number("clear")
    rough = [price for price in map(ground.price, swept) if price != clear]
    return ground.prices.number("hexpoint") + by_the_end * ground.prices.number("wheeling end") + sum(rough)
