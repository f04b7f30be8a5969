"""Where modules change what becomes of irregular forces."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.engine import Game, HookSet, Part, SideId, collects, happens
from sandtable_empires.model import ProvinceId


class IrregularHooks(HookSet):
    """Irregular forces.

    .. versionadded:: 0.1
    """

    @collects
    def hunt_parts(self, game: Game, province: ProvinceId, side: SideId) -> Iterable[Part]:
        """Modify the die of a side's anti-guerilla operation in a province.

        .. versionadded:: 0.1
        """
        return ()

    @collects
    def hunters(self, game: Game, side: SideId) -> Iterable[SideId]:
        """Name the sides whose corps hunt as one with a side's, itself first.

        .. versionadded:: 0.1
        """
        return ()

    @happens
    async def hunts(self, game: Game, province: ProvinceId, side: SideId) -> None:
        """Act when a side has begun an anti-guerilla operation in a province: this is what works it out.

        .. versionadded:: 0.1
        """
