"""What a campaign of Grande Armée made from nothing begins with: its charts, a calendar, an army of each side."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import cycle
from typing import Final, get_args

from sandtable.engine import Game, Row, RuleModule, Side, hookimpl
from sandtable_grande_armee.charts import charts
from sandtable_grande_armee.model import Army, Calendar, MapSide

FIRST_DAY: Final = "1805-01-01"


class Beginnings(RuleModule):
    """The rows without which no campaign can be played; a designer changes them."""

    key = "beginnings"

    @hookimpl
    def begins_with(self, game: Game) -> Iterable[Row]:
        yield from charts()
        yield Calendar("calendar", FIRST_DAY)
        sides = [one.id for one in game[Side]]
        for place, (side, edge) in enumerate(zip(sides, cycle(get_args(MapSide)[::2] + get_args(MapSide)[1::2]))):
            yield Army(side, edge, tuple(one for one in sides if one != side), place)
