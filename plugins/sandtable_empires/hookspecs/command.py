"""Where modules change who commands, and how well."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from sandtable.engine import Game, HookSet, Part, SideId, collects, decides, happens, settles
from sandtable_empires.model import AreaId, CorpsId, ForceId, LeaderId

Which = Literal["strategic", "tactical"]
"""A rating."""


class Unstacked(Struct, frozen=True):
    """How a leader has lost his corps.

    ``spent``: nothing is left of the force that he was with. ``captors``: who might take him.
    """

    how: Literal["combat", "siege supply", "forced march", "foraging"]
    spent: bool = False
    captors: tuple[SideId, ...] = ()


class CommandHooks(HookSet):
    """Command of forces in combat, and of the sides of a storm: ``force`` is then the storm's id and the role.

    .. versionadded:: 0.1
    """

    @settles
    async def power(self, game: Game, corps: tuple[CorpsId, ...], why: str) -> SideId | None:
        """Settle which side decides for corps that fight, or march, together and supplies their commander.

        .. versionadded:: 0.1
        """
        return None

    @settles
    async def commander(self, game: Game, corps: tuple[CorpsId, ...], side: SideId, why: str) -> LeaderId | None:
        """Settle who of a side's leaders with some corps commands them; nobody where it has none there.

        .. versionadded:: 0.1
        """
        return None

    @settles
    async def leads(self, game: Game, corps: tuple[CorpsId, ...]) -> LeaderId | None:
        """Settle who leads corps of one area that march into a battle together; nobody when no leader comes with them.

        .. versionadded:: 0.1
        """
        return None

    @collects
    def rating_parts(self, game: Game, force: ForceId, which: Which) -> Iterable[Part]:
        """Give the parts of the rating, ``strategic`` or ``tactical``, with which a force is commanded.

        .. versionadded:: 0.1
        """
        return ()

    @collects
    def intrinsic_parts(self, game: Game, piece: str, which: str) -> Iterable[Part]:
        """Give the parts of the rating, ``strategic`` or ``tactical``, that a corps or a fleet has of its own.

        .. versionadded:: 0.1
        """
        return ()

    @decides
    def commanded(self, game: Game, force: ForceId) -> int:
        """Say how many corps a force's commander commands.

        .. versionadded:: 0.1
        """
        raise NotImplementedError

    @decides
    def maximum(self, game: Game, force: ForceId) -> int | None:
        """Say how many corps are commanded without loss; ``None``: any number.

        .. versionadded:: 0.1
        """

    @decides
    def one_by_one(self, game: Game, force: ForceId) -> bool:
        """Say whether the corps of a force try to withdraw one by one, each with its own rating.

        .. versionadded:: 0.1
        """
        raise NotImplementedError

    @happens
    async def after_reinforced(self, game: Game, force: ForceId, leader: LeaderId) -> None:
        """Act when a leader has joined a battle in progress.

        .. versionadded:: 0.1
        """

    @settles
    async def rejoins(self, game: Game, leader: LeaderId, left: tuple[CorpsId, ...]) -> CorpsId | None:
        """Settle which corps, of those that are left with him, a leader joins whose own has fallen; nobody: none.

        .. versionadded:: 0.1
        """
        return None

    @settles
    async def casualty(self, game: Game, force: ForceId) -> LeaderId | None:
        """Settle which of the leaders who took part with a force is hit.

        .. versionadded:: 0.1
        """
        return None

    @happens
    async def after_hit(self, game: Game, leader: LeaderId, area: AreaId, die: int) -> None:
        """Act when a leader was hit in a combat; ``die`` says how badly.

        .. versionadded:: 0.1
        """

    @happens
    async def after_unstacked(self, game: Game, leader: LeaderId, loss: Unstacked) -> None:
        """Act when a leader has lost his corps and has joined no other: say what becomes of him.

        .. versionadded:: 0.1
        """
