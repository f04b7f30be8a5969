"""What a power collects at the end of a quarter (8.2): of its own lands, of its free states, from trade."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from sandtable.engine import Game, Quantity, SideId, Tally, cached_while_unchanged, in_a_row
from sandtable_empires.hookspecs.income import IncomeHooks, Takings, values_of
from sandtable_empires.model import INCOME, District, NationId, Treasury, declare, pay
from sandtable_empires.model.quarter import fill_minor_purse

TRADE: Final = Quantity("money from trade")
FROM_TRADE: Final = declare("trade", "Trade")
DOMESTIC, COLONIAL, AMERICAN = KINDS_OF_TRADE = ("domestic", "colonial", "American")


class Collection(Struct, frozen=True):
    """What comes of it: for the power itself, for each of its free states, and from trade."""

    own: Takings
    free_states: tuple[tuple[NationId, Takings], ...]
    trade: int


async def collect(game: Game, side: SideId) -> Collection:
    """Have a power collect: what must be thrown for it is thrown, and it is put into its purse and its free states'."""
    await game.hooks(IncomeHooks).before_collecting(game, side)
    brings = expected(game, side)
    pay(game, side, INCOME, money=-brings.own.money, manpower=-brings.own.manpower)
    pay(game, side, FROM_TRADE, money=-brings.trade)
    for nation, takings in brings.free_states:
        fill_minor_purse(game, nation, INCOME, money=takings.money, manpower=takings.manpower)
    game.note(f"{side} collects {_in_words(brings.own)}{f' and {brings.trade} from trade' if brings.trade else ''}")
    if states := [f"{nation} {_in_words(takings)}" for nation, takings in brings.free_states if takings]:
        game.note(f"Its free states collect: {in_a_row(states)}")
    return brings


def expected(game: Game, side: SideId) -> Collection:
    """Return what a power collects as things are: nothing is thrown for it any more."""
    hooks = game.hooks(IncomeHooks)
    own = hooks.collected(game, side, values_of(game, hooks.lands(game, side)))
    states = tuple((nation, _of_free_state(game, side, nation)) for nation in free_states(game, side))
    return Collection(own, states, hooks.from_trade(game, side, trade(game, side).whole()))


@cached_while_unchanged
def trade(game: Game, side: SideId) -> Tally:
    """Return what a power collects from trade, with its parts."""
    return Tally(TRADE, game.hooks(IncomeHooks).trade_parts(game, side))


def free_states(game: Game, side: SideId) -> list[NationId]:
    """Return the free states of a power."""
    held = game[District].where("holder", side)
    return sorted({one.nation for one in held if one.status == "free state" and not one.secondary})


def collectors(game: Game, among: tuple[SideId, ...]) -> list[SideId]:
    """Return those of some sides who have a purse to collect into."""
    return [side for side in among if game[Treasury].get(side) is not None]


def _of_free_state(game: Game, side: SideId, nation: NationId) -> Takings:
    hooks = game.hooks(IncomeHooks)
    return hooks.from_free_state(game, side, values_of(game, hooks.lands_of_free_state(game, nation)))


def _in_words(takings: Takings) -> str:
    return f"{takings.money} money and {takings.manpower} manpower"
