"""Opening a map by its title, whichever library has it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from sandtable_editor.shell.finder import SearchHit, narrow
from sandtable_editor.shell.libraries import is_shipped, known_libraries, where_words

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sandtable_editor.shell.jobs import Progress
    from sandtable_editor.shell.workspace import Workbench

    Open = Callable[[Path, str], object]


class TitledMap(NamedTuple):
    """A map of a library, by its title."""

    library: Path
    key: str
    title: str


def ask_map(window: Workbench, open_it: Open, copy_it: Open) -> None:
    """Look for the maps there are, and ask which is to be opened; one that ships is copied first."""

    def show(maps: list[TitledMap]) -> None:
        hits = [
            SearchHit(one.title, where_words(one.library), partial(_way(one, open_it, copy_it), one.library, one.key))
            for one in maps
        ]
        window.ask_finder("Open a map", lambda text: narrow(text, hits))

    libraries = known_libraries(window.settings)
    window.jobs.run("Looking for maps", lambda progress: titled_maps(libraries, progress), show)


def _way(one: TitledMap, open_it: Open, copy_it: Open) -> Open:
    return copy_it if is_shipped(one.library) else open_it


def titled_maps(libraries: list[Path], progress: Progress) -> list[TitledMap]:
    """Return the maps of libraries by their titles, those that ship last; one that cannot be read has none here."""
    from sandtable.engine.errors import SandtableError
    from sandtable.library.store.library_file import Library

    found: list[TitledMap] = []
    for path in libraries:
        progress.check()
        try:
            with Library.open_sound(path) as library:
                found += [TitledMap(path, info.key, info.title or info.key) for info in library.maps()]
        except SandtableError:  # the first page says why
            continue
    return sorted(found, key=lambda one: (is_shipped(one.library), one.title.casefold()))
