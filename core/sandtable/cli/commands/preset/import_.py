"""``sandtable preset import``: presets from a text into a library."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from sandtable.cli import show
from sandtable.cli.file_arguments import parse_argument
from sandtable.cli.scenario_files import put_preset, replace_option, writing
from sandtable.engine.errors import Invalid

if TYPE_CHECKING:
    from sandtable.library.store.documents import PresetDocument


@click.command("import")
@click.argument("source", metavar="FILE.toml", type=click.Path(path_type=Path))
@click.argument("target", metavar="LIBRARY.db")
@replace_option
@show.json_option
def command(source: Path, target: str, anew: bool, as_json: bool) -> None:
    """Read the presets in a text, [[preset]] each, into LIBRARY.db; the library is made if need be.

    All of them are kept, or none: one that names an option which is not installed, or gives a parameter out of its
    bounds, is refused.
    """
    from sandtable.interchange.foreign_files import foreign_text
    from sandtable.library.text.scenario_text import read_presets

    where = parse_argument(target)
    found = read_presets(foreign_text(source), source.name)
    with writing(where.path) as library, library.unit():
        _require_sound(source.name, found, library.presets())
        for preset in found:
            put_preset(library, where, preset, anew=anew)
    says = f"{where.path}: {', '.join(one.title for one in found)}"
    show.answer({"written": str(where.path), "presets": [one.key for one in found]}, says, as_json=as_json)


def _require_sound(name: str, found: tuple[PresetDocument, ...], there: tuple[PresetDocument, ...]) -> None:
    """Raise ``Invalid`` for a preset that nobody could choose here."""
    from sandtable.cli.installed import plugins
    from sandtable.lint.choices import check_preset

    installed = plugins()
    for preset in found:
        others = (*there, *(one for one in found if one is not preset))
        for finding in check_preset(preset, others, installed.family(preset.game)):
            if finding.severity == "error":
                raise Invalid(f"{name}: preset {preset.key!r}: {finding.words}")
