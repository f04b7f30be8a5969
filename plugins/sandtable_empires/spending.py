"""What a power owes at the end of a quarter, what it may buy, and out of which purse (8.5)."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from sandtable.engine import Game, Invalid, Quantity, SideId, Tally, cached_while_unchanged
from sandtable_empires.collecting import expected, free_states
from sandtable_empires.hookspecs.income import IncomeHooks, Price, Takings
from sandtable_empires.hookspecs.order import economic_turns
from sandtable_empires.model import Nation, NationId, Treasury, declare, pay
from sandtable_empires.model.quarter import Loan, MinorPurse, fill_minor_purse
from sandtable_empires.steps import ECONOMIC_PHASE, LENDING_STEP

DUES: Final = Quantity("money owed")
MAINTAINED: Final = declare("maintenance", "Maintenance of corps, fleets and depots")
BOUGHT: Final = declare("purchases", "Factors and ships bought")


class Forecast(Struct, frozen=True):
    """What a quarter would bring a power as things are, what it would owe, and what money it would have after it.

    ``loans`` is what it gets back and pays back then; ``left`` is below 0 where it could not pay all.
    """

    income: Takings
    trade: int
    dues: int
    loans: int
    left: int


def dues(game: Game, side: SideId) -> Tally:
    """Return what a power owes, with its parts."""
    return Tally(DUES, game.hooks(IncomeHooks).dues_parts(game, side))


@cached_while_unchanged
def forecast(game: Game, side: SideId) -> Forecast:
    """Return what the next Economic Phase would bring a power as things are now; nothing is thrown for it."""
    brings, owed, purse = expected(game, side), dues(game, side).whole(), game[Treasury].get(side)
    lent = loans_due(game, side, next_collection(game))
    left = (purse.money if purse is not None else 0) + brings.own.money + brings.trade + lent - owed
    return Forecast(brings.own, brings.trade, owed, lent, left)


def next_collection(game: Game) -> int:
    """Return the turn in which powers collect next: the present one until they have collected in it."""
    root = game.frames[0]
    behind = root.phase == ECONOMIC_PHASE or root.step == LENDING_STEP
    turns = economic_turns(game, 2)
    return turns[1] if behind and turns[0] == game.round else turns[0]


def loans_due(game: Game, side: SideId, turn: int) -> int:
    """Return what a power gets back of its loans up to a turn, less what it pays back of those it has taken."""
    due = [loan for loan in game[Loan] if loan.due <= turn]
    return sum(loan.money for loan in due if loan.lender == side) - sum(
        loan.money for loan in due if loan.borrower == side
    )


# --- purchases


def price_of(game: Game, nation: NationId, what: str) -> Price | None:
    """Return what a factor of an arm, or a ship, costs a nation; ``None`` where it is not for sale to it."""
    hooks = game.hooks(IncomeHooks)
    return None if any(True for _ in hooks.not_sold(game, nation, what)) else hooks.price(game, nation, what)


def buyers(game: Game, side: SideId) -> list[NationId]:
    """Return the nations for which a power buys: its own, and its free states."""
    own = [nation.id for nation in game[Nation].where("side", side) if nation.major]
    return own + free_states(game, side)


def means(game: Game, side: SideId, nation: NationId) -> Takings:
    """Return the money and manpower with which a power can buy for a nation.

    A free state has a purse of its own; what money that lacks its power can add.
    """
    purse, own = game[Treasury].get(side), game[MinorPurse].get(nation)
    treasury = Takings(purse.money, purse.manpower) if purse is not None else Takings()
    if nation in free_states(game, side):
        minor = Takings(own.money, own.manpower) if own is not None else Takings()
        return Takings(minor.money + treasury.money, minor.manpower)
    return treasury


def affordable(game: Game, side: SideId, nation: NationId, what: str) -> int:
    """Return how many factors of an arm, or ships, a power can pay for."""
    price = price_of(game, nation, what)
    if price is None:
        return 0
    have = means(game, side, nation)
    most = [have.money // price.money] if price.money else []
    most += [have.manpower // price.manpower] if price.manpower else []
    return min(most, default=999)


def buy(game: Game, side: SideId, nation: NationId, what: str, number: int) -> Price:
    """Pay for factors or ships, out of a free state's purse first; raises ``Invalid`` where there is not so much."""
    price = price_of(game, nation, what)
    if price is None or affordable(game, side, nation, what) < number:
        raise Invalid(f"{side} cannot pay for {number} {what} of {nation}")
    money, manpower = price.money * number, price.manpower * number
    if nation in free_states(game, side):
        own = game[MinorPurse].get(nation) or MinorPurse(nation)
        share = min(own.money, money)
        fill_minor_purse(game, nation, BOUGHT, money=-share, manpower=-manpower)
        money, manpower = money - share, 0
    pay(game, side, BOUGHT, money=money, manpower=manpower)
    return price
