"""``sandtable map adjacency``: who is beside whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from sandtable.cli import show

if TYPE_CHECKING:
    from sandtable.interchange.adjacency_table import AdjacencyRow


@click.command("adjacency")
@click.argument("sheet", metavar="MAP")
@click.option(
    "--of", metavar="SPACE", default="", help="Only what is adjacent to this space, or to the hex with this number."
)
@click.option("--csv", "as_csv", is_flag=True, help="Print the table as comma-separated values.")
@show.json_option
def command(sheet: str, of: str, as_csv: bool, as_json: bool) -> None:
    """Show every edge of a map: its status, contact, features along and across it, and the border's length."""
    from sandtable.cli.map_files import load_map
    from sandtable.interchange import adjacency_table

    if as_csv and as_json:
        raise click.UsageError("--csv and --json cannot be used together: choose one")
    whole = load_map(sheet)
    rows = adjacency_table.links(whole, of)
    if as_json:
        show.as_json_text({"map": whole.info.key, "revision": whole.digest, "unit": whole.info.unit, "edges": rows})
    elif as_csv:
        click.echo(adjacency_table.as_csv(rows), nl=False)
    elif rows:
        show.columns([("a", "b", "status", "contact", "length", "along", "across"), *map(_cells, rows)], indent="")
    else:
        click.echo(f"{of or whole.info.key} has no edges")


def _cells(row: AdjacencyRow) -> tuple[str, ...]:
    """Return a row as it is read: names where there are some."""
    a, b = (f"{id} ({name})" if name else id for id, name in ((row.a, row.a_name), (row.b, row.b_name)))
    contact = f"{row.contact}, one way" if row.one_way else row.contact
    length = "" if row.length is None else f"{row.length:.6g}"
    return a, b, row.status, contact, length, ", ".join(row.along) or "-", ", ".join(row.across) or "-"
