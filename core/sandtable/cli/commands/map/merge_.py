"""``sandtable map merge``: two versions of a map made one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import click

from sandtable.cli import show
from sandtable.cli.exit_status import FOUND, ExitWith
from sandtable.cli.map_files import is_library, load_map, map_argument, replace_map, save_map, tell

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.design.merging.maps import MergedMap


@click.command("merge")
@click.argument("base", metavar="BASE")
@click.argument("mine", metavar="MINE")
@click.argument("theirs", metavar="THEIRS")
@click.option("--into", metavar="TARGET", help="Where the one map goes (default: in place of MINE).")
@click.option(
    "--prefer", type=click.Choice(["mine", "theirs"]), default="mine",
    help="What stands where both have changed the same, and otherwise (default: mine).",
)  # fmt: skip
@show.json_option
def command(
    base: str, mine: str, theirs: str, into: str | None, prefer: Literal["mine", "theirs"], as_json: bool
) -> None:  # fmt: skip
    """Make one map of MINE and THEIRS, which both began as BASE.

    Each is a map in a library or a GeoJSON file. Spaces, edges, regions, lines, images and sources are merged field by
    field, borders vertex by vertex, hexes one by one. Where both have changed the same, and otherwise, one of them
    stands and the conflict is listed; the exit status is 1 then. As a merge driver of git:
    `driver = sandtable map merge %O %A %B`.
    """
    was, ours, others = load_map(base), load_map(mine), load_map(theirs)
    merged = _merge(was, ours, others, prefer)
    if into is not None:
        written = save_map(into, merged.map, anew=True)
    elif is_library(map_argument(mine)):
        written = replace_map(mine, ours, merged.map)
    else:
        written = _write(mine, merged.map)
    words = [one.words for one in merged.conflicts]
    tell(written, merged.map, words, as_json=as_json, conflicts=words)
    if words:
        raise ExitWith(FOUND)


def _merge(base: Map, mine: Map, theirs: Map, prefer: Literal["mine", "theirs"]) -> MergedMap:
    from sandtable.design.merging.maps import merge_maps

    base, theirs = (_with_key(sheet, mine.key) for sheet in (base, theirs))
    return merge_maps(base, mine, theirs) if prefer == "mine" else merge_maps(base, theirs, mine).turned_round()


def _with_key(sheet: Map, key: str) -> Map:
    """Return a version under the key of mine: what it is kept as is no change of the map."""
    from dataclasses import replace as with_parts

    from msgspec.structs import replace

    return sheet if sheet.key == key else with_parts(sheet, info=replace(sheet.info, key=key))


def _write(target: str, sheet: Map) -> str:
    """Write a map into its file, whatever that is called: git gives its own names to the files it has merged."""
    from sandtable.interchange import geojson
    from sandtable.interchange.foreign_files import write_text

    where = map_argument(target)
    write_text(where.path, geojson.write(sheet))
    return str(where.path)
