"""What can be done to the rules of a table: switch, set, take a whole choice; keep presets and house rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal

from msgspec import Struct
from msgspec.structs import replace

from sandtable.design.rules.rules_design import RulesDesign
from sandtable.engine.errors import Invalid, unknown
from sandtable.engine.rules.forms.rule_document import HouseRules
from sandtable.engine.rules.option_solver import parameters
from sandtable.engine.rules.options import Choices
from sandtable.engine.rules.rulings import parameters_of
from sandtable.library.store.documents import PresetDocument

Kept = PresetDocument | HouseRules
SUBJECT = "rules"


class ChosenRules(Struct, frozen=True, omit_defaults=True):
    """A choice of options as plain data, in order."""

    on: tuple[str, ...] = ()
    parameters: dict[str, dict[str, Any]] = {}
    order: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, choices: Choices) -> ChosenRules:
        """Return a choice as it is kept; what the scenario grants is no part of it."""
        given = {key: dict(values) for key, values in sorted(choices.parameters.items()) if values}
        return cls(tuple(sorted(choices.on)), given, choices.order)

    def choices(self, grants: frozenset[str]) -> Choices:
        """Return the choice where a scenario grants these words."""
        return Choices(frozenset(self.on), self.parameters, self.order, grants)


class ChoicePatch(Struct, frozen=True, tag="choice"):
    """Another choice of options."""

    before: ChosenRules
    after: ChosenRules

    def turned_round(self) -> ChoicePatch:
        """Return the way back."""
        return ChoicePatch(self.after, self.before)

    def applied_to(self, thing: RulesDesign) -> RulesDesign:
        """Return the rules after it."""
        return replace(thing, choices=self.after.choices(thing.choices.grants))

    @staticmethod
    def all_applied_to(thing: RulesDesign, patches: Sequence[Any]) -> RulesDesign:
        """Return the rules after one patch upon the other."""
        for one in patches:
            thing = one.applied_to(thing)
        return thing


class ShelfPatch(Struct, frozen=True, tag="shelf"):
    """A preset or a house rule of the user's library: as it was, and as it is; ``None``: not there."""

    what: Literal["preset", "house rule"]
    key: str
    before: PresetDocument | None = None
    after: PresetDocument | None = None
    house_before: HouseRules | None = None
    house_after: HouseRules | None = None

    def turned_round(self) -> ShelfPatch:
        """Return the way back."""
        return ShelfPatch(self.what, self.key, self.after, self.before, self.house_after, self.house_before)

    def applied_to(self, thing: RulesDesign) -> RulesDesign:
        """Return the rules after it."""
        if self.what == "preset":
            return replace(thing, presets=_with(thing.presets, self.key, self.after))
        return replace(thing, house=_with(thing.house, self.key, self.house_after))

    @staticmethod
    def all_applied_to(thing: RulesDesign, patches: Sequence[Any]) -> RulesDesign:
        """Return the rules after one patch upon the other."""
        return ChoicePatch.all_applied_to(thing, patches)


RulesPatch = ChoicePatch | ShelfPatch


def _with(some: Mapping[str, Any], key: str, one: Any) -> dict[str, Any]:
    left = {name: each for name, each in some.items() if name != key}
    return left if one is None else {**left, key: one}


class SwitchOption(Struct, frozen=True, tag="switch"):
    """Switch an option on or off; nothing else is changed by it."""

    option: str
    on: bool
    subject: ClassVar[str] = SUBJECT

    def patch(self, thing: RulesDesign, notes: list[str]) -> ChoicePatch:
        """Return the other choice; raises ``Invalid`` for an option that is not there, or may not change now."""
        _ = notes
        if self.option not in thing.family.options and self.option not in thing.choices.on:
            raise unknown("option", self.option, thing.family.options)
        thing.require_free(self.option)
        on = thing.choices.on | {self.option} if self.on else thing.choices.on - {self.option}
        before = ChosenRules.of(thing.choices)
        return ChoicePatch(before, replace(before, on=tuple(sorted(on))))

    def says(self, thing: RulesDesign) -> str:
        """Return it in a few words."""
        return f"switch {thing.family.option_title(self.option)} {'on' if self.on else 'off'}"


class SetParameter(Struct, frozen=True, tag="set"):
    """Set a parameter of a module; its default is not written."""

    module: str
    name: str
    value: Any
    subject: ClassVar[str] = SUBJECT

    def patch(self, thing: RulesDesign, notes: list[str]) -> ChoicePatch:
        """Return the other choice; raises ``Invalid`` for an unknown parameter, and one out of its bounds."""
        _ = notes
        if self.module not in thing.family.modules:
            raise unknown("module", self.module, thing.family.modules)
        parameters(thing.family.modules[self.module], {self.name: self.value})
        thing.require_free(self.module, f"{self.module}.{self.name}")
        before = ChosenRules.of(thing.choices)
        given = {key: dict(values) for key, values in before.parameters.items()}
        some = given.setdefault(self.module, {})
        some[self.name] = self.value
        if any(one.name == self.name and one.default == self.value for one in _of(thing, self.module)):
            del some[self.name]
        kept = {key: values for key, values in sorted(given.items()) if values}
        return ChoicePatch(before, replace(before, parameters=kept))

    def says(self, thing: RulesDesign) -> str:
        """Return it in a few words."""
        title = next((one.title for one in _of(thing, self.module) if one.name == self.name), self.name)
        return f"set “{title}” to {self.value}"


def _of(thing: RulesDesign, module: str) -> list[Any]:
    return list(parameters_of(thing.family.modules[module])) if module in thing.family.modules else []


class TakeChoice(Struct, frozen=True, tag="take"):
    """Take a whole choice: a preset's, a working set that lies near, what a scenario begins with."""

    choice: ChosenRules
    title: str
    subject: ClassVar[str] = SUBJECT

    def patch(self, thing: RulesDesign, notes: list[str]) -> ChoicePatch:
        """Return the other choice; raises ``Invalid`` for what is not there, or may not change now."""
        _ = notes
        for key in self.choice.on:
            if key not in thing.family.options and key not in thing.choices.on:
                raise unknown("option", key, thing.family.options)
        for key, given in self.choice.parameters.items():
            if key not in thing.family.modules:
                raise unknown("module", key, thing.family.modules)
            parameters(thing.family.modules[key], given)
        for key in thing.choices.on ^ set(self.choice.on):
            thing.require_free(key)
        return ChoicePatch(ChosenRules.of(thing.choices), self.choice)

    def says(self, thing: RulesDesign) -> str:
        """Return it in a few words."""
        _ = thing
        return f"take “{self.title}”"


class KeepPreset(Struct, frozen=True, tag="preset"):
    """Keep a preset in the user's library, in place of the one of its key; ``None`` takes it out."""

    key: str
    preset: PresetDocument | None
    subject: ClassVar[str] = SUBJECT

    def patch(self, thing: RulesDesign, notes: list[str]) -> ShelfPatch:
        """Return what changes; raises ``Invalid`` where there is none to take out."""
        _ = notes
        if self.preset is None and self.key not in thing.presets:
            raise unknown("preset", self.key, thing.presets)
        return ShelfPatch("preset", self.key, thing.presets.get(self.key), self.preset)

    def says(self, thing: RulesDesign) -> str:
        """Return it in a few words."""
        known = self.preset or thing.presets.get(self.key)
        title = known.title if known is not None else self.key
        return f"remove the preset “{title}”" if self.preset is None else f"keep the preset “{title}”"


class KeepHouseRule(Struct, frozen=True, tag="house"):
    """Keep a house rule by form in the user's library, in place of the one of its key; ``None`` takes it out."""

    key: str
    rules: HouseRules | None
    subject: ClassVar[str] = SUBJECT

    def patch(self, thing: RulesDesign, notes: list[str]) -> ShelfPatch:
        """Return what changes; raises ``Invalid`` where there is none to take out, or it is on."""
        _ = notes
        if self.rules is None and self.key not in thing.house:
            raise unknown("house rule", self.key, thing.house)
        if self.rules is None and self.key in thing.choices.on:
            raise Invalid(f"{thing.house[self.key].title} is on: switch it off first")
        return ShelfPatch("house rule", self.key, house_before=thing.house.get(self.key), house_after=self.rules)

    def says(self, thing: RulesDesign) -> str:
        """Return it in a few words."""
        known = self.rules or thing.house.get(self.key)
        title = known.title if known is not None else self.key
        return f"remove the house rule “{title}”" if self.rules is None else f"keep the house rule “{title}”"


RuleEdit = SwitchOption | SetParameter | TakeChoice | KeepPreset | KeepHouseRule
