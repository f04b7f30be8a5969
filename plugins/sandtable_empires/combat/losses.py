"""Losses (7.5.2): the powers of a force share them, each names its own, within limits for the arms."""

from __future__ import annotations

from collections import Counter

from sandtable.engine import Frame, Game, RuleModule, hookimpl, opens, rule
from sandtable_empires.combat.bearing import lose_together
from sandtable_empires.model import COMBAT, Arm, Battle, Corps, CorpsId, Force, forces_of, lose


class Losses(RuleModule):
    """Who bears what."""

    key = "losses"

    @opens("losses")
    @rule("BASE-7.5.2-losses", "BASE-7.5.2-loss-limits", "EIA-10.6.3-capture-elimination")
    async def bear(self, game: Game, frame: Frame) -> None:
        """Losses of the round are shared among the powers of the force, each names its own; all of it loses morale."""
        for force in forces_of(game, frame.subject):
            if tenths := game.marked(force.id, "morale lost"):
                row = game[Force][force.id]
                game.change(row, morale_lost=row.morale_lost + tenths.count)
            if (hits := game.marked(force.id, "losses")) and hits.count:
                why = f"the battle of {game[Battle][force.battle].area}"
                await lose_together(game, force.id, hits.count, COMBAT, why, "BASE-7.5.2-losses")

    @hookimpl
    @rule("BASE-7.5.2-corps-losses")
    async def take_losses(self, game: Game, losses: dict[str, int], cause: str) -> None:
        """Corps lose the factors named."""
        by_corps: dict[str, Counter[Arm]] = {}
        for key, count in losses.items():
            corps, _, arm = key.rpartition(": ")
            if corps in game[Corps]:
                by_corps.setdefault(corps, Counter())[arm] += count  # type: ignore[index]  # the arms that corps have
        for corps, lost in by_corps.items():
            lose(game, game[Corps][CorpsId(corps)], dict(lost), cause)
