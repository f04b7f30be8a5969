"""How a piece stands on hexes: in which of them, which way it faces, in what formation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from sandtable.board.directions import Facing
from sandtable.board.maps import Map
from sandtable.board.spaces import SpaceId

if TYPE_CHECKING:
    from sandtable.engine.actions.actions import Game


class Pose(Struct, frozen=True, omit_defaults=True, cache_hash=True):
    """How a piece stands: its hexes, the leading one first, its facing, and its formation in the game's own word.

    A game whose pieces have more to them subclasses it. Players read it by ``name_in``; ``str`` is short, for tests.
    """

    hexes: tuple[SpaceId, ...]
    facing: Facing
    formation: str = ""

    def is_like(self, other: Pose) -> bool:
        """Tell whether it has the facing and the formation of another."""
        return (self.facing, self.formation) == (other.facing, other.formation)

    def name_in(self, game: Game) -> str:
        """Return what it is called in a text: ``1112 column facing north``."""
        return f"{'+'.join(self.hexes)} {self.stance_in(game)}"

    def stance_in(self, game: Game) -> str:
        """Return what it is called where its hexes are known: ``column facing north``."""
        board = game.board
        orientation = board.hexes.grid.orientation if isinstance(board, Map) and board.hexes is not None else "flat"
        return f"{self.formation} facing {self.facing.compass(orientation)}".lstrip()

    def __str__(self) -> str:
        return f"{'+'.join(self.hexes)} {self.formation} {self.facing.name}"
