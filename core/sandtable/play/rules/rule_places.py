"""Where a rule answers, how the answers given there combine, and which other rules answer there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

from sandtable.engine.hooks import hooks_of
from sandtable.engine.rules.targets import targets_of

if TYPE_CHECKING:
    from sandtable.engine.actions.actions import Action
    from sandtable.engine.rules.options import Choices
    from sandtable.engine.rules.rule_functions import RuleFunction, Slot
    from sandtable.engine.rules.rulebooks import Rulebooks

COMBINED: Final = {
    "collects": "all that is answered is put together",
    "decides": "one answer counts, the base answer only where nobody else gives one",
    "settles": "the first answer counts, the base answer only where nobody else gives one",
    "refuses": "each reason forbids it",
    "conceals": "all of them hide what they hide",
    "reacts": "what all of them offer is offered together",
    "doable": "it can be done as long as all of them say so",
    "fills": "it alone says what the field may hold",
}
PARTS: Final = "the parts of all make one number: base, added, multiplied and rounded, then at least and at most"
IN_TURN: Final = "each acts in turn"


class RulePlace(NamedTuple):
    """Where a function answers: what that is called, how answers combine, the other rules that answer there."""

    name: str
    combines: str
    beside: list[str]

    def facts(self) -> dict[str, Any]:
        return self._asdict()

    @property
    def line(self) -> str:
        others = f"; beside it: {', '.join(self.beside)}" if self.beside else ""
        return f"answers {self.name}: {self.combines}{others}"


def places_of(family: Rulebooks, rule: str) -> list[RulePlace]:
    """Return where a rule answers; one that amends others answers where they do."""
    slots = dict.fromkeys(_slot(family, function) for function in family.where.get(rule, ()))
    return [
        RulePlace(_name(family, slot), _combines(family, slot), _beside(family, slot, rule)) for slot in slots if slot
    ]


def _slot(family: Rulebooks, function: RuleFunction) -> Slot | None:
    return _slot(family, targets_of(family, function)[0]) if function.citation.amends else function.slot


def _name(family: Rulebooks, slot: Slot) -> str:
    kind, key = slot
    if kind == "hook":
        home = next((one.__name__ for one in family.hook_sets if key in hooks_of(one)), "")
        return f"{home}.{key}"
    if isinstance(key, tuple):
        action, field = cast("tuple[type[Action], str]", key)
        return f"@{kind}({action.__name__}, {field!r})"
    return f"@{kind}({getattr(key, '__name__', None) or getattr(key, 'stored', key)})"


def _combines(family: Rulebooks, slot: Slot) -> str:
    kind, key = slot
    if kind == "hook":
        hook = family.hooks[str(key)]
        kind = hook.kind
        if kind == "collects" and hook.answer == "Iterable[Part]":
            return PARTS
    return COMBINED.get(kind, IN_TURN)


def _beside(family: Rulebooks, slot: Slot, rule: str) -> list[str]:
    """Name the other rules that answer in a place, each with the option that it belongs to."""
    functions = (function for some in family.functions.values() for function in some if function.slot == slot)
    return [
        f"{id} (option {function.module.key})" if function.module.key in family.options else id
        for function in functions
        for id in function.citation.ids
        if id != rule
    ]


def changes_without_effect(family: Rulebooks, choices: Choices) -> list[str]:
    """Say which options that are on lack what they need, or amend or supersede a rule that is not in force.

    So they change nothing, or nothing there.
    """
    there = family.in_force(choices)
    homes: dict[str, list[str]] = {}
    for key, _, citation, _ in family.citations():
        for id in citation.ids:
            homes.setdefault(id, []).append(key)
    found = [f"{key} is out of force: {lack}" for key in sorted(choices.on) if (lack := family.lacks(key, choices))]
    for key, _, citation, _ in family.citations():
        for does, targets in (("amends", citation.amends), ("supersedes", citation.supersedes)):
            for target in targets if key in choices.on & there else ():
                off = [home for home in homes[target] if home in family.options and home not in choices.on]
                if len(off) == len(homes[target]):
                    found.append(f"{key} {does} {target}, which is not in force: {' and '.join(off)} is off")
    return list(dict.fromkeys(found))
