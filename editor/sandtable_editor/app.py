"""The command ``sandtable`` without a command: the workbench in a window; without a display, some turns headless."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from sandtable.cli.opening import has_display
from sandtable_editor.application import application

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from sandtable_editor.map.workspace import MapWorkspace
    from sandtable_editor.play.workspace import PlayWorkspace
    from sandtable_editor.rules.workspace import RulesWorkspace
    from sandtable_editor.scenario.workspace import ScenarioWorkspace
    from sandtable_editor.shell.window import Window

TURNS: Final = 3


@click.command("workbench")
@click.argument("scenario", required=False)
@click.option(
    "--campaign",
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Open a campaign file.",
)
@click.option("--headless", is_flag=True, help="Play some turns with bots, print a report and write a picture.")
@click.option(
    "--turns",
    metavar="T",
    type=click.IntRange(1),
    default=TURNS,
    show_default=True,
    help="Headless: the number of rounds.",
)
@click.option(
    "--seed", metavar="S", default="1", show_default=True, help="Headless: the seed for the dice and the bots."
)
@click.option(
    "--picture",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Headless: the picture's file (default: SCENARIO.png in this folder).",
)
@click.pass_context
def command(
    ctx: click.Context,
    scenario: str | None,
    campaign: Path | None,
    headless: bool,
    turns: int,
    seed: str,
    picture: Path | None,
) -> None:
    """Open the workbench: on SCENARIO, on a campaign file, or where you left it.

    A campaign file may also stand in the place of SCENARIO.

    Without a display it plays some turns with bots instead, as with --headless, prints a report and writes
    a picture of the map with its counters.
    """
    safe = bool(ctx.obj and ctx.obj.get("safe"))
    if scenario is not None and campaign is None and _is_campaign(Path(scenario)):
        campaign = Path(scenario)
        scenario = None
    if headless or not has_display():
        if not headless:
            click.echo("No display was found: playing some turns headless, as --headless would.", err=True)
        from sandtable_editor.headless import play_and_draw

        play_and_draw(scenario, turns=turns, seed=seed, picture=picture, safe=safe)
        return
    sys.exit(run(scenario, campaign, safe=safe))


def _is_campaign(path: Path) -> bool:
    """Tell whether a campaign file was named in the place of a scenario."""
    from sandtable.library.files.gate import kind_of
    from sandtable.library.files.schema import CAMPAIGN

    return path.is_file() and kind_of(path) == CAMPAIGN


def window(qt: QApplication) -> Window:
    """Return the main window, still empty and not shown yet; what nobody catches comes to its dialog."""
    from sandtable_editor.shell.errors import Reporter
    from sandtable_editor.shell.settings import Settings
    from sandtable_editor.shell.theme import AUTOMATIC, Theme
    from sandtable_editor.shell.window import Window

    settings = Settings()
    reporter = Reporter(qt)
    reporter.install()
    theme = Theme(qt, settings.text("theme", "system"), settings.number("size", AUTOMATIC))
    return Window(settings, theme, reporter)


def furnish(made: Window, *, safe: bool = False) -> PlayWorkspace:
    """Give the window its contents."""
    from sandtable.play.begin.games import Games
    from sandtable_editor.play.workspace import PlayWorkspace

    made.complete()
    play = PlayWorkspace(made, Games(safe=safe))
    made.add_workspace(play)
    return play


def furnish_more(made: Window, play: PlayWorkspace) -> MapWorkspace:
    """Give the window the workspaces that can wait: its first page is there already."""
    from sandtable_editor.map.workspace import MapWorkspace
    from sandtable_editor.scenario.workspace import ScenarioWorkspace

    maps = MapWorkspace(made)
    made.add_workspace(maps)
    maps.play_wanted.connect(play.play_on_map)
    play.map_wanted.connect(maps.draw_on)
    scenarios = ScenarioWorkspace(made, play.games)
    made.add_workspace(scenarios)
    connect_trials(scenarios, play)
    add_rules(made, play).rules_changed.connect(scenarios.expect_new_rules)
    return maps


def connect_trials(scenarios: ScenarioWorkspace, play: PlayWorkspace) -> None:
    """Let scenarios under work be tried out where campaigns are played."""
    scenarios.play_wanted.connect(play.try_out)
    play.trial.ended.connect(scenarios.come_back)
    play.trial.taken.connect(scenarios.take_over)
    play.trial.refused.connect(scenarios.warn)


def add_rules(made: Window, play: PlayWorkspace) -> RulesWorkspace:
    """Give the window the Rules workspace, which knows what is on the table."""
    from sandtable_editor.rules.workspace import RulesWorkspace

    rules = RulesWorkspace(made, play.games, lambda: play.campaign_view)
    made.add_workspace(rules)
    rules.reopen_wanted.connect(play.reopen)
    rules.play_wanted.connect(lambda: made.show_workspace(play))
    return rules


def run(scenario: str | None, campaign: Path | None, *, safe: bool = False) -> int:
    """Open the window and stay until it is closed; returns the exit status."""
    qt = application()
    made = window(qt)
    from PySide6.QtCore import QTimer

    from sandtable_editor.shell.close_signals import AskedToClose

    AskedToClose(made.close, made)

    def go_on() -> None:
        play = furnish(made, safe=safe)
        begin(play, scenario, campaign)
        QTimer.singleShot(0, made, lambda: furnish_more(made, play))

    made.painted.connect(lambda: QTimer.singleShot(0, made, go_on))  # the window first
    made.show()
    return qt.exec()


def begin(play: PlayWorkspace, scenario: str | None, campaign: Path | None) -> None:
    """Open what was asked for, or what was on the table when the window was last there."""
    play.look_for_campaigns()
    if campaign is not None:
        play.open_path(str(campaign))
    elif scenario is not None:
        play.open_scenario(scenario)
    else:
        play.continue_open()
