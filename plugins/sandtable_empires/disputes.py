"""Disputes (10.8): who have equal claims agree, and throw for it when they do not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, TypeVar

from sandtable.engine import Action, Ask, Choice, Game, SideId, ask_all, fills, roll

T = TypeVar("T", bound=str)
GENERAL: Final = "EIA-10.8-general"


class NameClaimant(Action, frozen=True):
    """Say to whom it shall go."""

    title = "It goes to"

    side: SideId

    @fills("side")
    @staticmethod
    def those_with_a_claim(game: Game, ask: Ask) -> Choice[SideId]:
        return Choice(ask.about)


async def dispute(claimants: Iterable[SideId], why: str, *, rule: str = GENERAL) -> SideId:
    """Return which of some sides gets what all have an equal claim to: each names one, else the dice decide.

    One item is disputed at a time (10.8-per-item). A single claimant is not asked.
    """
    able = tuple(dict.fromkeys(claimants))
    if len(able) == 1:
        return able[0]
    named = {answer.side for answer in (await ask_all(able, NameClaimant, why, rule=rule, about=able)).values()}
    return named.pop() if len(named) == 1 else await competitive(able, why, rule=rule)


async def competitive(claimants: Sequence[T], why: str, *, rule: str = GENERAL, lowest: bool = False) -> T:
    """Return for whom the highest of some dice is thrown (or the ``lowest``); ties are thrown again (R-37)."""
    left = list(claimants)
    while len(left) > 1:
        dice = {one: await roll("1d6", why=f"{one}: {why}", rule=rule) for one in left}
        wanted = min(dice.values()) if lowest else max(dice.values())
        left = [one for one in left if dice[one] == wanted]
    return left[0]
