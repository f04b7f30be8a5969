"""Scenarios and presets in files, as commands name them: TOML to be read and compared, libraries to be changed."""

from __future__ import annotations

import os
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from sandtable.cli import show
from sandtable.cli.file_arguments import FileArgument
from sandtable.engine.errors import Invalid, SandtableError

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

    from sandtable.board.maps import Map
    from sandtable.library.store.documents import PresetDocument, ScenarioDocument
    from sandtable.library.store.library_file import Library

TEXT: Final = ".toml"
STANDARD: Final = "-"

replace_option = click.option(
    "--replace", "anew", is_flag=True, help="Replace what has these keys in the library: scenario, presets, map."
)


def is_text(where: FileArgument) -> bool:
    """Tell whether a file is to be one of text."""
    return where.path.suffix.lower() == TEXT


def write_out(target: str, text: str, facts: dict[str, Any], says: str, *, as_json: bool) -> None:
    """Write a text into a file, or to standard output, and say so."""
    if target == STANDARD:
        click.echo(text, nl=False)
        return
    from sandtable.interchange.foreign_files import write_text

    write_text(Path(target), text)
    show.answer({"written": target, **facts}, f"{target}: {says}", as_json=as_json)


# --- into a library -------------------------------------------------------------------------------------------------


def put_scenario(
    where: FileArgument,
    document: ScenarioDocument,
    sheet: Map | None,
    presets: Iterable[PresetDocument] = (),
    *,
    anew: bool,
) -> None:
    """Keep a scenario with its map and presets in a library, all or nothing; the library is made if need be."""
    with writing(where.path) as library, library.unit():
        _put_map(library, where, sheet, anew=anew)
        _put_new_scenario(library, where, document, anew=anew)
        for preset in presets:
            put_preset(library, where, preset, anew=anew)


@contextmanager
def writing(path: Path) -> Generator[Library]:
    """Open a library for writing, or make one, which is gone again if what is done with it fails."""
    from sandtable.library.store.library_file import Library

    there = os.path.lexists(path)
    try:
        with Library.open(path, writing=True) if there else Library.create(path) as library:
            yield library
    except BaseException:
        if not there:  # it was made for this alone
            path.unlink(missing_ok=True)
        raise


def _put_new_scenario(library: Library, where: FileArgument, document: ScenarioDocument, *, anew: bool) -> None:
    if not anew and document.key in {head.key for head in library.scenarios()}:
        raise Invalid(
            f"{where.path} already has a scenario {document.key!r}: use --replace, or give another key, "
            f"{where.path}#KEY"
        )
    library.put_scenario(document)


def _put_map(library: Library, where: FileArgument, sheet: Map | None, *, anew: bool) -> None:
    """Keep a map; one that is there already in this revision is left as it is."""
    if sheet is None or sheet.digest in library.revisions(sheet.info.key):
        return
    if not anew and library.revisions(sheet.info.key):
        raise Invalid(
            f"{where.path} already has another map {sheet.info.key!r}: use --replace, or name another library"
        )
    library.put_map(sheet)


def put_preset(library: Library, where: FileArgument, preset: PresetDocument, *, anew: bool) -> None:
    """Keep a preset; raises ``Invalid`` where the library has another one of its key."""
    try:
        known = library.preset(preset.key)
    except SandtableError:
        known = preset
    if known != preset and not anew:
        raise Invalid(f"{where.path} already has another preset {preset.key!r}: use --replace, or change its key")
    library.put_preset(preset)


def tell(where: str, document: ScenarioDocument, *, as_json: bool, **more: object) -> None:
    """Say where a scenario is now."""
    if as_json:
        facts = {
            "key": document.key, "game": document.game, "map": document.map, "revision": document.revision,
            "digest": document.digest,
        }  # fmt: skip
        show.as_json_text({"written": where, "scenario": facts, **more})
    else:
        click.echo(f"{where}: {document.title}" + (f", on the map {document.map}" if document.map else ""))
