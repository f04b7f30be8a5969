"""What ``sandtable FILE`` opens: a campaign, a library, a scenario; in the window, or in the terminal without one."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from sandtable.engine.discovery.modules import Plugins
    from sandtable.engine.errors import Invalid

MAPS: Final = frozenset({".geojson", ".json"})


def has_display() -> bool:
    """Tell whether a window can be opened here."""
    if not sys.platform.startswith("linux") or os.environ.get("QT_QPA_PLATFORM"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def call_for(named: str, found: Callable[[], Plugins], *, window: bool) -> list[str] | None:
    """Return the command that opens what somebody has named in its place, ``None`` for nothing that there is.

    Raises ``Invalid`` in a sentence for a file that cannot be opened.
    """
    path = Path(named)
    if path.exists() or path.is_symlink():
        return _file(path, named, window)
    library, sharp, _ = named.rpartition("#")
    if sharp and Path(library).is_file():
        return _scenario(named, window)
    if os.sep in named or path.suffix:
        from sandtable.engine.errors import Invalid

        raise Invalid(f"{named}: there is no such file; name a campaign, a library or a scenario")
    if any(named in keys for keys in _scenarios(found())):
        return _scenario(named, window)
    return None


def _scenarios(found: Plugins) -> list[set[str]]:
    return [{one.key for one in family.system.scenarios} for family in found.families().values()]


def _scenario(name: str, window: bool) -> list[str]:
    return ["workbench" if window else "play", name]


def _file(path: Path, named: str, window: bool) -> list[str]:
    """Return what opens a file, by what it holds and not by its name."""
    from sandtable.library.files.gate import kind_of
    from sandtable.library.files.schema import CAMPAIGN, LIBRARY

    match kind_of(path):
        case kind if kind is CAMPAIGN:
            return ["workbench", "--campaign", named] if window else ["play", named]
        case kind if kind is LIBRARY:
            return _scenario(f"{named}#{_only_scenario(path)}", window)
        case _:
            raise _no_file_of_ours(path)


def _only_scenario(path: Path) -> str:
    """Return the key of the one scenario of a library; raises ``Invalid`` for none or several."""
    from sandtable.engine.errors import Invalid
    from sandtable.library.store.library_file import Library

    with Library.open(path) as library:
        scenarios, maps = [one.key for one in library.scenarios()], [one.key for one in library.maps()]
    if len(scenarios) == 1:
        return scenarios[0]
    if scenarios:
        raise Invalid(
            f"{path} holds {len(scenarios)} scenarios, {', '.join(scenarios)}: name one, as in sandtable '{path}#KEY'"
        )
    holds = f"the map {maps[0]}" if len(maps) == 1 else f"{len(maps)} maps" if maps else "nothing"
    raise Invalid(
        f"{path} is a library with {holds} and no scenario to play: `sandtable list {path}` shows what it holds, "
        f"`sandtable map render` draws a map"
    )


def _no_file_of_ours(path: Path) -> Invalid:
    from sandtable.engine.errors import Invalid
    from sandtable.library.files.gate import likeness

    if path.suffix.casefold() in MAPS:
        return Invalid(f"{path} cannot be played: `sandtable map import {path} maps.db` imports a GeoJSON map")
    return Invalid(f"{path} is neither a campaign nor a library{likeness(path)}; `sandtable list` shows what there is")
