"""The Lending Step (8.3): powers lend each other money, and have it back in a later quarter."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Final

from msgspec import Meta

from sandtable.engine import (
    Action,
    Ask,
    Choice,
    Frame,
    Game,
    Insert,
    Range,
    RuleModule,
    ScenarioFinding,
    SideId,
    Step,
    fills,
    hookimpl,
    offer,
    opens,
    rule,
)
from sandtable_empires.hookspecs.order import is_economic
from sandtable_empires.model import Treasury, declare, month_text, pay, powers
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.model.nations import enemies
from sandtable_empires.model.quarter import Loan
from sandtable_empires.soundness.quarter import LOAN_FAULTS, loans
from sandtable_empires.steps import COLLECTION_PHASE, COLLECTION_STEP, LENDING_STEP

LENT: Final = declare("loans", "Loans given and taken")
REPAID: Final = declare("loans repaid", "Loans paid back")
LONGEST: Final = 8
"""For so many quarters money is lent at most."""


class Lend(Action[tuple[SideId, ...]], frozen=True):
    """Lend a power money, until so many quarters from now."""

    title = "Lend money"
    if_none = {"to": ("there is nobody left to lend to", "BASE-8.3-lending")}
    if_declined = "Lend nothing more"

    to: SideId
    money: int
    quarters: Annotated[int, Meta(title="quarters until it is paid back")]

    @fills("to")
    @staticmethod
    def those_not_asked_yet(game: Game, ask: Ask[tuple[SideId, ...]]) -> Choice[SideId]:
        return Choice(ask.about)

    @fills("money")
    @staticmethod
    def as_much_as_there_is(game: Game, ask: Ask) -> Range:
        return Range(1, game[Treasury][ask.side].money)

    @fills("quarters")
    @staticmethod
    def for_how_long(game: Game, ask: Ask) -> Range:
        return Range(1, LONGEST)

    def says(self, game: Game, ask: Ask) -> str:
        due = month_text(game, _due(game, self.quarters))
        return f"{ask.side} offers to lend {game.name(self.to)} {self.money} money until {due}"


class TakeLoan(Action[str], frozen=True):
    """Take the money, and owe it."""

    title = "Take the loan"
    if_declined = "Refuse the loan"

    def says(self, game: Game, ask: Ask[str]) -> str:
        return f"{ask.side} takes the loan"


class Loans(RuleModule):
    """Who lends whom."""

    key = "loans"
    needs = CAMPAIGN
    after = ("incomes?", "trade?")
    steps = (Insert(Step(LENDING_STEP, "Lending money"), after=(f"{COLLECTION_STEP}?",), phase=COLLECTION_PHASE),)
    faults = LOAN_FAULTS

    @opens(LENDING_STEP)
    @rule("BASE-8.3-lending")
    async def lending(self, game: Game, frame: Frame) -> None:
        """In a quarter each power may lend others what it has, once each; who takes it owes it."""
        if not is_economic(game):
            return
        for side in powers(game):
            left: tuple[SideId, ...] = _borrowers(game, side)
            while left and _can_lend(game, side):
                offered = await offer(side, Lend, f"{side} may lend money", about=left)
                if offered is None:
                    break
                left = tuple(one for one in left if one != offered.to)
                await self._put_to(game, side, offered)

    async def _put_to(self, game: Game, side: SideId, offered: Lend) -> None:
        due = _due(game, offered.quarters)
        why = f"{side} offers you {offered.money} money until {month_text(game, due)}"
        if await offer(offered.to, TakeLoan, why, about=side) is None:
            game.note(f"{offered.to} declines the loan")
            return
        pay(game, side, LENT, money=offered.money)
        pay(game, offered.to, LENT, money=-offered.money)
        game.put(Loan(f"{side} to {offered.to}, turn {game.round}", side, offered.to, offered.money, due))

    @opens(COLLECTION_STEP)
    @rule("BASE-8.3-repayment", after="BASE-8.2-collection")
    def repayment(self, game: Game, frame: Frame) -> None:
        """When it is due, a loan is paid back after collecting; what a power lacks it owes for another quarter."""
        for loan in [one for one in game[Loan] if one.due <= game.round] if is_economic(game) else ():
            paid = min(loan.money, game[Treasury][loan.borrower].money)
            pay(game, loan.borrower, REPAID, money=paid)
            pay(game, loan.lender, REPAID, money=-paid)
            game.note(f"{loan.borrower} pays {loan.lender} {paid} money back")
            if paid < loan.money:
                game.change(loan, money=loan.money - paid, due=game.round + 3)
                game.note(f"{loan.borrower} still owes {loan.lender} {loan.money - paid} money")
            else:
                game.remove(loan)

    @hookimpl
    def findings(self, game: Game, board: object) -> Iterable[ScenarioFinding]:
        """Name loans that cannot be."""
        return loans(game)


def _due(game: Game, quarters: int) -> int:
    return game.round + 3 * quarters


def _can_lend(game: Game, side: SideId) -> bool:
    purse = game[Treasury].get(side)
    return purse is not None and purse.money > 0 and game.seat_of(side) is not None


def _borrowers(game: Game, lender: SideId) -> tuple[SideId, ...]:
    others = [one for one in powers(game) if one not in (lender, *enemies(game, lender))]
    return tuple(one for one in others if game[Treasury].get(one) is not None and game.seat_of(one) is not None)
