"""The poses in which a way may end at one place: which facings and formations there are, each with its price."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sandtable.board.poses import Pose
from sandtable.play.words.wording import describe
from sandtable.present import presentation

if TYPE_CHECKING:
    from sandtable.board.directions import Facing
    from sandtable.engine.actions.ways import Goal, Ways
    from sandtable.engine.running.game import RunningGame
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
    """What the way there takes, in parts of its unit."""

    def __str__(self) -> str:
        return f"{self.says}, {self.price}" if self.price else self.says


class EndPoses:
    """All poses at a place, formation by formation (the cheapest first), clockwise within each."""

    def __init__(self, poses: Sequence[EndPose]) -> None:
        self.formations = tuple(dict.fromkeys(pose.formation for pose in poses))
        order = self.formations.index
        self.all = tuple(sorted(poses, key=lambda pose: (order(pose.formation), pose.facing or 0)))

    def __len__(self) -> int:
        return len(self.all)

    @property
    def first(self) -> EndPose:
        """The cheapest of them: what is marked while nobody has chosen another."""
        return min(self.all, key=lambda pose: pose.cost)

    def of(self, formation: str) -> tuple[EndPose, ...]:
        """Return the poses in a formation, clockwise."""
        return tuple(pose for pose in self.all if pose.formation == formation)

    def like(self, facing: Facing | None, formation: str) -> EndPose | None:
        """Return the pose that faces so in this formation, ``None`` where there is none."""
        return next((pose for pose in self.of(formation) if pose.facing == facing), None)

    def turned(self, pose: EndPose, steps: int) -> EndPose:
        """Return the next pose clockwise (or so many on; less than 0: the other way round) in its formation."""
        ring = self.of(pose.formation)
        return ring[(ring.index(pose) + steps) % len(ring)]

    def reformed(self, pose: EndPose, steps: int = 1) -> EndPose:
        """Return the pose of the next formation whose facing is nearest."""
        at = (self.formations.index(pose.formation) + steps) % len(self.formations)
        return min(self.of(self.formations[at]), key=lambda other: _apart(pose.facing, other.facing))


def poses_at(ways: Ways[Any], goals: Sequence[Goal[Any]], game: RunningGame, piece: str, space: str) -> EndPoses:
    """Return the poses of a piece at a space, which some goals of its ways are.

    Meant are those whose leading space it is; where none leads there, all that lie over it.
    """
    found = [_pose(ways, goal, game, piece, space) for goal in goals]
    return EndPoses([pose for pose in found if pose.leads] or found)


def pose_in_hand(ways: Ways[Any], way: tuple[Any, ...], game: RunningGame, piece: str) -> tuple[EndPose, str] | None:
    """Return the pose to which a way has come (at first that of its start) and its leading space.

    There is none where the game does not show how a piece stands.
    """
    ghost = presentation.ghost(game, piece, way[-1] if way else ways.start)
    if ghost is None:
        return None
    price = ways.allowance.unit.say(ways.spent(way)) if way else ""
    return EndPose(way, price, ghost.says or _stance(game, ghost), ghost.facing, ghost.formation), ghost.spaces[0]


def with_pose(poses: EndPoses, pose: EndPose) -> EndPoses:
    """Return poses with one more, unless one of them stands so."""
    return poses if poses.like(pose.facing, pose.formation) else EndPoses([*poses.all, pose])


def _pose(ways: Ways[Any], goal: Goal[Any], game: RunningGame, piece: str, space: str) -> EndPose:
    price = ways.allowance.unit.say(goal.cost)
    ghost = presentation.ghost(game, piece, goal.state)
    if ghost is None:
        return EndPose(goal.way, price, describe(goal.goal), cost=goal.cost)
    says = ghost.says or _stance(game, ghost) or describe(goal.goal)
    leads = ghost.spaces[0] == space
    return EndPose(goal.way, ghost.price or price, says, ghost.facing, ghost.formation, leads, goal.cost)


def _stance(game: RunningGame, ghost: Ghost) -> str:
    """Return how a piece would stand, in words."""
    if ghost.facing is None:
        return ghost.formation
    return Pose(ghost.spaces, ghost.facing, ghost.formation).stance_in(game)


def _apart(one: Facing | None, other: Facing | None) -> int:
    """Return how far two facings are apart, in steps of 30 degrees."""
    turn = abs((one or 0) - (other or 0)) % TURNS
    return min(turn, TURNS - turn)
