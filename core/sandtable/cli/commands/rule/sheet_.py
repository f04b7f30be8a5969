"""``sandtable rule sheet``: what a table plays by, as a sheet."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from sandtable.cli import show
from sandtable.engine.errors import Invalid

if TYPE_CHECKING:
    from sandtable.play.rules.rules_sheet import RulesSheet


@click.command("sheet")
@click.argument("source", metavar="SCENARIO|CAMPAIGN")
@click.argument("target", metavar="FILE", type=click.Path(path_type=Path))
@show.json_option
def command(source: str, target: Path, as_json: bool) -> None:
    """Write the rules of a scenario, or of a campaign as it stands, to FILE (.html or .pdf).

    The sheet tells what differs from the printed rules, the options and house rules in play with their texts, and how
    the rulings are decided.
    """
    from sandtable.interchange.foreign_files import write_text

    if target.suffix not in (".html", ".pdf"):
        raise Invalid(f"{target} does not say what to write: name a file that ends in .html or .pdf")
    sheet = _sheet(source)
    if target.suffix == ".pdf":
        from sandtable.cli.pictures import picture_writer

        picture_writer().sheet(sheet.page(), target, sheet.title)
    else:
        write_text(target, sheet.page())
    facts = {"written": str(target), "title": sheet.title, "on": sorted(sheet.choices.on)}
    show.answer(facts, f"{target}: the rules of {sheet.title}", as_json=as_json)


def _sheet(source: str) -> RulesSheet:
    from sandtable.cli.installed import find_scenario, plugins
    from sandtable.library.campaigns.campaign_files import SUFFIX
    from sandtable.library.campaigns.opening import open_campaign, read_header
    from sandtable.play.begin.saved_campaigns import find_campaign
    from sandtable.play.begin.starts import campaigns_folder
    from sandtable.play.rules.rules_sheet import RulesSheet

    if Path(source).suffix == SUFFIX or (campaigns_folder() / f"{source}{SUFFIX}").exists():
        path = find_campaign(source, campaigns_folder())
        opened = open_campaign(plugins().family(read_header(path).game), path, reading=True)
        return RulesSheet(opened.referee.family, opened.header.title, opened.referee.game.rulebook.choices)
    start = find_scenario(source)
    return RulesSheet(start.family, start.scenario.title, start.begins_with)
