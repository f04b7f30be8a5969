"""Maps in files, as commands name them: ``FILE.geojson``, ``LIBRARY.db#KEY``, or a library that holds just one."""

from __future__ import annotations

import os
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from sandtable.cli import show
from sandtable.cli.file_arguments import (
    GEOJSON,
    LIBRARIES,
    SQLITE,
    FileArgument,
    open_library,
    parse_argument,
    revision,
)
from sandtable.engine.errors import Invalid
from sandtable.library.files.report_words import count_of

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from sandtable.board.maps import Map
    from sandtable.interchange.worker import Worker
    from sandtable.library.store.library_file import Library

ONE_OF: Final = {"hexes": "hex"}
"""What one of them is called, where it is more than an s that goes."""
STANDARD: Final = "-"

replace_option = click.option("--replace", "anew", is_flag=True, help="Replace the map with that key in the library.")
patience_option = click.option(
    "--patience",
    metavar="SECONDS",
    type=click.FloatRange(1),
    help="How long reading a large file may take; it also gets 1 GB of memory per 10 s (default: 10).",
)


@contextmanager
def patient_worker(seconds: float | None) -> Generator[Worker]:
    """Give the process that reads foreign files, for as long as somebody is willing to wait."""
    from sandtable.interchange.worker import Limits, Overtaxed, Worker, shared_worker

    worker = shared_worker() if seconds is None else Worker(Limits.patient(seconds))
    try:
        yield worker
    except Overtaxed as error:
        raise Overtaxed(f"{error}, or give it longer: --patience {6 * worker.limits.seconds:g}") from error
    finally:
        if seconds is not None:
            worker.close()


def map_argument(text: str) -> FileArgument:
    """Return where a map is; ``LIBRARY.db/KEY`` will do as well."""
    found = parse_argument(text)
    if found.key or found.path.exists():
        return found
    for at in found.path.parents:
        if at.is_file() or at.suffix.lower() in LIBRARIES:
            return FileArgument(at, key="/".join(found.path.parts[len(at.parts) :]))
    return found


def is_library(sheet: FileArgument) -> bool:
    """Say whether a file is a library, or is to be one."""
    if sheet.path.is_file():
        return sheet.beginning == SQLITE or bool(sheet.key)
    return bool(sheet.key) or sheet.path.suffix.lower() in LIBRARIES


def is_kept(sheet: FileArgument, key: str) -> bool:
    """Say whether a library is there and has a map of this key."""
    if not sheet.path.exists():
        return False
    with open_library(sheet.path) as library:
        return bool(library.revisions(key))


def argument_text(sheet: FileArgument) -> str:
    """Return what a map is called on the command line."""
    return f"{sheet.path}#{sheet.key}" if sheet.key else str(sheet.path)


def load_map(text: str) -> Map:
    """Return a map; notices of what was done to it on its way in go to standard error."""
    sheet = map_argument(text)
    if is_library(sheet):
        with open_library(sheet.path) as library:
            key = sheet.key or _only_key(sheet.path, [info.key for info in library.maps()])
            return library.map(key, revision(library, key, sheet.revision))
    from sandtable.interchange import geojson
    from sandtable.interchange.foreign_files import foreign_bytes
    from sandtable.library.files.sqlite_errors import path_text

    reading = geojson.ImportOptions(key=sheet.path.stem)
    arrived = geojson.arrive(foreign_bytes(sheet.path), reading, what=path_text(sheet.path))
    for notice in arrived.notices:
        click.echo(f"{sheet.path}: {notice}", err=True)
    return arrived.map


def _only_key(path: Path, keys: Sequence[str]) -> str:
    """Return the one key there is."""
    if len(keys) == 1:
        return keys[0]
    if not keys:
        raise Invalid(f"{path} holds no map: import one with `sandtable map import`")
    there = ", ".join(keys[:8]) + (", ..." if len(keys) > 8 else "")
    raise Invalid(f"{path} holds {len(keys)} maps: name one as {path}#KEY, from {there}")


def save_map(target: str, sheet: Map, *, anew: bool, hexes: bool = False, paper: bool = False) -> str:
    """Keep a map in a library (which is made if need be) or a file; return what it is called there.

    In a library a map of the same key is replaced only if asked for; a file is replaced as every output is.
    """
    where = map_argument(target)
    if is_library(where):
        return argument_text(_put_in_library(where, sheet, anew=anew))
    if where.path.suffix.lower() not in GEOJSON:
        raise Invalid(f"{target} does not say what kind of file it is: name LIBRARY.db, LIBRARY.db#KEY or FILE.geojson")
    from sandtable.interchange import geojson
    from sandtable.interchange.foreign_files import write_text

    write_text(where.path, geojson.write(sheet, hexes=hexes, paper=paper))
    return argument_text(where)


def replace_map(target: str, was: Map, now: Map) -> str:
    """Keep what has become of a map in its place; return what it is called there.

    Raises ``Invalid`` where another program has changed it there since it was read.
    """
    where = map_argument(target)
    if not is_library(where):
        return save_map(target, now, anew=True)
    from sandtable.library.store.library_file import Library

    with Library.open(where.path, writing=True) as library:
        if library.revisions(now.info.key)[:1] not in ((), (was.digest,)):
            raise Invalid(
                f"{argument_text(where)} was changed by another program in the meantime: nothing was changed; try again"
            )
        library.put_map(now)
    return argument_text(where._replace(key=now.info.key))


def _put_in_library(where: FileArgument, sheet: Map, *, anew: bool) -> FileArgument:
    from msgspec.structs import replace as with_fields

    from sandtable.library.store.library_file import Library

    if where.key:
        sheet = replace(sheet, info=with_fields(sheet.info, key=where.key))
    key = sheet.info.key
    there = os.path.lexists(where.path)
    try:
        with Library.open(where.path, writing=True) if there else Library.create(where.path) as library:
            _put_new(library, where, sheet, key, anew=anew)
    except BaseException:
        if not there:  # it was made for this map alone
            where.path.unlink(missing_ok=True)
        raise
    return where._replace(key=key)


def _put_new(library: Library, where: FileArgument, sheet: Map, key: str, *, anew: bool) -> None:
    if not anew and key in {info.key for info in library.maps()}:
        raise Invalid(f"{where.path} already has a map {key!r}: use --replace, or give another key, {where.path}#KEY")
    library.put_map(sheet)


def facts(sheet: Map) -> dict[str, Any]:
    """Return what a map holds, in numbers."""
    return {
        "key": sheet.info.key,
        "title": sheet.info.title,
        "unit": sheet.info.unit,
        "projection": sheet.info.projection,
        "revision": sheet.digest,
        "spaces": len(sheet.graph.spaces),
        "areas": 0 if sheet.areas is None else len(sheet.areas),
        "hexes": 0 if sheet.hexes is None else len(sheet.hexes.grid),
        "edges": len(sheet.graph.edges),
        "regions": len(sheet.regions),
        "lines": len(sheet.lines),
        "underlays": len(sheet.underlays),
    }


def tell(where: str, sheet: Map, notices: Sequence[str], *, as_json: bool, **more: object) -> None:
    """Say where a map is now, what it holds, and what was done to it on its way in."""
    if as_json:
        show.as_json_text({"written": where, "map": facts(sheet), "notices": list(notices), **more})
        return
    for notice in notices:
        click.echo(notice, err=True)
    held = [(what, number) for what, number in facts(sheet).items() if isinstance(number, int) and number]
    told = [count_of(number, ONE_OF.get(what, what[:-1]), what) for what, number in held]
    click.echo(f"{where}: {', '.join(told) or 'an empty map'}")
