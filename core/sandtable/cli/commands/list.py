"""``sandtable list``: what can be played, and what is being played."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

import click

from sandtable.cli import show
from sandtable.cli.group import FOUND, Left


@click.command("list")
@show.json_option
def command(as_json: bool) -> None:
    """Show the scenarios of the installed games, and the campaigns that are being played.

    Exit status 1 when a game or a campaign cannot be read.
    """
    from sandtable.cli.installed import campaigns_folder, plugins

    found = plugins()
    families = found.families()
    scenarios = [
        {"game": key, "scenario": one.key, "title": one.title, "says": one.says}
        for key, family in families.items()
        for one in family.system.scenarios
    ]
    broken = [plugin.why for plugin in found.report().plugins if plugin.kind == "game" and plugin.standing == "broken"]
    campaigns, unread = _campaigns(campaigns_folder())
    if as_json:
        show.as_json_text({"scenarios": scenarios, "campaigns": campaigns, "problems": [*broken, *unread]})
    else:
        _print(scenarios, campaigns)
        for problem in (*broken, *unread):
            click.echo(problem, err=True)
    if broken or unread:
        raise Left(FOUND)


def _print(scenarios: list[dict[str, str]], campaigns: list[dict[str, Any]]) -> None:
    show.heading("Scenarios")
    show.columns((one["scenario"], one["title"], one["says"]) for one in scenarios)
    if not scenarios:
        show.says("none; install a game, or see `sandtable plugins`", "  ")
    show.heading("Campaigns")
    show.columns((one["scenario"], one["played"][:16].replace("T", " "), one["path"]) for one in campaigns)
    if not campaigns:
        show.says("none; begin one with `sandtable play SCENARIO`", "  ")


def _campaigns(folder: Path) -> tuple[list[dict[str, Any]], list[str]]:
    """Return the campaigns in a folder, last played first, and what could not be read."""
    from sandtable.engine.errors import SandtableError
    from sandtable.library.opening import read_header

    found: list[dict[str, Any]] = []
    unread: list[str] = []
    for path in sorted(folder.glob("*.campaign"), key=lambda path: (-path.stat().st_mtime, path.name)):
        try:
            header = read_header(path)
        except SandtableError as error:
            unread.append(str(error))
            continue
        played = datetime.fromtimestamp(path.stat().st_mtime).astimezone().isoformat(timespec="seconds")
        facts = {
            "game": header.game,
            "scenario": header.scenario,
            "title": header.title,
            "played": played,
            "path": str(path),
        }
        found.append(facts)
    return found, unread
