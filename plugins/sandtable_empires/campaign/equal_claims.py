"""Equal claims (10.8): who have them agree, and throw for it when they do not."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.engine import Ask, Game, RuleModule, SideId, ask_all, hookimpl, roll, rule
from sandtable.present import Lesson
from sandtable_empires.hookspecs.disputes import Award, Claim, DisputeHooks
from sandtable_empires.status import control_die


class EqualClaims(RuleModule):
    """What no other rule settles between those who have equal claims."""

    key = "equal_claims"

    @hookimpl(default=True, of=DisputeHooks.settle_claim)
    @rule("EIA-10.8-general")
    async def agree_or_throw(self, game: Game, claim: Claim) -> str | None:
        """Each names one of them; if they do not all name the same, the dice decide."""
        answers = await ask_all(claim.speakers, claim.asks, claim.why, rule=claim.rule, about=claim.claimants)
        named = {answer.winner() for answer in answers.values()}
        return named.pop() if len(named) == 1 else await self._throw(claim)

    @hookimpl(of=DisputeHooks.settle_claim)
    @rule("EIA-10.8-specific-first")
    async def by_its_own_dice(self, game: Game, claim: Claim) -> str | None:
        """Where a rule names dice of its own, with modifiers, these decide; those that are equal throw again."""
        left = list(claim.claimants) if claim.control is not None else []
        while len(left) > 1:
            thrown = {one: await self._with_modifiers(game, claim, SideId(one)) for one in left}
            left = [one for one in left if thrown[one] == max(thrown.values())]
        return left[0] if left else None

    async def _with_modifiers(self, game: Game, claim: Claim, one: SideId) -> int:
        assert claim.control is not None  # such claims alone are settled by these dice
        die = await roll("1d6", why=f"{one}: {claim.why}", rule=claim.rule, by=one)
        comes_to = die + control_die(game, one, claim.control, claim.nation).whole()
        game.note(f"{one} throws {die}, which comes to {comes_to}", claim.rule)
        return comes_to

    async def _throw(self, claim: Claim) -> str:
        """The highest die has it, or the lowest has to bear it; ties are thrown again (R-37)."""
        left = list(claim.claimants)
        while len(left) > 1:
            cited = claim.dice or claim.rule
            dice = {one: await roll("1d6", why=f"{one}: {claim.why}", rule=cited) for one in left}
            wanted = min(dice.values()) if claim.lowest else max(dice.values())
            left = [one for one in left if dice[one] == wanted]
        return left[0]

    # --- for those who play it first

    @hookimpl
    def guidance(self, game: Game, ask: Ask) -> Iterable[Lesson]:
        """Powers agree, or throw for it."""
        if any(issubclass(kind, Award) for kind in ask.kinds):
            yield Lesson(
                title="An equal claim", says="Several have the same claim. Each of you names who shall have it.",
                why="If all name the same one, it is settled; otherwise the dice decide.", rules=("EIA-10.8-general",),
            )  # fmt: skip
