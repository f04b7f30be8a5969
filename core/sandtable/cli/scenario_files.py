"""Scenarios and presets in files, as commands name them: TOML to be read and compared, libraries to be changed."""

from __future__ import annotations

import os
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

import click

from sandtable.cli import show
from sandtable.cli.file_arguments import FileArgument
from sandtable.engine.errors import Invalid, SandtableError

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator

    from sandtable.board.maps import Map
    from sandtable.engine.running.installed_game import InstalledGame
    from sandtable.library.store.documents import PresetDocument, ScenarioDocument
    from sandtable.library.store.library_file import Library
    from sandtable.library.text.scenario_text import ScenarioText

TEXT: Final = ".toml"
STANDARD: Final = "-"

replace_option = click.option(
    "--replace", "anew", is_flag=True, help="Replace what has these keys in the library: scenario, presets, map."
)


def is_text(where: FileArgument) -> bool:
    """Tell whether a file is to be one of text."""
    return where.path.suffix.lower() == TEXT


def text_of(path: Path) -> str:
    """Return the text in a file; raises ``Invalid`` for what is no text in UTF-8."""
    from sandtable.interchange.foreign_files import foreign_bytes
    from sandtable.library.files.sqlite_errors import path_text

    try:
        return foreign_bytes(path).decode()
    except UnicodeDecodeError as error:
        raise Invalid(f"{path_text(path)} cannot be read: {error}; name a text file in UTF-8") from error


def write_out(target: str, text: str, facts: dict[str, Any], says: str, *, as_json: bool) -> None:
    """Write a text into a file, or to standard output, and say so."""
    if target == STANDARD:
        click.echo(text, nl=False)
        return
    from sandtable.interchange.foreign_files import write_text

    write_text(Path(target), text)
    show.answer({"written": target, **facts}, f"{target}: {says}", as_json=as_json)


# --- reading a text -------------------------------------------------------------------------------------------------


def read_scenario_argument(path: Path, target: Path) -> tuple[ScenarioText, InstalledGame, Map | None]:
    """Read a text with its game, and with its map: of the library it goes to, of one that ships, or of its game."""
    from sandtable.cli.installed import plugins
    from sandtable.library.text.scenario_text import read_scenario_table
    from sandtable.library.text.toml_reading import load_toml

    text = text_of(path)
    said = load_toml(text, path.name)
    if not isinstance(said.get("game"), str):
        raise Invalid(f'{path.name} does not say which game it is of: write game = "..." at the top')
    family = plugins().family(said["game"])
    sheet = None
    if said.get("extends"):
        _, sheet = find_base(str(said["extends"]), target, family)
    elif key := said.get("map"):
        sheet = find_map(str(key), str(said.get("revision", "")), target, family, path.name)
    kinds = {**family.schema.kinds}
    found = read_scenario_table(said, path.name, kinds, family.system.ground, sheet, path.parent, text)
    require_choices(path.name, family, found.options, found.parameters)
    for preset in found.presets:
        require_choices(path.name, family, (*preset.on, *preset.off), preset.parameters)
    return found, family, sheet


def find_base(key: str, target: Path, family: InstalledGame) -> tuple[ScenarioDocument, Map | None]:
    """Return a scenario that another extends, and the map that it is bound to."""
    from sandtable.cli.file_arguments import open_library
    from sandtable.library.store.shelf import Shelf

    if os.path.lexists(target) and target.suffix != TEXT:
        with open_library(target) as library:
            shelf = Shelf(family, library)
            extended = shelf.scenario(key)
            laid = shelf.laid(extended)
    else:
        extended = Shelf(family).scenario(key)
        laid = Shelf(family).laid(extended)
    found = find_map(laid.map, laid.revision, target, family, f"scenario {key}") if laid.map else None
    return extended, found


def require_base(document: ScenarioDocument, target: Path, family: InstalledGame) -> None:
    """Raise ``Invalid`` for a scenario that extends itself, by whatever way, or one that is not there."""
    from sandtable.cli.file_arguments import open_library
    from sandtable.library.store.layers import layers_of
    from sandtable.library.store.shelf import Shelf

    if not document.extends:
        return
    if not os.path.lexists(target):
        layers_of(document, Shelf(family).scenario)
        return
    with open_library(target) as library:
        layers_of(document, Shelf(family, library).scenario)


def unknown_rows(
    source: Path, document: ScenarioDocument, sheet: Map | None, family: InstalledGame, target: Path
) -> list[str]:
    """Return what rows of a text that is in a library now name and what is not there, in words, each with its line."""
    from sandtable.cli.file_arguments import open_library
    from sandtable.library.store.shelf import Shelf
    from sandtable.library.text.text_lines import line_of
    from sandtable.lint.rows import DANGLING, NO_SIDE
    from sandtable.lint.scenarios import check_scenario

    with open_library(target) as library:
        found = check_scenario(document, sheet, family, shelf=Shelf(family, library))
    wanted = [one for one in found if one.code in (DANGLING.name, NO_SIDE.name)]
    text = text_of(source) if wanted else ""
    lines = [line_of(text, one.place.table, one.place.row, one.place.field) for one in wanted]
    at = [f" (at line {line})" if line else "" for line in lines]
    return [f"{source.name}: {one.words}{where}" for one, where in zip(wanted, at, strict=True)]


def require_choices(name: str, family: InstalledGame, options: Iterable[str], given: dict[str, dict[str, Any]]) -> None:
    """Raise ``Invalid`` for an option that the game does not have, and for a parameter out of its bounds."""
    from sandtable.lint.choices import faults_of

    for _, words in faults_of(family, options, given):
        raise Invalid(f"{name}: {words}")


def find_map(key: str, revision: str, target: Path, family: InstalledGame, name: str) -> Map:
    """Return the map of a text; raises ``Invalid`` where there is none, and where its revision is gone."""
    there = False
    for sheet in _maps(key, revision, target, family):
        found, there = sheet(), True
        if not revision or found.digest == revision:
            return found
    if there:
        raise Invalid(
            f"{name} is for revision {revision[:8]} of the map {key!r}, which is gone: take the line `revision` out, "
            "and it is for the map as it is now"
        )
    raise Invalid(f"{name} lies on the map {key!r}, which is not in {target}: put it there with `sandtable map export`")


def _maps(key: str, revision: str, target: Path, family: InstalledGame) -> Iterator[Callable[[], Map]]:
    """Yield what gives the maps of a key."""
    from sandtable.library.shipped import shipped_path
    from sandtable.library.store.library_file import Library

    for path in (target, shipped_path()):
        if os.path.lexists(path) and path.suffix != TEXT:
            with Library.open_sound(path) as library:
                kept = library.revisions(key)
                if kept:
                    yield partial(library.map, key, revision if revision in kept else "")
    for scenario in family.system.scenarios:
        if scenario.map is not None and (sheet := cast("Map", scenario.map())).info.key == key:
            yield partial(_same, sheet)


def _same(sheet: Map) -> Map:
    return sheet


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
