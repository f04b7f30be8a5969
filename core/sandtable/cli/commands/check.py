"""``sandtable check``: what is wrong with maps, scenarios and presets, and mending it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from sandtable.cli import show
from sandtable.cli.exit_status import FOUND, ExitWith
from sandtable.cli.file_arguments import GEOJSON, FileArgument, games, kinds_of, open_library, parse_argument, read_map

if TYPE_CHECKING:
    from sandtable.library.store.library_file import Library
    from sandtable.lint.findings import Finding

Wanted = Callable[["Finding[Any]"], bool]
SEVERITIES: Final = ("error", "warning", "hint")
COLOURS: Final = {"error": "red", "warning": "yellow", "hint": "blue"}


@dataclass
class CheckResult:
    """What was found and what was done; ``kept`` is the copy of the file as it was."""

    findings: list[Finding[Any]]
    done: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    failed: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    kept: Path | None = None
    harm: tuple[str, ...] = ()


@click.command("check")
@click.argument("library", required=False)
@click.option("--fix", is_flag=True, help="Apply the safe fixes in one transaction, after making a copy.")
@click.option(
    "--output",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="With --fix: leave LIBRARY unchanged and fix a copy.",
)
@click.option(
    "--salvage",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Save the undamaged parts of LIBRARY to FILE.",
)
@click.option("--code", "codes", metavar="CODE", multiple=True, help="Only findings of this kind (may be repeated).")
@click.option(
    "--severity", type=click.Choice(SEVERITIES), default="hint", help="Only findings of this severity or worse."
)
@show.json_option
def command(
    library: str | None,
    fix: bool,
    output: Path | None,
    salvage: Path | None,
    codes: tuple[str, ...],
    severity: str,
    as_json: bool,
) -> None:
    """Say what is wrong with the maps, scenarios and presets of a library, or with one of them (FILE#KEY).

    LIBRARY is by default the one that ships; it may also be a GeoJSON file. Exit status 1 when there are errors or
    warnings.
    """
    from sandtable.engine.errors import Invalid

    if output is not None and not fix:
        raise Invalid("--output names the mended copy: add --fix")
    _check_codes(codes)

    def is_wanted(one: Finding[Any]) -> bool:
        return SEVERITIES.index(one.severity) <= SEVERITIES.index(severity) and (not codes or one.code in codes)

    def may_mend(one: Finding[Any]) -> bool:
        return is_wanted(one) and (one.code in codes or one.fix is None or not one.fix.deliberate)

    source = parse_argument(library) if library is not None else FileArgument(_shipped_library())
    if salvage is not None:
        _salvage(source.path, salvage, as_json)
        return
    outcome = (_library if source.is_library else _geojson)(source, fix, output, may_mend)
    outcome.findings = [one for one in outcome.findings if is_wanted(one)]
    if as_json:
        show.as_json_text(_facts(library or str(source.path), outcome))
    else:
        _print(outcome, fix)
    if outcome.harm:
        click.echo(f"`sandtable check {source.path} --salvage FILE` writes what is sound to a new library", err=True)
    if outcome.harm or any(one.severity != "hint" for one in outcome.findings):
        raise ExitWith(FOUND)


def _salvage(path: Path, target: Path, as_json: bool) -> None:
    """Write what is sound of a library to a new one, and say what was left behind."""
    from sandtable.library.files.sqlite_errors import path_text
    from sandtable.library.store.library_file import Library

    _require_new(target)
    sound = Library.salvage(path, target)
    if as_json:
        show.as_json_text({"file": str(path), "written": str(target), "holds": sound.things, "lost": sound.lost})
    else:
        click.echo(f"{path_text(target)} holds what is sound of {path_text(path)}: {sound.things}")
        for one in sound.lost:
            click.echo(f"left behind: {one}", err=True)
    if sound.lost:
        raise ExitWith(FOUND)


def _check_codes(codes: Iterable[str]) -> None:
    """Raise ``Invalid`` for a code that does not exist; those of games have a slash and are theirs."""
    from sandtable.engine.errors import unknown
    from sandtable.lint.registry import codes as registered

    for name in codes:
        if "/" not in name and name not in registered():
            raise unknown("code", name, registered(), "docs/lint.md lists them")


# -- libraries


def _library(source: FileArgument, fix: bool, output: Path | None, wanted: Wanted) -> CheckResult:
    """Look at a library; mend it in place once a copy is beside it, or mend the copy that was asked for."""
    from sandtable.library.store.library_file import Library
    from sandtable.lint.libraries import check_library, mend_library

    if fix and output is None:
        _require_own(source.path)
    with Library.open(source.path) if fix else open_library(source.path) as library:
        keys = _keys(library, source)
        if not fix:
            return CheckResult(check_library(library, games(), keys), harm=library.harm)
        result = mend_library(library, games(), wanted, keys)
        if result.done or output is not None:
            copy = output if output is not None else _beside(source.path)
            _require_new(copy)
            library.export(copy)
        else:
            copy = None
        before = library.content_hash()
    if result.done:
        with Library.open(output if output is not None else source.path, writing=True) as library:
            _require_same(library, before)
            result.write(library)
    kept = copy if output is None else None
    return CheckResult(list(result.left), list(result.done), list(result.failed), kept)


def _require_same(library: Library, before: str) -> None:
    """Raise ``Invalid`` when another program has changed the file since it was looked at."""
    from sandtable.engine.errors import Invalid
    from sandtable.library.files.sqlite_errors import path_text

    if library.content_hash() != before:
        raise Invalid(
            f"{path_text(library.path)} was changed by another program in the meantime: nothing was written; "
            f"run the command again"
        )


def _shipped_library() -> Path:
    """Return the library that ships; raises ``Invalid`` when it is not there."""
    from sandtable.engine.errors import Invalid
    from sandtable.library.shipped import shipped_path

    if shipped_path().exists():
        return shipped_path()
    raise Invalid(f"there is no {shipped_path()}: run `sandtable build-library`, or name a library")


def _require_own(path: Path) -> None:
    """Raise ``Invalid`` for the library that ships: an update would bring it back as it was."""
    from sandtable.engine.errors import Invalid
    from sandtable.library.files.sqlite_errors import path_text
    from sandtable.library.shipped import shipped_path

    if path.resolve() == shipped_path().resolve():
        raise Invalid(
            f"{path_text(path)} comes with the program and is never changed: use --output FILE to write a mended copy"
        )


def _keys(library: Library, source: FileArgument) -> Callable[[str], bool]:
    """Say which keys are looked at: all, or the one that was given, if there is something of that name."""
    if not source.key:
        return lambda _: True
    kinds_of(library, source)
    return lambda key: key == source.key


def _beside(path: Path) -> Path:
    """Return a free name for the file as it was: ``europe.before-fix.db``, ``europe.before-fix-2.db``."""
    copy, number = path.with_name(f"{path.stem}.before-fix{path.suffix}"), 1
    while copy.exists():
        number += 1
        copy = path.with_name(f"{path.stem}.before-fix-{number}{path.suffix}")
    return copy


def _require_new(path: Path) -> None:
    from sandtable.engine.errors import Invalid
    from sandtable.library.files.sqlite_errors import path_text

    if path.exists():
        raise Invalid(f"{path_text(path)} already exists: choose another name")


# -- GeoJSON


def _geojson(source: FileArgument, fix: bool, output: Path | None, wanted: Wanted) -> CheckResult:
    """Look at a GeoJSON file: first at its raw shapes, then at the map that can be made of it."""
    from sandtable.engine.errors import Invalid
    from sandtable.interchange.foreign_files import foreign_bytes, write_text
    from sandtable.interchange.geojson import write
    from sandtable.interchange.worker import shared_worker
    from sandtable.library.files.sqlite_errors import path_text
    from sandtable.lint.foreign_shapes import FLAWS, as_finding
    from sandtable.lint.maps import check_map
    from sandtable.lint.mending import mend

    if source.path.suffix.lower() not in GEOJSON:
        raise Invalid(f"{path_text(source.path)} is not a library: name a library, or a GeoJSON file (.geojson)")
    if fix and output is None:
        raise Invalid(
            f"{source.path.name} is another program's file and is never changed: "
            f"use --output FILE to write the mended map"
        )
    data = foreign_bytes(source.path)
    raw = [as_finding(source.path.stem, flaw) for flaw in shared_worker().run(FLAWS, data, None, what=source.path.name)]
    try:
        sheet = read_map(source.path, data, mend=bool(raw))
    except Invalid:
        if raw:
            return CheckResult(list(raw))
        raise
    found = check_map(sheet)
    if not fix or output is None:
        return CheckResult([*raw, *found])
    _require_new(output)
    result = mend(sheet, check_map, wanted)
    write_text(output, write(result.document))
    title = f"map {sheet.info.key}"
    done = [one.fix.says for one in raw if one.fix is not None] + list(result.done)
    return CheckResult(list(result.left), [(title, says) for says in done], [(title, says) for says in result.failed])


# -- what is said


def _facts(source: str, outcome: CheckResult) -> dict[str, Any]:
    return {
        "file": source,
        "findings": [one.facts() for one in outcome.findings],
        "fixed": [{"document": what, "says": says} for what, says in outcome.done],
        "not_fixed": [{"document": what, "says": says} for what, says in outcome.failed],
        "harm": list(outcome.harm),
        "copy": str(outcome.kept) if outcome.kept is not None else None,
    }


def _print(outcome: CheckResult, fix: bool) -> None:
    """Print the findings document by document, what was done, and a sum."""

    def document(one: Finding[Any]) -> str:
        return f"{one.place.about} {one.place.key}"

    for title, found in groupby(sorted(outcome.findings, key=document), key=document):
        show.heading(title)
        show.columns([_severity(one), one.code, _words(one)] for one in found)
    for what, says in outcome.done:
        click.echo(f"fixed, {what}: {says}")
    for what, says in outcome.failed:
        click.echo(f"not fixed, {what}: {says}; the fix would fail or cause another fault", err=True)
    if outcome.kept is not None:
        click.echo(f"the file as it was is {outcome.kept}")
    click.echo(_sum(outcome, fix))


def _severity(one: Finding[Any]) -> str:
    return click.style(one.severity, fg=COLOURS[one.severity])


def _words(one: Finding[Any]) -> str:
    if one.fix is None:
        return one.says
    asked = f", with --fix --code {one.code}" if one.fix.deliberate else ""
    return f"{one.says} [fix: {one.fix.says}{asked}]"


def _sum(outcome: CheckResult, fix: bool) -> str:
    from sandtable.library.files.report_words import count_of, join_names

    counts = {severity: sum(one.severity == severity for one in outcome.findings) for severity in SEVERITIES}
    told = join_names(count_of(count, severity) for severity, count in counts.items() if count)
    able = sum(one.fix is not None and not one.fix.deliberate for one in outcome.findings)
    hint = f"; --fix can mend {able} of them" if able and not fix else ""
    return f"{told}{hint}" if told else "nothing else is wrong" if outcome.harm else "nothing is wrong"
