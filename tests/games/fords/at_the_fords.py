"""The Fords on the table, without window or terminal: what the tests of the shared models fill and read."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.engine import Action, Choices, InstalledGame, Referee
from sandtable.engine.running.chance import SeededDice
from sandtable.engine.running.offers import Offer
from sandtable.play.table.sitting import Wishes, assign_seats
from sandtable.play.turn.places import Places
from sandtable.present.presentation import board, spaces
from tests.games.fords import FORDS, CorpsId, Order, fords

FAMILY = InstalledGame(FORDS)
ONE, TWO, THREE = (CorpsId(f"Blue {n}") for n in (1, 2, 3))
ONCE = "Blue 1 has marched this turn (FOR-2-once) — wait for the next turn"
ORDERS = (Order("hold", 1), Order("attack", 1))


def at_march(*played: Action, on: Sequence[str] = (), seats: str = "") -> Referee:
    """Come to Blue's march, with these actions played besides."""
    rows = assign_seats(FAMILY.scenario("fords").rows(), Wishes(seats=seats))
    referee = Referee.begin(FAMILY, rows, Choices(frozenset(on)), source=SeededDice("1"), board=fords()).open()
    for action in (*ORDERS, *played):
        play(referee, action)
    return referee


def play(referee: Referee, action: Action) -> None:
    """Answer the question that an action answers."""
    assert referee.prompt is not None
    ask = next(ask for ask in referee.prompt.open if type(action) in ask.kinds)
    referee.play(action, ask.side)


def offer_of(referee: Referee, kind: type[Action]) -> Offer:
    """Return what is on offer of a kind, as the side that is asked sees it."""
    assert referee.prompt is not None
    ask = next(ask for ask in referee.prompt.open if kind in ask.kinds)
    return Offer(referee.view(ask.side), ask, kind)


def places(referee: Referee) -> Places:
    """Return what on the map means which value."""
    return Places(board(referee.game), spaces(referee.game))
