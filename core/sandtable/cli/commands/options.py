"""``sandtable options``: what a group can choose, and whether a choice works."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from sandtable.cli import show
from sandtable.cli.group import FOUND, ExitWith
from sandtable.cli.installed import option_options

if TYPE_CHECKING:
    from sandtable.engine.rules.installed_game import InstalledGame
    from sandtable.engine.rules.options import Choices, Preset
    from sandtable.engine.rules.rules import RuleModule
    from sandtable.engine.rules.rulings import Parameter


@click.command("options")
@click.argument("scenario")
@option_options
@show.json_option
def command(
    scenario: str, preset: str, on: tuple[str, ...], off: tuple[str, ...], values: tuple[str, ...], as_json: bool
) -> None:
    """Show the options of a scenario with all they do, need, exclude and change, the rulings, and the presets.

    Rulings are what rules that are always in force leave open; --set MODULE.PARAMETER=VALUE decides one.

    With --preset, --on, --off and --set, try a set of options: exit status 1 says that it cannot be used, and the
    nearest sets that work are named.
    """
    from sandtable.cli.installed import find_scenario, tell_harm
    from sandtable.engine.referee.changes import describe
    from sandtable.play.presets import start_presets
    from sandtable.play.starts import typed_choices

    start = find_scenario(scenario)
    family = start.family
    choices = typed_choices(start, on, off, values, preset, tell_harm)
    problems = family.problems(choices)
    near = [describe(choices.on, one) for one in family.nearest(choices)] if problems else []
    options = [facts(family, key, choices) for key in sorted(family.options)]
    decided = ruling_facts(family, choices)
    presets = [preset_facts(one) for one in start_presets(start).values()]
    if as_json:
        known = {"scenario": start.name, "options": options, "rulings": decided, "presets": presets}
        show.as_json_text({**known, "problems": problems, "nearest": near})
    else:
        for one in options:
            for line in option_lines(one):
                show.paragraph(line, "  " if line.startswith("  ") else "")
        if not options:
            click.echo(f"{start.scenario.title} has no options.")
        for line in ruling_lines(decided):
            show.paragraph(line, "  " if line.startswith("  ") else "")
        for one in presets:
            show.paragraph(preset_line(one))
        for problem in problems:
            click.echo(f"impossible: {problem}", err=True)
        for way in near:
            click.echo(f"nearest that works: {way}", err=True)
    if problems:
        raise ExitWith(FOUND)


def facts(family: InstalledGame, key: str, choices: Choices) -> dict[str, Any]:
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
        "rules": list(option.rules),
        "needs": str(need) if need is not None else "",
        "excludes": list(option.conflicts),
        "amends": list(dict.fromkeys(citation.amends for citation in citations if citation.amends)),
        "supersedes": list(dict.fromkeys(target for citation in citations for target in citation.supersedes)),
        "changeable": option.changeable,
        "parameters": [*_parameters(module, choices)],
    }


def _parameters(module: type[RuleModule], choices: Choices) -> list[dict[str, Any]]:
    from sandtable.engine.rules.rulings import parameters_of

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


def ruling_facts(family: InstalledGame, choices: Choices) -> list[dict[str, Any]]:
    """Return the parameters of the rules that are always in force."""
    from sandtable.engine.rules.rulings import rulings

    return [
        {"module": one.module, **parameter_facts(one, choices), "changeable": one.changeable} for one in rulings(family)
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


RULINGS = "rulings: what rules that are always in force leave open, and what they fix"
SIGNS = {"ge": "at least", "gt": "above", "le": "at most", "lt": "below", "multiple_of": "a multiple of"}


def option_lines(option: dict[str, Any]) -> list[str]:
    """Tell an option in words, a line a fact."""
    lines = [f"{option['key']} ({'on' if option['on'] else 'off'}): {option['title']}", f"  {option['says']}"]
    lines += [f"  needs {option['needs']}"] if option["needs"] else []
    for what in ("excludes", "amends", "supersedes", "rules"):
        lines += [f"  {what} {', '.join(option[what])}"] if option[what] else []
    lines += ["  can only be chosen when the campaign is set up"] if option["changeable"] == "setup" else []
    for one in option["parameters"]:
        lines += _parameter_lines(option["key"], one)
    return lines


def ruling_lines(rulings: list[dict[str, Any]]) -> list[str]:
    """Tell the rulings in words, a line a fact; nothing where there are none."""
    lines = [RULINGS] if rulings else []
    for one in rulings:
        lines += _parameter_lines(one["module"], one)
        lines += ["    can only be decided when the campaign is set up"] if one["changeable"] == "setup" else []
    return lines


def _parameter_lines(module: str, one: dict[str, Any]) -> list[str]:
    now = f"; now {one['value']}" if one["value"] != one["default"] else ""
    lines = [f"  {module}.{one['name']}: {one['title']} ({allowed_values(one)}; default {one['default']}{now})"]
    lines += [f"    {one['says']}"] if one["says"] else []
    return lines + ([f"    rules {', '.join(one['rules'])}"] if one["rules"] else [])


def allowed_values(parameter: dict[str, Any]) -> str:
    """Tell what a parameter may be."""
    return ", ".join(f"{SIGNS[name]} {bound}" for name, bound in parameter["bounds"].items()) or str(parameter["type"])
