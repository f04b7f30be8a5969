"""Proposals and truces that cannot be as they stand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sandtable.engine import Game, ScenarioFault, ScenarioFinding, SideId
from sandtable_empires.model import enemies, powers
from sandtable_empires.model.accords import Accord, Truce

NOT_POWERS: Final = ScenarioFault("accord-ends", "error", "A proposal or a truce that is not between two powers.")
TRUCE_OVER: Final = ScenarioFault("truce-past", "error", "A truce that is over before the campaign begins.")
TRUCE_BROKEN: Final = ScenarioFault("truce-and-war", "error", "Two powers at war that a truce binds.")
ACCORD_FAULTS: Final = (NOT_POWERS, TRUCE_OVER, TRUCE_BROKEN)


def accords(game: Game) -> Iterator[ScenarioFinding]:
    """Name proposals and truces that cannot be."""
    for one in game[Accord]:
        yield from _ends(game, one, one.proposer, one.to)
    for truce in game[Truce]:
        yield from _ends(game, truce, truce.bound, truce.towards)
        pair = f"{truce.bound} and {truce.towards}"
        if truce.until < game.round:
            words = f"the truce of {pair} is over before the campaign begins: give its last turn, {game.round} or later"
            yield TRUCE_OVER.finding(words, truce, field="until", rule="BASE-4.2-truce")
        if truce.towards in enemies(game, truce.bound):
            words = f"{pair} are at war and have a truce: take out the war or the truce"
            yield TRUCE_BROKEN.finding(words, truce, rule="BASE-4.2-truce")


def _ends(game: Game, row: Accord | Truce, one: SideId, other: SideId) -> Iterator[ScenarioFinding]:
    what = f"{row.id} is {'a proposal' if isinstance(row, Accord) else 'a truce'}"
    if one == other:
        yield NOT_POWERS.finding(f"{what} of {one} with itself: name another power, or take it out", row)
    for side in dict.fromkeys((one, other)):
        if side not in powers(game):
            yield NOT_POWERS.finding(f"{what} of {side}, which is not a major power: name one, or take it out", row)
