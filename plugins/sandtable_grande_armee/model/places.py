"""What stands on the map besides units: forts, and the cities that are fought for."""

from __future__ import annotations

from typing import Annotated, NewType

from msgspec import Meta

from sandtable.engine import Row, SideId, SpaceId
from sandtable_grande_armee.model.units import UnitId

FortId = NewType("FortId", SpaceId)
CityId = NewType("CityId", SpaceId)


class Fort(Row, frozen=True):
    """A fort, by its hex; ``holder`` is whose it is (empty: nobody's)."""

    id: FortId
    holder: SideId | None = None


class Shelter(Row, frozen=True):
    """Whether a unit in a fort's hex is inside; without a row that is left open.

    ``declared``: it has been said because an enemy has come beside it; before, only its ``side`` knows what comes.
    """

    id: UnitId
    inside: bool
    declared: bool = False
    side: SideId | None = None


class City(Row, frozen=True):
    """A city that counts for victory: its worth to whoever holds it at the end."""

    id: CityId
    worth: Annotated[int, Meta(ge=0)]
    holder: SideId | None = None
