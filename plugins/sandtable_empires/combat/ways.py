"""Ways into a combat and out of it: where a corps may not march it neither retreats nor comes to help."""

from __future__ import annotations

from sandtable.engine import Game
from sandtable_empires.hookspecs.movement import Bar, MovementHooks
from sandtable_empires.model import CorpsId, link_id


def bar_between(game: Game, corps: CorpsId, here: str, there: str) -> Bar | None:
    """Return what keeps a corps from going from an area to the next, ``None`` when nothing does."""
    way = link_id(here, there)
    bars = game.hooks(MovementHooks).bars(game, corps)
    return next((bar for bar in bars if bar.area == there and bar.link in (None, way)), None)
