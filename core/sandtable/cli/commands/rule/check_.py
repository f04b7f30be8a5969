"""``sandtable rule check``: what a house rule says, and whether its examples come out."""

from __future__ import annotations

from pathlib import Path

import click

from sandtable.cli import show
from sandtable.cli.exit_status import FOUND, ExitWith


@click.command("check")
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@show.json_option
def command(file: Path, as_json: bool) -> None:
    """Say what the house rule in FILE says in plain English, play its examples, and name the options it collides with.

    Exit status 1 when something is wrong.
    """
    from sandtable.cli.installed import plugins
    from sandtable.engine.rules.forms.rule_text import read_rules_file
    from sandtable.lint.house_rules import check_house_rules, sentences_of

    rules = read_rules_file(file)
    family = plugins().family(rules.game)
    told, found = sentences_of(family, rules), list(check_house_rules(family, rules))
    if as_json:
        show.as_json_text(
            {"key": rules.key, "game": rules.game, "says": told, "findings": [one.facts() for one in found]}
        )
    else:
        click.echo(f"{rules.title} ({rules.key}), fingerprint {rules.fingerprint}")
        for id, sentence in told.items():
            show.paragraph(f"{id}: {sentence}", "  ")
        for one in found:
            click.echo(f"{one.severity}: {one.words} [{one.code}]", err=True)
    if any(one.severity != "hint" for one in found):
        raise ExitWith(FOUND)
