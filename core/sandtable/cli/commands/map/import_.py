"""``sandtable map import``: a GeoJSON file or an SVG drawing as a map, or into one that was made of it before."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from sandtable.cli import show
from sandtable.cli.draft_arguments import map_draft_notices
from sandtable.cli.file_arguments import LIBRARIES
from sandtable.cli.map_files import (
    load_map,
    patience_option,
    patient_worker,
    replace_map,
    replace_option,
    save_map,
    tell,
)
from sandtable.engine.errors import Invalid

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.interchange.drawings import SvgMapping
    from sandtable.interchange.geojson import ImportedMap, ImportOptions
    from sandtable.interchange.worker import Worker

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
@click.option(
    "--svg-map", metavar="MAPPING.toml", type=click.Path(path_type=Path),
    help="What of an SVG drawing becomes what (default: what `sandtable map survey` proposes).",
)  # fmt: skip
@click.option(
    "--update", is_flag=True,
    help="Draw the map TARGET anew, by ids: what was said of its edges, its names, attributes and regions stay.",
)  # fmt: skip
@click.option("--drop", is_flag=True, help="With --update, take out of the map what the file no longer has.")
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
    svg_map: Path | None,
    update: bool,
    drop: bool,
    patience: float | None,
    anew: bool,
    as_json: bool,
) -> None:
    """Import SOURCE, GeoJSON or an SVG drawing, as a map into TARGET: LIBRARY.db, LIBRARY.db#KEY, or FILE.geojson.

    Polygons become areas with their adjacency, points become places, lines stay lines, properties become attributes.
    Of a drawing a mapping says which layers and classes become areas, places, lines and names.
    Whatever is changed on the way is reported on standard error. A file written by `sandtable map export` becomes the
    same map again.
    """
    from sandtable.interchange import geojson
    from sandtable.interchange.foreign_files import foreign_bytes

    if drop and not update:
        raise click.UsageError("--drop goes with --update: say what is to be drawn anew")
    data = foreign_bytes(source)
    _refuse_others(source, data)
    _refuse_itself(source, target)
    key = geojson.slug(source.stem) or "map"
    reading = geojson.ImportOptions(
        key=key, title=title, name_field=name_field, id_field=id_field, kind_field=kind_field, kind=kind,
        project=project, mend=mend, snap=snap, tolerance=tolerance,
    )  # fmt: skip
    drawn = _is_drawing(source, data)
    if svg_map is not None and not drawn:
        raise click.UsageError("--svg-map is for an SVG drawing: leave it out")
    if drawn and (name_field or id_field or kind_field or project != "auto" or mend):
        raise click.UsageError("an SVG drawing has layers and classes, no properties: use --svg-map")
    was = load_map(target) if update else None
    with show.progress(f"reading {source.name}", 2) as tick:
        with patient_worker(patience) as worker:
            arrived = (
                _draw_up(source, data, svg_map, reading, worker) if drawn else _read(source, data, reading, worker)
            )
        tick()
        if was is None:
            where, sheet, notices = save_map(target, arrived.map, anew=anew), arrived.map, list(arrived.notices)
        else:
            sheet, notices = _drawn_again(was, arrived, drop=drop)
            where = replace_map(target, was, sheet)
            notices += map_draft_notices(target, was.key)
        tick()
    tell(where, sheet, notices, as_json=as_json)


def _is_drawing(source: Path, data: bytes) -> bool:
    """Tell a drawing by its name, or by how it begins."""
    return source.suffix.lower() in (".svg", ".svgz") or data[:512].lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<")


def _read(source: Path, data: bytes, reading: ImportOptions, worker: Worker) -> ImportedMap:
    from sandtable.interchange import geojson
    from sandtable.library.files.sqlite_errors import path_text

    return geojson.arrive(data, reading, what=path_text(source), worker=worker)


def _draw_up(
    source: Path, data: bytes, svg_map: Path | None, reading: ImportOptions, worker: Worker
) -> ImportedMap:  # fmt: skip
    """Return the map of a drawing, by its mapping or by the one that is proposed."""
    from msgspec.structs import replace

    from sandtable.interchange import drawings
    from sandtable.library.files.sqlite_errors import path_text

    what = path_text(source)
    mapping = _mapping(svg_map) if svg_map is not None else drawings.propose(
        drawings.look_at(data, what=what, worker=worker)
    )  # fmt: skip
    snap = reading.snap or mapping.snap
    mapping = replace(mapping, title=reading.title or mapping.title, snap=snap)
    arrived = drawings.arrive(data, mapping, key=reading.key, what=what, worker=worker)
    if svg_map is None:
        arrived.notices.insert(0, f"no --svg-map: {len(mapping.rule)} rules as `sandtable map survey` proposes them")
    return arrived


def _mapping(path: Path) -> SvgMapping:
    from sandtable.interchange.drawings import read_mapping
    from sandtable.interchange.foreign_files import foreign_bytes
    from sandtable.library.files.sqlite_errors import path_text

    return read_mapping(foreign_bytes(path), what=path_text(path))


def _drawn_again(was: Map, arrived: ImportedMap, *, drop: bool) -> tuple[Map, list[str]]:
    """Return a map as the file has it by now, and what was done to it."""
    from sandtable.design.document import DesignDocument
    from sandtable.design.drawn_again import draw_again
    from sandtable.design.edits.edit import NothingChanges

    again = draw_again(was, arrived.map, drop=drop)
    document = DesignDocument.of(was)
    try:
        done = list(document.do(again.edit).notes)
    except NothingChanges:
        done = ["nothing has changed: the map is as the file has it"]
    return document.map, [*arrived.notices, *again.notices, *done]


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
