"""``sandtable scenario import``: the text of a scenario into a library."""

from __future__ import annotations

from pathlib import Path

import click

from sandtable.cli import show
from sandtable.cli.exit_status import FOUND, ExitWith
from sandtable.cli.file_arguments import parse_argument
from sandtable.cli.scenario_files import (
    put_scenario,
    read_scenario_argument,
    replace_option,
    require_base,
    tell,
    unknown_rows,
)


@click.command("import")
@click.argument("source", metavar="FILE.toml", type=click.Path(path_type=Path))
@click.argument("target", metavar="TARGET")
@replace_option
@show.json_option
def command(source: Path, target: str, anew: bool, as_json: bool) -> None:
    """Read the text of a scenario into TARGET: LIBRARY.db, or LIBRARY.db#KEY. The library is made if need be.

    Its map is taken from there, or copied there from the library that ships. What is wrong in the text is told with
    its line, and nothing is kept. The presets in it go along. What a row names and what is not there is told with its
    line too; the scenario is kept all the same, to be mended. Exit status 1 then.
    """
    from msgspec.structs import replace

    where = parse_argument(target)
    text, family, sheet = read_scenario_argument(source, where.path)
    document = text.document(family, sheet)
    if where.key:
        document = replace(document, key=where.key)
    require_base(document, where.path, family)
    put_scenario(where, document, sheet, text.presets, anew=anew)
    tell(f"{where.path}#{document.key}", document, as_json=as_json)
    if unknown := unknown_rows(source, document, sheet, family, where.path):
        for words in unknown:
            click.echo(words, err=True)
        raise ExitWith(FOUND)
