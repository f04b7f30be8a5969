"""``sandtable map survey``: what an SVG drawing holds, and what of it could become what of a map."""

from __future__ import annotations

import os
from pathlib import Path

import click

from sandtable.cli import show
from sandtable.cli.map_files import patience_option, patient_worker
from sandtable.engine.errors import Invalid


@click.command("survey")
@click.argument("source", metavar="FILE.svg", type=click.Path(path_type=Path))
@click.option(
    "--write", "target", metavar="MAPPING.toml", type=click.Path(path_type=Path),
    help="Write the proposed mapping, to be changed and given to `sandtable map import --svg-map`.",
)  # fmt: skip
@click.option("--replace", "anew", is_flag=True, help="Replace the mapping if the file is there already.")
@click.option("--hidden", is_flag=True, help="Count what is in hidden layers as well.")
@patience_option
@show.json_option
def command(source: Path, target: Path | None, anew: bool, hidden: bool, patience: float | None, as_json: bool) -> None:
    """Show which layers, classes and fills an SVG drawing has and how many shapes, and propose what becomes of them."""
    from sandtable.interchange import drawings
    from sandtable.interchange.foreign_files import foreign_bytes, write_text
    from sandtable.library.files.sqlite_errors import path_text

    if target is not None and os.path.lexists(target) and not anew:
        raise Invalid(f"{path_text(target)} is there already: name another file, or replace it with --replace")
    with show.progress(f"reading {source.name}", 1) as tick:
        with patient_worker(patience) as worker:
            drawing = drawings.look_at(
                foreign_bytes(source), what=path_text(source), hidden=hidden, worker=worker
            )  # fmt: skip
        tick()
    mapping = drawings.propose(drawing)
    sorts = drawings.sorts_of(drawing)
    text = drawings.write_mapping(mapping, drawings.remarks_of(drawing, sorts))
    if target is not None:
        write_text(target, text)
    if as_json:
        listed = [{"layer": one.layer, "form": one.form, "class": one.classes, "fill": one.fill, "stroke": one.stroke,
                   "shapes": one.many, "called": one.called} for one in sorts]  # fmt: skip
        page = {"width": drawing.width, "height": drawing.height, "unit": drawing.unit}
        show.as_json_text({"page": page, "sorts": listed, "lost": drawing.lost, "hidden": drawing.hidden,
                           "mapping": mapping, "written": None if target is None else str(target)})  # fmt: skip
    elif target is not None:
        click.echo(f"{target}: {len(mapping.rule)} rules for {len(drawing.things):,} shapes")
    else:
        click.echo(text, nl=False)
