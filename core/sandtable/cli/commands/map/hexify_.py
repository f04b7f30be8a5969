"""``sandtable map hexify``: a hex map of geography."""

from __future__ import annotations

from pathlib import Path

import click

from sandtable.cli import show
from sandtable.cli.map_files import patience_option, patient_worker, replace_option, save_map, tell


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
    connected hexes, and towns name hexes.
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
        where = save_map(target, arrived.map, anew=anew)
        tick()
    tell(where, arrived.map, arrived.notices, as_json=as_json)
