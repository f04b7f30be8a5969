"""``sandtable rule import``: a house rule by form into the rules folder or a campaign."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from sandtable.cli import show
from sandtable.engine.errors import Invalid

if TYPE_CHECKING:
    from sandtable.engine.discovery.modules import Plugins
    from sandtable.engine.rules.forms.rule_document import HouseRules
    from sandtable.lint.findings import Finding


@click.command("import")
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option(
    "--campaign", metavar="CAMPAIGN", type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="Have this campaign carry it, instead of the rules folder.",
)  # fmt: skip
@click.option("--replace", "anew", is_flag=True, help="Replace a house rule of the same key.")
@show.json_option
def command(file: Path, campaign: Path | None, anew: bool, as_json: bool) -> None:
    """Keep the house rule in FILE, once its examples have come out: it is an option then, and not on yet.

    It lies in the rules folder, for every campaign of its game, or in one campaign, wherever that is opened.
    """
    from sandtable.cli.installed import plugins
    from sandtable.engine.rules.forms.rule_text import read_rules_file

    rules, found = read_rules_file(file), plugins()
    if campaign is None:
        remarks, where = _into_folder(found, rules, anew)
    else:
        remarks, where = _into_campaign(found, rules, campaign, anew)
    if as_json:
        facts = {"key": rules.key, "game": rules.game, "fingerprint": rules.fingerprint, "written": str(where)}
        show.as_json_text({**facts, "findings": [one.facts() for one in remarks]})
        return
    click.echo(f"{where}: {rules.title}, an option of {rules.game} called {rules.key}")
    for one in remarks:
        click.echo(f"{one.severity}: {one.words}", err=True)


def _into_folder(found: Plugins, rules: HouseRules, anew: bool) -> tuple[list[Finding[HouseRules]], Path]:
    from sandtable.interchange.foreign_files import write_text
    from sandtable.library.text.house_rule_text import house_rule_text
    from sandtable.lint.house_rules import require_sound

    path = found.folder / f"{rules.key}.toml"
    family = found.family(rules.game)
    if not anew and (path.exists() or rules.key in family.modules):
        raise Invalid(f"there is a module {rules.key!r} of {rules.game} already: use --replace, or another key")
    remarks = require_sound(family, rules)
    found.folder.mkdir(parents=True, exist_ok=True)
    write_text(path, house_rule_text(rules))
    return remarks, path


def _into_campaign(
    found: Plugins, rules: HouseRules, campaign: Path, anew: bool
) -> tuple[list[Finding[HouseRules]], Path]:
    from sandtable.library.campaigns.carried_rules import keep_rules
    from sandtable.library.campaigns.opening import open_campaign, read_header
    from sandtable.lint.house_rules import require_sound

    opened = open_campaign(found.family(read_header(campaign).game), campaign)
    try:
        remarks = require_sound(opened.referee.family, rules)
        keep_rules(opened.referee, rules, anew=anew)
    finally:
        opened.referee.sink.close()
    return remarks, opened.path
