"""Ways into a combat and out of it: where a corps may not march it neither retreats nor comes to help."""

from __future__ import annotations

from sandtable.engine import Game, Refusal, SpaceId
from sandtable_empires.march import March, step_between
from sandtable_empires.model import AreaId, CorpsId


def bar_between(game: Game, corps: CorpsId, here: str, there: str) -> Refusal | None:
    """Return what keeps a corps from going from an area to the next, ``None`` when nothing does."""
    bars = game.step_refusals(March, step_between(game, corps, AreaId(SpaceId(here)), AreaId(SpaceId(there))))
    return bars[0] if bars else None
