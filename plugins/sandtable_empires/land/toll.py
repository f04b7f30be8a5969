"""A toll: factors lost to hunger, on the walls, in a sortie; the side that bears it says which."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from sandtable.engine import Action, Ask, Game, SideId, Sums, ask, fills
from sandtable_empires.combat.bearing import loss_limits
from sandtable_empires.hookspecs.combat import CombatHooks
from sandtable_empires.model import Contingent, Corps, contingent_key


class Toll(Struct, frozen=True):
    """So many factors are lost, and how many of each contingent may be among them."""

    factors: int
    limits: tuple[tuple[str, int], ...]


class LoseFactors(Action, frozen=True):
    """Say which factors are lost."""

    title = "Lose"

    losses: tuple[tuple[str, int], ...]

    @fills("losses")
    @staticmethod
    def within_the_limits(game: Game, ask: Ask) -> Sums[str]:
        return Sums(dict(ask.about.limits), ask.about.factors)


def of_corps(corps: Iterable[Corps]) -> list[Contingent]:
    """Return the factors of some corps, arm by arm."""
    return [
        Contingent(contingent_key(one.id, arm), one.nation, arm, count, corps=one.id)
        for one in corps
        for arm, count in one.by_arm().items()
    ]


async def exact(
    game: Game, side: SideId, bearers: list[Contingent], factors: int, *, cause: str, why: str, rule: str
) -> int:
    """Have a side lose so many factors, all of them if there are no more; return how many.

    Where only one answer is possible nobody is asked.
    """
    total = min(factors, sum(one.factors for one in bearers))
    if total <= 0:
        return 0
    toll = Toll(total, tuple(loss_limits(bearers, total).items()))
    ways = Sums(dict(toll.limits), total)
    if ways.count() == 1:
        losses = next(iter(ways))
    else:
        losses = (await ask(side, LoseFactors, f"{why}: {total} factors are lost", rule=rule, about=toll)).losses
    await game.hooks(CombatHooks).take_losses(game, dict(losses), cause)
    return total
