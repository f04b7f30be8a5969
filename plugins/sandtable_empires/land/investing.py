"""Who stands before a city, who is shut up in it, and when a siege is over."""

from __future__ import annotations

from sandtable.engine import Game, SideId
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
    """Return a side and those that besiege, or would besiege, a city together with it; itself first."""
    return list(dict.fromkeys((side, *game.hooks(SiegeHooks).besieging_partners(game, area, side))))


def sieges_of(game: Game, side: str) -> list[Siege]:
    """Return the sieges in which factors of a side are shut up."""
    hooks = game.hooks(SiegeHooks)
    shut = (siege for siege in game[Siege] if shut_in(game, siege.area, side))
    return [siege for siege in shut if any(one.side == side for one in hooks.inside(game, siege.area))]


def end_siege(game: Game, siege: Siege, why: str, rule: str = "") -> None:
    """End a siege: its row goes, the gates are open again."""
    game.remove(siege)
    if (settled := game[Commandant].get(siege.area)) is not None:
        game.remove(settled)
    game.note(f"the siege of {game[Area][siege.area].city} is over: {why}", rule)


def review(game: Game) -> None:
    """End the sieges that are over; where only partners are left before a city, one of them keeps its siege up."""
    for siege in list(game[Siege]):
        if endings := game.hooks(SiegeHooks).siege_ends(game, siege.id):
            end_siege(game, siege, endings[0].says, endings[0].rule)
        elif (left := besieging_corps(game, siege)) and siege.side not in {corps.side for corps in left}:
            game.change(siege, side=left[0].side)
            game.note(f"{left[0].side} keeps up the siege of {game[Area][siege.area].city}", "BASE-4.9-siege")
