"""Bearing losses: an action that names the factors, and what may be named."""

from __future__ import annotations

from sandtable.engine import Action, Ask, Game, Sums, fills
from sandtable_empires.combat.captives import capture, led, stranded
from sandtable_empires.combat.tallies import contingents
from sandtable_empires.hookspecs.combat import CombatHooks, Share
from sandtable_empires.model import Contingent, Corps, Force, ForceId, Leader, foe_of


class BearLosses(Action, frozen=True):
    """Say which factors are lost."""

    title = "Lose"

    losses: tuple[tuple[str, int], ...]

    @fills("losses")
    @staticmethod
    def within_the_limits(game: Game, ask: Ask) -> Sums[str]:
        force, share = ask.about
        return Sums(limits(game, force, share), share.factors)


def limits(game: Game, force: ForceId, share: Share) -> dict[str, int]:
    """Return how many factors of each contingent may be lost when a side bears its share."""
    return loss_limits([one for one in present(game, force) if _of_side(game, one, share)], share.factors)


def loss_limits(mine: list[Contingent], factors: int) -> dict[str, int]:
    """Return how many factors of each contingent may be among those lost.

    Cavalry bears half at most and the guard nothing while others can (BASE-7.5.2-loss-limits).
    """
    plain = sum(one.factors for one in mine if one.arm not in ("cavalry", "guard"))
    horse = sum(one.factors for one in mine if one.arm == "cavalry")
    most_horse = min(horse, max(factors // 2, factors - plain))
    most_guard = max(0, factors - plain - most_horse)
    most = {"cavalry": most_horse, "guard": most_guard}
    return {one.key: min(one.factors, most.get(one.arm, one.factors)) for one in mine}


async def suffer(game: Game, force: ForceId, losses: dict[str, int], cause: str) -> None:
    """Take losses from a force; a leader is captured when nothing is left of the force that he is with.

    Those who pin the enemy are such a force, and so are outflankers who have not come (EIA-10.6.3).
    """
    leaders, foe = led(game, present(game, force)), foe_of(game, force)
    await game.hooks(CombatHooks).take_losses(game, losses, cause)
    there = (game[Corps].get(one.corps) for one in contingents(game, foe.id))
    captors = {corps.side for corps in there if corps is not None} or {foe.side}
    left = present(game, force)
    for id in await stranded(game, leaders, left):
        if not left:
            await capture(game, id, sorted(captors), "EIA-10.6.3-capture-elimination")
    row = game[Force][force]
    commander = game[Leader].get(row.commander)
    if commander is not None and commander.standing == "captured":
        game.change(row, commander=None)


def present(game: Game, force: ForceId) -> list[Contingent]:
    """Return the contingents that can be hit: outflankers only once they have come."""
    away = game[Force][force].outflankers == "away"
    return [one for one in contingents(game, force) if not (away and one.outflanking)]


def _of_side(game: Game, one: Contingent, share: Share) -> bool:
    if share.nation is not None:
        return one.nation == share.nation
    corps = game[Corps].get(one.corps)
    return corps is None or share.rule == "BASE-7.5.2-losses" or corps.side == share.side
