"""``sandtable map new``: a map with nothing on it yet, to be drawn."""

from __future__ import annotations

from typing import Final, Literal

import click

from sandtable.cli import show
from sandtable.cli.map_files import map_argument, replace_option, save_map, tell

SIZE: Final = (1000.0, 1000.0)


@click.command("new")
@click.argument("target", metavar="TARGET")
@click.option("--title", default="", help="The map's title (default: its key).")
@click.option("--unit", default="", help="The unit of its coordinates: km, mm, px (default: none).")
@click.option(
    "--size", metavar="W H", nargs=2, type=click.FloatRange(0, 1e9, min_open=True),
    help="How large it will be, in map units; with hexes, the paper (default: 1000 1000).",
)  # fmt: skip
@click.option(
    "--paper", metavar="PAPER",
    help="How large it will be: A3, 'A3 landscape', Letter, 594x420; its unit is the millimetre.",
)  # fmt: skip
@click.option("--tolerance", metavar="W", type=click.FloatRange(0), help="How far apart borders count as shared.")
@click.option(
    "--hex", "hex_width", metavar="S", type=click.FloatRange(0, 1e9, min_open=True),
    help="Make a map of hexes so large from side to side: as many as the paper holds, or the columns and rows given.",
)  # fmt: skip
@click.option("--columns", type=click.IntRange(1, 4000), help="Columns of hexes.")
@click.option("--rows", type=click.IntRange(1, 4000), help="Rows of hexes.")
@click.option("--pointy", is_flag=True, help="Hexes stand on a point (default: they lie on a side).")
@click.option("--even", is_flag=True, help="The first column is shifted down, of pointy hexes the first row right.")
@click.option(
    "--number", metavar="EXAMPLE", default="",
    help="The number of the upper left hex, which the others are counted on from: 0101 (default), A1, 1.01, 001001.",
)  # fmt: skip
@click.option("--row-first", is_flag=True, help="Numbers begin with the row (default: with the column).")
@replace_option
@show.json_option
def command(
    target: str, title: str, unit: str, size: tuple[float, float] | None, paper: str | None, tolerance: float | None,
    hex_width: float | None, columns: int | None, rows: int | None, pointy: bool, even: bool, number: str,
    row_first: bool, anew: bool, as_json: bool,
) -> None:  # fmt: skip
    """Make a map with nothing on it in TARGET: LIBRARY.db, LIBRARY.db#KEY, or FILE.geojson.

    It is one of areas, unless --hex or --columns and --rows make it one of hexes. Draw it with `sandtable map edit`.
    """
    from sandtable.board.maps import MapInfo
    from sandtable.design.blank import blank_areas, blank_hexes, hexes_on_paper, numbering_from, paper_size

    if size is not None and paper is not None:
        raise click.UsageError("give --size or --paper, not both")
    if (columns is None) != (rows is None):
        raise click.UsageError("give --columns and --rows, or neither: then --hex and --size say how many there are")
    where = map_argument(target)
    key = where.key or where.path.stem
    info = MapInfo(key, title or key, unit=unit or ("mm" if paper else ""))
    room = paper_size(paper) if paper is not None else size or SIZE
    if columns is None and rows is None and hex_width is None:
        sheet = blank_areas(info, room, tolerance)
    else:
        width = hex_width or 1.0
        orientation: Literal["flat", "pointy"] = "pointy" if pointy else "flat"
        many = (columns, rows) if columns is not None and rows is not None else hexes_on_paper(room, width, orientation)
        first: Literal["column", "row"] = "row" if row_first else "column"
        numbering = numbering_from(number or "0101", first) if number or row_first else None
        sheet = blank_hexes(info, *many, width, orientation, even=even, numbering=numbering)
    tell(save_map(target, sheet, anew=anew), sheet, [], as_json=as_json)
