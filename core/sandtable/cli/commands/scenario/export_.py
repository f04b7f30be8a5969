"""``sandtable scenario export``: a scenario as text, or with its map copied into a library."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import click

from sandtable.cli import show
from sandtable.cli.file_arguments import parse_argument
from sandtable.cli.scenario_files import STANDARD, is_text, put_scenario, replace_option, tell, write_out

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.library.store.documents import ScenarioDocument
    from sandtable.play.begin.starts import Start


@click.command("export")
@click.argument("scenario", metavar="SCENARIO")
@click.argument("target", metavar="TARGET")
@replace_option
@show.json_option
def command(scenario: str, target: str, anew: bool, as_json: bool) -> None:
    """Write SCENARIO to TARGET: FILE.toml, - for standard output, or with its map LIBRARY.db or LIBRARY.db#KEY.

    The text has tables and rows in one order, so that two versions can be compared line by line; `sandtable scenario
    import` reads it back to the same digest. A library is made if need be. There both are yours to change: `sandtable
    map edit LIBRARY.db#MAP` changes the map, `sandtable play LIBRARY.db#KEY` plays what has been changed.
    """
    from msgspec.structs import replace

    from sandtable.cli.installed import find_scenario
    from sandtable.library.store.documents import ScenarioDocument

    start, where = find_scenario(scenario), parse_argument(target)
    as_text = target == STANDARD or is_text(where)
    if as_text and start.document is not None:
        document, sheet = _own(start, start.document), None
    else:
        sheet = cast("Map | None", start.scenario.map() if start.scenario.map is not None else None)
        document = start.document or ScenarioDocument.of(start.scenario, start.family, sheet)
    if where.key:
        document = replace(document, key=where.key)
    if as_text:
        facts = {"scenario": {"key": document.key, "game": document.game, "digest": document.digest}}
        write_out(str(where.path), _text(document, start), facts, document.title, as_json=as_json)
        return
    put_scenario(where, document, sheet, anew=anew)
    tell(f"{where.path}#{document.key}", document, as_json=as_json)


def _own(start: Start, laid: ScenarioDocument) -> ScenarioDocument:
    """Return a scenario of a library as it stands there: not laid over what it extends."""
    from sandtable.library.store.library_file import Library

    assert start.library is not None
    with Library.open_sound(start.library) as library:
        return library.scenario(laid.key)


def _text(document: ScenarioDocument, start: Start) -> str:
    from sandtable.library.text.scenario_writing import scenario_text

    return scenario_text(document, start.family.schema.kinds, start.family.system.ground)
