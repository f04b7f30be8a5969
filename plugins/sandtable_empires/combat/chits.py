"""Chits (7.5.2): both commanders choose how to fight, in secret; the pair says on which tables."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal

from sandtable.engine import (
    Action,
    Ask,
    Choice,
    Domain,
    Frame,
    Game,
    NameGiver,
    Part,
    Refusal,
    RuleModule,
    Subset,
    ask_together,
    closes,
    fills,
    hookimpl,
    in_a_row,
    opens,
    refuses,
    rule,
)
from sandtable.present import Advice, Lesson
from sandtable_empires.charts.keys import pairs
from sandtable_empires.combat.tallies import force_morale, special
from sandtable_empires.counsel.chits import best_chit
from sandtable_empires.hookspecs.combat import CombatHooks
from sandtable_empires.model import (
    AUSTRIA,
    RUSSIA,
    TURKEY,
    Battle,
    CorpsId,
    Engaged,
    Force,
    ForceId,
    Leader,
    NationId,
    corps_of,
    force_id,
    forces_of,
    the_corps,
)  # fmt: skip
from sandtable_empires.model.words import in_tenths
from sandtable_empires.steps import CHITS_STEP

AttackerChits = Literal["outflank", "assault", "escalated assault", "echelon", "probe"]
CASES: Final = ("no outflanking", "Turkish morale", "Russian morale", "Austrian die")
DefenderChits = Literal["outflank", "counterattack", "escalated counterattack", "cordon", "withdraw", "defend"]


class ChooseChit(Action[ForceId], frozen=True):
    """Choose how to fight, and who outflanks: what both sides' choices have in common.

    It is sealed until both have chosen; then it is shown to all.
    """

    chit: str
    outflanking: tuple[CorpsId, ...]

    @fills("outflanking")
    @staticmethod
    def any_corps(game: Game, ask: Ask[ForceId], chit: str) -> Domain[tuple[CorpsId, ...]]:
        """Nobody goes round the enemy but with the chit for it."""
        return Subset([one.id for one in corps_of(game, ask.about)]) if chit == "outflank" else Choice([()])

    def plainly(self, game: NameGiver | None = None, side: str = "") -> str:
        told = f"{side} plays the {self.chit} chit"
        if not self.outflanking:
            return told
        corps = in_a_row(str(one) if game is None else the_corps(game, one) for one in self.outflanking)
        return f"{told}; {corps} {'go' if len(self.outflanking) > 1 else 'goes'} round the enemy"


class ChooseAttack(ChooseChit, frozen=True):
    """Choose how to attack, and who outflanks."""

    title = "Attack with"

    chit: AttackerChits
    outflanking: tuple[CorpsId, ...]


class ChooseDefence(ChooseChit, frozen=True):
    """Choose how to defend, and who outflanks."""

    title = "Defend with"

    chit: DefenderChits
    outflanking: tuple[CorpsId, ...]


class Chits(RuleModule):
    """The choice of chits, and what is special about some pairs."""

    key = "chits"
    charts = tuple(map(pairs, CASES))

    @opens(CHITS_STEP)
    @rule("BASE-7.5.2-chits")
    async def choose(self, game: Game, frame: Frame) -> None:
        """Both choose at once, in secret."""
        battle = game[Battle][frame.subject]
        if game.hooks(CombatHooks).without_manoeuvre(game, battle.id):
            return
        attacker, defender = forces_of(game, battle.id)
        why = f"the battle of {game.name(battle.area)}, day {battle.day}"
        asks = (
            Ask(attacker.side, (ChooseAttack,), why, about=attacker.id),
            Ask(defender.side, (ChooseDefence,), why, about=defender.id),
        )
        answers = await ask_together(asks)
        for role, side in (("attacker", attacker.side), ("defender", defender.side)):
            choice = answers[side]
            assert isinstance(choice, ChooseChit)
            self._record_choice(game, force_id(battle.id, role), choice)  # type: ignore[arg-type]  # the two roles there are

    @fills(ChooseChit, "outflanking")
    @rule("BASE-7.5.2-pinning")
    def somebody_stays(self, game: Game, ask: Ask[ForceId], chit: str) -> Domain[tuple[CorpsId, ...]]:
        """Of those who outflank one at least goes round the enemy, and one at least stays to pin him."""
        corps = [one.id for one in corps_of(game, ask.about)]
        return Subset(corps, 1, len(corps) - 1) if chit == "outflank" else Choice([()])

    @closes(CHITS_STEP)
    @rule("BASE-7.5.2-no-outflanking")
    def nobody_gets_round(self, game: Game, frame: Frame) -> None:
        """Against some chits nobody gets round: all fight from the first round."""
        for force in forces_of(game, frame.subject):
            if force.outflankers and special(game, force.id, "no outflanking"):
                game.change(game[Force][force.id], outflankers="")
                for engaged in game[Engaged].where("force", force.id):
                    game.change(engaged, outflanking=False)

    @closes(CHITS_STEP)
    @rule("BASE-7.5.2-chits-morale")
    def take_heart(self, game: Game, frame: Frame) -> None:
        """What the chits that are shown do to the morale of a force is added to it for the day."""
        for force in forces_of(game, frame.subject):
            morale = force_morale(game, force.id) if force.chit else None
            if morale is not None and morale.whole() != force.morale:
                game.change(force, morale=morale.whole())
                game.note(f"{force.side} now has a morale of {in_tenths(morale.whole())}")

    def _record_choice(self, game: Game, force: ForceId, choice: ChooseChit) -> None:
        row = game[Force][force]
        game.change(row, chit=choice.chit, outflankers="away" if choice.outflanking else "")
        for corps in choice.outflanking:
            game.change(game[Engaged][corps], outflanking=True)

    @refuses(ChooseAttack, "chit")
    @rule("BASE-7.5.2-outflank-two")
    def two_to_attack(self, game: Game, act: ChooseAttack, ask: Ask[ForceId]) -> Refusal | None:
        """To outflank takes two corps: one to pin the enemy, one to go round him."""
        return self._too_few(game, act.chit, ask)

    @refuses(ChooseDefence, "chit")
    @rule("BASE-7.5.2-outflank-two-defending")
    def two_to_defend(self, game: Game, act: ChooseDefence, ask: Ask[ForceId]) -> Refusal | None:
        """The defender needs two corps as well."""
        return self._too_few(game, act.chit, ask)

    def _too_few(self, game: Game, chit: str, ask: Ask[ForceId]) -> Refusal | None:
        if chit != "outflank" or len(corps_of(game, ask.about)) > 1:
            return None
        return Refusal("a single corps cannot outflank")

    # --- what is special

    @hookimpl(of=CombatHooks.force_morale_parts)
    @rule("BASE-7.5.2-turkish-morale")
    def turks(self, game: Game, force: ForceId) -> Iterable[Part]:
        """Turks gain by attacking each other's attack."""
        if not self._commanded_by(game, force, TURKEY) or not special(game, force, "Turkish morale"):
            return []
        return [Part("add", 10, says="Turkish commander")]

    @hookimpl(of=CombatHooks.force_morale_parts)
    @rule("BASE-7.5.2-russian-morale")
    def russians(self, game: Game, force: ForceId) -> Iterable[Part]:
        """Russians gain by defending."""
        defends = game[Force][force].role == "defender"
        if not defends or not self._commanded_by(game, force, RUSSIA) or not special(game, force, "Russian morale"):
            return []
        return [Part("add", 10, says="Russian commander defends")]

    @hookimpl(of=CombatHooks.die_parts)
    @rule("BASE-7.5.2-austrian-die")
    def austrians(self, game: Game, force: ForceId) -> Iterable[Part]:
        """Austrians are at home with some pairs of chits."""
        if not self._commanded_by(game, force, AUSTRIA) or not special(game, force, "Austrian die"):
            return []
        return [Part("add", 1, says="Austrian commander")]

    def _commanded_by(self, game: Game, force: ForceId, nation: NationId) -> bool:
        leader = game[Leader].get(game[Force][force].commander)
        return leader is not None and leader.nation == nation

    # --- for those who play it first

    @hookimpl
    def guidance(self, game: Game, ask: Ask) -> Iterable[Lesson]:
        """The chit that gives the better tables, whatever the enemy plays."""
        kind = next((one for one in (ChooseAttack, ChooseDefence) if one in ask.kinds), None)
        if kind is None:
            return
        chit = best_chit(game, "attacker" if kind is ChooseAttack else "defender")
        because = "It gives you the best tables on average, over everything that the enemy may play."
        yield Lesson(
            title="How to fight", says="Both sides choose in secret how they fight today, and show it at once.",
            why="The two chits together say on which tables each side fires in the three rounds: the higher the "
            "levels, the "
            "more the other side loses. To outflank takes two corps and luck.",
            rules=("BASE-7.5.2-chits", "BASE-7.5.2-tables", "BASE-7.5.2-pinning"),
            advice=(Advice(action=kind(chit, ()), because=because),),  # type: ignore[arg-type]  # a chit of its role
        )  # fmt: skip
