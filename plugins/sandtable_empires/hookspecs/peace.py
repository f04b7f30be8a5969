"""Where modules change how wars end, and what is written into a peace."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from sandtable.engine import Game, HookSet, Part, Quantity, SideId, Tally, collects, happens
from sandtable_empires.hookspecs.control import Hindrance
from sandtable_empires.model import LeaderId, NationId
from sandtable_empires.model.peace import Letter, PeaceId, TermId


class PeaceHooks(HookSet):
    """The end of wars between powers.

    .. versionadded:: 0.4
    """

    @collects
    def no_term(self, game: Game, peace: PeaceId, letter: Letter, by: SideId) -> Iterable[Hindrance]:
        """Say why a victor cannot write a term into a peace.

        .. versionadded:: 0.4
        """
        return ()

    @collects
    def term_objects(self, game: Game, peace: PeaceId, letter: Letter, by: SideId) -> Iterable[str]:
        """Name what a term can be about: provinces, leaders, countries of whoever surrenders.

        .. versionadded:: 0.4
        """
        return ()

    @happens
    async def fulfil(self, game: Game, term: TermId) -> None:
        """Act when a peace is made that has a term: this is what carries it out.

        .. versionadded:: 0.4
        """

    @happens
    async def peace_made(self, game: Game, peace: PeaceId) -> None:
        """Act when a formal peace is made: all terms are chosen and none is carried out yet.

        .. versionadded:: 0.4
        """

    @happens
    async def war_ended(self, game: Game, one: SideId, other: SideId) -> None:
        """Act when the war of two powers has ended, with or without terms.

        .. versionadded:: 0.4
        """

    @collects
    def no_lapse(self, game: Game, side: SideId, nation: NationId) -> Iterable[Hindrance]:
        """Say why a power cannot let its war with a minor country lapse.

        .. versionadded:: 0.4
        """
        return ()

    @happens
    async def minor_at_peace(self, game: Game, nation: NationId) -> None:
        """Act when the last war of a minor country has ended without a conquest.

        .. versionadded:: 0.4
        """

    @collects
    def leader_price_parts(self, game: Game, leader: LeaderId) -> Iterable[Part]:
        """Say what it costs in political points to call a leader back who was removed by a peace.

        .. versionadded:: 0.4
        """
        return ()


LEADER_PRICE: Final = Quantity("political points")


def leader_price(game: Game, leader: LeaderId) -> Tally:
    """Return what it costs to call a leader back who was removed by a peace, with its parts."""
    return Tally(LEADER_PRICE, game.hooks(PeaceHooks).leader_price_parts(game, leader))
