"""``sandtable rule drop``: let go of a house rule by form."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from sandtable.cli import show
from sandtable.engine.errors import unknown

if TYPE_CHECKING:
    from sandtable.engine.discovery.modules import Plugins


@click.command("drop")
@click.argument("key", metavar="KEY")
@click.option(
    "--campaign", metavar="CAMPAIGN", type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="Have this campaign no longer carry it, instead of the rules folder or your library.",
)  # fmt: skip
@show.json_option
def command(key: str, campaign: Path | None, as_json: bool) -> None:
    """Let go of the house rule KEY in the rules folder or your library, or in one campaign.

    Campaigns that carry it go on with their own. Where it is on it stays: the table switches it off
    first.
    """
    from sandtable.cli.installed import plugins

    where = _from_shelves(plugins(), key) if campaign is None else _from_campaign(plugins(), key, campaign)
    show.answer({"key": key, "dropped": str(where)}, f"{where}: the house rule {key} is gone", as_json=as_json)


def _from_shelves(found: Plugins, key: str) -> Path:
    from sandtable.engine.rules.forms.rule_text import form_files
    from sandtable.library.own import open_own_library, own_library_path, own_rules

    files = {one.rules.key: one.path for one in form_files(found.folder) if one.rules is not None}
    if key in files:
        files[key].unlink()
        return files[key]
    kept = {one.key for one in own_rules()}
    if key not in kept:
        raise unknown("house rule by form", key, {*files, *kept})
    with open_own_library() as library:
        library.remove_house_rules(key)
    return own_library_path()


def _from_campaign(found: Plugins, key: str, campaign: Path) -> Path:
    from sandtable.library.campaigns.carried_rules import drop_rules
    from sandtable.library.campaigns.opening import open_campaign, read_header

    opened = open_campaign(found.family(read_header(campaign).game), campaign)
    try:
        drop_rules(opened.referee, key)
    finally:
        opened.referee.sink.close()
    return opened.path
