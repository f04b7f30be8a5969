"""Two choices of options beside each other, in words; and a choice as a preset."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from sandtable.engine.rules.options import KEY, Choices, differences, resolve
from sandtable.engine.rules.rulings import parameters_of
from sandtable.library.store.documents import PresetDocument
from sandtable.play.rules.proposals import ImpactLine, change_line

if TYPE_CHECKING:
    from sandtable.engine.rules.options import Preset
    from sandtable.engine.rules.rulebooks import Rulebooks

FUNCTION: Final = re.compile(r"\b\w+\.\w+ \((\w[\w.-]*)\)")
"""A function with the rule that it is, in brackets."""


def without_parameters(given: Mapping[str, Mapping[str, Any]], off: Collection[str]) -> dict[str, Mapping[str, Any]]:
    """Leave the parameters of options out that are switched off; rulings stay as they are decided."""
    return {key: values for key, values in given.items() if key not in off}


def choice_lines(family: Rulebooks, old: Choices, new: Choices) -> Iterator[ImpactLine]:
    """Say what one choice has that another has not, by titles."""
    for change in differences(_bare(family, old), _bare(family, new)):
        yield change_line(family, change)


def _bare(family: Rulebooks, choices: Choices) -> Choices:
    """Return a choice without parameters that are at their default, or of options that are off."""
    given: dict[str, dict[str, Any]] = {}
    for key, values in choices.parameters.items():
        module = family.modules.get(key)
        if module is not None and key in family.options and key not in choices.on:
            continue
        defaults = {one.name: one.default for one in parameters_of(module)} if module is not None else {}
        if kept := {name: value for name, value in values.items() if value != defaults.get(name)}:
            given[key] = kept
    return Choices(choices.on, given, choices.order)


def preset_of(
    game: str, key: str, title: str, choices: Choices, extends: str, presets: Mapping[str, Preset]
) -> PresetDocument:
    """Return a choice as a preset: what it adds to and takes from the one that it extends.

    Raises ``Invalid`` where that is not there. A parameter that the other sets and this has at its default is not
    told, so such a preset extends nothing.
    """
    base = resolve(extends, presets) if extends else Choices()
    if any(name not in choices.parameters.get(key, {}) for key, some in base.parameters.items() for name in some):
        extends, base = "", Choices()
    given = {
        module: kept
        for module, values in choices.parameters.items()
        if (kept := {name: v for name, v in values.items() if base.parameters.get(module, {}).get(name) != v})
    }
    return PresetDocument(
        key=key, game=game, title=title, extends=extends, on=tuple(sorted(choices.on - base.on)),
        off=tuple(sorted(base.on - choices.on)), parameters=given,
    )  # fmt: skip


def with_titles(family: Rulebooks, says: str) -> str:
    """Return a sentence with options by their titles in place of their keys, rules by their titles too.

    Functions are told by the rules that they are.
    """

    def called(found: re.Match[str]) -> str:
        word = found[0]
        if word in family.options:
            return f"“{family.option_title(word)}”"
        text = family.texts.get(word)
        return f"“{text.title}” ({word})" if text is not None and text.title != word else word

    return KEY.sub(called, FUNCTION.sub(r"\1", says))


def same_choice(family: Rulebooks, one: Choices, other: Choices) -> bool:
    """Tell whether two choices come to the same."""
    return not differences(_bare(family, one), _bare(family, other))
