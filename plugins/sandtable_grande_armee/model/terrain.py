"""What the rules call what lies on a map."""

from __future__ import annotations

CLEAR, WOOD, ROUGH, PASS = "clear", "wood", "rough", "pass"
MOUNTAIN, WATER, TOWN, FORT = "mountain", "water", "town", "fort"
RIVER, BRIDGE = "river", "bridge"
CLOSED = (MOUNTAIN, WATER)
"""The terrains that nobody enters."""
PLACES = (TOWN, FORT)
"""What stands in a hex beside its terrain."""
