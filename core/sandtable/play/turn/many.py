"""The same thing done for many at once: one corps after the other forages, until all have or the step is over."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from sandtable.engine.actions.ways import Ways
from sandtable.play.turn.entries import ListEntry

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sandtable.engine.actions.actions import Action
    from sandtable.engine.referee.referee import Referee
    from sandtable.engine.running.offers import Offer
    from sandtable.play.turn.draft import OfferDraft

COUNTED: Final = 24
"""Of so many values it is looked how many ways there are to do it with each."""


def values_in_one_way(offer: Offer, field: str, values: Iterable[Any]) -> list[Any]:
    """Return the values with which there is just one way to do what is offered: nothing is left to be asked."""
    return [value for value in values if len(list(islice(offer.fill(**{field: value}).actions(), 2))) == 1]


def values_for_all(draft: OfferDraft) -> list[Any]:
    """Return the values of the open field with which it can be done in turn, nothing else asked; none for just one.

    Nothing has been chosen yet, and no way is to be found on the map: that is a decision each time.
    """
    entry, offer = draft.entry, draft.offer
    if not isinstance(entry, ListEntry) or offer.filled or entry.more or not 1 < len(entry.possible) <= COUNTED:
        return []
    first = offer.fill(**{draft.field: entry.possible[0]})
    if (following := first.next_field()) is not None and isinstance(first.domain(following), Ways):
        return []
    found = values_in_one_way(offer, draft.field, entry.possible)
    return found if len(found) > 1 else []


class ManyAtOnce:
    """What is still to be done in turn: the same kind of action with other values of its first field.

    It lasts as long as the step in which it was begun. What is asked in between is answered first; when an answer is
    taken back it is over.
    """

    def __init__(self, referee: Referee) -> None:
        self._referee = referee
        self._left: list[Any] = []
        self._label, self._field, self._side = "", "", ""
        self._step: object = None
        self._head = 0

    def begin(self, offer: Offer, field: str, values: Sequence[Any]) -> None:
        """Have it done with each of these values, as soon as it is on offer."""
        self._label, self._field, self._side = offer.label, field, offer.side
        self._left, self._step, self._head = list(values), self._where(), self._referee.journal.head

    def clear(self) -> None:
        """Leave the rest undone."""
        self._left = []

    def is_left(self) -> bool:
        """Tell whether something is still to be done in this step; what was taken back since has ended it."""
        head = self._referee.journal.head
        if self._step != self._where() or head < self._head:
            self._left = []
        self._head = head
        return bool(self._left)

    def next_action(self, possible: Iterable[Offer]) -> Action | None:
        """Return what is to be done next, if it can be done now; what has become impossible is left out.

        ``is_left`` has been asked in this position.
        """
        offer = next((one for one in possible if (one.label, one.side) == (self._label, self._side)), None)
        while offer is not None and self._left:
            action = offer.fill(**{self._field: self._left.pop(0)}).some()
            if action is not None:
                return action
        return None

    def _where(self) -> object:
        main = self._referee.game.frames[0]
        return main.round, main.step, main.side
