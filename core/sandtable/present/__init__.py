"""What a game shows, declared without a window: counters, map modes, reach, sheets, tables, tracks.

A game adds ``PresentHooks`` to its hook sets and its modules answer; the workbench, pictures and reports draw
what they say. Everything is asked of the game as a seat sees it.
"""

from typing import TYPE_CHECKING

from sandtable.faces import lazily

if TYPE_CHECKING:
    from sandtable.present.board import Colour, Counter, MapMode, Reach, Sign, Symbol
    from sandtable.present.contests import Contest, Course, Outcome
    from sandtable.present.hookspecs import PresentHooks, present_hooks
    from sandtable.present.panels import Box, Matrix, Panel, Sheet, SheetEntry, Table, Track
else:
    __getattr__ = lazily(__name__)

__all__ = [
    "Box", "Colour", "Contest", "Counter", "Course", "MapMode", "Matrix", "Outcome", "Panel", "PresentHooks",
    "Reach", "Sheet", "SheetEntry", "Sign", "Symbol", "Table", "Track", "present_hooks",
]  # fmt: skip
