"""Withdrawal (7.5.2): a defender who has chosen to may get away before the first round."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from sandtable.engine import (
    Chart,
    Frame,
    Game,
    Part,
    RuleModule,
    ScenarioFault,
    ScenarioFinding,
    Tally,
    hookimpl,
    opens,
    roll,
    rule,
)
from sandtable_empires.charts.keys import ATTACKS, WITHDRAW, numbers, pairs
from sandtable_empires.combat.tallies import WITHDRAWAL, chits, intrinsic, special
from sandtable_empires.hookspecs.combat import CombatHooks
from sandtable_empires.hookspecs.command import CommandHooks
from sandtable_empires.model import Battle, Engaged, Force, ForceId, corps_of, force_id, forces_of
from sandtable_empires.model.marks import WITHDRAWS
from sandtable_empires.steps import ARRIVAL_STEP, ROUNDS_SEQUENCE, WITHDRAWAL_STEP

AT_ONCE: Final = "automatic withdrawal"
NO_MODIFIER: Final = ScenarioFault(
    "chart-no-withdrawal", "error", "An attack for which the charts do not say how the defender withdraws."
)  # fmt: skip


class Withdrawal(RuleModule):
    """Getting away."""

    key = "withdrawal"
    charts = (numbers("withdrawal modifier", ATTACKS, (WITHDRAW,), least=-9, most=9, empty=True), pairs(AT_ONCE))
    faults = (NO_MODIFIER,)
    after = ("rounds",)

    @opens(WITHDRAWAL_STEP)
    @rule("BASE-7.5.2-withdraw")
    async def withdraw(self, game: Game, frame: Frame) -> None:
        """A die of the strategic rating or less, with what the chits add, and the defender is gone."""
        battle = game[Battle][frame.subject]
        force = game[Force][force_id(battle.id, "defender")]
        if force.chit != "withdraw":
            return
        if special(game, force.id, AT_ONCE):
            game.note(f"{force.side} withdraws before the probe")
            self._get_away(game, battle)
        elif game.hooks(CommandHooks).one_by_one(game, force.id):
            await self._one_by_one(game, battle, force)
        elif await self._tries(game, force, force.commander or force.side, []):
            self._get_away(game, battle)

    @hookimpl(default=True, of=CommandHooks.one_by_one)
    @rule("BASE-7.5.2-withdraw-one-by-one")
    def leaderless(self, game: Game, force: ForceId) -> bool:
        """Without a leader each corps tries for itself."""
        return game[Force][force].commander is None

    async def _tries(self, game: Game, force: Force, who: str, instead: list[Part]) -> bool:
        hooks = game.hooks(CombatHooks)
        added = game.chart("withdrawal modifier").number(*chits(game, force.id))
        parts = [
            *(instead or hooks.strategic_parts(game, force.id)),
            Part("add", added, "BASE-7.5.2-withdraw", "chits"),
            *hooks.withdrawal_parts(game, force.id),
        ]
        rating = Tally(WITHDRAWAL, parts)
        die = await roll("1d6", why=f"{who} tries to withdraw", rule="BASE-7.5.2-withdraw", by=force.side)
        away = die <= rating.whole()
        game.note(
            f"{who} {'withdraws' if away else 'cannot withdraw'}: {die} against {rating.with_parts()}",
            "BASE-7.5.2-withdraw",
        )
        return away

    async def _one_by_one(self, game: Game, battle: Battle, force: Force) -> None:
        """Without a leader each corps tries by itself, with its own rating; who gets away fights no more."""
        for corps in corps_of(game, force.id):
            own = intrinsic(game, corps.id, "strategic").whole()
            part = Part("base", own, "BASE-7.5.2-withdraw-one-by-one", corps.id)
            if await self._tries(game, game[Force][force.id], corps.id, [part]):
                game.remove(game[Engaged][corps.id])
                game.mark(corps.id, WITHDRAWS)
        if not corps_of(game, force.id):
            self._get_away(game, battle)

    @opens(ARRIVAL_STEP)
    @rule("BASE-7.5.2-withdraw-late")
    def nobody_holds_him(self, game: Game, frame: Frame) -> None:
        """A defender who could not withdraw at first is gone in a round for which the chits have no table.

        Those are the rounds before which the outflankers who should have cut him off did not come.
        """
        battle = game[Battle][frame.subject]
        attacker, defender = forces_of(game, battle.id)
        printed_table = game.hooks(CombatHooks).printed_table
        if defender.chit != "withdraw" or printed_table(game, attacker.id) or printed_table(game, defender.id):
            return
        game.note(f"the outflankers have not arrived: {defender.side} withdraws")
        self._get_away(game, battle)
        game.leave(ROUNDS_SEQUENCE)

    def _get_away(self, game: Game, battle: Battle) -> None:
        """The defender has got away: there is no fight, or none any more."""
        for corps in corps_of(game, force_id(battle.id, "defender")):
            game.mark(corps.id, WITHDRAWS)
        game.change(game[Battle][battle.id], winner="attacker", how="withdrawn")

    @hookimpl
    def findings(self, game: Game, board: object) -> Iterable[ScenarioFinding]:
        """Name attacks from which one could neither withdraw at once nor try to."""
        added, cases = game[Chart].get("withdrawal modifier"), game[Chart].get("special cases")
        if added is None or cases is None or any(lookup.faults(game[Chart][lookup.chart]) for lookup in self.charts):
            return
        for attack in ATTACKS:
            if not cases.number(attack, WITHDRAW, AT_ONCE) and added.at(attack, WITHDRAW) is None:
                words = f"against {attack} nobody withdraws at once, and the chart has no modifier for trying: give one"
                yield NO_MODIFIER.finding(words, added, field="cells", rule="BASE-7.5.2-withdraw")
