"""The keys of the charts of the war at sea, and those by which they are looked up."""

from __future__ import annotations

from typing import Final

from sandtable_empires.charts.keys import Keys

INTERCEPTION: Final = "interception"
EVASION: Final = "evasion"
WIND_GAUGE: Final = "wind gauge"
NAVAL_LOSSES: Final = "naval losses"
TRANSPORT: Final = "transport"
CARRIERS: Final[Keys] = ("fleet",)
WIND_BONUS: Final = "wind gauge in combat"

BLOCKADED: Final = "blockade box"
SAME_SEA: Final = "same sea"
NEXT_SPACE: Final = "next space"
MEETINGS: Final[Keys] = (BLOCKADED, SAME_SEA, NEXT_SPACE)
"""Where a fleet lies that intercepts: in the box that is entered, in the sea that is, or next to either."""
AT_SEA: Final = "sea"
IN_BOX: Final = "blockade"
EVADES: Final[Keys] = (AT_SEA, IN_BOX)
NAVAL_DICE: Final[Keys] = tuple(str(number) for number in range(1, 8))
BROADSIDE: Final[Keys] = ("broadside",)
