"""Where the politics of a campaign begin in tests: all powers at peace, each in box 25 of the political display."""

from __future__ import annotations

from typing import Any

from sandtable.engine import SideId
from sandtable.testing import Play
from sandtable_empires.model import PoliticalStatus
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.testing import POWERS, TU, corps, position, status


def begin(*pieces: Any, at: str, **others: Any) -> Play:
    """Return a campaign of all phases at a step, with some pieces on the table; ``others`` go to ``position``."""
    given: dict[str, Any] = {"dice": (), **others}
    someone, *boxes = corps("T I", TU, "Constantinople", infantry=1), *(status(one, 25) for one in POWERS)
    return position(someone, *boxes, *pieces, grants=(CAMPAIGN,), at=at, **given)


def box(game: Play, side: SideId) -> int:
    """Return the box in which a power stands."""
    return game[PoliticalStatus][side].box
