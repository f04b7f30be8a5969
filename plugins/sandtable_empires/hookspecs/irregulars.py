"""Where modules change what becomes of irregular forces."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.engine import Game, HookSet, Part, SideId, collects, decides, happens, settles
from sandtable_empires.model import AreaId, BattleId, ProvinceId


class IrregularHooks(HookSet):
    """Irregular forces.

    .. versionadded:: 0.1
    """

    @decides
    def guerilla_side(self, game: Game) -> SideId | None:
        """Say whose the guerillas are; ``None``: nobody has any.

        .. versionadded:: 0.1
        """
        return None

    # --- how they come

    @collects
    def defeat_parts(self, game: Game, battle: BattleId) -> Iterable[Part]:
        """Add to the guerilla factors, or limit those, that rise where Spanish corps have lost a combat.

        .. versionadded:: 0.1
        """
        return ()

    @collects
    def uprisings(self, game: Game) -> Iterable[ProvinceId]:
        """Name the provinces for which a die is thrown in Spain's Guerilla Step: guerillas may rise there.

        .. versionadded:: 0.1
        """
        return ()

    @settles
    async def uprising_area(self, game: Game, province: ProvinceId, factors: int) -> AreaId | None:
        """Settle in which area of a province guerillas rise; nowhere when nobody says.

        .. versionadded:: 0.1
        """
        return None

    # --- how they are hunted

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
