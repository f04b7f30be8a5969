"""Checks on maps, scenarios and presets: what is wrong, where, in words, and a fix where one is safe.

``maps.check_map`` (``maps.MapLint`` while one works on a map), ``scenarios.check_scenario``, ``choices.check_preset``,
``libraries.check_library``; ``mending.mend`` applies fixes. ``remarks`` has what modules of games call.
"""

from typing import TYPE_CHECKING

from sandtable.faces import lazily

if TYPE_CHECKING:
    from sandtable.lint.remarks import (
        EntrySpace,
        PlacedPiece,
        alone,
        beside_on,
        enemy_held,
        out_of_time,
        over_stacked,
        reachable_from,
        unreachable,
        wrong_terrain,
    )
else:
    __getattr__ = lazily(__name__)

__all__ = [
    "EntrySpace", "PlacedPiece", "alone", "beside_on", "enemy_held", "out_of_time", "over_stacked",
    "reachable_from", "unreachable", "wrong_terrain",
]  # fmt: skip
