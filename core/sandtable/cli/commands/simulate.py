"""``sandtable simulate``: games played by bots, headless."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from sandtable.cli import show
from sandtable.cli.exit_status import FOUND, ExitWith
from sandtable.cli.installed import option_options

if TYPE_CHECKING:
    from sandtable.cli.simulation import GameTask, PlayedGames


@click.command("simulate")
@click.argument("scenario")
@click.option(
    "--games", metavar="N", type=click.IntRange(1), default=1, show_default=True, help="How many games to play."
)
@click.option("--seed", metavar="S", default="0", show_default=True, help="The seed for all dice and choices.")
@click.option(
    "--turns",
    metavar="T",
    type=click.IntRange(1),
    help="Stop a game after this many rounds; it counts as unfinished.",
)
@option_options
@click.option("--bots", metavar="NAME", default="random", show_default=True, help="Who plays.")
@click.option(
    "--workers",
    metavar="W",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="Play in this many processes; the games are the same.",
)
@show.json_option
def command(
    scenario: str,
    games: int,
    seed: str,
    turns: int | None,
    preset: str,
    on: tuple[str, ...],
    off: tuple[str, ...],
    values: tuple[str, ...],
    bots: str,
    workers: int,
    as_json: bool,
) -> None:
    """Let bots play games, and report the results.

    Game number n of a seed is always the same game. Ctrl-C stops and prints the results so far. Exit status 1 when a
    game fails or not all were played.
    """
    from sandtable.cli.installed import find_scenario, plugins, tell_harm
    from sandtable.cli.simulation import GameTask, check_bot, play_all
    from sandtable.play.begin.starts import require_usable, typed_choices

    check_bot(bots)
    found = plugins()
    start = find_scenario(scenario, found)
    choices = typed_choices(start, on, off, values, preset, tell_harm)
    require_usable(start.family, choices)
    start.require_sound()
    game, document, library = start.family.system.key, start.document, start.library
    task = GameTask(game, start.name, document, library, choices, seed, turns, bots, found.safe)
    with show.progress(start.scenario.title, games) as tick:
        played = play_all(task, games, workers, start, tick)
    if as_json:
        shown = ("finished", "turns", "actions", "state_hash", "winner")
        listed = [{name: getattr(one, name) for name in shown} for one in played.games]
        show.as_json_text({"games": listed, "seconds": round(played.seconds, 6)})
    else:
        _print(played, task)
    for fault in played.faults:
        click.echo(fault, err=True)
    if played.faults or len(played.games) < games:
        if not played.faults:
            at = f", in {played.stopped_at}" if played.stopped_at else ""
            click.echo(f"stopped after {len(played.games)} of {games} games{at}", err=True)
        raise ExitWith(FOUND)


def _print(played: PlayedGames, task: GameTask) -> None:
    rows = [("game", "turns", "actions", "winner", "state")]
    for number, one in enumerate(played.games, 1):
        winner = (one.winner or "nobody") if one.finished else "not finished"
        rows.append((str(number), str(one.turns), str(one.actions), winner, one.state_hash))
    show.columns(rows)
    actions = sum(one.actions for one in played.games)
    rate = f", {actions / played.seconds:,.0f} a second" if played.seconds else ""
    click.echo(
        f"{len(played.games)} games of {task.scenario}, seed {task.seed}: "
        f"{actions:,} actions in {played.seconds:.2f} s{rate}"
    )
