"""``sandtable map enlarge``: more columns and rows of hexes around a map."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import click

from sandtable.cli import show
from sandtable.cli.map_files import load_map, save_map, tell
from sandtable.engine.errors import Invalid

if TYPE_CHECKING:
    from sandtable.board.maps import Map

MOST: Final = 1_000


@click.command("enlarge")
@click.argument("sheet", metavar="MAP")
@click.option("--left", type=click.IntRange(0, MOST), default=0, help="Columns to add on the left.")
@click.option("--right", type=click.IntRange(0, MOST), default=0, help="Columns to add on the right.")
@click.option("--top", type=click.IntRange(0, MOST), default=0, help="Rows to add at the top.")
@click.option("--bottom", type=click.IntRange(0, MOST), default=0, help="Rows to add at the bottom.")
@click.option("--terrain", metavar="WORD", default="", help="The terrain of the new hexes (default: none).")
@show.json_option
def command(sheet: str, left: int, right: int, top: int, bottom: int, terrain: str, as_json: bool) -> None:
    """Add columns and rows of hexes around a map. MAP is changed in place.

    Hexes keep their place and their numbers; where these would not fit, all are numbered anew, and a campaign that
    adopts the map moves what stands on them along.
    """
    from sandtable.board.same_hexes import new_numbers

    if not (left or right or top or bottom):
        raise click.UsageError("say with --left, --right, --top or --bottom how many columns and rows to add")
    was = load_map(sheet)
    now = _enlarge(was, (left, top, right, bottom), terrain)
    moved = new_numbers(was, now)
    if moved and any(id in moved for id in was.graph.spaces):
        raise Invalid(
            f"{sheet}: the numbers of its hexes cannot be kept, and its edges and spaces name hexes by number; give "
            "the numbering a larger start first, or add columns on the right and rows at the bottom"
        )
    notices = [f"all hexes are renumbered: {_example(moved)}"] if moved else []
    tell(save_map(sheet, now, anew=True), now, notices, as_json=as_json, renumbered=len(moved))


def _enlarge(was: Map, more: tuple[int, int, int, int], terrain: str) -> Map:
    from sandtable.board.same_hexes import enlarge_board, same_hexes

    if was.hexes is None:
        raise Invalid(f"the map {was.title!r} has no hexes to add columns or rows to: draw its areas in an editor")
    left, top, right, bottom = more
    now = enlarge_board(was.hexes, left=left, top=top, right=right, bottom=bottom)
    if terrain:
        old = set(same_hexes(was.hexes, now)[1].tolist())
        now.terrain.paint([now.grid.hex(at) for at in now.grid.indices.tolist() if at not in old], terrain)
    return replace(was, hexes=now)


def _example(moved: Mapping[str, str]) -> str:
    first = min(moved)
    return f"{first} is now {moved[first]}"
