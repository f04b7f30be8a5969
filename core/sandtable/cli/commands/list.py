"""``sandtable list``: what can be played, and what is being played."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sandtable.cli import show
from sandtable.cli.exit_status import FOUND, ExitWith
from sandtable.cli.file_arguments import open_library

if TYPE_CHECKING:
    from collections.abc import Collection

    from sandtable.engine.discovery.modules import Plugin
    from sandtable.engine.rules.system import GameSystem, GameTitle


@click.command("list")
@click.argument("library", required=False, type=click.Path(path_type=Path))
@show.json_option
def command(library: Path | None, as_json: bool) -> None:
    """Show the scenarios of the installed games, the maps that ship, and the campaigns in progress.

    With a LIBRARY, show what it holds instead: its maps, scenarios and presets. Exit status 1 when a game or a
    campaign cannot be read.
    """
    from sandtable.cli.installed import plugins
    from sandtable.play.begin.starts import campaigns_folder

    if library is not None:
        _tell_library(library, as_json)
        return

    found = plugins()
    games = found.titles()
    scenarios = [
        {"game": key, "scenario": one.key, "title": one.title, "says": one.says}
        for key, game in games.items()
        for one in game.scenarios
    ]
    broken = [_why_not_ready(one) for one in found.untitled() if one.standing == "broken"]
    campaigns, unread = _campaigns(campaigns_folder())
    maps = _shipped_maps()
    if as_json:
        problems = [*broken, *unread]
        show.as_json_text({"scenarios": scenarios, "maps": maps, "campaigns": campaigns, "problems": problems})
    else:
        _print_scenarios(games.values())
        _print(maps, campaigns)
        for problem in (*broken, *unread):
            click.echo(problem, err=True)
    if broken or unread:
        raise ExitWith(FOUND)


def _shipped_maps() -> list[dict[str, str]]:
    """Return the maps of the library that ships; none where it is not there."""
    from sandtable.engine.errors import Invalid
    from sandtable.library.shipped import shipped_path
    from sandtable.library.store.map_titles import map_titles

    path = shipped_path()
    if not path.exists():
        return []
    try:
        infos = map_titles(path)
    except Invalid:  # then what is sound in it, and the rest is told
        with open_library(path) as library:
            return [{"map": info.key, "title": info.title, "says": info.says} for info in library.maps()]
    return [{"map": info.key, "title": info.title, "says": info.says} for info in infos]


def _why_not_ready(plugin: Plugin) -> str:
    from sandtable.cli.remedies import why_not_ready

    return why_not_ready(plugin)


def _tell_library(path: Path, as_json: bool) -> None:
    with open_library(path) as library:
        harm = library.harm
        maps = [{"map": info.key, "title": info.title, "says": info.says} for info in library.maps()]
        scenarios = [
            {"game": one.game, "scenario": one.key, "title": one.title, "says": one.says, "on": one.map}
            for one in library.scenarios()
        ]
        presets = [{"preset": one.key, "game": one.game, "title": one.title} for one in library.presets()]
    if as_json:
        facts = {"library": str(path), "maps": maps, "scenarios": scenarios, "presets": presets}
        show.as_json_text({**facts, "problems": list(harm)})
    else:
        _print_library(path, maps, scenarios, presets)
    if harm:
        click.echo(f"`sandtable check {path} --salvage FILE` writes what is sound to a new library", err=True)
        raise ExitWith(FOUND)


def _print_library(
    path: Path, maps: list[dict[str, str]], scenarios: list[dict[str, str]], presets: list[dict[str, str]]
) -> None:
    show.heading("Maps")
    show.columns((one["map"], one["title"], one["says"]) for one in maps)
    show.heading("Scenarios")
    show.columns((one["scenario"], one["title"], f"{one['game']}, on {one['on'] or 'no map'}") for one in scenarios)
    if scenarios:
        show.paragraph(f"play one with `sandtable play {path}#{scenarios[0]['scenario']}`", "  ")
    if presets:
        show.heading("Presets")
        show.columns((one["preset"], one["title"], one["game"]) for one in presets)


def _print_scenarios(games: Collection[GameSystem | GameTitle]) -> None:
    """Print the scenarios, each under its game."""
    show.heading("Scenarios")
    for game in sorted(games, key=lambda game: game.title):
        if game.scenarios:
            show.paragraph(game.title, "  ")
            show.columns(((one.key, one.title, one.says) for one in game.scenarios), "    ")
    if not any(game.scenarios for game in games):
        show.paragraph("none; install a game, or see `sandtable plugins`", "  ")


def _print(maps: list[dict[str, str]], campaigns: list[dict[str, Any]]) -> None:
    show.heading("Maps")
    show.columns((one["map"], one["title"], one["says"]) for one in maps)
    show.heading("Campaigns")
    show.columns((one["scenario"], one["played"][:16].replace("T", " "), one["path"]) for one in campaigns)
    if not campaigns:
        show.paragraph("none; begin one with `sandtable play SCENARIO`", "  ")


def _campaigns(folder: Path) -> tuple[list[dict[str, Any]], list[str]]:
    """Return the campaigns in a folder, last played first, and what could not be read or may be missing."""
    paths = list(folder.glob("*.campaign"))
    if not paths:
        return [], []  # nothing to read, and nothing to load for it
    from sandtable.engine.errors import SandtableError
    from sandtable.library.campaigns.campaigns import last_written
    from sandtable.library.campaigns.opening import noticed_header

    found: list[dict[str, Any]] = []
    unread: list[str] = []
    for path in sorted(paths, key=lambda path: (-last_written(path), path.name)):
        try:
            header, noticed = noticed_header(path)
        except SandtableError as error:
            unread.append(str(error))
            continue
        unread += noticed
        played = datetime.fromtimestamp(last_written(path)).astimezone().isoformat(timespec="seconds")
        facts = {
            "game": header.game,
            "scenario": header.scenario,
            "title": header.title,
            "played": played,
            "path": str(path),
        }
        found.append(facts)
    return found, unread
