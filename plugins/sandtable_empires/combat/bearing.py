"""Bearing losses: an action that names the factors, and what may be named."""

from __future__ import annotations

from sandtable.engine import Game, SideId, ask
from sandtable_empires.combat.allotment import Allotment
from sandtable_empires.combat.captives import leaders_among, unstack
from sandtable_empires.combat.sharing import SHARED, Casualties, NameLosses, apportion, bear, borne_by, share_allotment
from sandtable_empires.combat.tallies import contingents
from sandtable_empires.hookspecs.combat import CombatHooks, Share
from sandtable_empires.hookspecs.command import Unstacked
from sandtable_empires.hookspecs.sieges import Insider
from sandtable_empires.model import Contingent, Corps, Force, ForceId, Leader, Nation, foe_of
from sandtable_empires.model.words import factors_text


class Burden(Casualties, frozen=True):
    """The share of a force's losses that a side bears."""

    force: ForceId
    share: Share

    def among(self, game: Game) -> Allotment:
        return allotment(game, self.force, self.share)


class BearLosses(NameLosses, frozen=True):
    """Say which factors are lost."""

    title = "Lose"


def allotment(game: Game, force: ForceId, share: Share) -> Allotment:
    """Return what may be lost when a side bears its share."""
    return share_allotment(game, bearers(game, force), share)


def limits(game: Game, force: ForceId, share: Share) -> dict[str, int]:
    """Return how many factors of each contingent may be lost when a side bears its share."""
    there = bearers(game, force)
    within = share_allotment(game, there, share).limits
    return {one.key: within.get(one.key, 0) for one in borne_by(there, share)}


async def lose_together(game: Game, force: ForceId, losses: int, cause: str, why: str) -> None:
    """Have a force bear losses: its powers share them, and each names its own.

    Where no rule shares them the side that decides for the force does.
    """
    there = bearers(game, force)
    total = min(losses, sum(one.contingent.factors for one in there))
    if not total:
        return
    shares = await game.hooks(CombatHooks).shares(game, force, total)
    shares = shares or await apportion(game, there, total, game[Force][force].side, why)

    async def name(share: Share) -> dict[str, int]:
        says = f"{why}: {factors_text(share.factors)} lost"
        cited = "" if share.rule == SHARED else share.rule
        burden = Burden(share.nation, force, share)
        lost = dict((await ask(share.side, BearLosses, says, rule=cited, about=burden)).losses)
        await suffer(game, force, lost, cause)
        return lost

    await bear(game, there, shares, why, name)


async def suffer(game: Game, force: ForceId, losses: dict[str, int], cause: str) -> None:
    """Take losses from a force; leaders may lose their corps by it.

    Those who pin the enemy are a force, and so are outflankers who have not come (EIA-10.6.3).
    """
    leaders, foe = leaders_among(game, present(game, force)), foe_of(game, force)
    await game.hooks(CombatHooks).take_losses(game, losses, cause)
    there = (game[Corps].get(one.corps) for one in contingents(game, foe.id))
    captors = {corps.side for corps in there if corps is not None} or {foe.side}
    left = present(game, force)
    await unstack(game, leaders, left, Unstacked("combat", not left, tuple(sorted(captors))))
    row = game[Force][force]
    commander = game[Leader].get(row.commander)
    if commander is not None and commander.standing == "captured":
        game.change(row, commander=None)


def present(game: Game, force: ForceId) -> list[Contingent]:
    """Return the contingents that can be hit: outflankers only once they have come."""
    away = game[Force][force].outflankers == "away"
    return [one for one in contingents(game, force) if not (away and one.outflanking)]


def bearers(game: Game, force: ForceId) -> list[Insider]:
    """Return the contingents of a force that can be hit, and whose they are."""
    decides = game[Force][force].side
    return [Insider(_owner(game, one) or decides, one) for one in present(game, force)]


def _owner(game: Game, one: Contingent) -> SideId | None:
    corps = game[Corps].get(one.corps)
    return corps.side if corps is not None else game[Nation][one.nation].side
