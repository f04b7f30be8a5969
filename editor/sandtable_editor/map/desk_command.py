"""A command of the map that is open."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sandtable_editor.map.desk import MapDesk
    from sandtable_editor.shell.commands import Keys


@dataclass(frozen=True, slots=True)
class DeskCommand:
    """A command with what it does to the map on the desk, and whether it can be done there.

    ``menu`` is "Map" (the map as a whole, files), "Edit", "View" or "Draw".
    """

    key: str
    menu: str
    text: str
    act: Callable[[MapDesk], object]
    keys: Keys = ()
    hint: str = ""
    may: Callable[[MapDesk], bool] = lambda _: True
    listens: bool = True
    """Whether its keys do it wherever the focus is; else only while the map has the focus."""
