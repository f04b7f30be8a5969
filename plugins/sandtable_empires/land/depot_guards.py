"""Who keeps a depot: its garrisons, and the corps that protect it."""

from __future__ import annotations

from sandtable.engine import Game
from sandtable_empires.model import Depot, Garrison, allies, in_the_open


def guards_of(game: Game, depot: Depot) -> list[Garrison]:
    """Return the garrisons of a depot, its side's and those of allies."""
    friends = {depot.side, *allies(game, depot.side)}
    return [one for one in game[Garrison].where("area", depot.area) if one.place == "depot" and one.side in friends]


def bare(game: Game, depot: Depot) -> bool:
    """Tell whether neither a garrison nor a corps in the open, of its side or an ally, protects a depot."""
    friends = (depot.side, *allies(game, depot.side))
    return not guards_of(game, depot) and not any(in_the_open(game, depot.area, friend) for friend in friends)
