"""What happens to units, for whoever answers it."""

from __future__ import annotations

from sandtable.engine import Moment, SideId, SpaceId
from sandtable_grande_armee.model.units import UnitId


class Entered(Moment, frozen=True):
    """Units have entered a hex: on a march, a retreat, or as they arrive."""

    units: tuple[UnitId, ...]
    side: SideId
    hex: SpaceId
