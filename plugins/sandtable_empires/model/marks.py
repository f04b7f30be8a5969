"""What rules note of corps, forces and areas for each other, until a step or a phase ends."""

from __future__ import annotations

from typing import Final

from sandtable.engine import MarkKind

MARCHED: Final = MarkKind("marched", until="land_movement")
"""A corps has marched."""
HALTED: Final = MarkKind("halted", until="land")
"""A corps goes no further in the area that it has just entered."""
ACROSS_A_RIVER: Final = MarkKind("came across a river", until="land_combat")
"""A corps has come into the area across a river."""
FIGHTS: Final = MarkKind("fights in the step of", until="land", of="side")
"""A corps fights in the Land Combat Step of a side."""
WITHDRAWS: Final = MarkKind("withdraws", until="combat")
"""A corps leaves the combat unbeaten."""
LOSSES: Final = MarkKind("losses", until="round")
"""So many factors a force, or a role in a storm, loses in this round."""
MORALE_LOST: Final = MarkKind("morale lost", until="round")
"""So many tenths of morale it loses."""
MARKS: Final = (MARCHED, HALTED, ACROSS_A_RIVER, FIGHTS, WITHDRAWS, LOSSES, MORALE_LOST)
"""Those that several modules write or read: the game's own."""
