"""``sandtable preset export``: presets as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from sandtable.cli import show
from sandtable.cli.file_arguments import parse_argument
from sandtable.cli.scenario_files import write_out
from sandtable.engine.errors import Invalid, unknown

if TYPE_CHECKING:
    from sandtable.library.store.documents import PresetDocument


@click.command("export")
@click.argument("preset", metavar="PRESET")
@click.argument("target", metavar="FILE.toml")
@show.json_option
def command(preset: str, target: str, as_json: bool) -> None:
    """Write PRESET as text to FILE.toml, or to - for standard output.

    What it extends is not written: that is looked up where it is read.
    """
    from sandtable.library.text.scenario_writing import preset_text

    found = _presets(preset)
    titles = ", ".join(one.title for one in found)
    write_out(target, preset_text(found), {"presets": [one.key for one in found]}, titles, as_json=as_json)


def _presets(text: str) -> list[PresetDocument]:
    from sandtable.cli.file_arguments import open_library
    from sandtable.library.files.sqlite_errors import path_text

    game, slash, key = text.partition("/")
    where = parse_argument(text)
    if slash and not where.key and not where.path.exists():
        return [_of_game(game, key)]
    with open_library(where.path) as library:
        found = [one for one in library.presets() if where.key in ("", one.key)]
        if not found:
            known = [one.key for one in library.presets()]
            raise (
                unknown("preset", where.key, known)
                if where.key
                else Invalid(f"{path_text(where.path)} holds no preset")
            )
    return found


def _of_game(game: str, key: str) -> PresetDocument:
    from sandtable.cli.installed import plugins
    from sandtable.library.store.documents import PresetDocument
    from sandtable.play.begin.presets import presets_for

    known = presets_for(plugins().family(game))
    if key not in known:
        raise unknown("preset", key, known)
    one = known[key]
    given = {module: dict(values) for module, values in one.parameters.items()}
    return PresetDocument(
        key=one.key, game=game, title=one.title, extends=one.extends, on=one.on, off=one.off, parameters=given
    )
