"""Purchases (8.5): factors and ships are ordered in the Expenditure Step, and come months later."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from msgspec.structs import replace

from sandtable.engine import (
    Action,
    Ask,
    Choice,
    Game,
    Range,
    Refusal,
    RuleModule,
    SideId,
    fills,
    hookimpl,
    refuses,
    rule,
)
from sandtable.present import Lesson
from sandtable_empires.charts.keys import numbers
from sandtable_empires.charts.quarter_keys import DELAY, MANPOWER, MONEY, PRICE, PRICES, SHIPS, SOLD
from sandtable_empires.hookspecs.income import Price
from sandtable_empires.hookspecs.naval import NavalHooks
from sandtable_empires.model import Fleet, NationId, month_text
from sandtable_empires.model.arrivals import Arrival, ArrivalId
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.model.quarter import Keels, count_recruits
from sandtable_empires.model.words import arm_text
from sandtable_empires.spending import affordable, buy, buyers, price_of
from sandtable_empires.steps import EXPENDITURE_STEP

BoughtArm = Literal["militia", "infantry", "cavalry", "guard", "artillery"]


class BuyFactors(Action, frozen=True):
    """Raise factors of an arm for your nation, or for a free state."""

    title = "Buy factors"
    if_none = {"arm": ("you cannot pay for a factor of any arm", "BASE-8.5-means")}

    nation: NationId
    arm: BoughtArm
    factors: int

    @fills("nation")
    @staticmethod
    def for_whom(game: Game, ask: Ask) -> Choice[NationId]:
        return Choice(buyers(game, SideId(ask.side)))

    @fills("arm")
    @staticmethod
    def what_it_can_pay_for(game: Game, ask: Ask, nation: NationId) -> Choice[BoughtArm]:
        arms: tuple[BoughtArm, ...] = ("militia", "infantry", "cavalry", "guard", "artillery")
        return Choice(arm for arm in arms if affordable(game, SideId(ask.side), nation, arm))

    @fills("factors")
    @staticmethod
    def as_many_as_it_can_pay_for(game: Game, ask: Ask, nation: NationId, arm: BoughtArm) -> Range:
        return Range(1, affordable(game, SideId(ask.side), nation, arm))

    @classmethod
    def value_facts_after(cls, game: Game, ask: Ask, filled: Mapping[str, object], field: str, value: str) -> str:
        """Say what a factor of an arm costs the nation, and when it comes."""
        return _price_text(game, NationId(str(filled["nation"])), value) if field == "arm" else ""

    def perform(self, game: Game, ask: Ask) -> None:
        side = SideId(ask.side)
        turn = game.round + buy(game, side, self.nation, self.arm, self.factors).months
        id = ArrivalId(f"raised by {self.nation}, turn {turn}")
        coming = game[Arrival].get(id) or Arrival(id=id, side=side, nation=self.nation, turn=turn)
        game.put(replace(coming, **{self.arm: coming.of(self.arm) + self.factors}))
        count_recruits(game, side, self.arm, self.factors)

    def says(self, game: Game, ask: Ask) -> str:
        return f"{ask.side} raises {arm_text(self.arm, self.factors)} for {game.name(self.nation)}"


class BuyShips(Action, frozen=True):
    """Order ships of the line for your nation, or for a free state."""

    title = "Order ships"
    if_none = {"nation": ("no nation of yours with a fleet can pay for a ship", "BASE-8.5-ships")}

    nation: NationId
    ships: int

    @fills("nation")
    @staticmethod
    def for_whom(game: Game, ask: Ask) -> Choice[NationId]:
        side = SideId(ask.side)
        able = (one for one in buyers(game, side) if fleets_of(game, side, one))
        return Choice(one for one in able if affordable(game, side, one, SHIPS))

    @fills("ships")
    @staticmethod
    def as_many_as_it_can_pay_for(game: Game, ask: Ask, nation: NationId) -> Range:
        return Range(1, affordable(game, SideId(ask.side), nation, SHIPS))

    @classmethod
    def value_facts(cls, game: Game, field: str, value: NationId) -> str:
        """Say what a ship costs a nation, and when it comes."""
        return _price_text(game, value, SHIPS) if field == "nation" else ""

    def perform(self, game: Game, ask: Ask) -> None:
        side = SideId(ask.side)
        turn = game.round + buy(game, side, self.nation, SHIPS, self.ships).months
        id = f"{self.nation}, turn {turn}"
        row = game[Keels].get(id)
        if row is None:
            game.put(Keels(id, side, self.nation, self.ships, turn))
        else:
            game.change(row, ships=row.ships + self.ships)
        count_recruits(game, side, SHIPS, self.ships)

    def says(self, game: Game, ask: Ask) -> str:
        many = "a ship" if self.ships == 1 else f"{self.ships} ships"
        return f"{ask.side} orders {many} for {game.name(self.nation)}"


def _price_text(game: Game, nation: NationId, what: str) -> str:
    """Say what one of something costs a nation, and when it comes; nothing where it is not for sale to it."""
    price = price_of(game, nation, what)
    if price is None:
        return ""
    comes = month_text(game, game.round + price.months)
    return f"{price.money} money and {price.manpower} manpower each, there in {comes}"


class Purchases(RuleModule):
    """What can be bought."""

    key = "purchases"
    needs = CAMPAIGN
    after = ("maintenance?",)
    charts = (numbers(PRICES, SOLD, PRICE, most=99),)
    actions = {EXPENDITURE_STEP: (BuyFactors, BuyShips)}

    @hookimpl(default=True)
    @rule("BASE-8.5-prices")
    def price(self, game: Game, nation: NationId, what: str) -> Price | None:
        """The chart says what a factor of each arm, and a ship, costs, and after how many months it comes."""
        chart = game.chart(PRICES)
        return Price(chart.number(what, MONEY), chart.number(what, MANPOWER), chart.number(what, DELAY))

    @refuses(BuyFactors, "nation", "arm", "factors")
    @rule("BASE-8.5-means")
    def paid_for(self, game: Game, act: BuyFactors, ask: Ask) -> Refusal | None:
        """What is bought is paid at once, for a free state out of its own purse first; its men are its own."""
        most = affordable(game, SideId(ask.side), act.nation, act.arm)
        if act.factors <= most:
            return None
        return Refusal("{nation} can pay for {most} factors of {arm}", nation=act.nation, most=most, arm=act.arm)

    @refuses(BuyFactors, "nation")
    @rule("BASE-8.5-whose")
    def its_own(self, game: Game, act: BuyFactors, ask: Ask) -> Refusal | None:
        """A power raises factors for its own nation and for its free states."""
        if act.nation in buyers(game, SideId(ask.side)):
            return None
        return Refusal("{nation} is neither yours nor a free state of yours", nation=act.nation)

    @refuses(BuyShips, "nation", "ships")
    @rule("BASE-8.5-ships")
    def with_a_fleet(self, game: Game, act: BuyShips, ask: Ask) -> Refusal | None:
        """Ships are ordered for such a nation if it has a fleet that is not laid up, and are paid for likewise."""
        side = SideId(ask.side)
        if act.nation not in buyers(game, side):
            return Refusal("{nation} is neither yours nor a free state of yours", nation=act.nation)
        if not fleets_of(game, side, act.nation):
            return Refusal("{nation} has no fleet", nation=act.nation)
        most = affordable(game, side, act.nation, SHIPS)
        return Refusal("{nation} can pay for {most} ships", nation=act.nation, most=most) if act.ships > most else None

    # --- for those who play it first

    @hookimpl
    def guidance(self, game: Game, ask: Ask) -> Iterable[Lesson]:
        """Buy what you will need in three months."""
        if BuyFactors in ask.kinds:
            comes = month_text(game, game.round + 3)
            yield Lesson(
                title="Expenditure", says="Maintenance has been paid; with what is left you raise men and build ships.",
                why=f"What you order now comes months later: infantry in {comes}.",
                rules=("BASE-8.5-maintenance", "BASE-8.5-prices"),
            )  # fmt: skip


def fleets_of(game: Game, side: SideId, nation: NationId) -> list[Fleet]:
    """Return the fleets of a nation that a side can add ships to."""
    frozen = set(game.hooks(NavalHooks).frozen(game))
    return [one for one in game[Fleet].where("side", side) if one.nation == nation and one.id not in frozen]
