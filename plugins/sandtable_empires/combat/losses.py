"""Losses (7.5.2): the powers of a force share them, each names its own, within limits for the arms."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from sandtable.engine import Ask, Frame, Game, Part, Refusal, RuleModule, hookimpl, opens, refuses, rule
from sandtable.present import Advice, Lesson
from sandtable_empires.combat.allotment import over_the_limit
from sandtable_empires.combat.bearing import lose_together
from sandtable_empires.combat.sharing import ApportionLosses, Casualties, NameLosses, loss_limits
from sandtable_empires.counsel.losing import lightest
from sandtable_empires.hookspecs.combat import CombatHooks
from sandtable_empires.model import COMBAT, Arm, Battle, Corps, CorpsId, Force, forces_of, lose
from sandtable_empires.model.battles import troops_and_arm
from sandtable_empires.model.marks import LOSSES, MORALE_LOST
from sandtable_empires.steps import LOSSES_STEP


class Losses(RuleModule):
    """Who bears what."""

    key = "losses"

    @opens(LOSSES_STEP)
    @rule("BASE-7.5.2-losses", vital=True)
    async def bear(self, game: Game, frame: Frame) -> None:
        """Losses of the round are shared among the powers of the force, each names its own; all of it loses morale."""
        for force in forces_of(game, frame.subject):
            if tenths := game.mark_of(force.id, MORALE_LOST):
                row = game[Force][force.id]
                game.change(row, morale_lost=row.morale_lost + tenths.count)
            if (hits := game.mark_of(force.id, LOSSES)) and hits.count:
                why = f"the battle of {game.name(game[Battle][force.battle].area)}"
                await lose_together(game, force.id, hits.count, COMBAT, why)

    @hookimpl(of=CombatHooks.loss_limits)
    @rule("BASE-7.5.2-loss-limits")
    def limits_of_the_arms(self, game: Game, arm: Arm, losses: int) -> Iterable[Part]:
        """Cavalry bears half of the losses at most and the guard nothing, while other factors can."""
        if arm == "cavalry":
            yield Part("at_most", losses // 2, says="half of the losses")
        elif arm == "guard":
            yield Part("at_most", 0, says="the guard is spared")

    @refuses(NameLosses)
    def within_the_limits(self, game: Game, act: NameLosses, ask: Ask[Casualties]) -> Refusal | None:
        """Whoever names too much of an arm is told by which rule."""
        among = ask.about.among(game)
        return over_the_limit(
            among, act.losses, {arm: part.rule for arm, part in loss_limits(game, among.total).items()}
        )

    @hookimpl
    @rule("BASE-7.5.2-corps-losses")
    async def take_losses(self, game: Game, losses: dict[str, int], cause: str) -> None:
        """Corps lose the factors named."""
        by_corps: dict[str, Counter[Arm]] = {}
        for key, count in losses.items():
            named = troops_and_arm(key)
            if named is not None and named[0] in game[Corps]:
                by_corps.setdefault(named[0], Counter())[named[1]] += count
        for corps, lost in by_corps.items():
            lose(game, game[Corps][CorpsId(corps)], dict(lost), cause)

    # --- for those who play it first

    @hookimpl
    def guidance(self, game: Game, ask: Ask) -> Iterable[Lesson]:
        """Give up what is worth least."""
        kind = next((one for one in ask.kinds if issubclass(one, NameLosses)), None)
        if kind is not None and isinstance(ask.about, Casualties):
            lost = lightest(ask.about.among(game))
            because = (
                "Militia and infantry are easiest to replace; horse rides down a beaten enemy, and guards come last."
            )
            yield Lesson(
                title="Losses", says="Say which of your factors are lost.",
                why="At most half of them may be cavalry, and guards only when nothing else is left.",
                rules=("BASE-7.5.2-losses", "BASE-7.5.2-loss-limits"),
                advice=(Advice(action=kind(lost), because=because),) if lost is not None else (),
            )  # fmt: skip
        if ApportionLosses in ask.kinds:
            yield Lesson(
                title="Losses of several powers", says="You command this force: say how many factors each power loses.",
                why="Each power then names its own.", rules=("BASE-7.5.2-losses",),
            )  # fmt: skip
