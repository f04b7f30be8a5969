"""``sandtable map hexify``: a hex map of geography."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from sandtable.cli import show
from sandtable.cli.draft_arguments import map_draft_notices
from sandtable.cli.map_files import (
    is_kept,
    is_library,
    load_map,
    map_argument,
    patience_option,
    patient_worker,
    replace_map,
    replace_option,
    save_map,
    tell,
)

if TYPE_CHECKING:
    from sandtable.board.maps import Map


@click.command("hexify")
@click.argument("sources", metavar="SOURCE...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.argument("target", metavar="TARGET")
@click.option(
    "--rules",
    metavar="FILE",
    required=True,
    type=click.Path(path_type=Path),
    help="Which features become what: TOML or JSON (see docs/hexify.md).",
)
@click.option("--mend", is_flag=True, help="Repair invalid shapes: crossing borders, open rings.")
@patience_option
@replace_option
@show.json_option
def command(
    sources: tuple[Path, ...], target: str, rules: Path, mend: bool, patience: float | None, anew: bool, as_json: bool
) -> None:
    """Make a hex map from GeoJSON files, in TARGET: LIBRARY.db, LIBRARY.db#KEY, or FILE.geojson.

    As the rules say, polygons give hexes their terrain and heights, rivers follow connected hexsides, roads run through
    connected hexes, and towns name hexes. Run again on a map of a library that it has made, it keeps what was changed
    by hand since; with --replace all is made anew.
    """
    from sandtable.interchange.foreign_files import foreign_bytes
    from sandtable.interchange.hexify import hexify, read_rules
    from sandtable.library.files.sqlite_errors import path_text

    wanted = read_rules(foreign_bytes(rules), what=path_text(rules))
    with show.progress("making hexes", len(sources) + 2) as tick:
        files: list[tuple[str, bytes]] = []
        for source in sources:
            files.append((path_text(source), foreign_bytes(source)))
            tick()
        with patient_worker(patience) as worker:
            arrived = hexify(files, wanted, mend=mend, worker=worker)
        tick()
        where, sheet, notes = _keep(target, arrived.map, anew=anew)
        tick()
    tell(where, sheet, [*arrived.notices, *notes], as_json=as_json)


def _keep(target: str, made: Map, *, anew: bool) -> tuple[str, Map, list[str]]:
    """Keep what was made; a map that the last run has made of the same key keeps what was changed in it by hand.

    Returns what it is called there, the map, and what is to be said of it. The run is kept when the map is.
    """
    from sandtable.design.last_run import keep_last_run, read_last_run
    from sandtable.design.stored_patches import pack_board

    where = map_argument(target)
    if not is_library(where) or made.hexes is None:
        return save_map(target, made, anew=anew), made, []
    key, packed = where.key or made.info.key, pack_board(made.hexes)
    last = b"" if anew else read_last_run(where.path, key)
    if last and is_kept(where, key):
        found = _hexify_again(f"{where.path}#{key}", packed, last)
    else:
        found = save_map(target, made, anew=anew), made, list[str]()
    keep_last_run(where.path, key, packed)
    return found


def _hexify_again(target: str, made: bytes, last: bytes) -> tuple[str, Map, list[str]]:
    from sandtable.design.document import DesignDocument
    from sandtable.design.edits.edit import NothingChanges
    from sandtable.design.edits.hexified import Hexify

    was = load_map(target)
    document = DesignDocument.of(was)
    try:
        notes = [*document.do(Hexify(made, last)).notes, *map_draft_notices(target, was.key)]
    except NothingChanges:
        return target, was, ["nothing has changed: the map was already so"]
    return replace_map(target, was, document.map), document.map, notes
