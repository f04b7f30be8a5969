"""``sandtable options``: what a group can choose, and whether a choice works."""

from __future__ import annotations

import click

from sandtable.cli import show
from sandtable.cli.exit_status import FOUND, ExitWith
from sandtable.cli.installed import option_options


@click.command("options")
@click.argument("scenario")
@option_options
@show.json_option
def command(
    scenario: str, preset: str, on: tuple[str, ...], off: tuple[str, ...], values: tuple[str, ...], as_json: bool
) -> None:
    """Show the options of a scenario (what they do, need, exclude and change), its rulings and its presets.

    Rulings settle what the rules in force leave open; --set MODULE.PARAMETER=VALUE decides one.

    With --preset, --on, --off and --set, try a set of options: exit status 1 means that it cannot be used; the nearest
    sets that work are listed.
    """
    from sandtable.cli.installed import find_scenario, tell_harm
    from sandtable.engine.running.switching import describe
    from sandtable.play.begin.starts import start_presets, typed_choices
    from sandtable.play.rules.option_words import (
        lacking_facts,
        lacking_lines,
        option_facts,
        option_lines,
        preset_facts,
        preset_line,
        ruling_facts,
        ruling_lines,
    )
    from sandtable.play.rules.rule_places import changes_without_effect

    start = find_scenario(scenario)
    family = start.family
    choices = typed_choices(start, on, off, values, preset, tell_harm)
    problems = family.problems(choices)
    near = [describe(choices.on, one) for one in family.nearest(choices)] if problems else []
    options = [option_facts(family, key, choices) for key in sorted(family.options)]
    idle = changes_without_effect(family, choices) if not problems else []
    decided, lacking = ruling_facts(family, choices), lacking_facts(family, choices)
    presets = [preset_facts(one) for one in start_presets(start).values()]
    if as_json:
        known = {"scenario": start.name, "options": options, "rulings": decided, "presets": presets}
        known |= {"grants": sorted(choices.grants), "out_of_force": lacking}
        show.as_json_text({**known, "problems": problems, "nearest": near, "without_effect": idle})
    else:
        for one in options:
            for line in option_lines(one):
                show.paragraph(line, "  " if line.startswith("  ") else "")
        if not options:
            click.echo(f"{start.scenario.title} has no options.")
        for line in ruling_lines(decided):
            show.paragraph(line, "  " if line.startswith("  ") else "")
        for line in lacking_lines(lacking):
            show.paragraph(line)
        for one in presets:
            show.paragraph(preset_line(one))
        for words in idle:
            click.echo(f"without effect: {words}", err=True)
        for problem in problems:
            click.echo(f"impossible: {problem}", err=True)
        for way in near:
            click.echo(f"nearest that works: {way}", err=True)
    if problems:
        raise ExitWith(FOUND)
