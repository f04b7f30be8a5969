"""What a side fights for."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from sandtable.engine import Row, SideId


class Aim(Row, frozen=True):
    """What gives a side victory points, besides the cities that it holds at the end.

    ``losses``: so many strength points of the enemy lost give one (0: none do). ``line``: what it is worth to have a
    line of retreat open at the end for at least half of what is left of the army.
    """

    id: SideId
    losses: Annotated[int, Meta(ge=0, title="Enemy points lost for a victory point")] = 0
    line: Annotated[int, Meta(ge=0, title="Worth of a line of retreat kept open")] = 0
