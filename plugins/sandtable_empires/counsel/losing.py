"""Which factors one loses most lightly: militia before infantry, infantry before horse, the guard last."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Final

from sandtable_empires.model import Arm
from sandtable_empires.model.battles import troops_and_arm

DEAR: Final[dict[Arm, int]] = {"militia": 1, "infantry": 2, "artillery": 4, "cavalry": 5, "guard": 8}
LOOKED_AT: Final = 400
"""So many ways to share a loss are looked at."""
Losses = tuple[tuple[str, int], ...]


def lightest(ways: Iterable[Losses]) -> Losses | None:
    """Return the way to lose that costs the least valuable factors, ``None`` where there is none."""
    return min(islice(ways, LOOKED_AT), key=_price, default=None)


def _price(losses: Losses) -> int:
    """Return how dear some losses are: irregulars, who have no arm, go first."""
    return sum(count * (DEAR[parts[1]] if (parts := troops_and_arm(key)) else 0) for key, count in losses)
