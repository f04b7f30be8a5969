"""``sandtable map hexify``: a hex map of geography."""

from __future__ import annotations

from pathlib import Path

import click

from sandtable.cli import show
from sandtable.cli.sheets import patience_option, patient, replace_option, tell, write_sheet


@click.command("hexify")
@click.argument("sources", metavar="SOURCE...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.argument("target", metavar="TARGET")
@click.option(
    "--rules",
    metavar="FILE",
    required=True,
    type=click.Path(path_type=Path),
    help="What becomes of which features: TOML or JSON (see docs/hexify.md).",
)
@click.option("--mend", is_flag=True, help="Mend shapes that are not sound: crossing borders, open rings.")
@patience_option
@replace_option
@show.json_option
def command(
    sources: tuple[Path, ...], target: str, rules: Path, mend: bool, patience: float | None, anew: bool, as_json: bool
) -> None:
    """Make a hex map of GeoJSON files, into TARGET: LIBRARY.db, LIBRARY.db#KEY, or FILE.geojson.

    Polygons lay terrain and heights into hexes, rivers run along connected hexsides, roads through connected
    hexes, towns give hexes their names: as the rules say.
    """
    from sandtable.interchange.files import foreign_bytes
    from sandtable.interchange.hexify import hexify, read_rules
    from sandtable.library.trouble import named

    wanted = read_rules(foreign_bytes(rules), what=named(rules))
    with show.progress("making hexes", len(sources) + 2) as tick:
        files: list[tuple[str, bytes]] = []
        for source in sources:
            files.append((named(source), foreign_bytes(source)))
            tick()
        with patient(patience) as worker:
            arrived = hexify(files, wanted, mend=mend, worker=worker)
        tick()
        where = write_sheet(target, arrived.map, anew=anew)
        tick()
    tell(where, arrived.map, arrived.notices, as_json=as_json)
