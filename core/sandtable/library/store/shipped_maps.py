"""The maps that ship, to be played on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.engine.errors import Invalid
from sandtable.library import shipped
from sandtable.library.store.library_file import Library

if TYPE_CHECKING:
    from collections.abc import Callable

    from sandtable.board.maps import Map


def shipped_map(key: str, build: Callable[[], Map]) -> Map:
    """Return a map to be played on, as the library that ships has it; ``build`` makes it where that has none.

    Its shapes are read when somebody looks at them: a campaign begins in a fraction of the time.

    .. versionadded:: 0.1
    """
    path = shipped.shipped_path()
    if not path.exists():
        return build()
    try:
        with Library.open(path) as library:
            return library.map_to_play(key)
    except Invalid:  # of the sources it can be made all the same; `sandtable check` says what is wrong with the library
        return build()
