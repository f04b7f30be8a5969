"""Where modules change how the powers stand on the political status display."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal

from sandtable.engine import Game, HookSet, Part, Quantity, SideId, Tally, collects, decides, happens
from sandtable_empires.hookspecs.control import ControlChange, Hindrance
from sandtable_empires.model import ControlStatus, DistrictId, NationId
from sandtable_empires.model.accords import AccordId
from sandtable_empires.model.peace import Surrenders

Control = Literal["a minor country", "an uncontrolled power"]
"""What powers dice for."""
AllianceEnd = Literal["broken", "war", "a call refused"]
"""How an alliance can end: a power breaks it, declares war on its ally, or does not follow its call."""


class PoliticsHooks(HookSet):
    """Political status: what moves it, and what it does.

    .. versionadded:: 0.4
    """

    @happens
    async def befalls(self, game: Game, side: SideId, what: str, times: int) -> None:
        """Act when something befalls a power that moves its status: a cause of the chart of political points.

        .. versionadded:: 0.4
        """

    @decides
    def box_reached(self, game: Game, box: int, points: int) -> int | None:
        """Say which box is reached from another by gaining (above 0) or losing political points.

        .. versionadded:: 0.4
        """
        return None

    @happens
    async def pushed_off(self, game: Game, side: SideId) -> None:
        """Act when a loss would have taken a power off the lower end of the display.

        .. versionadded:: 0.4
        """

    @collects
    def suits_due(self, game: Game, side: SideId) -> Iterable[SideId]:
        """Name the powers to which a power must sue for peace in the next Peace Step.

        .. versionadded:: 0.4
        """
        return ()

    @decides
    def must_accept(self, game: Game, side: SideId, terms: Surrenders) -> bool | None:
        """Say whether a power that had to sue must accept the terms it is offered; ``None``: it is free.

        .. versionadded:: 0.4
        """
        return None

    @happens
    async def sued(self, game: Game, side: SideId, foes: tuple[SideId, ...]) -> None:
        """Act when a power has sued enemies for peace.

        .. versionadded:: 0.4
        """

    @happens
    async def sued_each_other(self, game: Game, one: SideId, other: SideId) -> None:
        """Act when two powers have sued each other for peace at once, before anybody answers a suit.

        .. versionadded:: 0.4
        """

    @collects
    def control_die_parts(self, game: Game, side: SideId, what: Control, nation: NationId) -> Iterable[Part]:
        """Modify the die by which a power tries to get to run a minor country, or an uncontrolled power.

        .. versionadded:: 0.4
        """
        return ()

    @collects
    def slips_away(self, game: Game, side: SideId, zone: str) -> Iterable[DistrictId]:
        """Name the minor countries that a power loses because the Minor Country Control Step finds it in a zone.

        .. versionadded:: 0.4
        """
        return ()

    @collects
    def heirs(self, game: Game, district: DistrictId, loser: SideId) -> Iterable[SideId]:
        """Name the powers to one of which a minor country passes that another loses by its status; nobody: neutral.

        .. versionadded:: 0.4
        """
        return ()

    @decides
    def passes_as(self, game: Game, district: DistrictId) -> ControlStatus | None:
        """Say as what a minor country passes to an heir; ``None``: as what it is.

        .. versionadded:: 0.4
        """
        return None

    @happens
    async def passed_on(self, game: Game, change: ControlChange) -> None:
        """Act when a minor country has passed to the heir of a power that has lost it by its status.

        .. versionadded:: 0.4
        """

    @collects
    def runners(self, game: Game, nation: NationId) -> Iterable[SideId]:
        """Name the powers that may run a minor country in its war.

        .. versionadded:: 0.4
        """
        return ()

    @happens
    async def minor_run(self, game: Game, nation: NationId, power: SideId) -> None:
        """Act when a power has got to run a minor country in its war.

        .. versionadded:: 0.4
        """

    # --- what powers agree on

    @collects
    def no_accord(self, game: Game, proposer: SideId, to: SideId, matter: str) -> Iterable[Hindrance]:
        """Say why a power cannot propose something to another, or why that cannot accept it any more.

        .. versionadded:: 0.4
        """
        return ()

    @happens
    async def accord_made(self, game: Game, accord: AccordId) -> None:
        """Act when a proposal has been accepted.

        .. versionadded:: 0.4
        """

    @happens
    async def accord_ends(self, game: Game, accord: AccordId) -> None:
        """Act when a proposal, or what was agreed, is done with: refused, lapsed or carried out. Its row goes next.

        .. versionadded:: 0.4
        """

    @happens
    async def allied(self, game: Game, one: SideId, other: SideId) -> None:
        """Act when two powers have become allies.

        .. versionadded:: 0.4
        """

    @happens
    async def alliance_ended(self, game: Game, breaker: SideId, other: SideId, how: AllianceEnd) -> None:
        """Act when the alliance of a power with another has ended by its doing, and how.

        .. versionadded:: 0.4
        """

    # --- war between powers

    @collects
    def no_war_on_power(self, game: Game, side: SideId, power: SideId) -> Iterable[Hindrance]:
        """Say why a power cannot declare war on another.

        .. versionadded:: 0.4
        """
        return ()

    @collects
    def power_war_cost_parts(self, game: Game, side: SideId, power: SideId) -> Iterable[Part]:
        """Say what it costs in political points to declare war on a power.

        .. versionadded:: 0.4
        """
        return ()

    @collects
    def no_call(self, game: Game, caller: SideId, ally: SideId, foe: SideId) -> Iterable[Hindrance]:
        """Say why a power cannot call an ally against an enemy.

        .. versionadded:: 0.4
        """
        return ()

    @happens
    async def called(self, game: Game, ally: SideId, caller: SideId, foe: SideId, follows: bool) -> None:
        """Act when a power has answered the call of an ally against an enemy.

        .. versionadded:: 0.4
        """

    @happens
    async def war_declared(self, game: Game, side: SideId, power: SideId) -> None:
        """Act when a power has declared war on another; the war is on.

        .. versionadded:: 0.4
        """


POWER_WAR_COST: Final = Quantity("political points")


def power_war_cost(game: Game, side: SideId, power: SideId) -> Tally:
    """Return what it costs a power to declare war on another, with its parts."""
    return Tally(POWER_WAR_COST, game.hooks(PoliticsHooks).power_war_cost_parts(game, side, power))
