"""Attrition: factors lost to hunger, on the walls, in a sortie; the side that bears it says which."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.engine import Game, SideId, ask
from sandtable_empires.combat.allotment import Allotment
from sandtable_empires.combat.sharing import Casualties, NameLosses, bear, borne_by, caps_of
from sandtable_empires.hookspecs.combat import CombatHooks, Share
from sandtable_empires.hookspecs.sieges import Insider
from sandtable_empires.model import Contingent, Corps, contingents_in
from sandtable_empires.model.words import factors_text


class Attrition(Casualties, frozen=True):
    """So many factors of some contingents are lost; of cavalry and guards together so many at most."""

    factors: int
    bearers: tuple[Contingent, ...]
    cavalry: int
    guard: int

    def among(self, game: Game) -> Allotment:
        return Allotment(self.bearers, self.factors, {"cavalry": self.cavalry, "guard": self.guard})


class LoseFactors(NameLosses, frozen=True):
    """Say which factors are lost."""

    title = "Lose"


def of_corps(corps: Iterable[Corps]) -> list[Contingent]:
    """Return the factors of some corps, arm by arm."""
    return [factors for one in corps for factors in contingents_in(one)]


async def lose_exactly(
    game: Game, side: SideId, bearers: list[Contingent], factors: int, *, cause: str, why: str
) -> int:
    """Have a side lose so many factors, all of them if there are no more; return how many.

    Where only one answer is possible nobody is asked.
    """
    total = min(factors, sum(one.factors for one in bearers))
    if total <= 0:
        return 0
    caps = caps_of(game, bearers, total)
    attrition = Attrition(None, total, tuple(bearers), caps["cavalry"], caps["guard"])
    await _settle_losses(game, side, attrition, cause=cause, why=why)
    return total


async def lose_in_shares(
    game: Game, bearers: list[Insider], shares: tuple[Share, ...], *, cause: str, why: str, rule: str
) -> None:
    """Have several sides lose so many factors, each its own, within limits of the arms that hold for all of them."""

    async def name(share: Share) -> dict[str, int]:
        attrition = Attrition(
            share.nation, share.factors, tuple(borne_by(bearers, share)), share.cavalry or 0, share.guard or 0
        )
        return await _settle_losses(game, share.side, attrition, cause=cause, why=why, rule=rule)

    await bear(game, bearers, shares, why, name)


async def _settle_losses(
    game: Game, side: SideId, attrition: Attrition, *, cause: str, why: str, rule: str = ""
) -> dict[str, int]:
    ways = attrition.among(game)
    if ways.count() == 1:
        losses = next(iter(ways))
    else:
        losses = (
            await ask(side, LoseFactors, f"{why}: {factors_text(attrition.factors)} lost", rule=rule, about=attrition)
        ).losses
    await game.hooks(CombatHooks).take_losses(game, dict(losses), cause)
    return dict(losses)
