"""The poses in which a way may end at one place: which facings and formations there are, each with its price."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from sandtable.board.poses import Pose
from sandtable.board.spaces import SpaceId
from sandtable.play.words.wording import describe
from sandtable.present import Trace, presentation

if TYPE_CHECKING:
    from sandtable.board.directions import Facing
    from sandtable.engine.actions.way_goals import Goal
    from sandtable.engine.actions.ways import Ways
    from sandtable.engine.running.game import RunningGame
    from sandtable.play.turn.places import Places
    from sandtable.present import Ghost

TURNS = 12
"""So many facings are round a place."""


@dataclass(frozen=True)
class EndPose:
    """One goal at a place: the way there, its price as printed, and how a piece would stand."""

    way: tuple[Any, ...]
    price: str
    says: str
    facing: Facing | None = None
    formation: str = ""
    leads: bool = True
    """Whether the leading space of the piece is the place itself."""
    cost: int = 0
    """The price as a number of what is spent."""
    ghost: Ghost | None = field(default=None, compare=False)
    """How it would stand, where the game says so."""
    trace: Trace | None = field(default=None, compare=False)
    paid: str = field(default="", compare=False)
    """What the price is made of, with the rules."""

    def __str__(self) -> str:
        return f"{self.says}, {self.price}" if self.price else self.says


class EndPoses:
    """All poses at a place, formation by formation (the cheapest first), clockwise within each."""

    def __init__(self, poses: Sequence[EndPose]) -> None:
        self.formations = tuple(dict.fromkeys(pose.formation for pose in sorted(poses, key=lambda pose: pose.cost)))
        order = self.formations.index
        self.all = tuple(sorted(poses, key=lambda pose: (order(pose.formation), pose.facing or 0)))

    def __len__(self) -> int:
        return len(self.all)

    @property
    def cheapest(self) -> EndPose:
        """The pose that costs least; of several the first."""
        return min(self.all, key=lambda pose: pose.cost)

    def cheapest_of(self, formation: str) -> EndPose:
        """Return the pose that costs least in a formation."""
        return min(self.of(formation), key=lambda pose: pose.cost)

    def of(self, formation: str) -> tuple[EndPose, ...]:
        """Return the poses in a formation, clockwise."""
        return tuple(pose for pose in self.all if pose.formation == formation)

    def like(self, facing: Facing | None, formation: str) -> EndPose | None:
        """Return the pose that faces so in this formation, ``None`` where there is none."""
        return next((pose for pose in self.of(formation) if pose.facing == facing), None)

    def turn(self, pose: EndPose, steps: int) -> EndPose:
        """Return the next pose clockwise (or so many on; less than 0: the other way round) in its formation."""
        ring = self.of(pose.formation)
        return ring[(ring.index(pose) + steps) % len(ring)]

    def change_formation(self, pose: EndPose, steps: int = 1) -> EndPose:
        """Return the pose of the next formation whose facing is nearest."""
        at = (self.formations.index(pose.formation) + steps) % len(self.formations)
        return min(self.of(self.formations[at]), key=lambda other: _apart(pose.facing, other.facing))


def poses_at(
    ways: Ways[Any], goals: Sequence[Goal[Any]], game: RunningGame, piece: str, space: str, places: Places
) -> EndPoses:
    """Return the poses of a piece at a space, which some goals of its ways are.

    Meant are those whose leading space it is; where none leads there, all that lie over it.
    """
    found = [_pose(ways, goal, game, piece, space, places) for goal in goals]
    return EndPoses([pose for pose in found if pose.leads] or found)


def pose_in_hand(ways: Ways[Any], way: tuple[Any, ...], game: RunningGame, piece: str, places: Places) -> EndPose:
    """Return the pose to which a way has come, at first that of its start."""
    ghost, spent = presentation.ghost(game, piece, way[-1] if way else ways.start), ways.spent(way)
    price, trace = ways.allowance.unit.say(spent) if way else "", trace_of(ways, way, piece, places)
    if ghost is None:
        return EndPose(way, price, "", cost=spent, trace=trace)
    says = ghost.says or _stance(game, ghost)
    return EndPose(way, price, says, ghost.facing, ghost.formation, cost=spent, ghost=ghost, trace=trace)


def trace_of(ways: Ways[Any], way: tuple[Any, ...], piece: str, places: Places) -> Trace:
    """Return a way as a line, with what each of its steps takes."""
    prices = ways.prices(way)
    spaces = tuple(SpaceId(places.spot(state)) for state in (ways.start, *way))
    amounts = tuple(map(ways.allowance.unit.amount, prices)) if len(prices) == len(way) else ()
    return Trace(piece=piece, spaces=spaces, prices=amounts)


def explain_price(ways: Ways[Any], goal: Goal[Any], space: str) -> str:
    """Say what the price of a goal at a space is made of, and where the map forbids the straight way there."""
    forbidden = ways.forbidden_step(space) if len(goal.way) > 1 else None
    told = (ways.tell_price(goal.way), str(forbidden) if forbidden is not None else "")
    return "; ".join(filter(None, told))


def with_pose(poses: EndPoses, pose: EndPose) -> EndPoses:
    """Return poses with one more, unless one of them stands so."""
    return poses if poses.like(pose.facing, pose.formation) else EndPoses([*poses.all, pose])


def _pose(ways: Ways[Any], goal: Goal[Any], game: RunningGame, piece: str, space: str, places: Places) -> EndPose:
    way, price = goal.way, ways.allowance.unit.say(goal.cost)
    ghost, trace = presentation.ghost(game, piece, goal.state), trace_of(ways, way, piece, places)
    if ghost is None:
        return EndPose(
            way, price, describe(goal.goal), cost=goal.cost, trace=trace, paid=explain_price(ways, goal, space)
        )
    says = ghost.says or _stance(game, ghost) or describe(goal.goal)
    return EndPose(
        way, ghost.price or price, says, ghost.facing, ghost.formation, ghost.spaces[0] == space, goal.cost,
        ghost, trace, explain_price(ways, goal, space),
    )  # fmt: skip


def _stance(game: RunningGame, ghost: Ghost) -> str:
    """Return how a piece would stand, in words."""
    if ghost.facing is None:
        return ghost.formation
    return Pose(ghost.spaces, ghost.facing, ghost.formation).stance_in(game)


def _apart(one: Facing | None, other: Facing | None) -> int:
    """Return how far two facings are apart, in steps of 30 degrees."""
    turn = abs((one or 0) - (other or 0)) % TURNS
    return min(turn, TURNS - turn)
