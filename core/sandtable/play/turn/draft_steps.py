"""Steps of filling an offer, each worked out in a copy of the position: what it comes to, or what stands against it.

Whoever shows what is filled goes on in that copy: there the rules have been asked for all that is shown of it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from sandtable.engine.errors import Broken, SandtableError
from sandtable.play.turn.draft import OfferDraft
from sandtable.play.turn.entries import ListEntry, WayEntry
from sandtable.play.turn.many import values_for_all

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.engine.running.game import RunningGame
    from sandtable.engine.running.offers import Offer
    from sandtable.play.turn.places import Places
    from sandtable.play.words.objections import Objection


@dataclass(frozen=True)
class DraftStep:
    """What a step comes to: the draft as it is then, ``None`` where it stays as it was, or what stands against it."""

    draft: OfferDraft | None = None
    objection: Objection | None = None
    was_whole: bool = False
    """Whether what was taken up was filled already, with nothing left to be settled."""
    for_all: tuple[Any, ...] = ()
    """The values of the open field with all of which it can be done in turn."""


def open_offer(offer: Offer, board: Map | None, places: Places, *, is_chore: bool) -> DraftStep:
    """Open the first field of an offer that leaves a choice; ``is_chore``: it may be done for many in turn."""
    was_whole = offer.next_field() is None
    step = _look_at(OfferDraft(offer, board, places, settles=True))
    if is_chore and step.draft is not None:
        return replace(step, for_all=tuple(values_for_all(step.draft)))
    return replace(step, was_whole=was_whole)


def choose_value(draft: OfferDraft, value: Any, game: RunningGame, *, anyway: bool) -> DraftStep:
    """Take a value for the field that is open, and open the next; of the last field say whether it may be chosen.

    ``anyway``: though rules stand against it.
    """
    chosen = draft.in_game(game)
    objection = None if anyway else _objection_to(chosen, value)
    if objection is not None or chosen.is_last():
        return DraftStep(objection=objection)
    chosen.take(value)
    return _look_at(chosen)


def judge_value(draft: OfferDraft, value: Any, game: RunningGame) -> DraftStep:
    """Say whether the field that is open may hold a value, be it on its list or not."""
    return DraftStep(objection=draft.in_game(game).values_of().objection_to(value))


def judge_values(draft: OfferDraft, values: tuple[Any, ...], game: RunningGame) -> dict[Any, bool]:
    """Say of each of these values whether the field that is open may hold it."""
    asked, found = draft.in_game(game).values_of(), dict[Any, bool]()
    for value in values:
        try:
            found[value] = asked.is_possible(value)
        except SandtableError:
            found[value] = True  # the rule that fails here will say so when it is asked in earnest
    return found


def lead_way(draft: OfferDraft, way: tuple[Any, ...], game: RunningGame) -> DraftStep:
    """Have another way fill the field that is open."""
    return _look_at(_led(draft, way, game))


def point_on_way(draft: OfferDraft, spot: str, game: RunningGame) -> DraftStep:
    """Lead the way that is filled to what was pointed at, or back to it; if no way leads there it stays as it was."""
    so_far = draft.entry.way if isinstance(draft.entry, WayEntry) else ()
    led = _led(draft, so_far, game)
    return _look_at(led) if led.point(spot) else DraftStep()


def _led(draft: OfferDraft, way: tuple[Any, ...], game: RunningGame) -> OfferDraft:
    led = draft.in_game(game)
    led.reopen(led.field)
    if isinstance(led.entry, WayEntry):
        led.entry.way = way
    return led


def reopen_field(draft: OfferDraft, field: str, game: RunningGame) -> DraftStep:
    """Go back to a field; those after it are open again too."""
    opened = draft.in_game(game)
    opened.reopen(field)
    return _look_at(opened)


def _objection_to(draft: OfferDraft, value: Any) -> Objection | None:
    values = draft.values_of()
    try:
        return None if values.is_possible(value) else values.objection_to(value)
    except Broken:
        return None  # the rule that fails here will say so when it is asked in earnest


def _look_at(draft: OfferDraft) -> DraftStep:
    """Ask for all that is shown of a draft, so that it is known."""
    entry = draft.entry
    if isinstance(entry, WayEntry):
        entry.lacks()
    elif isinstance(entry, ListEntry) and entry.values:
        entry.field.facts(entry.values[0])
    return DraftStep(draft)
