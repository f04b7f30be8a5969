"""Who may attack whom."""

from __future__ import annotations

from sandtable.engine import Game, Refusal, RuleModule, refuses, rule
from sandtable_grande_armee.combat.attack import ATTACKED, FOUGHT_FOR, Attack
from sandtable_grande_armee.combat.forces import fighting, is_disrupted
from sandtable_grande_armee.combat.walls import is_inside
from sandtable_grande_armee.model import Unit
from sandtable_grande_armee.model.agreeing import refusal_of
from sandtable_grande_armee.steps import ATTACK_STEP


class Attacks(RuleModule):
    """Who may attack whom."""

    key = "attacks"
    brings = (ATTACKED, FOUGHT_FOR)
    actions = {ATTACK_STEP: (Attack,)}

    @refuses(Attack, "hex")
    @rule("BASE-3-attack")
    def once_for_a_hex(self, game: Game, act: Attack) -> Refusal | None:
        """Each hex is attacked once in a combat phase."""
        if game.mark_of(act.hex, FOUGHT_FOR) is None:
            return None
        return Refusal("{hex} has been attacked in this phase", hex=act.hex)

    @refuses(Attack, "units")
    @rule("BASE-3-attack-once")
    def once_for_a_unit(self, game: Game, act: Attack) -> Refusal | None:
        """Each unit attacks once in a combat phase."""
        unit = next((one for one in act.units if game.mark_of(one, ATTACKED) is not None), None)
        return refusal_of(game, unit, "has attacked in this phase") if unit is not None else None

    @refuses(Attack, "units")
    @rule("BASE-3-disrupted")
    def not_disrupted(self, game: Game, act: Attack) -> Refusal | None:
        """A disrupted unit may not attack."""
        unit = next((one for one in act.units if is_disrupted(game, one)), None)
        return refusal_of(game, unit, "is disrupted") if unit is not None else None

    @refuses(Attack, "units")
    @rule("BASE-3-not-from-inside")
    def not_from_inside(self, game: Game, act: Attack) -> Refusal | None:
        """Who is inside a fort does not attack: he comes out first, in his own movement."""
        unit = next((one for one in act.units if is_inside(game, one)), None)
        if unit is None:
            return None
        return refusal_of(game, unit, "is inside a fort", cure="come out of it in the movement phase")

    @refuses(Attack, "units")
    @rule("BASE-3-leaders-with-troops")
    def leaders_with_troops(self, game: Game, act: Attack) -> Refusal | None:
        """A leader attacks with troops of his hex."""
        troops = {unit.hex for unit in fighting(game, act.units)}
        alone = next((one for one in act.units if game[Unit][one].hex not in troops), None)
        return refusal_of(game, alone, "needs troops of its hex in the attack") if alone is not None else None
