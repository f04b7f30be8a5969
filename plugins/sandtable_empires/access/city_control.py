"""Whose an empty city is (10.3.2): that of whoever holds the land. Whose one with a garrison is, sieges know."""

from __future__ import annotations

from sandtable.engine import Game, RuleModule, Side, SideId, hookimpl, rule
from sandtable_empires.hookspecs.sieges import SiegeHooks
from sandtable_empires.model import Area, AreaId, home


class CityControl(RuleModule):
    """Who decides for a city in which nobody is."""

    key = "city_control"

    @hookimpl(of=SiegeHooks.speaker)
    @rule("EIA-10.3.2-empty-city")
    def empty(self, game: Game, area: AreaId, sides: tuple[SideId, ...]) -> SideId | None:
        """A city without a garrison is that of the major power, or the neutral minor country, that holds the land."""
        if sides:
            return None
        holder, minor = game[Area][area].holder, SideId(home(game, area))
        return holder if holder is not None or minor not in game[Side] else minor
