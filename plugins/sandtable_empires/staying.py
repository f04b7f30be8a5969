"""Whether forces may be in a city of others, or lay a depot there, as the rules of access have it."""

from __future__ import annotations

from sandtable.engine import Game, Refusal, SideId
from sandtable_empires.hookspecs.access import AccessHooks, Stay
from sandtable_empires.model import AreaId
from sandtable_empires.territory import is_foreign, right_there


def stay_barred(game: Game, side: str, area: AreaId, what: Stay) -> Refusal | None:
    """Return why access keeps a side from garrisoning the city of an area, or from laying a depot there.

    Where no rule of access is in force nothing is forbidden.
    """
    if not game.has_implementation("no_stay"):
        return None
    bars = game.hooks(AccessHooks).no_stay(game, SideId(side), area, what)
    return Refusal(bars[0].says, rule=bars[0].rule) if bars else None


def is_welcome(game: Game, side: str, area: AreaId) -> bool:
    """Tell whether a power that a side is not at war with has its cities open to the side's forces in an area."""
    if not game.has_implementation("rights") or not is_foreign(game, SideId(side), area):
        return False
    right = right_there(game, SideId(side), area)
    return right is not None and right.garrisons
