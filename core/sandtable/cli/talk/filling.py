"""Filling an offer field by field until it is a whole action."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from sandtable.cli.talk.entries import (
    NOTHING,
    TypedAnswer,
    TypedDice,
    TypedEntry,
    TypedList,
    TypedShares,
    TypedSubset,
    TypedText,
    entry,
    same,
)
from sandtable.cli.talk.lines import Dropped, StyledLine, Talk, split_line
from sandtable.engine.actions.domains import Path, Text
from sandtable.engine.actions.offers import Offer
from sandtable.engine.errors import Broken
from sandtable.engine.running.chance import DiceFaces
from sandtable.play import reasons
from sandtable.play.present_words import opponents, pieces
from sandtable.play.wording import describe, field_title, row_facts, table_of

if TYPE_CHECKING:
    from sandtable.cli.talk.conversation import Conversation
    from sandtable.engine.actions.domains import Domain

CHECKED: Final = 60
"""Of so many values of a list it is shown which are not possible now."""


def fill(talk: Conversation, offer: Offer, *, at_once: bool = False) -> Talk[Offer]:
    """Fill the fields that are left; raises ``Dropped`` when the players leave the offer or say something else.

    ``at_once``: nobody has chosen the offer, for it is the only one; its name may still be said.
    """
    talk.filling = not at_once
    try:
        while (field := offer.next_field()) is not None:
            domain = offer.domain(field)
            value = _only(domain)
            if value is NOTHING:
                value = yield from _ask_field(talk, offer, field, domain, at_once=at_once)
                talk.filling, at_once = True, False
            else:
                _take_only(talk, offer, field, value, "the only one")
            offer = offer.fill(**{field: value})
        if talk.ahead:
            talk.wrong(f"{' > '.join(talk.ahead)} is no part of it")
            raise Dropped
        return offer
    finally:
        talk.filling = False


def explain(talk: Conversation, offer: Offer, said: list[str]) -> None:
    """Say why the last of some values is not possible, those before it given: ``? March > Dupont > Lisbon``."""
    *given, last = said
    for text in given:
        name = _field_for(offer, text)
        offer = _skip_to(offer, name)
        value = _entry_of(offer, name).read(text).value if name else NOTHING
        if value is NOTHING:
            talk.wrong(f"{text} is none of what {offer.label} may have there")
            return
        offer = offer.fill(**{name: value})
    name = _field_for(offer, last)
    offer = _skip_to(offer, name)
    if not name:
        talk.wrong(f"{last} is no part of {offer.label}")
        return
    _explain(talk, offer, name, _entry_of(offer, name), last)


def names_after(offer: Offer, said: list[str]) -> list[str]:
    """Return the names that may be typed after some values of an offer; none where one of those means nothing."""
    for text in said:
        name = _field_for(offer, text)
        value = _entry_of(offer := _skip_to(offer, name), name).read(text).value if name else NOTHING
        if value is NOTHING:
            return []
        offer = offer.fill(**{name: value})
    while (field := offer.next_field()) is not None:
        if (value := _only(offer.domain(field))) is NOTHING:
            return list(_entry_of(offer, field).names())
        offer = offer.fill(**{field: value})
    return []


def _field_for(offer: Offer, text: str) -> str:
    """Return the field that a text is about: the next that leaves a choice, or whose only value it names."""
    while (field := offer.next_field()) is not None:
        value = _only(offer.domain(field))
        if value is NOTHING or field == offer.kind.__struct_fields__[-1] or _is_meant(text, value):
            return field
        offer = offer.fill(**{field: value})
    return ""


def _skip_to(offer: Offer, field: str) -> Offer:
    """Return an offer with the fields before one filled: they have one value each."""
    while (name := offer.next_field()) is not None and name != field:
        offer = offer.fill(**{name: _only(offer.domain(name))})
    return offer


def _entry_of(offer: Offer, field: str) -> TypedEntry:
    """Return how a field is typed where its values have been listed already."""
    return entry(offer.domain(field), lambda _: "", lambda value: reasons.possible(offer.fill(**{field: value})))


def _only(domain: Domain[Any]) -> Any:
    """Return the value of a domain that has just one."""
    if isinstance(domain, Text | Path | DiceFaces):
        return NOTHING
    first = list(islice(domain, 2))
    return first[0] if len(first) == 1 else NOTHING


def _take_only(talk: Conversation, offer: Offer, field: str, value: Any, why: str) -> Any:
    """Take the one value there is and say so; where it was typed ahead, that is done with."""
    if value != ():
        talk.say(f"  {field_title(offer.kind, field)}: {describe(value)} ({why})", "faint")
    said = talk.ahead[0] if talk.ahead else ""
    if same(said, "all") or _is_meant(said.replace("=", ": "), value):
        talk.ahead.pop(0)
    return value


def _is_meant(said: str, value: Any) -> bool:
    """Tell whether what was said may mean this value: all of its name, or part of it, but not its place in a list."""
    return same(said, describe(value)) or (bool(said) and not said.isdigit() and bool(reasons.matches(said, [value])))


def _ask_field(talk: Conversation, offer: Offer, field: str, domain: Domain[Any], *, at_once: bool) -> Talk[Any]:
    table = table_of(offer.game, offer.kind, field)
    shown, facing = pieces(offer.game), opponents(offer.game, offer.side)
    checked = 0

    def facts(value: object) -> str:
        piece = shown.get((table.__name__, str(value))) if table is not None else None
        return piece or facing.get(str(value)) or row_facts(offer.game, table, value, offer.side)

    def legal(value: Any) -> bool:
        nonlocal checked
        checked += 1
        return checked > CHECKED or reasons.possible(offer.fill(**{field: value}))

    how = entry(domain, facts, legal)
    if isinstance(how, TypedList) and len(how.values) <= CHECKED and sum(how.legal) == 1:
        return _take_only(talk, offer, field, how.values[list(how.legal).index(True)], "the only one possible now")
    lead = talk.asking(offer.ask)
    title = field_title(offer.kind, field)
    if not isinstance(domain, DiceFaces):
        lead = f"{lead}, {offer.label}, {title}"
        heading = f"{offer.label}, {title}" if at_once else f"{title[:1].upper()}{title[1:]}"
        talk.show([] if talk.ahead else [StyledLine(f"{heading}:", "prompt")])
    talk.show([] if talk.ahead else how.show())
    while True:
        typed_ahead = bool(talk.ahead)
        line = yield from talk.hear(lead, names=how.names(), text=isinstance(domain, Text))
        if typed_ahead and talk.loose and isinstance(how, TypedSubset | TypedShares):
            line, talk.ahead = ", ".join([line, *talk.ahead]), []
        elif at_once and line.startswith("?") and not _asks_of_value(offer, field, how, line[1:].strip()):
            raise Dropped(line)
        elif at_once and (other := _other_kind(offer, line)):
            raise Dropped(other)
        elif at_once or not typed_ahead:
            line = _without_name(talk, offer, how, line)
        value = _obey_line(talk, offer, field, how, line)
        if value is not NOTHING:
            return value
        if typed_ahead and talk.error:
            raise Dropped


def _without_name(talk: Conversation, offer: Offer, how: TypedEntry, line: str) -> str:
    """Take the name of the offer off a line, and what is typed ahead for the fields that follow."""
    if line.startswith("?") or talk.is_command(line) or any(same(line, name) for name in how.names()):
        return line
    said = split_line(line)
    fields = len(offer.kind.__struct_fields__) - len(offer.filled)
    if (
        fields == 1
        and isinstance(how, TypedList)
        and len(said) > 1
        and ">" not in line
        and not same(said[0], offer.label)
    ):
        return line  # several in turn
    if said and (same(said[0], offer.label) or (said[0] == "1" and len(said) > fields)):  # as if it had been listed
        taken = [describe(value) for value in offer.filled.values()]
        for value in taken:
            if len(said) > 1 and _is_meant(said[1], value):
                del said[1]
        line = line[len(said[0]) :].lstrip(" ,>") if len(said) == len(split_line(line)) else " > ".join(said[1:])
        said = said[1:]
    if len(said) > 1 and (">" in line or not isinstance(how, TypedSubset | TypedShares | TypedText | TypedDice)):
        talk.ahead, talk.loose = said[1:], ">" not in line
        return said[0]
    return line


def _other_kind(offer: Offer, line: str) -> str:
    """Return the other kind of action that a line begins with, if it does."""
    said = next(iter(split_line(line)), "")
    labels = (Offer(offer.game, offer.ask, kind).label for kind in offer.ask.kinds if kind is not offer.kind)
    return next((label for label in labels if same(label, said)), "")


def _asks_of_value(offer: Offer, field: str, how: TypedEntry, text: str) -> bool:
    """Tell whether a ``?`` is about a value, and not about another kind of action."""
    if not text:
        return isinstance(how, TypedList) and not all(how.legal)
    return how.read(text).value is not NOTHING or reasons.value_meant(offer, field, text) is not None


def _obey_line(talk: Conversation, offer: Offer, field: str, how: TypedEntry, line: str) -> Any:
    """Do what a line says; return the value it gives, if it does. Raises ``Dropped`` when it leaves the offer."""
    domain = offer.domain(field)
    if not line:
        talk.show(how.show())
        return NOTHING
    if same(line, "back"):
        raise Dropped
    if line.startswith("?"):
        _explain(talk, offer, field, how, line[1:].strip())
        return NOTHING
    if _is_elsewhere(talk, line) and not isinstance(domain, Text) and not any(same(line, one) for one in how.names()):
        raise Dropped(line)
    if turn := _in_turn(offer, how, line):
        talk.in_turn([(offer.label, value) for value in turn[1:]])
        line = describe(turn[0])
    reading = how.read(line)
    talk.show([] if talk.ahead else reading.lines)
    if reading.value is not NOTHING and _may_take(talk, offer, field, domain, reading.value):
        return reading.value
    return _off_the_list(talk, offer, field, line, reading) if reading.wrong else NOTHING


def _in_turn(offer: Offer, how: TypedEntry, line: str) -> list[Any]:
    """Return the values that are to be taken one after the other: ``all`` of a list, or names parted by commas.

    What follows is the same thing done with the next; ``all`` are those with which there is just one way to do it.
    """
    if not isinstance(how, TypedList) or offer.filled:
        return []
    if same(line, "all"):
        field = offer.next_field() or ""
        ways = {value: list(islice(offer.fill(**{field: value}).actions(), 2)) for value in how.values}
        return [value for value in how.values if len(ways[value]) == 1]
    if len(offer.kind.__struct_fields__) > 1:
        return []
    found = [reasons.matches(part.strip(), how.values) for part in line.split(",")]
    return [how.values[one[0]] for one in found] if len(found) > 1 and all(len(one) == 1 for one in found) else []


def _is_elsewhere(talk: Conversation, line: str) -> bool:
    """Tell whether a line is meant for the question above and not for a field."""
    return talk.is_command(line) or line.casefold() in ("pass", "end")


def _may_take(talk: Conversation, offer: Offer, field: str, domain: Domain[Any], value: Any) -> bool:
    """Tell whether a value may be taken, and say why not."""
    if value in domain and reasons.possible(offer.fill(**{field: value})):
        return True
    against = _reasons_against(offer, field, value)
    if value in domain and not against:
        return True
    if not against:
        against = [f"{describe(value)} is not on offer: {domain.says()}"]
    talk.wrong(f"not {describe(value)}:", against)
    return False


def _reasons_against(offer: Offer, field: str, value: Any) -> list[str]:
    """Return the reasons against a value; what is not on offer, rules need not bear."""
    try:
        return [str(reason) for reason in offer.why_not(field, value)]
    except Broken:
        domain = offer.domain(field)
        if value in domain:
            raise
        return [f"{describe(value)} is not on offer: {domain.says()}"]


def _off_the_list(talk: Conversation, offer: Offer, field: str, line: str, reading: TypedAnswer) -> Any:
    """Say why something that is not on offer cannot be; a part of a name may mean anything of its kind."""
    value = reasons.value_meant(offer, field, line)
    if value is None:
        talk.wrong(reading.wrong)
        return NOTHING
    against = _reasons_against(offer, field, value)
    if not against:
        return value
    talk.wrong(f"not {describe(value)}:", against)
    return NOTHING


def _explain(talk: Conversation, offer: Offer, field: str, how: TypedEntry, text: str) -> None:
    """Answer ``?``: why the values that are not possible are not, or why not this one."""
    if text:
        reading = how.read(text)
        value = reading.value if reading.value is not NOTHING else reasons.value_meant(offer, field, text)
        if value is None:
            talk.wrong(reading.wrong or f"{text} may mean several; say which")
            return
        against = _reasons_against(offer, field, value)
        talk.say(f"{describe(value)}: {'possible' if not against else 'not now'}", "good" if not against else "plain")
        talk.show([StyledLine(f"  - {reason}") for reason in against])
        return
    dim = (
        [value for value, legal in zip(how.values, how.legal, strict=True) if not legal]
        if isinstance(how, TypedList)
        else []
    )
    for alike, against in _alike({describe(value): _reasons_against(offer, field, value) for value in dim}):
        talk.say(f"{alike[0]}:")
        talk.show([StyledLine(f"  - {reason}") for reason in against])
        talk.show([StyledLine(f"  and so {', '.join(alike[1:])}")] if alike[1:] else [])
    if not dim:
        talk.say("type ? and a value to hear why it is not possible")


def _alike(against: dict[str, list[str]]) -> list[tuple[list[str], list[str]]]:
    """Put values together against which the same is said but for their names; with what is said of the first."""
    found: dict[tuple[str, ...], list[str]] = {}
    for name, reasons_ in against.items():
        found.setdefault(tuple(reason.replace(name, "\0") for reason in reasons_), []).append(name)
    return [(alike, against[alike[0]]) for alike in found.values()]
