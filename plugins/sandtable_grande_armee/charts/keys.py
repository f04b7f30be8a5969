"""The keys of the charts that rules look up."""

from __future__ import annotations

from typing import Final

UNIT_TYPES: Final = "unit types"
COMBINING: Final = "combining"
TERRAIN_COST: Final = "terrain cost"
MOVEMENT_COST: Final = "movement cost"
FORCE_MARCH: Final = "force march"
FORCE_MARCH_RATE: Final = "force march rate"
RESULTS: Final = "combat results"
LIMITS: Final = "limits"
