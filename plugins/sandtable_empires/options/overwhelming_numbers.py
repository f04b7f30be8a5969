"""Overwhelming numbers (12.3.10): five to one is no battle."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.engine import (
    Action,
    Ask,
    Frame,
    Game,
    Option,
    RuleModule,
    Tally,
    Was,
    hookimpl,
    offer,
    opens,
    roll,
    rule,
)
from sandtable.present import Advice, Lesson
from sandtable_empires.combat.attack import Attack
from sandtable_empires.combat.tallies import WITHDRAWAL, contingents, intrinsic, strategic
from sandtable_empires.hookspecs.combat import CombatHooks
from sandtable_empires.hookspecs.command import CommandHooks
from sandtable_empires.model import Battle, BattleId, Engaged, Force, ForceId, Kind, corps_of, force_id, forces_of
from sandtable_empires.model.marks import WITHDRAWS
from sandtable_empires.steps import WITHDRAWAL_STEP

TIMES = 5


class SlipAway(Action, frozen=True):
    """Try to withdraw before the trivial combat."""

    if_declined = "Stay and fight"

    def says(self, game: Game, ask: Ask) -> str:
        return f"{ask.side} tries to withdraw before the battle"


class OverwhelmingNumbers(RuleModule):
    """A combat of five to one is trivial."""

    key = "overwhelming_numbers"
    after = ("command",)
    option = Option(
        "Overwhelming numbers",
        "A combat of five to one or more is trivial; an outnumbered defender may slip away before it.",
        ("EIA-12.3.10-trivial", "EIA-12.3.10-withdraw"),
    )

    @rule("EIA-12.3.10-trivial", amends="BASE-7.5.2-field", after="BASE-7.5.3-trivial")
    def trivial(self, was: Was[Kind | None], game: Game, battle: BattleId) -> Kind | None:
        """Counted at the start of the combat, with outflankers and without possible reinforcements (R-26)."""
        few, many = sorted(self._factors(game, force.id) for force in forces_of(game, battle))
        return "trivial" if many >= TIMES * few else was()

    def _factors(self, game: Game, force: ForceId) -> int:
        """Counted as they stood at the start of the combat, outflankers and all (R-26)."""
        return game[Force][force].started or sum(one.factors for one in contingents(game, force))

    @opens(WITHDRAWAL_STEP)
    @rule("EIA-12.3.10-withdraw")
    async def slip_away(self, game: Game, frame: Frame) -> None:
        """An outnumbered defender may try to get away on a die of the strategic rating or less.

        Without a commander each corps tries for itself; who is caught fights.
        """
        battle = game[Battle][frame.subject]
        attacker, defender = forces_of(game, battle.id)
        outnumbered = self._factors(game, attacker.id) >= TIMES * self._factors(game, defender.id)
        if battle.kind != "trivial" or not outnumbered or not corps_of(game, defender.id):
            return
        why = f"slip away from {game.name(battle.area)}"
        if await offer(defender.side, SlipAway, why) is None:
            return
        if not game.hooks(CommandHooks).one_by_one(game, defender.id):
            if await self._gets_away(game, defender, defender.side, strategic(game, defender.id)):
                self._get_away(game, battle.id)
            return
        for corps in corps_of(game, defender.id):
            if await self._gets_away(game, defender, corps.id, intrinsic(game, corps.id, "strategic")):
                game.remove(game[Engaged][corps.id])
                game.mark(corps.id, WITHDRAWS)
        if not corps_of(game, defender.id):
            self._get_away(game, battle.id)

    async def _gets_away(self, game: Game, force: Force, who: str, own: Tally) -> bool:
        """Roll for a commander, or a corps: the rating or less, with what is added to it."""
        rating = Tally(WITHDRAWAL, [*own.parts, *game.hooks(CombatHooks).withdrawal_parts(game, force.id)])
        die = await roll("1d6", why=f"{who} slips away", rule="EIA-12.3.10-withdraw", by=force.side)
        away = die <= rating.whole()
        game.note(
            f"{who} {'slips away' if away else 'is caught'}: {die} against {rating.with_parts()}",
            "EIA-12.3.10-withdraw",
        )
        return away

    def _get_away(self, game: Game, battle: BattleId) -> None:
        for corps in corps_of(game, force_id(battle, "defender")):
            game.mark(corps.id, WITHDRAWS)
        game.change(game[Battle][battle], winner="attacker", how="withdrawn")

    # --- for those who play it first

    @hookimpl
    def guidance(self, game: Game, ask: Ask) -> Iterable[Lesson]:
        """Five to one: slip away in time."""
        if Attack in ask.kinds:
            says = f"With overwhelming numbers, {TIMES} to 1 or more, there is no battle plan: both sides just fire."
            yield Lesson(says=says, rules=("EIA-12.3.10-trivial",))
        if SlipAway in ask.kinds:
            because = f"You are outnumbered {TIMES} to 1: whoever stays is lost."
            yield Lesson(
                title="Slip away", says="You may try to get away before the fight, on a die of your strategic "
                "rating or less.",
                rules=("EIA-12.3.10-withdraw",), advice=(Advice(action=SlipAway(), because=because),),
            )  # fmt: skip
