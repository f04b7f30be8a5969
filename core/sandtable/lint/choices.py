"""Options: unknown ones, sets that cannot be used together, parameters out of bounds; in scenarios and presets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from sandtable.design.scenario.scenario_edits import SetParameters, SetScenario
from sandtable.engine.errors import Invalid, unknown
from sandtable.engine.rules.option_solver import parameters
from sandtable.engine.rules.options import Choices, resolve
from sandtable.engine.running.switching import describe
from sandtable.lint.findings import Fix, Place
from sandtable.lint.registry import FindingCode, code
from sandtable.lint.scenario_looking import whole

if TYPE_CHECKING:
    from sandtable.engine.running.installed_game import InstalledGame
    from sandtable.library.store.documents import PresetDocument, ScenarioDocument
    from sandtable.lint.draft import Draft
    from sandtable.lint.findings import Finding

UNKNOWN = code(
    "option-unknown", "scenario", "error", "An option, or the module of a parameter, that the game does not have."
)
UNSOUND = code(
    "parameter-unsound", "scenario", "error", "A parameter that its module does not have, or out of its bounds."
)
IMPOSSIBLE = code("options-impossible", "scenario", "error", "Options that cannot be used together.")
IDLE = code(
    "parameter-idle", "scenario", "hint", "A parameter of an option that is not on.", "takes the parameter out"
)  # fmt: skip
OUT_OF_FORCE = code(
    "option-out-of-force", "scenario", "warning", "An option that is on, but lacks what it needs: it changes nothing."
)
GRANT_IDLE = code(
    "grant-idle", "scenario", "hint", "A word that the scenario grants and no module needs.", "takes the word out"
)
UNGRANTED = code(
    "need-ungranted", "scenario", "warning",
    "A module that an option or the scenario counts on needs what no scenario grants.",
)  # fmt: skip
PRESET_UNSOUND = code(
    "preset-unsound", "preset", "error",
    "A preset whose game is not there, or that extends one that is not there, or itself.",
)  # fmt: skip
PRESET_IMPOSSIBLE = code("preset-impossible", "preset", "error", "A preset whose options cannot be used together.")


def _check(draft: Draft) -> Iterator[Finding[ScenarioDocument]]:
    """Look at the options that a scenario begins with."""
    if draft.family is None:
        return
    document = draft.document
    faults = list(faults_of(draft.family, document.options, document.parameters))
    for kind, words in faults:
        yield kind.finding(draft.place(), words)
    if not faults:
        for problem in _problems(draft.family, draft.choices):
            yield IMPOSSIBLE.finding(draft.place(), problem)
    yield from _check_needs(draft, draft.family)
    for key in document.parameters:
        if key in draft.family.options and key not in document.options:
            edit = SetParameters(key, dict.fromkeys(document.parameters[key]))
            fix = Fix(f"take out the parameters of {key}", partial(_without, key), edit=edit)
            yield IDLE.finding(
                draft.place(), f"{key} has parameters, but is not on: switch it on, or take them out", fix
            )


def _check_needs(draft: Draft, family: InstalledGame) -> Iterator[Finding[ScenarioDocument]]:
    """Look at what the scenario grants, and at what its options lack."""
    document, words = draft.document, family.needs.words
    for word in dict.fromkeys(document.grants):
        if word not in words:
            edit = SetScenario(grants=tuple(one for one in document.grants if one != word))
            fix = Fix(f"no longer grant {word}", partial(_without_grant, word), edit=edit)
            why = str(unknown("word that a module needs", word, words, "write it so, or take it out"))
            yield GRANT_IDLE.finding(draft.place(), why, fix)
    on = [key for key in document.options if key in family.options]
    for key in sorted({*on, *(name for one in on for name in _requires(family, one))}):
        if missing := family.missing_grants(key, document.grants):
            says = f"{key} needs {', '.join(missing)}, which no scenario of {family.system.title} grants"
            yield UNGRANTED.finding(draft.place(), f"{says}: grant it, or play without {key}")
        elif key in on and (lack := family.lacks(key, draft.choices)):
            says = f"{key} is on, but out of force: {lack}"
            yield OUT_OF_FORCE.finding(draft.place(), f"{says}: grant it what it needs, or switch it off")


def _requires(family: InstalledGame, key: str) -> Iterator[str]:
    """Return the modules that an option requires."""
    option = family.options[key].option
    need = option.need() if option is not None else None
    return (name for name in (need.names() if need is not None else ()) if name in family.modules)


def _without_grant(word: str, document: ScenarioDocument) -> ScenarioDocument:
    if word not in document.grants:
        return document
    return replace(document, grants=tuple(one for one in document.grants if one != word))


def _without(key: str, document: ScenarioDocument) -> ScenarioDocument:
    if key not in document.parameters:
        return document
    return replace(document, parameters={one: given for one, given in document.parameters.items() if one != key})


CHECKS: Final = (whole(_check, "options"),)


def check_preset(
    document: PresetDocument, others: Iterable[PresetDocument], family: InstalledGame | None
) -> list[Finding[PresetDocument]]:
    """Return all that is wrong with a preset; ``others`` are those of its library, ``family`` is its game."""
    return sorted(_preset(document, others, family), key=lambda one: one.rank)


def _preset(
    document: PresetDocument, others: Iterable[PresetDocument], family: InstalledGame | None
) -> Iterator[Finding[PresetDocument]]:
    place = Place("preset", document.key)
    if family is None or family.system.key != document.game:
        yield PRESET_UNSOUND.finding(place, f"the game {document.game!r} is not installed: install it")
        return
    known = {preset.key: preset for preset in family.system.presets}
    known |= {one.key: one.preset() for one in others if one.game == document.game}
    known[document.key] = document.preset()
    try:
        choices = resolve(document.key, known)
    except Invalid as error:
        yield PRESET_UNSOUND.finding(place, str(error))
        return
    faults = list(faults_of(family, (*document.on, *document.off), document.parameters))
    for kind, words in faults:
        yield kind.finding(place, words)
    if not faults:
        for problem in _problems(family, choices):
            yield PRESET_IMPOSSIBLE.finding(place, problem)


def faults_of(
    family: InstalledGame, options: Iterable[str], given: Mapping[str, Mapping[str, Any]]
) -> Iterator[tuple[FindingCode, str]]:
    """Look at names and bounds, before asking whether a set works."""
    for key in options:
        if key not in family.options:
            yield UNKNOWN, str(unknown("option", key, family.options))
    for key, values in given.items():
        if key not in family.modules:
            yield UNKNOWN, str(unknown("option", key, family.options, "it has parameters"))
            continue
        for name, value in values.items():
            try:
                parameters(family.modules[key], {name: value})
            except Invalid as error:
                yield UNSOUND, str(error)


def _problems(family: InstalledGame, choices: Choices) -> Iterator[str]:
    """Say why options cannot be used together, with the nearest sets that work."""
    try:
        found = family.problems(choices)
    except Invalid as error:
        found = [str(error)]
    if found:
        near = " or ".join(describe(choices.on, one) for one in family.nearest(choices))
        yield "; ".join(found) + (f". Nearest that works: {near}" if near else "")
