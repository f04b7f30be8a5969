"""``sandtable scenario import``: the text of a scenario into a library."""

from __future__ import annotations

from pathlib import Path

import click

from sandtable.cli import show
from sandtable.cli.exit_status import FOUND, ExitWith
from sandtable.cli.file_arguments import parse_argument
from sandtable.cli.scenario_files import put_scenario, replace_option, tell


@click.command("import")
@click.argument("source", metavar="FILE.toml", type=click.Path(path_type=Path))
@click.argument("target", metavar="TARGET")
@replace_option
@show.json_option
def command(source: Path, target: str, anew: bool, as_json: bool) -> None:
    """Read the text of a scenario into TARGET: LIBRARY.db, or LIBRARY.db#KEY. The library is made if need be.

    Its map is taken from there, or copied there from the library that ships. What is wrong in the text is told with
    its line, and nothing is kept. The presets in it go along. What it counts on and what is not there, such as a side
    that a row names, is told with its line too; the scenario is kept all the same, to be mended. Exit status 1 then.
    What else keeps it from being played, such as a missing chart, is told in one sentence.
    """
    from msgspec.structs import replace

    from sandtable.cli.file_arguments import open_library
    from sandtable.cli.installed import plugins
    from sandtable.interchange.foreign_files import foreign_text
    from sandtable.lint.scenario_texts import read_arrival, shelf_for

    where = parse_argument(target)
    come = read_arrival(foreign_text(source), source.name, source.parent, (where.path,), plugins().family)
    document = come.document()
    if where.key:
        document = replace(document, key=where.key)
    with shelf_for(where.path, come.family) as shelf:
        come.require_base(document, shelf)
    put_scenario(where, document, come.sheet, come.text.presets, anew=anew)
    tell(f"{where.path}#{document.key}", document, as_json=as_json)
    with open_library(where.path) as library:
        found = come.to_mend(document, library)
    for words in (*found.unmet, *found.others):
        click.echo(words, err=True)
    if found.unmet:
        raise ExitWith(FOUND)
