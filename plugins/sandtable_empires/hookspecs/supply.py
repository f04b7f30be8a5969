"""Where modules change how land forces are supplied."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from sandtable.engine import Game, HookSet, Part, SideId, collects
from sandtable_empires.model import AreaId, CorpsId, DepotId


class Block(Struct, frozen=True):
    """An area through which a side can trace no supply, and why."""

    area: AreaId
    rule: str
    says: str


class SupplyHooks(HookSet):
    """How land forces are supplied.

    .. versionadded:: 0.1
    """

    @collects
    def supply_blocks(self, game: Game, side: SideId) -> Iterable[Block]:
        """Say which areas cut the supply lines of a side.

        .. versionadded:: 0.1
        """
        return ()

    @collects
    def depot_capacity_parts(self, game: Game, depot: DepotId) -> Iterable[Part]:
        """Limit how many corps and besieged garrisons one depot serves; no part: any number.

        .. versionadded:: 0.1
        """
        return ()

    @collects
    def forage_parts(self, game: Game, corps: CorpsId) -> Iterable[Part]:
        """Add to the forage value that a corps's die is compared with.

        .. versionadded:: 0.1
        """
        return ()
