"""Where modules change how equal claims are settled."""

from __future__ import annotations

from msgspec import Struct

from sandtable.engine import Action, Game, HookSet, NameGiver, SideId, settles
from sandtable_empires.hookspecs.politics import Control
from sandtable_empires.model import NationId


class Award(Action[tuple[str, ...]], frozen=True):
    """Say to whom it shall go: what all answers to such a question have in common."""

    def winner(self) -> str:
        """Return who is named."""
        raise NotImplementedError

    def plainly(self, game: NameGiver | None = None, side: str = "") -> str:
        return f"{side} names {self.winner()}"


class Claim(Struct, frozen=True):
    """What all ``claimants`` have an equal claim to, and the rule that leaves it open between them.

    Each of the ``speakers`` names one of them by an action of class ``asks``; there are none when they have spoken
    already and do not agree. ``dice`` is the rule by which they throw, where it is another. ``lowest``: it is nothing
    to gain but something to bear, so the lowest die has it. ``control`` names dice of their own, by which powers throw
    for who runs a ``nation``; without it the dice are plain.
    """

    claimants: tuple[str, ...]
    why: str
    rule: str
    speakers: tuple[SideId, ...] = ()
    asks: type[Award] = Award
    dice: str = ""
    lowest: bool = False
    control: Control | None = None
    nation: NationId = NationId("")


class DisputeHooks(HookSet):
    """Equal claims.

    .. versionadded:: 0.1
    """

    @settles
    async def settle_claim(self, game: Game, claim: Claim) -> str:
        """Settle who of several with an equal claim has it.

        .. versionadded:: 0.1
        """
        raise NotImplementedError
