"""What an unstable power collects (10.5.2): perhaps half."""

from __future__ import annotations

from typing import Final

from sandtable.engine import Game, MarkKind, RuleModule, SideId, Was, hookimpl, roll, rule
from sandtable_empires.charts.keys import LOSS_NUMBERS
from sandtable_empires.hookspecs.income import Takings
from sandtable_empires.model import PoliticalStatus
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.status import zone_of
from sandtable_empires.steps import COLLECTION_PHASE

LOSES_INCOME: Final = ("Fiasco", "Instability")
"""The zones in which economic loss numbers count."""
LOSS_DIE: Final = MarkKind("die against its economic loss number", until=COLLECTION_PHASE)
"""What a power has thrown."""


class UnstableIncomes(RuleModule):
    """What status does to incomes."""

    key = "unstable_incomes"
    needs = CAMPAIGN
    brings = (LOSS_DIE,)

    @hookimpl
    @rule("EIA-10.5.2-roll")
    async def before_collecting(self, game: Game, side: SideId) -> None:
        """A power in an Instability or Fiasco box with an economic loss number rolls a die."""
        number = _loss_number(game, side)
        if number:
            die = await roll("1d6", why=f"{side}: economic loss number {number}", by=side)
            game.mark(side, LOSS_DIE, count=die)

    @rule("EIA-10.5.2-half-income", amends="BASE-8.2-values")
    def half_of_it(self, was: Was[Takings], game: Game, side: SideId, values: Takings) -> Takings:
        """With a die that is not above the number it collects half of each, fractions rounded up (R-13)."""
        whole = was()
        return Takings(-(-whole.money // 2), -(-whole.manpower // 2)) if _is_hit(game, side) else whole

    @rule("EIA-10.5.2-free-states-printed", amends="BASE-8.2.3-free-states")
    def as_printed(self, was: Was[Takings], game: Game, side: SideId, printed: Takings) -> Takings:
        """Then its free states collect no more than is printed."""
        return printed if _is_hit(game, side) else was()

    @hookimpl(default=True)
    @rule("EIA-10.5.2-trade-unaffected")
    def from_trade(self, game: Game, side: SideId, money: int) -> int:
        """What its trade is worth it collects whole, whatever it has rolled."""
        return money


def _loss_number(game: Game, side: SideId) -> int:
    row = game[PoliticalStatus].get(side)
    return game.chart(LOSS_NUMBERS).number(row.box) if row is not None and zone_of(game, side) in LOSES_INCOME else 0


def _is_hit(game: Game, side: SideId) -> bool:
    """Tell whether a power has rolled its economic loss number or less."""
    mark = game.mark_of(side, LOSS_DIE)
    return mark is not None and mark.count <= _loss_number(game, side)
