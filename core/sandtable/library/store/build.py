"""The library that ships: put together from what the installed games bring along as text.

A package names in its entry points (``sandtable.library``) a callable that yields maps, scenarios, presets and
charts. The same content has the same content hash anywhere; on one machine the file is the same to the byte.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from sandtable.board.maps import Map
from sandtable.distribution import NAME as DISTRIBUTION
from sandtable.engine.errors import Broken
from sandtable.engine.state.charts import Chart
from sandtable.library.shipped import NAME
from sandtable.library.store.documents import PresetDocument, ScenarioDocument
from sandtable.library.store.library_file import Library

Thing = Map | ScenarioDocument | PresetDocument | Chart
GROUP: Final = "sandtable.library"
OURS: Final = "sandtable"
"""The id of the library that ships."""


def sources(distribution: str = DISTRIBUTION) -> list[EntryPoint]:
    """Return what a distribution brings to the library, by name."""
    points = entry_points(group=GROUP)
    return sorted((one for one in points if one.dist and one.dist.name == distribution), key=lambda one: one.name)


def contents(points: Iterable[EntryPoint]) -> Iterator[Thing]:
    """Yield what the sources bring, maps first.

    Raises ``Broken`` naming a source that fails or brings something else.
    """
    found = [thing for point in points for thing in _of(point)]
    return iter(sorted(found, key=lambda thing: not isinstance(thing, Map)))


def _of(point: EntryPoint) -> list[Thing]:
    try:
        things = list(point.load()())
    except Exception as error:
        raise Broken(f"{point.value} cannot be read: {type(error).__name__}: {error}", point.name) from error
    for thing in things:
        if not isinstance(thing, Map | ScenarioDocument | PresetDocument | Chart):
            what = type(thing).__name__
            raise Broken(f"{point.value} brings a {what}: a library takes maps, scenarios, presets, charts", point.name)
    return things


def fill(library: Library, things: Iterable[Thing]) -> None:
    """Put things into a library, all of them or none."""
    with library.unit():
        for thing in things:
            match thing:
                case Map():
                    library.put_map(thing)
                case ScenarioDocument():
                    library.put_scenario(thing)
                case PresetDocument():
                    library.put_preset(thing)
                case Chart():
                    library.put_chart(thing)


def build(target: Path, things: Iterable[Thing]) -> str:
    """Write a library of these things, in place of the file that is there; return its content hash."""
    with TemporaryDirectory(prefix="sandtable-") as folder, Library.create(Path(folder) / NAME, id=OURS) as library:
        fill(library, things)
        library.export(target)
        return library.content_hash()


def content_hash(path: Path) -> str:
    """Return the content hash of a library file."""
    with Library.open(path) as library:
        return library.content_hash()
