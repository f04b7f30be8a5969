"""What a campaign of Empires made from nothing begins with: the printed charts, a calendar, who plays what."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from sandtable.engine import Game, Row, RuleModule, Side, hookimpl
from sandtable_empires.charts import campaign_charts, charts
from sandtable_empires.model import Calendar, Nation, NationId, Treasury
from sandtable_empires.model.grants import CAMPAIGN

YEAR: Final = 1805
TURNS: Final = 12


class Beginnings(RuleModule):
    """The rows without which no campaign can be played; a designer changes them."""

    key = "beginnings"

    @hookimpl
    def begins_with(self, game: Game) -> Iterable[Row]:
        yield from charts()
        yield Calendar("calendar", year=YEAR, month=1, last=TURNS)
        for side in game[Side]:
            title = game.name(side.id)
            yield Nation(NationId(side.id), title, title, side=side.id, major=True)
            yield Treasury(side.id)


class CampaignBeginnings(RuleModule):
    """What a campaign of all phases has beside."""

    key = "campaign_beginnings"
    needs = CAMPAIGN

    @hookimpl
    def begins_with(self, game: Game) -> Iterable[Row]:
        return campaign_charts()
