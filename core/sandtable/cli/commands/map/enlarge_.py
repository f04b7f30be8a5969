"""``sandtable map enlarge``: more columns and rows of hexes around a map, or fewer."""

from __future__ import annotations

from typing import Final

import click

from sandtable.cli import show
from sandtable.cli.draft_arguments import map_draft_notices
from sandtable.cli.map_files import load_map, replace_map, tell

MOST: Final = 1_000
COUNT: Final = click.IntRange(-MOST, MOST)


@click.command("enlarge")
@click.argument("sheet", metavar="MAP")
@click.option("--left", type=COUNT, default=0, help="Columns to add on the left; below 0, to cut off.")
@click.option("--right", type=COUNT, default=0, help="Columns to add on the right.")
@click.option("--top", type=COUNT, default=0, help="Rows to add at the top.")
@click.option("--bottom", type=COUNT, default=0, help="Rows to add at the bottom.")
@click.option("--terrain", metavar="WORD", default="", help="The terrain of the new hexes (default: none).")
@show.json_option
def command(sheet: str, left: int, right: int, top: int, bottom: int, terrain: str, as_json: bool) -> None:
    """Add columns and rows of hexes around a map, or cut them off. MAP is changed in place, by the edit ResizeBoard.

    Hexes keep their place and their numbers; where these would not fit, all are numbered anew, edges and spaces that
    name hexes follow, and a campaign that adopts the map moves what stands on them along.
    """
    from sandtable.board.same_hexes import new_numbers
    from sandtable.design.document import DesignDocument
    from sandtable.design.edits.hex_boards import ResizeBoard

    if not (left or right or top or bottom):
        raise click.UsageError("say with --left, --right, --top or --bottom how many columns and rows to add")
    was = load_map(sheet)
    document = DesignDocument.of(was)
    done = document.do(ResizeBoard(left, top, right, bottom, (terrain,) if terrain else ()))
    notices = [*done.notes, *map_draft_notices(sheet, was.key)]
    renumbered = len(new_numbers(was, document.map))
    written = replace_map(sheet, was, document.map)
    tell(written, document.map, notices, as_json=as_json, done=[done.says], renumbered=renumbered)
