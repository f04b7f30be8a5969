"""``sandtable map render``: a map as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from sandtable.cli import show
from sandtable.cli.map_files import STANDARD, load_map

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.interchange.svg.hex_picture import HexStyle
    from sandtable.interchange.svg.print_plan import PrintSettings


@click.command("render")
@click.argument("sheet", metavar="MAP")
@click.argument("target", metavar="TARGET")
@click.option(
    "--mode",
    default="terrain",
    show_default=True,
    help="What the colours of the land show: terrain, country, province, ...",
)
@click.option("--scale", metavar="S", type=click.FloatRange(0, min_open=True), help="Pixels per map unit.")
@click.option("--hex-mm", metavar="MM", type=click.FloatRange(0, min_open=True), help="Width of a hex on paper.")
@click.option(
    "--per-cm", metavar="U", type=click.FloatRange(0, min_open=True), help="Map units in a centimetre of paper."
)
@click.option(
    "--hex-pixels", metavar="N", type=click.IntRange(10, 1_000),
    help="PNG: the board alone, a hex N pixels from side to side, for the grid of a virtual tabletop.",
)  # fmt: skip
@click.option("--underlays", is_flag=True, help="Also draw the images under the map.")
@click.option("--terrain-names", is_flag=True, help="Hexes: also write what each one's terrain is called.")
@click.option("--no-transitions", is_flag=True, help="Hexes: end each terrain at the hexside, in a straight line.")
@click.option("--dpi", type=click.FloatRange(10, 2400), default=96, show_default=True, help="PNG: pixels in an inch.")
@click.option(
    "--paper", metavar="SIZE", default="A4", show_default=True,
    help="PDF: A0 to A5, Letter, Legal, Tabloid, or width and height in mm (297x420).",
)  # fmt: skip
@click.option(
    "--landscape/--portrait", default=None, help="PDF: which way the paper lies (default: as takes fewer sheets)."
)
@click.option("--margin", metavar="MM", type=click.FloatRange(0, 100), default=10.0, show_default=True,
              help="PDF: what a printer leaves white at each side.")  # fmt: skip
@click.option("--overlap", metavar="MM", type=click.FloatRange(0, 100), default=10.0, show_default=True,
              help="PDF: what sheets beside each other have in common.")  # fmt: skip
@click.option("--no-marks", is_flag=True, help="PDF: without marks where to cut and glue.")
@show.json_option
def command(
    sheet: str, target: str, mode: str, scale: float | None, hex_mm: float | None, per_cm: float | None,
    hex_pixels: int | None, underlays: bool, terrain_names: bool, no_transitions: bool, dpi: float, paper: str,
    landscape: bool | None, margin: float, overlap: float, no_marks: bool, as_json: bool,
) -> None:  # fmt: skip
    """Draw a map with a legend and a scale, to the file TARGET: SVG, PNG, or PDF to scale on sheets of paper.

    - as TARGET writes SVG to standard output. PNG and PDF need the workbench.
    """
    from sandtable.interchange.svg import HexStyle, render
    from sandtable.interchange.svg.print_plan import PrintSettings, scale_of

    path = None if target == STANDARD else _path(target)
    if scale is not None and (hex_mm is not None or per_cm is not None):
        raise click.UsageError("--scale, --hex-mm and --per-cm all say how large it is: use one of them")
    otherwise = scale or hex_mm or per_cm or path is None or path.suffix.lower() != ".png"
    if hex_pixels is not None and otherwise:
        raise click.UsageError("--hex-pixels says how large a PNG is: leave out other sizes, and name a file .png")
    whole = load_map(sheet)
    hexes = HexStyle(transitions=not no_transitions, words=terrain_names)
    if hex_pixels is not None and path is not None:
        _for_tabletop(path, whole, hex_pixels, mode, hexes, underlays=underlays, as_json=as_json)
        return
    said = scale_of(whole, hex_mm=hex_mm, per_cm=per_cm) or scale
    drawing = render(whole, mode=mode, scale=said, underlays=underlays, hexes=hexes)
    if path is None:
        click.echo(drawing, nl=False)
        return
    title = whole.info.title or whole.info.key
    settings = PrintSettings(paper=paper, landscape=landscape, margin=margin, overlap=overlap, marks=not no_marks)
    facts, words = _write(drawing, path, title, dpi, settings)
    if as_json:
        show.as_json_text({"written": target, "map": whole.info.key, "mode": mode, **facts})
    else:
        click.echo(f"{target}: {title}{words}")


def _for_tabletop(
    path: Path, sheet: Map, pixels: int, mode: str, hexes: HexStyle, *, underlays: bool, as_json: bool
) -> None:
    """Write the board alone, and say what grid lies on it."""
    from sandtable.cli.pictures import picture_writer
    from sandtable.interchange.svg.tabletop import DPI, tabletop

    drawing, grid = tabletop(sheet, pixels, mode=mode, underlays=underlays, hexes=hexes)
    wide, high = picture_writer().png(drawing, path, DPI)
    if as_json:
        facts = {"written": str(path), "map": sheet.info.key, "mode": mode, "pixels": [wide, high]}
        show.as_json_text({**facts, "grid": grid.facts()})
    else:
        click.echo(f"{path}: {sheet.title}, {grid.says_whole}")


def _write(
    drawing: str, path: Path, title: str, dpi: float, settings: PrintSettings
) -> tuple[dict[str, object], str]:  # fmt: skip
    """Write a drawing as its name says; return what was written, as facts and in words."""
    from sandtable.cli.pictures import picture_writer
    from sandtable.interchange.foreign_files import write_text

    match path.suffix.lower():
        case ".svg":
            with show.progress(f"drawing {title}", 1) as tick:
                write_text(path, drawing)
                tick()
            return {"bytes": len(drawing.encode())}, ""
        case ".png":
            size = picture_writer().png(drawing, path, dpi)
            return {"pixels": list(size)}, f", {size[0]:,} by {size[1]:,} pixels"
        case _:
            with show.progress(f"drawing {title}", 100) as tick:
                columns, rows = picture_writer().pdf(drawing, path, settings, title, lambda done, total: tick())
            sheets = columns * rows
            words = f", {sheets} sheets ({columns} by {rows})" if sheets > 1 else ", 1 sheet"
            return {"sheets": sheets, "columns": columns, "rows": rows}, words


def _path(target: str) -> Path:
    from sandtable.engine.errors import Invalid

    path = Path(target)
    if path.suffix.lower() not in (".svg", ".png", ".pdf"):
        raise Invalid(
            f"{target} is not the name of an SVG file, nor of a PNG or PDF: give it a name that ends in .svg, .png "
            "or .pdf"
        )
    return path
