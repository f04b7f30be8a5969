"""``sandtable map export``: a map as GeoJSON."""

from __future__ import annotations

from typing import Final

import click

from sandtable.cli import show
from sandtable.cli.map_files import STANDARD, is_library, load_map, map_argument, replace_option, save_map, tell
from sandtable.engine.errors import Invalid

PICTURES: Final = (".svg", ".png", ".pdf")
NOWHERE: Final = (
    "this map lies on no globe, so its coordinates are its own units: "
    "programs that expect longitudes and latitudes will put it elsewhere"
)


@click.command("export")
@click.argument("sheet", metavar="MAP")
@click.argument("target", metavar="TARGET")
@click.option("--hexes", is_flag=True, help="Add a polygon for every hex, for programs that do not support hexes.")
@click.option(
    "--paper", is_flag=True, help="Write map units instead of degrees; importing restores the map to the last bit."
)
@replace_option
@show.json_option
def command(sheet: str, target: str, hexes: bool, paper: bool, anew: bool, as_json: bool) -> None:
    """Write a map to TARGET: FILE.geojson, another LIBRARY.db or LIBRARY.db#KEY, or - for standard output.

    A projected map is written in degrees (RFC 7946), and importing restores it to the millimetre; any other map is
    written in its own units, which other programs may take for degrees. What GeoJSON cannot express is stored beside
    the features, so that importing the file gives the same map.
    """
    from sandtable.interchange import geojson
    from sandtable.interchange.geojson.globe import Globe

    if target.lower().endswith(PICTURES):
        raise Invalid(f"{target} is a picture: draw it with `sandtable map render {sheet} {target}`")
    whole = load_map(sheet)
    as_text = target == STANDARD or not is_library(map_argument(target))
    notices = [NOWHERE] if as_text and Globe.of(whole.info) is None else []
    if target == STANDARD:
        for notice in notices:
            click.echo(notice, err=True)
        click.echo(geojson.write(whole, hexes=hexes, paper=paper), nl=False)
        return
    with show.progress(f"writing {target}", 1) as tick:
        where = save_map(target, whole, anew=anew, hexes=hexes, paper=paper)
        tick()
    tell(where, whole, notices, as_json=as_json)
