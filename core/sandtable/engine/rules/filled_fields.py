"""Fields of actions that rules fill (``@fills(Action, "field")``): which rule fills which, and where one is missing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from sandtable.engine.actions.fields import FieldDomain, own_domain
from sandtable.engine.errors import Invalid
from sandtable.engine.hooks import SIGNATURES
from sandtable.engine.rules.rule_functions import listener_arguments

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sandtable.engine.actions.actions import Action
    from sandtable.engine.rules.dispatch import Implementation
    from sandtable.engine.rules.rule_functions import RuleFunction, Slot
    from sandtable.engine.state.schema import Schema


def fields_by_rules(kind: type[Action], placed: Mapping[Slot, Sequence[Implementation]]) -> dict[str, FieldDomain]:
    """Return the fields of an action that rules fill: rules for the class itself before those for its bases."""
    found: dict[str, FieldDomain] = {}
    for base in reversed(kind.__mro__):
        for field in kind.__struct_fields__:
            slot: Slot = ("fills", (base, field))
            for voice in placed.get(slot, ()):
                needs = listener_arguments(slot)[len(SIGNATURES["fills"]) :]
                found[field] = FieldDomain(kind, field, voice.call, needs, voice, voice.citation)
    return found


def fields_to_be_filled(kind: type[Action], functions: Iterable[RuleFunction]) -> dict[str, FieldDomain]:
    """Return the fields of an action that rules may fill, whether or not these come into force."""
    found: dict[str, FieldDomain] = {}
    for function in functions:
        place = _place(function)
        if place is not None and issubclass(kind, place[0]):
            code: Any = getattr(function.module, function.name)
            found[place[1]] = FieldDomain(kind, place[1], code, ())
    return found


def check_fields(
    placed: Mapping[Slot, Sequence[Implementation]], superseded: Iterable[RuleFunction], schema: Schema
) -> None:
    """Raise ``Invalid`` for a field that two rules fill, and for one that nothing fills as its rule is superseded."""
    for (place, key), voices in placed.items():
        if place == "fills" and len(voices) > 1:
            first, second, *_ = (_where(voice.function) for voice in voices)
            raise Invalid(
                f"{_name(key)} is filled twice, by {first} and by {second}: let one amend or supersede the other"
            )
    for function in superseded:
        filled = _place(function)
        if filled is not None and _nothing_fills(*filled, placed, schema):
            raise Invalid(
                f"{function.rule_ids} is out of force, and nothing else says what {_name(filled)} may hold: "
                "let another rule fill it"
            )


def _nothing_fills(
    kind: type[Action], field: str, placed: Mapping[Slot, Sequence[Implementation]], schema: Schema
) -> bool:
    return field not in fields_by_rules(kind, placed) and own_domain(kind, field, schema) is None


def _place(function: RuleFunction) -> tuple[type[Action], str] | None:
    """Return the class of actions and the field that a function fills, ``None`` when it fills none."""
    if function.slot is None or function.slot[0] != "fills":
        return None
    return cast("tuple[type[Action], str]", function.slot[1])


def _name(key: object) -> str:
    kind, field = cast("tuple[type[Action], str]", key)
    return f"{kind.__name__}.{field}"


def _where(function: RuleFunction) -> str:
    return f"{function.where} ({function.rule_ids})"
