"""Where modules change how the powers stand on the political status display."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from sandtable.engine import Game, HookSet, Part, SideId, collects, decides, happens
from sandtable_empires.model import DistrictId, NationId

Surrenders = Literal["conditional", "unconditional"]
"""How a power can surrender."""
Control = Literal["a minor country", "an uncontrolled power"]
"""What powers dice for."""


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
