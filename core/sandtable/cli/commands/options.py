"""``sandtable options``: what a group can choose, and whether a choice works."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from sandtable.cli import show
from sandtable.cli.group import FOUND, Left
from sandtable.cli.installed import option_options

if TYPE_CHECKING:
    from sandtable.engine.family import Family
    from sandtable.engine.options import Choices, Preset
    from sandtable.engine.rules import RuleModule


@click.command("options")
@click.argument("scenario")
@option_options
@show.json_option
def command(
    scenario: str, preset: str, on: tuple[str, ...], off: tuple[str, ...], values: tuple[str, ...], as_json: bool
) -> None:
    """Show the options of a scenario: what each does, needs, excludes and changes, its parameters, and the presets.

    With --preset, --on, --off and --set, try a set of options: exit status 1 says that it cannot be used, and the
    nearest sets that work are named.
    """
    from sandtable.cli.installed import find_scenario
    from sandtable.engine.changes import describe
    from sandtable.play.presets import offered_for
    from sandtable.play.starts import typed_choices

    start = find_scenario(scenario)
    family = start.family
    choices = typed_choices(start, on, off, values, preset)
    problems = family.problems(choices)
    near = [describe(choices.on, one) for one in family.nearest(choices)] if problems else []
    options = [facts(family, key, choices) for key in sorted(family.options)]
    presets = [preset_facts(one) for one in offered_for(start).values()]
    if as_json:
        known = {"scenario": start.name, "options": options, "presets": presets}
        show.as_json_text({**known, "problems": problems, "nearest": near})
    else:
        for one in options:
            for line in told(one):
                show.says(line, "  " if line.startswith("  ") else "")
        if not options:
            click.echo(f"{start.scenario.title} has no options.")
        for one in presets:
            show.says(preset_told(one))
        for problem in problems:
            click.echo(f"impossible: {problem}", err=True)
        for way in near:
            click.echo(f"nearest that works: {way}", err=True)
    if problems:
        raise Left(FOUND)


def facts(family: Family, key: str, choices: Choices) -> dict[str, Any]:
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
    import msgspec

    found: list[dict[str, Any]] = []
    given = choices.parameters.get(module.key, {})
    for field in msgspec.structs.fields(module.Parameters):
        meta = next(
            (one for one in getattr(field.type, "__metadata__", ()) if isinstance(one, msgspec.Meta)), msgspec.Meta()
        )
        default = None if field.default is msgspec.NODEFAULT else msgspec.to_builtins(field.default)
        bounds = {
            name: bound
            for name in ("ge", "gt", "le", "lt", "multiple_of")
            if (bound := getattr(meta, name)) is not None
        }
        found.append(
            {
                "name": field.name,
                "title": meta.title or field.name.replace("_", " "),
                "type": _type_words(field.type),
                "bounds": bounds,
                "default": default,
                "value": given.get(field.name, default),
            }
        )
    return found


def _type_words(hint: Any) -> str:
    from typing import Annotated, Literal, get_args, get_origin

    if get_origin(hint) is Annotated:
        return _type_words(get_args(hint)[0])
    if get_origin(hint) is Literal:
        return " or ".join(str(one) for one in get_args(hint))
    return {int: "a whole number", str: "a text", bool: "yes or no"}.get(hint, getattr(hint, "__name__", str(hint)))


def preset_facts(preset: Preset) -> dict[str, Any]:
    """Return what a preset changes against the one that it extends."""
    given = {key: dict(values) for key, values in preset.parameters.items()}
    known: dict[str, Any] = {"key": preset.key, "title": preset.title, "extends": preset.extends}
    return {**known, "on": list(preset.on), "off": list(preset.off), "parameters": given}


def preset_told(preset: dict[str, Any]) -> str:
    """Tell a preset in a line."""
    said = [f"as {preset['extends']}"] if preset["extends"] else []
    said += [f"{word} {', '.join(preset[word])}" for word in ("on", "off") if preset[word]]
    said += [f"{key}.{name} = {v}" for key, given in preset["parameters"].items() for name, v in given.items()]
    return f"preset {preset['key']}: {preset['title']} ({'; '.join(said) or 'no options'})"


SIGNS = {"ge": "at least", "gt": "above", "le": "at most", "lt": "below", "multiple_of": "a multiple of"}


def told(option: dict[str, Any]) -> list[str]:
    """Tell an option in words, a line a fact."""
    lines = [f"{option['key']} ({'on' if option['on'] else 'off'}): {option['title']}", f"  {option['says']}"]
    lines += [f"  needs {option['needs']}"] if option["needs"] else []
    for what in ("excludes", "amends", "supersedes", "rules"):
        lines += [f"  {what} {', '.join(option[what])}"] if option[what] else []
    lines += ["  can only be chosen when the campaign is set up"] if option["changeable"] == "setup" else []
    for one in option["parameters"]:
        bounds = ", ".join(f"{SIGNS[name]} {bound}" for name, bound in one["bounds"].items()) or one["type"]
        now = f"; now {one['value']}" if one["value"] != one["default"] else ""
        lines.append(f"  {option['key']}.{one['name']}: {one['title']} ({bounds}; default {one['default']}{now})")
    return lines
