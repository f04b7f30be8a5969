"""Who is where, how strong: what all advice looks at first."""

from __future__ import annotations

from sandtable.engine import Game
from sandtable_empires.hookspecs.sieges import SiegeHooks
from sandtable_empires.model import Area, AreaId, Corps, Garrison, Province, enemies, neighbours, unbesieged_foes


def own_factors(game: Game, area: str, side: str) -> int:
    """Return the factors of the corps of a side in an area."""
    return sum(corps.factors for corps in game[Corps].where("area", area) if corps.side == side)


def enemy_factors(game: Game, area: str, side: str) -> int:
    """Return the factors of the enemy corps of a side in an area, as far as they can be seen."""
    return sum(corps.factors for corps in unbesieged_foes(game, area, side))


def threat_to(game: Game, area: AreaId, side: str) -> int:
    """Return the strongest enemy force that stands in an area or next to it."""
    return max(enemy_factors(game, one, side) for one in (area, *neighbours(game, area)))


def is_capital(game: Game, area: Area) -> bool:
    """Tell whether an area holds the capital of its province: whoever has it has the province."""
    return game[Province][area.province].capital == area.id


def held_inside(game: Game, area: AreaId, side: str) -> int:
    """Return the factors of the enemies of a side in the city of an area."""
    foes = enemies(game, side)
    inside = game.hooks(SiegeHooks).inside(game, area)
    return sum(one.contingent.factors for one in inside if one.side in foes)


def has_garrison(game: Game, area: AreaId, side: str) -> bool:
    """Tell whether a side has a garrison in the city of an area."""
    return any(one.side == side and one.place == "city" for one in game[Garrison].where("area", area))
