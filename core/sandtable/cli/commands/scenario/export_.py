"""``sandtable scenario export``: a scenario with its map, copied into a library."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, cast

import click

from sandtable.cli import show
from sandtable.cli.file_arguments import FileArgument, parse_argument
from sandtable.engine.errors import Invalid

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.library.store.documents import ScenarioDocument
    from sandtable.library.store.library_file import Library


@click.command("export")
@click.argument("scenario", metavar="SCENARIO")
@click.argument("target", metavar="TARGET")
@click.option("--replace", "anew", is_flag=True, help="Replace the scenario and the map of these keys in the library.")
@show.json_option
def command(scenario: str, target: str, anew: bool, as_json: bool) -> None:
    """Copy SCENARIO with its map into TARGET: LIBRARY.db, or LIBRARY.db#KEY. The library is made if need be.

    There both are yours to change: `sandtable map edit LIBRARY.db#MAP` changes the map, `sandtable play
    LIBRARY.db#KEY` plays what has been changed.
    """
    from msgspec.structs import replace

    from sandtable.cli.installed import find_scenario
    from sandtable.library.store.documents import ScenarioDocument
    from sandtable.library.store.library_file import Library

    start, where = find_scenario(scenario), parse_argument(target)
    sheet = cast("Map | None", start.scenario.map() if start.scenario.map is not None else None)
    document = start.document or ScenarioDocument.of(start.scenario, start.family, sheet)
    if where.key:
        document = replace(document, key=where.key)
    there = os.path.lexists(where.path)
    try:
        with Library.open(where.path, writing=True) if there else Library.create(where.path) as library:
            _put(library, where, document, sheet, anew=anew)
    except BaseException:
        if not there:  # it was made for this scenario alone
            where.path.unlink(missing_ok=True)
        raise
    _tell(f"{where.path}#{document.key}", document, as_json=as_json)


def _put(library: Library, where: FileArgument, document: ScenarioDocument, sheet: Map | None, *, anew: bool) -> None:
    """Keep both or neither; a map that is there already in this revision is left as it is."""
    if not anew and document.key in {head.key for head in library.scenarios()}:
        raise Invalid(
            f"{where.path} already has a scenario {document.key!r}: use --replace, or give another key, "
            f"{where.path}#KEY"
        )
    with library.unit():
        if sheet is not None and sheet.digest not in library.revisions(sheet.info.key):
            if not anew and library.revisions(sheet.info.key):
                raise Invalid(
                    f"{where.path} already has another map {sheet.info.key!r}: use --replace, or name another library"
                )
            library.put_map(sheet)
        library.put_scenario(document)


def _tell(where: str, document: ScenarioDocument, *, as_json: bool) -> None:
    if as_json:
        facts = {"key": document.key, "game": document.game, "map": document.map, "revision": document.revision}
        show.as_json_text({"written": where, "scenario": facts})
    else:
        click.echo(f"{where}: {document.title}" + (f", on the map {document.map}" if document.map else ""))
