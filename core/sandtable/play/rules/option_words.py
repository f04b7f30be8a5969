"""Options, rulings and presets: all that is known of them, as plain data and in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from sandtable.engine.rules.rulings import parameters_of
from sandtable.engine.words import in_a_row

if TYPE_CHECKING:
    from sandtable.engine.rules.options import Choices, Preset
    from sandtable.engine.rules.rulebooks import Rulebooks
    from sandtable.engine.rules.rules import RuleModule
    from sandtable.engine.rules.rulings import Parameter


def parameters_by_key(family: Rulebooks) -> dict[str, Parameter]:
    """Return the parameters of all modules of a game, by how they are written."""
    return {one.key: one for module in family.modules.values() for one in parameters_of(module)}


# -- as plain data


def option_facts(family: Rulebooks, key: str, choices: Choices) -> dict[str, Any]:
    """Return all that is known of an option under these choices."""
    module = family.options[key]
    option = module.option
    assert option is not None
    citations = [citation for owner, _, citation, _ in family.citations() if owner == key]
    need = option.need()
    return {
        "key": key,
        "title": option.title,
        "says": option.says,
        "on": key in choices.on,
        "in_force": key in family.in_force(choices),
        "lacks": family.lacks(key, choices),
        "rules": list(option.rules),
        "needs": str(need) if need is not None else "",
        "excludes": list(option.conflicts),
        "amends": list(dict.fromkeys(id for citation in citations for id in citation.amends)),
        "supersedes": list(dict.fromkeys(target for citation in citations for target in citation.supersedes)),
        "changeable": option.changeable,
        "parameters": [*_parameters(module, choices)],
    }


def lacking_facts(family: Rulebooks, choices: Choices) -> list[dict[str, str]]:
    """Return the modules that are no options and out of force, each with what it lacks."""
    base = (key for key in sorted(family.needs.of) if key not in family.options)
    return [{"module": key, "lacks": lack} for key in base if (lack := family.lacks(key, choices))]


def _parameters(module: type[RuleModule], choices: Choices) -> list[dict[str, Any]]:
    return [parameter_facts(one, choices) for one in parameters_of(module)]


def parameter_facts(one: Parameter, choices: Choices) -> dict[str, Any]:
    """Return all that is known of a parameter under these choices."""
    return {
        "name": one.name,
        "title": one.title,
        "says": one.says,
        "rules": list(one.rules),
        "type": one.type,
        "choices": list(one.choices),
        "bounds": dict(one.bounds),
        "default": one.default,
        "value": one.value(choices),
    }


def ruling_facts(family: Rulebooks, choices: Choices) -> list[dict[str, Any]]:
    """Return the parameters of the rules that are always in force."""
    return [
        {"module": one.module, **parameter_facts(one, choices), "changeable": one.changeable}
        for one in family.rulings()
    ]


def preset_facts(preset: Preset) -> dict[str, Any]:
    """Return what a preset changes against the one that it extends."""
    given = {key: dict(values) for key, values in preset.parameters.items()}
    known: dict[str, Any] = {"key": preset.key, "title": preset.title, "extends": preset.extends}
    return {**known, "on": list(preset.on), "off": list(preset.off), "parameters": given}


def preset_line(preset: dict[str, Any]) -> str:
    """Tell a preset in a line."""
    said = [f"as {preset['extends']}"] if preset["extends"] else []
    said += [f"{word} {', '.join(preset[word])}" for word in ("on", "off") if preset[word]]
    said += [f"{key}.{name} = {v}" for key, given in preset["parameters"].items() for name, v in given.items()]
    return f"preset {preset['key']}: {preset['title']} ({'; '.join(said) or 'no options'})"


# -- in words

RULINGS: Final = "rulings: what rules that are always in force leave open, and what they fix"
ONLY_AT_SETUP: Final = "can only be chosen when the campaign is begun"
NAMED: Final = 4
"""So many modules that lack the same are named."""
SIGNS: Final = {"ge": "at least", "gt": "above", "le": "at most", "lt": "below", "multiple_of": "a multiple of"}


class Bearing(NamedTuple):
    """What an option has to do with others, or with rules: ``names`` are keys and ids."""

    lead: str
    names: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.lead} {', '.join(self.names)}" if self.names else self.lead


def bearings(option: dict[str, Any]) -> list[Bearing]:
    """Return what an option needs, excludes and changes, and when it can be chosen."""
    found = [Bearing("needs", (option["needs"],))] if option["needs"] else []
    leads = {"excludes": "not with", "amends": "changes rule", "supersedes": "in place of rule", "rules": "rules"}
    found += [Bearing(lead, tuple(option[what])) for what, lead in leads.items() if option[what]]
    return [*found, Bearing(ONLY_AT_SETUP)] if option["changeable"] == "setup" else found


def option_lines(option: dict[str, Any]) -> list[str]:
    """Tell an option in words, a line a fact."""
    lines = [f"{option['key']} ({_state(option)}): {option['title']}", f"  {option['says']}"]
    lines += [f"  out of force: {option['lacks']}"] if option["lacks"] else []
    lines += [f"  {fact}" for fact in bearings(option)]
    for one in option["parameters"]:
        lines += _parameter_lines(option["key"], one)
    return lines


def _state(option: dict[str, Any]) -> str:
    """Tell whether an option is on; one that lacks what it needs is not offered."""
    if option["lacks"]:
        return "on, but out of force" if option["on"] else "not offered"
    return "on" if option["on"] else "off"


def lacking_lines(lacking: list[dict[str, str]]) -> list[str]:
    """Tell which modules that are no options are out of force: a line for all that lack the same."""
    alike: dict[str, list[str]] = {}
    for one in lacking:
        alike.setdefault(one["lacks"], []).append(one["module"])
    return [f"{_modules(keys)} out of force: {lacks}" for lacks, keys in alike.items()]


def _modules(keys: list[str]) -> str:
    """Name modules, of many the first ones."""
    if len(keys) == 1:
        return f"module {keys[0]} is"
    named = keys if len(keys) <= NAMED else [*keys[: NAMED - 1], f"{len(keys) - NAMED + 1} others"]
    return f"modules {in_a_row(named)} are"


def ruling_lines(rulings: list[dict[str, Any]]) -> list[str]:
    """Tell the rulings in words, a line a fact; nothing where there are none."""
    lines = [RULINGS] if rulings else []
    for one in rulings:
        lines += _parameter_lines(one["module"], one)
        lines += [f"    {ONLY_AT_SETUP}"] if one["changeable"] == "setup" else []
    return lines


def _parameter_lines(module: str, one: dict[str, Any]) -> list[str]:
    now = f"; now {one['value']}" if one["value"] != one["default"] else ""
    lines = [f"  {module}.{one['name']}: {one['title']} ({allowed_values(one)}; default {one['default']}{now})"]
    lines += [f"    {one['says']}"] if one["says"] else []
    return lines + ([f"    rules {', '.join(one['rules'])}"] if one["rules"] else [])


def allowed_values(parameter: dict[str, Any]) -> str:
    """Tell what a parameter may be."""
    return ", ".join(f"{SIGNS[name]} {bound}" for name, bound in parameter["bounds"].items()) or str(parameter["type"])
