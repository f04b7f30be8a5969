"""``sandtable map export``: a map as GeoJSON."""

from __future__ import annotations

import click

from sandtable.cli import show
from sandtable.cli.sheets import STANDARD, read_sheet, replace_option, tell, write_sheet


@click.command("export")
@click.argument("sheet", metavar="MAP")
@click.argument("target", metavar="TARGET")
@click.option("--hexes", is_flag=True, help="Add a polygon for every hex, for programs that know no hexes.")
@replace_option
@show.json_option
def command(sheet: str, target: str, hexes: bool, anew: bool, as_json: bool) -> None:
    """Write a map to TARGET: FILE.geojson, another LIBRARY.db or LIBRARY.db#KEY, or - for standard output.

    What GeoJSON has no word for travels beside its features, so that importing the file gives the same map.
    """
    from sandtable.interchange import geojson

    whole = read_sheet(sheet)
    if target == STANDARD:
        click.echo(geojson.write(whole, hexes=hexes), nl=False)
        return
    with show.progress(f"writing {target}", 1) as tick:
        where = write_sheet(target, whole, anew=anew, hexes=hexes)
        tick()
    tell(where, whole, [], as_json=as_json)
