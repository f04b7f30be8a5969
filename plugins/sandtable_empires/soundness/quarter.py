"""What of the Economic Phase cannot be as it stands: loans, scores."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sandtable.engine import Game, ScenarioFault, ScenarioFinding
from sandtable_empires.model import Treasury
from sandtable_empires.model.quarter import Loan, Score

NO_PURSE: Final = ScenarioFault("loan-without-purse", "error", "A loan of, or to, a side that has no treasury.")
TO_ITSELF: Final = ScenarioFault("loan-to-itself", "error", "A side that owes itself money.")
TOO_MUCH: Final = ScenarioFault("loan-too-large", "error", "A loan of more money than all treasuries together hold.")
UNREACHED: Final = ScenarioFault("score-won", "error", "A power that has its victory points at the start.")

LOAN_FAULTS: Final = (NO_PURSE, TO_ITSELF, TOO_MUCH)
SCORE_FAULTS: Final = (UNREACHED,)


def loans(game: Game) -> Iterator[ScenarioFinding]:
    """Name loans that cannot be paid back."""
    there_is = sum(one.money for one in game[Treasury])
    for loan in game[Loan]:
        if loan.money > there_is:
            lent = f"{loan.lender} has lent {loan.borrower} {loan.money} money"
            words = f"{lent}, and all treasuries hold {there_is}: make it less, or take it out"
            yield TOO_MUCH.finding(words, loan, field="money", rule="BASE-8.3-lending")
        if loan.lender == loan.borrower:
            words = f"{loan.lender} owes itself {loan.money} money: name another lender, or take the loan out"
            yield TO_ITSELF.finding(words, loan, field="borrower", rule="BASE-8.3-lending")
        for side in (loan.lender, loan.borrower):
            if game[Treasury].get(side) is None:
                words = f"{side} has no treasury for the loan {loan.id}: give it one, or take the loan out"
                yield NO_PURSE.finding(words, loan, rule="BASE-8.3-repayment")


def scores(game: Game) -> Iterator[ScenarioFinding]:
    """Name powers that have won before they begin."""
    for row in game[Score]:
        if row.target and row.points >= row.target:
            words = f"{row.id} has {row.points} victory points and wins with {row.target}: ask for more"
            yield UNREACHED.finding(words, row, field="target", rule="BASE-9-target")
