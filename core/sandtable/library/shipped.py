"""The library that ships: where it lies, and the maps in it that games are played on."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from sandtable.engine.errors import Invalid

if TYPE_CHECKING:
    from collections.abc import Callable

    from sandtable.board.maps import Map

NAME: Final = "scenarios.db"


def shipped_path() -> Path:
    """Return where the library that ships lies: beside the package, or at the root of a checkout."""
    package = Path(__file__).parents[1]
    inside = package / NAME
    return inside if inside.exists() else package.parents[1] / NAME


def shipped_map(key: str, build: Callable[[], Map]) -> Map:
    """Return a map to be played on, as the library that ships has it; ``build`` makes it where that has none.

    Its shapes are read when somebody looks at them: a campaign begins in a fraction of the time.

    .. versionadded:: 0.1
    """
    from sandtable.library.store.library_file import Library

    path = shipped_path()
    if not path.exists():
        return build()
    try:
        with Library.open(path) as library:
            return library.map_to_play(key)
    except Invalid:  # of the sources it can be made all the same; `sandtable check` says what is wrong with the library
        return build()
