"""The end of a day of combat (7.5.2): it is decided, or the attacker fights on, or breaks off."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from sandtable.engine import Action, Ask, Frame, Game, Pass, RuleModule, hookimpl, leaves, offer, opens, rule, ruling
from sandtable.present import Advice, Lesson
from sandtable_empires.hookspecs.combat import CombatHooks
from sandtable_empires.model import Battle, Engaged, Force, corps_of, force_id, forces_of
from sandtable_empires.model.words import days_text, factors_text
from sandtable_empires.steps import AFTERMATH_STEP, COMBAT_SEQUENCE, NIGHTFALL_STEP, PARTING_STEP


class FightOn(Action, frozen=True):
    """Fight another day."""

    if_declined = "Break off the battle and retreat"

    def says(self, game: Game, ask: Ask) -> str:
        return f"{ask.side} fights on"


class Nightfall(RuleModule):
    """How a combat ends."""

    key = "nightfall"
    parameters: Parameters

    class Parameters(RuleModule.Parameters, frozen=True):
        days: Annotated[
            int,
            ruling(
                "Days a combat lasts at most",
                "After the last of them an attacker who has not won breaks off.",
                "BASE-7.5.2-another-day",
                ge=1,
                le=9,
            ),
        ] = 3

    @opens(NIGHTFALL_STEP)
    @rule("BASE-7.5.2-decided")
    def decide(self, game: Game, frame: Frame) -> None:
        """Who has not broken wins; if both have, nobody does."""
        battle = game[Battle][frame.subject]
        attacker, defender = forces_of(game, battle.id)
        if not battle.winner and (attacker.broken or defender.broken):
            winner = "attacker" if not attacker.broken else "defender" if not defender.broken else "nobody"
            game.change(battle, winner=winner, how="broken")

    @opens(NIGHTFALL_STEP)
    @rule("BASE-7.5.2-another-day", after="BASE-7.5.2-decided")
    async def fight_on(self, game: Game, frame: Frame) -> None:
        """After a day that decides nothing the attacker may fight on, else he breaks off."""
        battle = game[Battle][frame.subject]
        if battle.winner:
            return
        attacker, _ = forces_of(game, battle.id)
        what = f"the battle of {game.name(battle.area)}, day {battle.day}"
        why = f"{what}, is undecided: fight on, or break off and retreat"
        most = ""
        if battle.day < self.parameters.days:
            if await offer(attacker.side, FightOn, why):
                return
            battle = game[Battle][frame.subject]
        else:
            most = f": a battle lasts at most {days_text(self.parameters.days)}"
        game.note(f"{attacker.side} breaks off the battle of {game.name(battle.area)}{most}")
        game.change(battle, winner="defender", how="broken off")

    @opens(AFTERMATH_STEP)
    @rule("BASE-7.5.2-after-combat")
    async def act_on_it(self, game: Game, frame: Frame) -> None:
        """When a combat is decided modules act on it; one from which the defender withdrew at once was none."""
        battle = game[Battle][frame.subject]
        if battle.winner and (battle.how != "withdrawn" or battle.fought):
            await game.hooks(CombatHooks).after_combat(game, battle.id)

    @opens(PARTING_STEP)
    @rule("BASE-7.5.2-over", vital=True)
    def over(self, game: Game, frame: Frame) -> None:
        """A decided combat is over."""
        if game[Battle][frame.subject].winner:
            game.leave(COMBAT_SEQUENCE)

    @leaves(COMBAT_SEQUENCE)
    @rule("BASE-7.5.2-cleared", vital=True)
    def clear(self, game: Game, frame: Frame) -> None:
        """Nobody is engaged any longer."""
        for role in ("attacker", "defender"):
            force = force_id(frame.subject, role)
            for engaged in game[Engaged].where("force", force):
                game.remove(engaged)
            game.remove(game[Force][force])
        game.remove(game[Battle][frame.subject])

    # --- for those who play it first

    @hookimpl
    def guidance(self, game: Game, ask: Ask) -> Iterable[Lesson]:
        """Fight on while one is the stronger."""
        battle = game[Battle].get(game.frame.subject)
        if FightOn in ask.kinds and battle is not None:
            own, foes = (
                factors_text(sum(one.factors for one in corps_of(game, force.id)))
                for force in forces_of(game, battle.id)
            )
            because = f"You have {own} left against {foes}; if you break off you retreat."
            yield Lesson(
                title="Nightfall", says="The day has decided nothing: fight another one, or break off and retreat.",
                why=f"A battle lasts at most {days_text(self.parameters.days)}.", rules=("BASE-7.5.2-another-day",),
                advice=(Advice(action=FightOn() if is_stronger(game, battle) else Pass(), because=because),),
            )  # fmt: skip


def is_stronger(game: Game, battle: Battle) -> bool:
    """Tell whether the attacker has more factors left than the defender."""
    attacker, defender = (sum(one.factors for one in corps_of(game, force.id)) for force in forces_of(game, battle.id))
    return attacker > defender
