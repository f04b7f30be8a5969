"""``sandtable diff``: what differs between two maps, scenarios or libraries, in words."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import click
import msgspec

from sandtable.cli import show
from sandtable.cli.exit_status import FOUND, ExitWith
from sandtable.cli.file_arguments import (
    GEOJSON,
    LIBRARIES,
    FileArgument,
    games,
    kinds_of,
    open_library,
    parse_argument,
    read_map,
    revision,
)

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.library.diff import Difference
    from sandtable.library.store.documents import ScenarioDocument
    from sandtable.library.store.library_file import Library

    Section = tuple[str, tuple[Difference, ...]]


class DiffSide(NamedTuple):
    """One of the two: a library with what is meant in it, a map from a GeoJSON file, or a scenario that ships."""

    argument: FileArgument
    library: Library | None = None
    map: Map | None = None
    scenario: ScenarioDocument | None = None

    def key(self, other: DiffSide) -> str:
        """Return the key of what is meant: the one that was given, else the other's."""
        own = self.map.info if self.map is not None else self.scenario
        return self.argument.key or (own.key if own is not None else other.key(self))

    def kinds(self, key: str) -> list[str]:
        """Return what sorts of things have that key here."""
        if self.library is None:
            return ["map"] if self.scenario is None else ["scenario"]
        return kinds_of(self.library, self.argument._replace(key=key))

    def thing(self, kind: str, key: str) -> Any:
        """Return the map, scenario, preset or chart."""
        from sandtable.engine.state.charts import ChartId

        if self.library is None:
            return self.scenario or self.map
        match kind:
            case "map":
                return self.library.map(key, revision(self.library, key, self.argument.revision))
            case "scenario":
                return self.library.scenario(key)
            case "preset":
                return self.library.preset(key)
            case _:
                return self.library.chart(ChartId(key))


@click.command("diff")
@click.argument("a", metavar="A")
@click.argument("b", metavar="B")
@show.json_option
def command(a: str, b: str, as_json: bool) -> None:
    """Describe the differences from A to B: two libraries (FILE), or two things in them (FILE#KEY).

    An earlier revision of a map is FILE#KEY@REVISION. A GeoJSON file is a map too, and a scenario that ships goes by
    its key, KEY or GAME/KEY. For a new map, also list its effects on scenarios made for the old one. Exit status 1 when
    they differ.
    """
    with ExitStack() as files:
        sections = list(_sections(*(_side(one, files) for one in (a, b))))
    if as_json:
        show.as_json_text({"a": a, "b": b, "differences": [_facts(*section) for section in sections]})
    else:
        for title, changes in sections:
            show.heading(title)
            for change in changes:
                show.paragraph(change.words, "  ")
        if not sections:
            click.echo("nothing differs")
    if sections:
        raise ExitWith(FOUND)


def _facts(title: str, changes: Iterable[Difference]) -> dict[str, Any]:
    return {"document": title, "changes": msgspec.to_builtins(list(changes))}


def _side(text: str, files: ExitStack) -> DiffSide:
    """Open one of the two."""
    from sandtable.engine.errors import Invalid
    from sandtable.interchange.foreign_files import foreign_bytes
    from sandtable.library.files.sqlite_errors import path_text

    source = parse_argument(text)
    if not source.key and source.path.suffix.lower() not in (*GEOJSON, *LIBRARIES) and not os.path.lexists(text):
        return DiffSide(source, scenario=_that_ships(text))
    if source.is_library:
        return DiffSide(source, files.enter_context(open_library(source.path)))
    if source.path.suffix.lower() not in GEOJSON:
        says = "name a library, a GeoJSON file (.geojson), or a scenario by its key"
        raise Invalid(f"{path_text(source.path)} is not a library: {says}")
    return DiffSide(source, None, read_map(source.path, foreign_bytes(source.path)))


def _that_ships(text: str) -> ScenarioDocument:
    """Return a scenario by its key, as `sandtable list` shows it."""
    from sandtable.cli.installed import find_scenario
    from sandtable.library.store.documents import ScenarioDocument

    start = find_scenario(text)
    sheet = cast("Map | None", start.scenario.map() if start.scenario.map is not None else None)
    return start.document or ScenarioDocument.of(start.scenario, start.family, sheet)


def _sections(a: DiffSide, b: DiffSide) -> Iterator[Section]:
    from sandtable.engine.errors import Invalid
    from sandtable.library.diff import library_changes

    if a.library is not None and b.library is not None and not a.argument.key and not b.argument.key:
        yield from library_changes(a.library, b.library, games())
        return
    keys = a.key(b), b.key(a)
    kinds = [kind for kind in a.kinds(keys[0]) if kind in b.kinds(keys[1])]
    if len(kinds) != 1:
        sorts = " and ".join(
            f"{key} is a {' and a '.join(side.kinds(key))}" for side, key in zip((a, b), keys, strict=True)
        )
        raise Invalid(f"{sorts}: compare two of the same kind, FILE#map/KEY or FILE#scenario/KEY")
    (kind,) = kinds
    was, now = a.thing(kind, keys[0]), b.thing(kind, keys[1])
    if changes := _changes_of(kind, was, now, filter(None, (a.library, b.library))):
        yield f"{kind} {keys[0]}" + (f" and {keys[1]}" if keys[0] != keys[1] else ""), changes
        if kind == "map":
            yield from _effects(a.library or b.library, keys[0], was, now)


def _changes_of(kind: str, was: Any, now: Any, libraries: Iterable[Library]) -> tuple[Difference, ...]:
    from sandtable.library import diff

    match kind:
        case "map":
            return diff.map_changes(was, now)
        case "scenario":
            return diff.scenario_changes(was, now, games()(now.game), diff.maps_under(now, libraries))
        case "preset":
            return diff.preset_changes(was, now)
        case _:
            return diff.chart_changes(was, now)


def _effects(library: Library | None, key: str, was: Map, now: Map) -> Iterator[Section]:
    """Say what a new map does to the scenarios on the old one that were not looked over on it."""
    from sandtable.library.diff import effects

    for head in library.scenarios() if library is not None else ():
        if library is not None and head.map == key and head.revision != now.digest:
            document = library.scenario(head.key)
            if touched := effects(was, now, document, games()(document.game)):
                yield f"scenario {head.key} on the new map {key}", touched
