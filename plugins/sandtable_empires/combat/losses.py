"""Losses (7.5.2): the side that decides for a force says which factors are lost, within limits for the arms."""

from __future__ import annotations

from collections import Counter

from sandtable.engine import Frame, Game, RuleModule, ask, hookimpl, opens, rule
from sandtable_empires.combat.bearing import BearLosses, present, suffer
from sandtable_empires.hookspecs.combat import CombatHooks, Share
from sandtable_empires.model import COMBAT, Arm, Corps, CorpsId, Force, ForceId, forces_of, lose


class Losses(RuleModule):
    """Who bears what."""

    key = "losses"

    @opens("losses")
    @rule("BASE-7.5.2-losses", "BASE-7.5.2-loss-limits", "EIA-10.6.3-capture-elimination")
    async def bear(self, game: Game, frame: Frame) -> None:
        """Losses of the round are chosen by the side that decides for the force, morale is lost by all of it."""
        for force in forces_of(game, frame.subject):
            if tenths := game.marked(force.id, "morale lost"):
                row = game[Force][force.id]
                game.change(row, morale_lost=row.morale_lost + tenths.count)
            if (hits := game.marked(force.id, "losses")) and hits.count:
                await self._shared(game, force.id, hits.count)

    async def _shared(self, game: Game, force: ForceId, hits: int) -> None:
        total = min(hits, sum(one.factors for one in present(game, force)))
        shares = await game.hooks(CombatHooks).shares(game, force, total)
        for share in shares or [Share(game[Force][force].side, total, "BASE-7.5.2-losses")]:
            if share.factors:
                why = f"{share.factors} factors are lost"
                answer = await ask(share.side, BearLosses, why, rule=share.rule, about=(force, share))
                await suffer(game, force, dict(answer.losses), COMBAT)

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
