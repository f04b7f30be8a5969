"""What rules note of corps, forces and areas for each other, until a step or a phase ends."""

from __future__ import annotations

from typing import Final

from sandtable.engine import MarkKind
from sandtable_empires.steps import (
    COMBAT_SEQUENCE,
    LAND_COMBAT_STEP,
    LAND_MOVEMENT_STEP,
    LAND_PHASE,
    NAVAL_MOVEMENT_STEP,
    NAVAL_PHASE,
)

MARCHED: Final = MarkKind("marched", until=LAND_MOVEMENT_STEP)
"""A corps has marched."""
HALTED: Final = MarkKind("halted", until=LAND_PHASE)
"""A corps goes no further in the area that it has just entered."""
ACROSS_A_RIVER: Final = MarkKind("came across a river", until=LAND_COMBAT_STEP)
"""A corps has come into the area across a river."""
FIGHTS: Final = MarkKind("fights in the step of", until=LAND_PHASE, of="side")
"""A corps fights in the Land Combat Step of a side."""
WITHDRAWS: Final = MarkKind("withdraws", until=COMBAT_SEQUENCE)
"""A corps leaves the combat unbeaten."""
LOSSES: Final = MarkKind("losses", until="round")
"""So many factors a force, or a role in a storm, loses in this round."""
MORALE_LOST: Final = MarkKind("morale lost", until="round")
"""So many tenths of morale it loses."""
SAILED: Final = MarkKind("sailed", until=NAVAL_PHASE)
"""A fleet has sailed."""
MOORED: Final = MarkKind("moored", until=NAVAL_PHASE)
"""A fleet sails no further than where it has just come."""
UNDER_WAY: Final = MarkKind("under way", until=NAVAL_MOVEMENT_STEP)
"""A fleet that was intercepted has so many movement points left."""
TRIED_TO_INTERCEPT: Final = MarkKind("tried to intercept", until=NAVAL_MOVEMENT_STEP)
"""A fleet has tried to intercept another in this step."""
ATTACKED: Final = MarkKind("attacked at sea", until=NAVAL_PHASE)
"""A fleet has attacked in this phase."""
MARKS: Final = (MARCHED, HALTED, ACROSS_A_RIVER, FIGHTS, WITHDRAWS, LOSSES, MORALE_LOST)
"""Those that several modules write or read: the game's own."""
