"""``sandtable map new``: a map with nothing on it yet, to be drawn."""

from __future__ import annotations

from typing import Literal

import click

from sandtable.cli import show
from sandtable.cli.map_files import map_argument, replace_option, save_map, tell


@click.command("new")
@click.argument("target", metavar="TARGET")
@click.option("--title", default="", help="The map's title (default: its key).")
@click.option("--unit", default="", help="The unit of its coordinates: km, mm, px (default: none).")
@click.option(
    "--size", metavar="W H", nargs=2, type=click.FloatRange(0, 1e9, min_open=True), default=(1000.0, 1000.0),
    show_default=True, help="How large it will be, in map units; with hexes, the paper.",
)  # fmt: skip
@click.option("--tolerance", metavar="W", type=click.FloatRange(0), help="How far apart borders count as shared.")
@click.option(
    "--hex", "hex_width", metavar="S", type=click.FloatRange(0, 1e9, min_open=True),
    help="Make a map of hexes of this width: as many as the paper holds, or the columns and rows that are given.",
)  # fmt: skip
@click.option("--columns", type=click.IntRange(1, 4000), help="Columns of hexes.")
@click.option("--rows", type=click.IntRange(1, 4000), help="Rows of hexes.")
@click.option("--pointy", is_flag=True, help="Hexes stand on a point (default: they lie on a side).")
@click.option("--even", is_flag=True, help="The first column is shifted down, of pointy hexes the first row right.")
@replace_option
@show.json_option
def command(
    target: str, title: str, unit: str, size: tuple[float, float], tolerance: float | None, hex_width: float | None,
    columns: int | None, rows: int | None, pointy: bool, even: bool, anew: bool, as_json: bool,
) -> None:  # fmt: skip
    """Make a map with nothing on it in TARGET: LIBRARY.db, LIBRARY.db#KEY, or FILE.geojson.

    It is one of areas, unless --hex or --columns and --rows make it one of hexes. Draw it with `sandtable map edit`.
    """
    from sandtable.board.maps import MapInfo
    from sandtable.design.blank import blank_areas, blank_hexes, hexes_on_paper

    where = map_argument(target)
    key = where.key or where.path.stem
    info = MapInfo(key, title or key, unit=unit)
    if (columns is None) != (rows is None):
        raise click.UsageError("give --columns and --rows, or neither: then --hex and --size say how many there are")
    orientation: Literal["flat", "pointy"] = "pointy" if pointy else "flat"
    if columns is not None and rows is not None:
        sheet = blank_hexes(info, columns, rows, hex_width or 1.0, orientation, even=even)
    elif hex_width is not None:
        sheet = blank_hexes(info, *hexes_on_paper(size, hex_width, orientation), hex_width, orientation, even=even)
    else:
        sheet = blank_areas(info, size, tolerance)
    tell(save_map(target, sheet, anew=anew), sheet, [], as_json=as_json)
