"""Answering ``?``: why a value of a field is not possible now."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from sandtable.cli.talk.lines import StyledLine, split_line
from sandtable.cli.talk.reading import entry_of, field_for, read_values, screen_of
from sandtable.play.turn.entries import NOTHING, ListEntry, WayEntry
from sandtable.play.turn.passed_over import objection_of_passed, offer_passed_over
from sandtable.play.turn.poses import explain_price
from sandtable.play.words.objections import NOT_POSSIBLE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sandtable.cli.talk.dialogue import Dialogue
    from sandtable.cli.talk.field_screen import FieldScreen
    from sandtable.engine.running.offers import Offer
    from sandtable.play.turn.entries import Entry

ALL_POSSIBLE: Final = "All of these are possible now; ? and a name says why something else is not."
"""The answer to a bare ``?`` where nothing is shut."""


def explain(talk: Dialogue, offer: Offer, said: list[str]) -> None:
    """Say why the last of some values is not possible, those before it given: ``? March > Dupont > Lisbon``."""
    *given, last = said
    filled = read_values(offer, given)
    if isinstance(filled, str):
        talk.wrong(f"{filled!r} cannot be chosen for {offer.label}")
        return
    filled, field = field_for(filled, last)
    if not field:
        talk.wrong(f"{last!r} is not a part of {offer.label}")
        return
    entry = entry_of(filled, field)
    explain_field(talk, entry, screen_of(entry), last)


def explain_passed(talk: Dialogue, text: str) -> bool:
    """Say why an action was not offered when its time was, with values why not with those; tell whether it was so."""
    first, *values = split_line(text) or [""]
    offer = offer_passed_over(talk.referee, first, talk.sides)
    if offer is None:
        return False
    found = objection_of_passed(offer)
    talk.say(f"{found.title}:")
    if values:
        explain(talk, offer, values)
    else:
        talk.show(_as_list(found.lines()))
    return True


def explain_field(talk: Dialogue, entry: Entry, screen: FieldScreen, text: str) -> None:
    """Say why the values that are not possible are not, or why not the one that a text means."""
    if text:
        _explain_value(talk, entry, screen, text)
        return
    shut = entry.not_now if isinstance(entry, ListEntry) else ()
    for alike, reasons in _alike({entry.field.name(value): _reasons_against(entry, value) for value in shut}):
        talk.say(f"{alike[0]}:")
        talk.show(_as_list(reasons))
        talk.show([StyledLine(f"  and so {', '.join(alike[1:])}")] if alike[1:] else [])
    if not shut:
        talk.say(ALL_POSSIBLE)


def _explain_value(talk: Dialogue, entry: Entry, screen: FieldScreen, text: str) -> None:
    space = entry.field.space_meant_by(text) if isinstance(entry, WayEntry) else ""
    if space and isinstance(entry, WayEntry):
        found = entry.field.objection_to_space(space)
        price = "" if found is not None else _price_at(entry, space)
        _say_verdict(talk, entry.field.name(space), found.lines() if found is not None else [], price)
        return
    answer = screen.read(text)
    value = answer.value if answer.value is not NOTHING else entry.field.meant_by(text)
    if value is None:
        talk.wrong(answer.wrong or f"{text!r} may mean several things; type which")
        return
    _say_verdict(talk, entry.field.name(value), _reasons_against(entry, value))


def _price_at(entry: WayEntry, space: str) -> str:
    """Say what the cheapest way on to a space takes, with what is paid for."""
    ahead = entry.ahead
    goal = next(iter(ahead.goals(space)), None)
    if goal is None:
        return ""
    parts = explain_price(ahead, goal, space)
    return f"{ahead.allowance.unit.say(goal.cost)}{f': {parts}' if parts else ''}"


def _say_verdict(talk: Dialogue, name: str, reasons: list[str], price: str = "") -> None:
    said = NOT_POSSIBLE if reasons else f"possible, {price}" if price else "possible"
    talk.say(f"{name}: {said}", "good" if not reasons else "plain")
    talk.show(_as_list(reasons))


def _reasons_against(entry: Entry, value: Any) -> list[str]:
    found = entry.field.objection_to(value)
    return found.lines() if found is not None else []


def _as_list(reasons: Iterable[str]) -> list[StyledLine]:
    return [StyledLine(f"  - {reason}") for reason in reasons]


def _alike(against: dict[str, list[str]]) -> list[tuple[list[str], list[str]]]:
    """Put values together against which the same is said but for their names; with what is said of the first."""
    found: dict[tuple[str, ...], list[str]] = {}
    for name, reasons in against.items():
        called = re.compile(rf"(?:\b[Tt]he )?{re.escape(name)}")
        found.setdefault(tuple(called.sub("\0", reason) for reason in reasons), []).append(name)
    return [(alike, against[alike[0]]) for alike in found.values()]
