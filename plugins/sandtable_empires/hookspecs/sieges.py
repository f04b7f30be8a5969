"""Where modules change how cities are besieged, stormed and held."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct, field

from sandtable.engine import Game, HookSet, Part, SideId, collects, decides, happens, settles, this_rule
from sandtable_empires.model import AreaId, Contingent, Corps, Garrison, Role, SiegeId, StormId, contingents_in


class Insider(Struct, frozen=True):
    """Factors that hold a city or stand before it, and whose they are.

    ``free``: they need not fight in a storm unless they are what is stormed.
    """

    side: SideId
    contingent: Contingent
    free: bool = False


class Ending(Struct, frozen=True):
    """A reason why a siege is over."""

    rule: str = field(default_factory=this_rule)
    says: str = ""


def insiders(troops: Corps | Garrison) -> Iterator[Insider]:
    """Go through the factors of a corps or garrison, arm by arm."""
    return (Insider(troops.side, one) for one in contingents_in(troops))


class SiegeHooks(HookSet):
    """Cities, those in them and those before them.

    .. versionadded:: 0.1
    """

    @collects
    def inside(self, game: Game, area: AreaId) -> Iterable[Insider]:
        """Name the factors in the city of an area, besieged or not.

        .. versionadded:: 0.1
        """
        return ()

    @collects
    def besiegers(self, game: Game, area: AreaId, side: SideId) -> Iterable[Insider]:
        """Name the factors that besiege, or would besiege, the city of an area for a side.

        .. versionadded:: 0.1
        """
        return ()

    @collects
    def besieging_partners(self, game: Game, area: AreaId, side: SideId) -> Iterable[SideId]:
        """Name the other sides that besiege, or would besiege, the city of an area together with a side.

        .. versionadded:: 0.1
        """
        return ()

    @collects
    def holds_for_enemy(self, game: Game, area: AreaId, side: SideId) -> Iterable[SideId]:
        """Name those who hold the city of an enemy of a side, though they are at peace with it themselves.

        .. versionadded:: 0.4
        """
        return ()

    @happens
    async def begins_siege(self, game: Game, area: AreaId, side: SideId) -> None:
        """Act when a side has announced the siege of a city: this is what begins it.

        .. versionadded:: 0.1
        """

    @collects
    def siege_ends(self, game: Game, siege: SiegeId) -> Iterable[Ending]:
        """Say why a siege is over, the first reason first; nobody: it goes on.

        .. versionadded:: 0.1
        """
        return ()

    @decides
    def speaker(self, game: Game, area: AreaId, sides: tuple[SideId, ...]) -> SideId | None:
        """Say which of the sides with factors in a city, or at a depot, decides for all; ``None``: they settle it.

        .. versionadded:: 0.1
        """

    @settles
    async def settle_speaker(self, game: Game, area: AreaId, sides: tuple[SideId, ...]) -> SideId | None:
        """Settle which of these sides decides for all, where no rule says so; nobody: the first.

        .. versionadded:: 0.1
        """
        return None

    @collects
    def hungry(self, game: Game, area: AreaId) -> Iterable[Insider]:
        """Name the factors in a besieged city that must be fed.

        .. versionadded:: 0.1
        """
        return ()

    @happens
    async def batters(self, game: Game, siege: SiegeId) -> None:
        """Act when the besieger tries to breach the walls: this is what works it out.

        .. versionadded:: 0.1
        """

    @collects
    def breach_parts(self, game: Game, area: AreaId) -> Iterable[Part]:
        """Add to the die with which besiegers try to breach the walls.

        .. versionadded:: 0.1
        """
        return ()

    @collects
    def storm_die_parts(self, game: Game, storm: StormId, role: Role) -> Iterable[Part]:
        """Modify the die of the ``attacker`` or the ``defender`` of a storm.

        .. versionadded:: 0.1
        """
        return ()

    @happens
    async def storm_musters(self, game: Game, storm: StormId) -> None:
        """Act when a storm is about to begin, before morale is settled: others may join.

        .. versionadded:: 0.1
        """

    @collects
    def volunteers(self, game: Game, storm: StormId, role: str) -> Iterable[Insider]:
        """Name those of the ``free`` who have joined the ``attacker`` or the ``defender`` of a storm.

        .. versionadded:: 0.1
        """
        return ()

    @happens
    async def after_storm(self, game: Game, storm: StormId) -> None:
        """Act when a storm is decided; its row is still there.

        .. versionadded:: 0.1
        """

    @settles
    async def grants_honours(self, game: Game, area: AreaId, side: SideId, besieger: SideId) -> bool | None:
        """Settle whether the garrisons of a side may march off when it gives a city up; nobody: they may not.

        .. versionadded:: 0.1
        """
        return None

    @happens
    async def lay_down_arms(self, game: Game, area: AreaId, side: SideId, captor: SideId, free: bool) -> None:
        """Take the factors of a side out of a city that it gives up; ``free``: with the honours of war.

        .. versionadded:: 0.1
        """
