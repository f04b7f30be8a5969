"""``sandtable map render``: a map as a picture."""

from __future__ import annotations

from pathlib import Path

import click

from sandtable.cli import show
from sandtable.cli.map_files import STANDARD, load_map


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
@click.option("--underlays", is_flag=True, help="Also draw the images under the map.")
@show.json_option
def command(sheet: str, target: str, mode: str, scale: float | None, underlays: bool, as_json: bool) -> None:
    """Draw a map as SVG, with a legend and a scale, to the file TARGET or - for standard output."""
    from sandtable.interchange.foreign_files import write_text
    from sandtable.interchange.svg import render

    whole = load_map(sheet)
    with show.progress(f"drawing {whole.info.title or whole.info.key}", 2) as tick:
        drawing = render(whole, mode=mode, scale=scale, underlays=underlays)
        tick()
        if target != STANDARD:
            write_text(_svg_path(target), drawing)
        tick()
    if target == STANDARD:
        click.echo(drawing, nl=False)
    elif as_json:
        show.as_json_text({"written": target, "map": whole.info.key, "mode": mode, "bytes": len(drawing.encode())})
    else:
        click.echo(f"{target}: {whole.info.title or whole.info.key}")


def _svg_path(target: str) -> Path:
    from sandtable.engine.errors import Invalid

    path = Path(target)
    if path.suffix.lower() != ".svg":
        raise Invalid(f"{target} is not the name of an SVG file: give it a name that ends in .svg")
    return path
