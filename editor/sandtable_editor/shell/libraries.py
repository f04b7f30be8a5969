"""The libraries that first pages show: the user's own, those that were opened here, the one that ships."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from sandtable_editor.shell.settings import Settings

LIBRARIES: Final = "map/libraries"
"""The setting that names the other libraries that were opened, one in a line."""
KEPT: Final = 8


def known_libraries(settings: Settings) -> list[Path]:
    """Return the libraries that are there: the user's own, those that were opened, the one that ships."""
    from sandtable.library.own import own_library_path
    from sandtable.library.shipped import shipped_path

    opened = [Path(one) for one in settings.text(LIBRARIES).split("\n") if one]
    return [path for path in dict.fromkeys((own_library_path(), *opened, shipped_path())) if path.exists()]


def remember_library(settings: Settings, path: Path) -> None:
    """Show this library too, from now on."""
    opened = [one for one in settings.text(LIBRARIES).split("\n") if one and one != str(path)]
    settings.put(LIBRARIES, "\n".join([str(path), *opened][:KEPT]))


def is_shipped(library: Path) -> bool:
    """Tell whether a library is the one that ships: nobody works in that."""
    from sandtable.library.shipped import shipped_path

    return library == shipped_path()


def where_words(library: Path) -> str:
    """Return which library it is, in words."""
    from sandtable.library.own import own_library_path

    if is_shipped(library):
        return "Ships with the program"
    return "In your own library" if library == own_library_path() else f"In {library}"
