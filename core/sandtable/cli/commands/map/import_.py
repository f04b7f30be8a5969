"""``sandtable map import``: a GeoJSON file as a map."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import click

from sandtable.cli import show
from sandtable.cli.file_arguments import LIBRARIES
from sandtable.cli.map_files import patience_option, patient_worker, replace_option, save_map, tell
from sandtable.engine.errors import Invalid

IMAGES = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"RIFF")


@click.command("import")
@click.argument("source", type=click.Path(path_type=Path))
@click.argument("target", metavar="TARGET")
@click.option("--title", default="", help="The map's title (default: what the file says).")
@click.option("--name-field", metavar="NAME", default="", help="The property that holds names.")
@click.option("--id-field", metavar="NAME", default="", help="The property that holds ids.")
@click.option("--kind-field", metavar="NAME", default="", help="The property that says what kind of space it is.")
@click.option("--kind", default="land", show_default=True, help="The kind of areas that do not name one.")
@click.option(
    "--project",
    type=click.Choice(["auto", "lcc", "none"]),
    default="auto",
    show_default=True,
    help="Project longitudes and latitudes to kilometres (lcc), or keep them as they are (none).",
)
@click.option("--mend", is_flag=True, help="Repair invalid shapes: crossing borders, open rings.")
@click.option(
    "--snap", metavar="W", type=click.FloatRange(0), default=0.0, help="Join borders that are within W of each other."
)
@click.option(
    "--tolerance", metavar="W", type=click.FloatRange(0), help="How far apart borders may be and still count as shared."
)
@patience_option
@replace_option
@show.json_option
def command(
    source: Path,
    target: str,
    title: str,
    name_field: str,
    id_field: str,
    kind_field: str,
    kind: str,
    project: Literal["auto", "lcc", "none"],
    mend: bool,
    snap: float,
    tolerance: float | None,
    patience: float | None,
    anew: bool,
    as_json: bool,
) -> None:
    """Import the GeoJSON file SOURCE as a map into TARGET: LIBRARY.db, LIBRARY.db#KEY, or FILE.geojson.

    Polygons become areas with their adjacency, points become places, lines stay lines, properties become attributes.
    Whatever is changed on the way is reported on standard error. A file written by `sandtable map export` becomes the
    same map again.
    """
    from sandtable.interchange import geojson
    from sandtable.interchange.foreign_files import foreign_bytes
    from sandtable.library.files.sqlite_errors import path_text

    data = foreign_bytes(source)
    _refuse_others(source, data)
    _refuse_itself(source, target)
    key = geojson.slug(source.stem) or "map"
    reading = geojson.ImportOptions(
        key=key, title=title, name_field=name_field, id_field=id_field, kind_field=kind_field, kind=kind,
        project=project, mend=mend, snap=snap, tolerance=tolerance,
    )  # fmt: skip
    with show.progress(f"reading {source.name}", 2) as tick:
        with patient_worker(patience) as worker:
            arrived = geojson.arrive(data, reading, what=path_text(source), worker=worker)
        tick()
        where = save_map(target, arrived.map, anew=anew)
        tick()
    tell(where, arrived.map, arrived.notices, as_json=as_json)


def _refuse_itself(source: Path, target: str) -> None:
    """Raise ``Invalid`` where the file would be replaced by what was made of it."""
    if Path(target).exists() and Path(target).samefile(source):
        raise Invalid(f"{source} would be replaced by the map that is made from it: name another target")


def _refuse_others(source: Path, data: bytes) -> None:
    """Raise ``Invalid`` for what comes in another way."""
    if data.startswith(IMAGES):
        raise Invalid(f"{source} is an image: lay it under a map with `sandtable map underlay`")
    if data.startswith(b"SQLite format 3\0") or source.suffix.lower() in LIBRARIES:
        raise Invalid(f"{source} is a library: copy a map out of it with `sandtable map export {source}#KEY TARGET`")
