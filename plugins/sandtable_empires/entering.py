"""Entering an area: every corps that comes into one, however it comes, comes by ``arrive``."""

from __future__ import annotations

from sandtable.engine import Game, react
from sandtable_empires.hookspecs.movement import AreaEntered, How, MovementHooks
from sandtable_empires.model import Area, AreaId, Corps, CorpsId
from sandtable_empires.model.marks import HALTED


async def arrive(game: Game, id: CorpsId, area: AreaId, how: How, left: int = 0) -> bool:
    """Have a corps come into an area, with so many points left; return whether it is there and may go on.

    All modules hear of it, then others may react; ``halt`` keeps it there.
    """
    corps = game[Corps][id]
    origin = corps.area
    game.change(corps, area=area, inside=False)
    entry = AreaEntered(id, corps.side, area, origin, game[Area][area].province, left, how)
    await game.hooks(MovementHooks).after_area_entered(game, entry)
    if game.mark_of(id, HALTED) is None:
        await react(entry)
    halted = game.mark_of(id, HALTED)
    if halted is not None:
        game.remove(halted)
    now = game[Corps].get(id)
    return halted is None and now is not None and now.area == area
