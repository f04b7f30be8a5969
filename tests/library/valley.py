"""A scenario as text, as small as one can be, and the lines of it that tests make wrong."""

from __future__ import annotations

from typing import Final

VALLEY: Final = """key = "valley"
game = "grande_armee"
title = "The Valley"
map = "thuringia"
options = ["simplified_undisruption"]

[setting]

[Calendar]
calendar = { begins = "1806-10-08", days = 3, turns = 5 }

[Side]
France = { title = "France" }

[[Unit]]
id = "1"
side = "France"
hex = "Erfurt"
kind = "infantry"
"""
OPTIONS: Final = 5
TURNS: Final = 10
SIDES: Final = 12
UNIT_SIDE: Final = 17
UNIT_HEX: Final = 18
"""The lines of the options, the turns, the sides, and of the unit's side and hex."""

MILD: Final = """
[[preset]]
key = "mild"
title = "Mild"
on = ["simplified_undisruption"]
"""
WITH_PRESET: Final = VALLEY.replace("\n\n[setting]", '\nbegins_with = "mild"\n\n[setting]') + MILD
"""The same with a preset of its own, with which it begins: all below its options stands a line lower."""
