"""``sandtable report``: a round of a campaign as a page to read, with its map."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from sandtable.cli import show

if TYPE_CHECKING:
    from sandtable.engine.running.game import RunningGame


@click.command("report")
@click.argument("campaign", metavar="CAMPAIGN")
@click.option("--round", "number", metavar="N", type=click.IntRange(1), help="Which round (default: the last one).")
@click.option(
    "--out", "target", metavar="FILE", required=True, type=click.Path(path_type=Path), help="The file of the page."
)
@click.option(
    "--seat",
    metavar="SEAT",
    default="",
    help="What this seat may know (default: what everybody may know; with one player, what that one knows).",
)
@show.json_option
def command(campaign: str, number: int | None, target: Path, seat: str, as_json: bool) -> None:
    """Write a round of a campaign as a page of HTML: what happened, who leads, counts and the map.

    The page is one file and holds nothing that the seat may not know. The campaign is not changed.
    """
    from sandtable.cli.installed import plugins
    from sandtable.interchange.foreign_files import write_text
    from sandtable.library.campaigns.opening import open_campaign, read_header
    from sandtable.play.begin.saved_campaigns import find_campaign
    from sandtable.play.begin.starts import campaigns_folder
    from sandtable.play.record.report_page import page_of
    from sandtable.play.record.turn_report import turn_report

    path = find_campaign(campaign, campaigns_folder())
    opened = open_campaign(plugins().family(read_header(path).game), path, reading=True)
    sides = _sides(opened.referee.game, seat)
    report = turn_report(opened.referee, sides, opened.header.title, number)
    page = page_of(report)
    write_text(target, page)
    facts = {"written": str(target), "round": report.round, "sides": list(sides), "bytes": len(page.encode())}
    show.answer(facts, f"{target}: {report.round}, as {report.asked or 'everybody'} may know it", as_json=as_json)


def _sides(game: RunningGame, seat: str) -> tuple[str, ...]:
    """Return the sides whose knowledge the page may hold."""
    from sandtable.engine.errors import unknown
    from sandtable.engine.state.rows import Seat
    from sandtable.play.table.table_seats import people

    if seat:
        if game[Seat].get(seat) is None:
            raise unknown("seat", seat, [one.id for one in game[Seat]])
        return game.sides_of(seat)
    alone = people(game)
    return game.sides_of(alone[0]) if len(alone) == 1 else ()
