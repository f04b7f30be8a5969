"""``sandtable campaign list``: the campaigns, who plays them and how they stand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from sandtable.cli import show
from sandtable.cli.exit_status import FOUND, ExitWith

if TYPE_CHECKING:
    from sandtable.engine.discovery.modules import Plugins
    from sandtable.play.begin.campaign_facts import SavedCampaign


@click.command("list")
@click.option("--deleted", is_flag=True, help="Show those that were deleted and can be taken back.")
@show.json_option
def command(deleted: bool, as_json: bool) -> None:
    """Show your campaigns, last played first: round, players, who leads.

    Files that cannot be opened are shown as what they are: damaged, made by another version, not a campaign, open
    elsewhere. Exit status 1 when there are such.
    """
    from sandtable.cli.installed import plugins
    from sandtable.library.campaigns.campaign_files import DELETED
    from sandtable.play.begin.saved_campaigns import saved_campaigns
    from sandtable.play.begin.starts import campaigns_folder

    folder = campaigns_folder() / DELETED if deleted else campaigns_folder()
    saved = saved_campaigns(folder)
    found = plugins() if saved else None
    facts = [_facts(one, found) for one in saved] if found is not None else []
    if as_json:
        show.as_json_text({"folder": str(folder), "campaigns": facts})
    elif not facts:
        click.echo("no campaign was deleted" if deleted else "none; begin one with `sandtable play SCENARIO`")
    else:
        for one in facts:
            _print(one)
    if any(one["wrong"] for one in facts):
        raise ExitWith(FOUND)


def _facts(saved: SavedCampaign, found: Plugins) -> dict[str, Any]:
    """Return what is told of a campaign; of one that cannot be opened, why."""
    from sandtable.engine.errors import SandtableError
    from sandtable.play.begin.campaign_facts import describe_player
    from sandtable.play.begin.saved_campaigns import state_of, summarize

    facts: dict[str, Any] = {
        "name": saved.name,
        "title": saved.title,
        "played": saved.played.isoformat(timespec="seconds"),
        "path": str(saved.path),
        "state": saved.state,
        "wrong": saved.wrong,
    }
    if saved.state not in ("ready", "open elsewhere"):
        return facts
    try:
        told = summarize(saved.path, found.family, 100, 100)
    except SandtableError as error:
        return {**facts, "state": state_of(saved.path, error), "wrong": str(error)}
    players = [describe_player(one) for one in told.players]
    return {
        **facts,
        "game": told.game,
        "round": told.round,
        "players": players,
        "lead": told.lead,
        "over": told.is_over,
    }


def _print(facts: dict[str, Any]) -> None:
    from sandtable.play.begin.campaign_facts import STATES

    mark = STATES[facts["state"]]
    show.heading(facts["name"] + (f" ({mark[:1].lower()}{mark[1:]})" if mark else ""))
    played = facts["played"][:16].replace("T", " ")
    where = [facts["title"], facts.get("round", "")] if facts["title"] != facts["name"] else []
    lines = [" · ".join(one for one in (*where, f"last played {played}") if one)]
    lines += ["; ".join(facts.get("players", ())), facts.get("lead", ""), facts["wrong"], facts["path"]]
    for line in lines:
        if line:
            show.paragraph(line, "  ")
