"""``sandtable odds``: what comes of the battle that a campaign stands in."""

from __future__ import annotations

from pathlib import Path

import click

from sandtable.cli import show


@click.command("odds")
@click.argument("campaign", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--about", metavar="TEXT", default="", help="Which battle, if several can be started: part of its title.")
@click.option(
    "--games",
    metavar="N",
    type=click.IntRange(1, 100_000),
    default=400,
    show_default=True,
    help="How many times to play it out.",
)
@click.option(
    "--seat", metavar="SEAT", default="", help="The odds as this seat can know them (default: the seat to move)."
)
@show.json_option
def command(campaign: Path, about: str, games: int, seat: str, as_json: bool) -> None:
    """Estimate the odds of the current battle of a campaign, or of one that can be started; the file is not changed.

    The battle is played out many times from what the seat can see, with separate dice; all choices of both sides are
    made at random. If the seat has a choice now, the odds are given for each answer.
    """
    from sandtable.cli.installed import plugins
    from sandtable.engine.state.rows import Seat
    from sandtable.lab.odds import Trials
    from sandtable.library.campaigns.opening import open_campaign, read_header
    from sandtable.play.words import odds_report

    family = plugins().family(read_header(campaign).game)
    referee = open_campaign(family, campaign, reading=True).referee
    if seat:
        referee.game[Seat][seat]
    trials = Trials(referee, seat, about, games=games)
    with show.progress(trials.contest.title, games) as tick:
        odds = trials.run(lambda done, total: tick() if 0 < done <= games else None)
    if as_json:
        show.as_json_text(odds_report.facts(odds))
        return
    for line in odds_report.lines(odds):
        click.echo(line)
