"""Evolutions: how a piece on hexes changes its pose by one step, as a text of the game lists them."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING, NamedTuple

import msgspec
from msgspec import Struct

from sandtable.board.poses import Pose
from sandtable.engine.errors import Invalid

if TYPE_CHECKING:
    from pathlib import Path

    from sandtable.board.hex_spaces import HexSpaces
    from sandtable.board.spaces import SpaceId


class Evolved(NamedTuple):
    """What an evolution comes to: the new pose, the hexes that are moved into, and the ground that is gone through."""

    pose: Pose
    entered: tuple[SpaceId, ...]
    ground: tuple[str, ...]


class Evolution(Struct, frozen=True, forbid_unknown_fields=True):
    """A change of pose: into which formation, turned by how many steps of 30 degrees clockwise, moved how.

    ``moves`` gives for each hex of the new pose one of the old, by its place, and the direction in which it moves from
    there, counted clockwise from the one that is faced: ``[0, 1]``. One that stays has no direction: ``[0]``.
    """

    name: str
    to: str
    moves: tuple[tuple[int, ...], ...]
    turn: int = 0

    def __post_init__(self) -> None:
        if not self.moves or any(len(move) not in (1, 2) or move[0] < 0 for move in self.moves):
            raise ValueError(f"the moves of {self.name!r} are not a list of [hex] or [hex, direction] each")

    def take(self, hexes: HexSpaces, here: Pose) -> Evolved | None:
        """Return what it makes of a pose; ``None`` where it leads off the map or over a side that is forbidden.

        Raises ``Invalid`` where it names a hex that the pose does not have.
        """
        stands: list[SpaceId] = []
        entered: list[SpaceId] = []
        ground: set[str] = set()
        for at, *ahead in self.moves:
            if at >= len(here.hexes):
                raise Invalid(f"The evolution {self.name!r} moves hex {at} of a pose that has {len(here.hexes)}.")
            stands.append(here.hexes[at])
            for direction in (here.facing.k + turned for turned in ahead):
                there = hexes.step(here.hexes[at], direction)
                if there is None:
                    return None
                ground.update(hexes.ground(here.hexes[at], direction))
                entered.append(there)
                stands[-1] = there
        pose = Pose(tuple(stands), here.facing.rotate(self.turn), self.to)
        return Evolved(pose, tuple(entered), tuple(sorted(ground)))


def read_evolutions(path: Path) -> dict[str, tuple[Evolution, ...]]:
    """Read a text of evolutions: under the word for whoever makes them a list, each with name, ``to`` and ``moves``."""
    try:
        return msgspec.convert(tomllib.loads(path.read_text("utf-8")), dict[str, tuple[Evolution, ...]])
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as error:
        raise Invalid(f"{path.name} is not a list of evolutions: {error}") from error
