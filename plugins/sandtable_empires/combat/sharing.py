"""Sharing losses among the powers of a force: who bears how many, and in which order they name them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from sandtable.engine import Action, Ask, Game, NameGiver, Part, SideId, Sums, ask, fills, in_a_row
from sandtable_empires.combat.allotment import CAPPED, Allotment, arm_caps, by_cap
from sandtable_empires.disputes import GENERAL, dispute
from sandtable_empires.hookspecs.combat import CombatHooks, Share
from sandtable_empires.hookspecs.sieges import Insider
from sandtable_empires.model import Contingent, NationId, contingent_name, losses_text
from sandtable_empires.model.words import factors_text

Naming = Callable[[Share], Awaitable[Mapping[str, int]]]
"""Has the side of a share name the factors of it that are lost, and takes them."""
SHARED: Final = "BASE-7.5.2-losses"


class Casualties(Struct, frozen=True):
    """Losses that a side names; ``of`` is the nation whose they are, where a force shares them by nations."""

    of: NationId | None

    def among(self, game: Game) -> Allotment:
        """Return what may be lost."""
        raise NotImplementedError


class NameLosses(Action[Casualties], frozen=True):
    """Say which factors are lost: what the answers to all such questions have in common."""

    title = "Lose"

    losses: tuple[tuple[str, int], ...]

    @classmethod
    def name_value(cls, game: NameGiver, field: str, value: object) -> str:
        return contingent_name(game, str(value))

    @fills("losses")
    @staticmethod
    def within_the_limits(game: Game, ask: Ask[Casualties]) -> Allotment:
        return ask.about.among(game)

    def says(self, game: Game, ask: Ask[Casualties]) -> str:
        return losses_text(game, self.losses)


class Apportioned(Struct, frozen=True):
    """So many factors are lost, and each side can lose so many at most."""

    most: tuple[tuple[SideId, int], ...]
    factors: int


class ApportionLosses(Action[Apportioned], frozen=True):
    """Say how many factors each power of the force loses."""

    title = "Lose together"

    shares: tuple[tuple[SideId, int], ...]

    @fills("shares")
    @staticmethod
    def within_what_they_can(game: Game, ask: Ask[Apportioned]) -> Sums[SideId]:
        return Sums(dict(ask.about.most), ask.about.factors)

    def says(self, game: Game, ask: Ask[Apportioned]) -> str:
        parts = [f"{side} {factors_text(factors)}" for side, factors in self.shares if factors]
        return f"{ask.side} shares out the losses: {in_a_row(parts)}"


def borne_by(bearers: list[Insider], share: Share) -> list[Contingent]:
    """Return the contingents among which a share falls: those of its nation, or of its side."""
    return [
        one.contingent
        for one in bearers
        if (one.side == share.side if share.nation is None else one.contingent.nation == share.nation)
    ]


def loss_limits(game: Game, losses: int) -> dict[str, Part]:
    """Return the strictest limit of each arm that rules limit: how many of some losses it bears while others can."""
    hooks = game.hooks(CombatHooks)
    limits = {arm: hooks.loss_limits(game, arm, losses) for arm in CAPPED}
    return {arm: min(parts, key=lambda part: int(part.value)) for arm, parts in limits.items() if parts}


def caps_of(game: Game, bearers: Iterable[Contingent], losses: int) -> dict[str, int]:
    """Return how much of so many losses the cavalry and the guards of some contingents may bear (see ``arm_caps``)."""
    limits = loss_limits(game, losses)
    return arm_caps(bearers, losses, {arm: int(part.value) for arm, part in limits.items()})


def share_allotment(game: Game, bearers: list[Insider], share: Share) -> Allotment:
    """Return what may be lost when a side bears its share."""
    mine = borne_by(bearers, share)
    own = caps_of(game, mine, share.factors)
    caps = {
        "cavalry": own["cavalry"] if share.cavalry is None else share.cavalry,
        "guard": own["guard"] if share.guard is None else share.guard,
    }
    return Allotment(mine, share.factors, caps)


async def apportion(game: Game, bearers: list[Insider], losses: int, by: SideId, why: str) -> tuple[Share, ...]:
    """Have the side that decides for a force say how many factors each of its powers loses."""
    caps = caps_of(game, [one.contingent for one in bearers], losses)
    most: dict[SideId, int] = {}
    for side in sorted({one.side for one in bearers}):
        most[side] = Allotment([one.contingent for one in bearers if one.side == side], losses, caps).most()
    ways = Sums(most, losses)
    if ways.count() == 1:
        shares = next(iter(ways))
    else:
        about = Apportioned(tuple(most.items()), losses)
        shares = (
            await ask(by, ApportionLosses, f"{why}: {factors_text(losses)} lost", rule=SHARED, about=about)
        ).shares
    return tuple(Share(side, factors, SHARED) for side, factors in shares)


async def bear(game: Game, bearers: list[Insider], shares: tuple[Share, ...], why: str, name: Naming) -> None:
    """Have each side name what it loses, within limits of the arms that hold for all of them together.

    Where two powers might both lose more cavalry, or guards, than all may together they agree who names his losses
    first, or throw for it.
    """
    left = [share for share in shares if share.factors]
    room = _room(game, bearers, left)
    while left:
        share = await _next(game, bearers, left, room, why)
        left.remove(share)
        others = _needs(bearers, left)
        free = {arm: room[arm] - others[arm] for arm in CAPPED}
        lost = await name(replace(share, cavalry=free["cavalry"], guard=free["guard"]))
        for one in borne_by(bearers, share):
            if one.arm in CAPPED:
                room[one.arm] -= lost.get(one.key, 0)


def _room(game: Game, bearers: list[Insider], shares: list[Share]) -> dict[str, int]:
    """Return how much cavalry, and how many guards, all may lose: by the limits, or more if somebody has no others."""
    caps = caps_of(game, [one.contingent for one in bearers], sum(share.factors for share in shares))
    needs = _needs(bearers, shares)
    return {arm: max(caps[arm], needs[arm]) for arm in CAPPED}


def _needs(bearers: list[Insider], shares: list[Share]) -> Counter[str]:
    """Return how much cavalry, and how many guards, some shares cannot do without."""
    needs: Counter[str] = Counter()
    for share in shares:
        there = by_cap(borne_by(bearers, share))
        riding = min(there["cavalry"], max(0, share.factors - there["plain"]))
        needs["cavalry"] += riding
        needs["guard"] += max(0, share.factors - there["plain"] - riding)
    return needs


async def _next(game: Game, bearers: list[Insider], left: list[Share], room: dict[str, int], why: str) -> Share:
    """Return whose losses are named next: in order, unless it makes a difference between powers."""
    sides = tuple(dict.fromkeys(share.side for share in left))
    if len(sides) == 1 or not any(_is_contested(bearers, left, arm, room[arm]) for arm in CAPPED):
        return left[0]
    first = await dispute(game, sides, f"{why}: which side names its losses first", rule=GENERAL)
    return next(share for share in left if share.side == first)


def _is_contested(bearers: list[Insider], shares: list[Share], arm: str, room: int) -> bool:
    """Tell whether several powers might lose more of an arm than all may, and not because they have to."""
    wanted: Counter[SideId] = Counter()
    needs = _needs(bearers, shares)[arm]
    for share in shares:
        have = sum(one.factors for one in borne_by(bearers, share) if one.arm == arm)
        wanted[share.side] += min(have, share.factors) - _needs(bearers, [share])[arm]
    return room > needs and sum(wanted.values()) > room - needs and sum(1 for one in wanted.values() if one) > 1
