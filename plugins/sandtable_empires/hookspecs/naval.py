"""Where modules change how fleets sail and fight."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.engine import Game, HookSet, Illegal, Moment, Part, SideId, SpaceId, collects, decides, happens
from sandtable_empires.hookspecs.control import Hindrance
from sandtable_empires.model import (
    Fleet,
    FleetId,
    NavalBattle,
    NavalBattleId,
    NavalForceId,
    Role,
    account,
    lose_ships,
)  # fmt: skip


class FleetEntered(Moment, frozen=True):
    """A fleet has just come into a sea area, a port or a blockade box, from an ``origin``; ``others`` sail with it.

    It has ``left`` movement points left.
    """

    fleet: FleetId
    side: SideId
    space: SpaceId
    origin: SpaceId
    left: int = 0
    others: tuple[FleetId, ...] = ()

    @property
    def fleets(self) -> tuple[FleetId, ...]:
        """All fleets of the stack."""
        return (self.fleet, *self.others)

    def topics(self) -> tuple[str, ...]:
        return (self.space,)


class NavalHooks(HookSet):
    """How fleets sail and fight. Queries are asked once for a fleet that may sail, never once per space.

    .. versionadded:: 0.4
    """

    @collects
    def sailing_parts(self, game: Game, fleet: FleetId) -> Iterable[Part]:
        """Give the parts of a fleet's movement points.

        .. versionadded:: 0.4
        """
        return ()

    @collects
    def frozen(self, game: Game) -> Iterable[FleetId]:
        """Name the fleets that get no ships and owe no maintenance.

        .. versionadded:: 0.4
        """
        return ()

    @happens
    async def after_space_entered(self, game: Game, entry: FleetEntered) -> None:
        """Act when a fleet has come into a space, before others may react; the mark ``MOORED`` keeps it there.

        .. versionadded:: 0.4
        """

    @happens
    async def after_sailing(self, game: Game, fleet: FleetId) -> None:
        """Act when a fleet has sailed, as far as it came.

        .. versionadded:: 0.4
        """

    # --- what fleets carry

    @collects
    def transport_parts(self, game: Game, fleet: FleetId) -> Iterable[Part]:
        """Say how many corps a fleet carries.

        .. versionadded:: 0.4
        """
        return ()

    # --- interception

    @collects
    def interception_parts(self, game: Game, fleet: FleetId, entry: FleetEntered) -> Iterable[Part]:
        """Say at which die, or under, a fleet intercepts one that has come into a space.

        .. versionadded:: 0.4
        """
        return ()

    @happens
    async def intercepts(self, game: Game, fleets: tuple[FleetId, ...], entry: FleetEntered) -> None:
        """Act when fleets try to intercept one that has come into a space: this is what works it out.

        .. versionadded:: 0.4
        """

    @happens
    async def intercepted(self, game: Game, fleets: tuple[FleetId, ...], entry: FleetEntered) -> None:
        """Act when fleets have intercepted one that has come into a space.

        .. versionadded:: 0.4
        """

    # --- combat at sea

    @collects
    def stands_in_line(self, game: Game, battle: NavalBattle, role: Role, side: SideId) -> Iterable[FleetId]:
        """Name the fleets of a role in a combat at sea that is about to begin; ``side`` attacks.

        .. versionadded:: 0.4
        """
        return ()

    @collects
    def spent(self, game: Game, side: SideId) -> Iterable[FleetId]:
        """Name the fleets of a side that attack no more in this phase.

        .. versionadded:: 0.4
        """
        return ()

    @happens
    async def lines_form(self, game: Game, battle: NavalBattleId) -> None:
        """Act when an attack at sea is about to begin: others may join it.

        .. versionadded:: 0.4
        """

    @collects
    def evasion_parts(self, game: Game, force: NavalForceId) -> Iterable[Part]:
        """Say at which die, or under, a force that is attacked gets away before the combat.

        .. versionadded:: 0.4
        """
        return ()

    @collects
    def no_evasion(self, game: Game, force: NavalForceId) -> Iterable[Hindrance]:
        """Say why a force that is attacked cannot try to get away.

        .. versionadded:: 0.4
        """
        return ()

    @collects
    def wind_parts(self, game: Game, force: NavalForceId) -> Iterable[Part]:
        """Add to the die by which a force tries to get the wind gauge.

        .. versionadded:: 0.4
        """
        return ()

    @collects
    def gunnery_parts(self, game: Game, force: NavalForceId) -> Iterable[Part]:
        """Give the parts of what fires for a force, in ships of the line.

        .. versionadded:: 0.4
        """
        return ()

    @collects
    def broadside_parts(self, game: Game, force: NavalForceId) -> Iterable[Part]:
        """Modify the die with which a force fires at sea.

        .. versionadded:: 0.4
        """
        return ()

    @collects
    def silent_harbour(self, game: Game, battle: NavalBattleId) -> Iterable[Hindrance]:
        """Say why the guns of a harbour do not fire in a combat in its port.

        .. versionadded:: 0.4
        """
        return ()

    @decides
    def naval_winner(self, game: Game, battle: NavalBattleId) -> Role | None:
        """Say which role has won a combat at sea that has been fought; ``None``: neither.

        .. versionadded:: 0.4
        """
        return None

    @happens
    async def after_naval_combat(self, game: Game, battle: NavalBattleId) -> None:
        """Act when a combat at sea is decided, before the beaten retreat; its rows are still there.

        .. versionadded:: 0.4
        """

    @happens
    async def no_way_home(self, game: Game, battle: NavalBattleId, fleets: tuple[FleetId, ...]) -> None:
        """Act when beaten fleets of a side can reach no port.

        .. versionadded:: 0.4
        """

    @happens
    async def fleet_lost(self, game: Game, fleet: Fleet, by: tuple[SideId, ...]) -> None:
        """Act when a fleet has lost its last ship: it is gone. ``by`` are the enemies who have sunk it, if any have.

        .. versionadded:: 0.4
        """


async def sink(game: Game, id: FleetId, ships: int, cause: str, by: tuple[SideId, ...] = ()) -> None:
    """Take ships from a fleet and account for them; all modules hear of it when none is left.

    ``by`` are the enemies who have sunk them, if any have.
    """
    fleet = game[Fleet][id]
    if lose_ships(game, fleet, ships, cause) is None:
        await game.hooks(NavalHooks).fleet_lost(game, fleet, by)


def give_ships(game: Game, id: FleetId, ships: int, cause: str) -> None:
    """Add ships to a fleet and account for them; raises ``Illegal`` for a fleet that gets none."""
    fleet = game[Fleet][id]
    if id in game.hooks(NavalHooks).frozen(game):
        raise Illegal(f"{fleet.title} is laid up until its country is a free state: it gets no ships")
    game.change(fleet, ships=fleet.ships + ships)
    account(game, fleet.side, cause, "ships", ships)
