"""What rules note of units for each other, until a player turn ends."""

from __future__ import annotations

from typing import Final

from sandtable.engine import MarkKind

PRODUCED: Final = MarkKind("produced", until="phase")
"""A depot has produced supply units in this player turn: so many."""
NEW: Final = MarkKind("new", until="phase")
"""A supply unit has been produced in this player turn."""
DECLARED: Final = MarkKind("declared a force march", until="phase")
"""A unit has declared its force march of this player turn."""
MARKS: Final = (PRODUCED, NEW, DECLARED)
