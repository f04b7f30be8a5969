"""Where modules change how battles are fought, who falls back, and where to."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from sandtable.engine import Game, HookSet, Part, SideId, SpaceId, collects, happens
from sandtable_grande_armee.hookspecs.movement import Pace
from sandtable_grande_armee.model import BattleId, Role, UnitId

Fate = Literal["eliminated", "retreats", "disrupted"]
"""What the results chart does to a side."""


class Force(Struct, frozen=True):
    """Units that fight together: for which hex, in which part, and which of them are supplied.

    ``inside``: they defend the walls of a fort.
    """

    side: SideId
    role: Role
    hex: SpaceId
    units: tuple[UnitId, ...]
    supplied: frozenset[UnitId] = frozenset()
    inside: bool = False


class CombatHooks(HookSet):
    """How battles are fought.

    .. versionadded:: 0.3
    """

    # --- strength and odds

    @collects
    def strength_parts(self, game: Game, force: Force) -> Iterable[Part]:
        """Give the parts of the strength of a force without its leaders.

        .. versionadded:: 0.3
        """
        return ()

    @collects
    def leader_parts(self, game: Game, force: Force, own: int) -> Iterable[Part]:
        """Give what leaders add to a force whose own strength is so much.

        .. versionadded:: 0.3
        """
        return ()

    @collects
    def odds_parts(self, game: Game, attack: int, defence: int) -> Iterable[Part]:
        """Give the parts of the odds between two strengths.

        .. versionadded:: 0.3
        """
        return ()

    # --- before the combat

    @collects
    def may_give_way(self, game: Game, battle: BattleId) -> Iterable[UnitId]:
        """Name the defenders who may retreat before a combat or an overrun, unless a rule refuses it to them.

        .. versionadded:: 0.3
        """
        return ()

    @happens
    async def gave_way(self, game: Game, units: tuple[UnitId, ...]) -> None:
        """Units have retreated before a combat, all together.

        .. versionadded:: 0.3
        """

    # --- results

    @happens
    async def befalls(self, game: Game, battle: BattleId, role: Role, fate: Fate) -> None:
        """The results chart does something to a side of a battle.

        .. versionadded:: 0.3
        """

    # --- retreats

    @collects
    def goals(self, game: Game, unit: UnitId) -> Iterable[str]:
        """Name that towards which a unit may retreat: sides of the map, and units by their ids.

        .. versionadded:: 0.3
        """
        return ()

    @collects
    def retreat_parts(self, game: Game, pace: Pace) -> Iterable[Part]:
        """Give the parts of the price of a step of a retreat.

        .. versionadded:: 0.3
        """
        return ()

    @collects
    def upset_by(self, game: Game, units: tuple[UnitId, ...], hex: SpaceId) -> Iterable[UnitId]:
        """Name the friends in a hex who are disrupted by a retreat of these units into it.

        .. versionadded:: 0.3
        """
        return ()

    @happens
    async def cannot_retreat(self, game: Game, unit: UnitId) -> None:
        """A unit must retreat, and has no way of the length that it must go.

        .. versionadded:: 0.3
        """

    # --- overruns

    @collects
    def overrun_parts(self, game: Game, battle: BattleId) -> Iterable[Part]:
        """Give the parts of the points that an overrun takes beside the step, once defenders have given way or not.

        .. versionadded:: 0.3
        """
        return ()


class FortHooks(HookSet):
    """Who is in a fort.

    .. versionadded:: 0.3
    """

    @collects
    def may_shelter(self, game: Game, side: SideId) -> Iterable[SpaceId]:
        """Name the hexes of the forts into which units of a side may go.

        .. versionadded:: 0.3
        """
        return ()


class VictoryHooks(HookSet):
    """Who wins.

    .. versionadded:: 0.3
    """

    @collects
    def victory_parts(self, game: Game, side: SideId) -> Iterable[Part]:
        """Give the parts of the victory points of a side as things stand.

        .. versionadded:: 0.3
        """
        return ()
