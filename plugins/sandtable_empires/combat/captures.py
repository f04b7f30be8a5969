"""Captures (10.6.3): leaders whose corps falls join another, or are taken; captors divide their prisoners (10.8)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from sandtable.engine import Ask, Game, RuleModule, SideId, ask, ask_all, hookimpl, rule
from sandtable.present import Advice, Lesson
from sandtable_empires.combat.captives import CorpsGone, DividePrisoners, NameCorps, Taken, capture
from sandtable_empires.disputes import throw_for
from sandtable_empires.hookspecs.command import CommandHooks, Unstacked
from sandtable_empires.model import Arm, Corps, CorpsId, Leader, LeaderId


class Captures(RuleModule):
    """What becomes of leaders whose corps falls, and of factors whom several powers take."""

    key = "captures"

    @hookimpl
    @rule("BASE-10.6-rejoins")
    async def rejoins(self, game: Game, leader: LeaderId, left: tuple[CorpsId, ...]) -> CorpsId | None:
        """A leader joins another corps of his side that is with him; of several his owner says which."""
        side = game[Leader][leader].side
        others = tuple(one for one in left if game[Corps][one].side == side)
        if len(others) < 2:
            return others[0] if others else None
        why = f"{leader}'s corps is gone: which corps does he join"
        return (await ask(side, NameCorps, why, about=CorpsGone(leader, others))).corps

    @hookimpl(of=CommandHooks.after_unstacked)
    @rule("EIA-10.6.3-capture-elimination")
    async def fall_with_their_force(self, game: Game, leader: LeaderId, loss: Unstacked) -> None:
        """A leader is captured when combat leaves nothing of the force that he is with."""
        if loss.how == "combat" and loss.spent:
            await capture(game, leader, loss.captors)

    @hookimpl(of=CommandHooks.after_unstacked)
    @rule("EIA-10.6.3-capture-siege-supply")
    async def starve_in_a_city(self, game: Game, leader: LeaderId, loss: Unstacked) -> None:
        """A leader is captured by a besieger when hunger leaves him without a corps in a besieged city."""
        if loss.how == "siege supply":
            await capture(game, leader, loss.captors)

    @hookimpl
    @rule("EIA-10.8-per-item")
    async def divide_prisoners(
        self, game: Game, corps: CorpsId, arm: Arm, captors: tuple[SideId, ...]
    ) -> dict[SideId, int] | None:
        """What all grant a power is its own; each other factor is thrown for."""
        factors = game[Corps][corps].of(arm)
        why = f"{factors} {arm} of {corps} are taken"
        answers = await ask_all(captors, DividePrisoners, why, about=Taken(captors, factors))
        proposed = {captor: dict(answers[captor].shares) for captor in captors}
        shares = {captor: min(one.get(captor, 0) for one in proposed.values()) for captor in captors}
        for _ in range(factors - sum(shares.values())):
            claim = [captor for captor in captors if proposed[captor].get(captor, 0) > shares[captor]] or captors
            shares[await throw_for(game, claim, f"a factor of {arm} of {corps}")] += 1
        return shares

    # --- for those who play it first

    @hookimpl
    def guidance(self, game: Game, ask: Ask) -> Iterable[Lesson]:
        """Where a leader goes whose corps is gone, and whose the prisoners are."""
        if NameCorps in ask.kinds:
            there = cast("tuple[CorpsId, ...]", ask.about)
            largest = max((game[Corps][one] for one in there), key=lambda one: one.factors)
            because = "It is the largest of those that are with him."
            yield Lesson(
                title="A leader without a corps", says="The corps of a leader is gone: say which corps he joins.",
                rules=("BASE-10.6-rejoins",), advice=(Advice(action=NameCorps(largest.id), because=because),),
            )  # fmt: skip
        if DividePrisoners in ask.kinds:
            yield Lesson(
                title="Prisoners", says="Several powers have taken prisoners: propose how many each of you gets.",
                why="Each gets what all grant him; for the rest the dice are thrown.", rules=("EIA-10.8-per-item",),
            )  # fmt: skip
