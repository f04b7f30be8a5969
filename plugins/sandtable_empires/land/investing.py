"""Who stands before a city, who is shut up in it, and when a siege is over."""

from __future__ import annotations

from sandtable.engine import Game, SideId
from sandtable_empires.hookspecs.movement import together
from sandtable_empires.hookspecs.sieges import Insider, SiegeHooks
from sandtable_empires.model import Area, AreaId, Commandant, Corps, Siege, enemies, in_the_open, shut_in


def hostile_inside(game: Game, area: AreaId, side: str) -> list[Insider]:
    """Return the factors in the city of an area that are at war with a side."""
    foes = enemies(game, side)
    return [one for one in game.hooks(SiegeHooks).inside(game, area) if one.side in foes]


def besieging_corps(game: Game, siege: Siege) -> list[Corps]:
    """Return the corps that keep a siege up: of the side that lays it, and of those that besiege with it."""
    return [
        corps
        for side in besieging_powers(game, siege.area, siege.side)
        for corps in in_the_open(game, siege.area, side)
    ]


def besieging_powers(game: Game, area: AreaId, side: SideId) -> list[SideId]:
    """Return a side and those of its partners who are at war with all whom it besieges, or would besiege."""
    first, *others = together(game, side)
    inside = {one.side for one in hostile_inside(game, area, side)} if others else set[SideId]()
    return [first, *(one for one in others if inside <= enemies(game, one))]


def sieges_of(game: Game, side: str) -> list[Siege]:
    """Return the sieges in which factors of a side are shut up."""
    hooks = game.hooks(SiegeHooks)
    shut = (siege for siege in game[Siege] if shut_in(game, siege.area, side))
    return [siege for siege in shut if any(one.side == side for one in hooks.inside(game, siege.area))]


def end_siege(game: Game, siege: Siege, why: str, rule: str) -> None:
    """End a siege: its row goes, the gates are open again."""
    game.remove(siege)
    if (settled := game[Commandant].get(siege.area)) is not None:
        game.remove(settled)
    game.note(f"the siege of {game[Area][siege.area].city} is over: {why}", rule)


def review(game: Game) -> None:
    """End the sieges that nobody keeps up any longer, and those of cities in which nobody is left."""
    for siege in list(game[Siege]):
        left = besieging_corps(game, siege)
        if not left:
            end_siege(game, siege, f"no corps of {siege.side} is left before it", "BASE-7.5-siege-lifted")
        elif not hostile_inside(game, siege.area, siege.side):
            end_siege(game, siege, "nobody is left inside", "BASE-7.5-siege-over")
        elif siege.side not in {corps.side for corps in left}:
            game.change(siege, side=left[0].side)
            game.note(f"{left[0].side} keeps the siege of {game[Area][siege.area].city} up", "BASE-4.9-siege")
