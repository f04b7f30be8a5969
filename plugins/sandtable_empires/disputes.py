"""Disputes (10.8): what is asked of those who have equal claims, and how a rule has one settled."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, TypeVar, cast

from sandtable.engine import Ask, Broken, Choice, Game, SideId, fills, this_rule
from sandtable_empires.hookspecs.disputes import Award, Claim, DisputeHooks

T = TypeVar("T", bound=str)
GENERAL: Final = "EIA-10.8-general"


class NameClaimant(Award, frozen=True):
    """Say to whom it shall go."""

    title = "It goes to"

    side: SideId

    @fills("side")
    @staticmethod
    def those_with_a_claim(game: Game, ask: Ask[tuple[str, ...]]) -> Choice[SideId]:
        return Choice(map(SideId, ask.about))

    def winner(self) -> str:
        return self.side


async def dispute(
    game: Game, claimants: Iterable[SideId], why: str, *, rule: str = "", asks: type[Award] = NameClaimant
) -> SideId:
    """Return which of some sides gets what all have an equal claim to. A single claimant is not asked.

    ``rule`` is the one that leaves it open between them, by default the one at work. One item is disputed at a time
    (10.8-per-item).
    """
    able = tuple(dict.fromkeys(claimants))
    if len(able) == 1:
        return able[0]
    return await settle(game, able, Claim(able, why, rule or this_rule(), able, asks))


async def throw_for(game: Game, claimants: Sequence[T], why: str) -> T:
    """Return which of some claimants, who do not agree, gets what all have an equal claim to."""
    return await settle(game, claimants, Claim(tuple(claimants), why, this_rule()))


async def settle(game: Game, claimants: Sequence[T], claim: Claim) -> T:
    """Have a claim settled by the rule in force; raises ``Broken`` when none is, or when it names somebody else."""
    winner = await game.hooks(DisputeHooks).settle_claim(game, claim)
    if winner not in claimants:
        raise Broken(f"{claim.why}: no rule in force says which of {', '.join(claimants)} it is")
    return cast("T", winner)
