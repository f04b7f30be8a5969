"""The score of a side."""

from __future__ import annotations

from typing import Final

from sandtable.engine import Game, Quantity, SideId, Tally
from sandtable_empires.hookspecs.control import ControlHooks

SCORE: Final = Quantity("provinces held")


def score(game: Game, side: SideId) -> Tally:
    """Return the score of a side, with its parts."""
    return Tally(SCORE, game.hooks(ControlHooks).victory_parts(game, side))
