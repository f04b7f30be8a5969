"""How a combat comes about (7.5): whom a side must attack, who fights on which side, with what morale."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from sandtable.engine import (
    Ask,
    Choice,
    Duty,
    Frame,
    Game,
    Part,
    RuleModule,
    ScenarioFinding,
    SideId,
    doable,
    fails,
    fills,
    hookimpl,
    opens,
    rule,
)
from sandtable.present import Advice, Lesson
from sandtable_empires.charts.keys import MORALE, numbers
from sandtable_empires.combat.attack import ATTACK, Attack, attackers
from sandtable_empires.combat.tallies import contingents, factor_morale, force_morale
from sandtable_empires.hookspecs.combat import CombatHooks
from sandtable_empires.model import (
    ARMS,
    AreaId,
    Battle,
    BattleId,
    Contingent,
    Corps,
    Engaged,
    ForceId,
    Kind,
    area_id,
    contingents_in,
    corps_of,
    forces_of,
    hostile_corps,
)  # fmt: skip
from sandtable_empires.model.words import factors_text, in_tenths
from sandtable_empires.soundness.forces import EMPTY, HIDDEN, strengths
from sandtable_empires.soundness.rows import UNCHARTED, find_uncharted, troops
from sandtable_empires.steps import LAND_COMBAT_STEP, MUSTER_STEP


class Muster(RuleModule):
    """Whom a side must attack, and what stands against what."""

    key = "muster"
    brings = (ATTACK,)
    charts = (numbers(MORALE),)
    faults = (EMPTY, HIDDEN, UNCHARTED)
    actions = {LAND_COMBAT_STEP: (Attack,)}

    @opens(LAND_COMBAT_STEP)
    @rule("BASE-7.5-must-attack")
    def declare(self, game: Game, frame: Frame) -> None:
        """Corps that share the open with enemy corps must attack; their side chooses where first."""
        side = SideId(frame.side or "")
        for area in dict.fromkeys(game.hooks(CombatHooks).must_attack(game, side)):
            game.oblige(
                side, ATTACK, area,
                says=f"{side} must attack in {game.name(area)}",
            )  # fmt: skip

    @fills(Attack, "area")
    @rule("BASE-7.5-attack-due")
    def where_it_must(self, game: Game, ask: Ask) -> Choice[AreaId]:
        """A side attacks only where it must, and has not yet."""
        return Choice(area_id(duty.subject) for duty in game.duties(ask.side, ATTACK))

    @hookimpl
    @rule("BASE-7.5-open-enemies")
    def must_attack(self, game: Game, side: SideId) -> Iterator[AreaId]:
        """An attack is due where unbesieged corps of both stand."""
        for corps in game[Corps].where("side", side):
            area = corps.area
            if area is not None and corps in attackers(game, area, side) and hostile_corps(game, area, side):
                yield area

    @doable(ATTACK)
    @rule("BASE-7.5-somebody-left")
    def still_due(self, game: Game, duty: Duty) -> bool:
        """It takes both: corps to attack with, and somebody whom they must attack."""
        return duty.subject in game.hooks(CombatHooks).must_attack(game, SideId(duty.side))

    @fails(ATTACK)
    @rule("BASE-7.5-nobody-left")
    def lapses(self, game: Game, duty: Duty) -> None:
        """With nobody left to attack, or to attack with, the duty lapses."""
        game.note(f"there is nothing left to attack in {game.name(duty.subject)}")

    # --- the forces

    @hookimpl(default=True, of=CombatHooks.kind)
    @rule("BASE-7.5.2-field")
    def usual_kind(self, game: Game, battle: BattleId) -> Kind:
        """Corps against corps is a field combat, a limited one when the attacker relieves a siege."""
        return "limited" if game[Battle][battle].relief else "field"

    @hookimpl(of=CombatHooks.contingents)
    @rule("BASE-7.5.2-corps-fight")
    def of_the_corps(self, game: Game, force: ForceId) -> Iterator[Contingent]:
        """Every factor of an engaged corps fights."""
        for corps in corps_of(game, force):
            away = game[Engaged][corps.id].outflanking
            yield from contingents_in(corps, outflanking=away)

    @hookimpl(of=CombatHooks.morale_parts)
    @rule("BASE-7.5.2-morale-of-arms")
    def arm_morale(self, game: Game, contingent: Contingent) -> Iterable[Part]:
        """A factor has the morale of its arm and nation."""
        if contingent.arm not in ARMS:  # irregulars say so themselves
            return []
        nation, arm = contingent.nation, contingent.arm
        return [game.chart(MORALE).part("base", nation, arm, says=f"{nation} {arm}")]

    @hookimpl(of=CombatHooks.force_morale_parts)
    @rule("BASE-7.5.2-morale-average")
    def average(self, game: Game, force: ForceId) -> Iterable[Part]:
        """A force has the average morale of its factors, .5 rounded up; artillery fires with the morale of the rest."""
        counted = [one for one in contingents(game, force) if one.arm != "artillery"] or contingents(game, force)
        factors = sum(one.factors for one in counted)
        total = sum(one.factors * factor_morale(game, one).whole() for one in counted)
        value = (2 * total + factors) // (2 * factors) if factors else 0
        return [Part("base", value, says=f"average of {factors} factors")]

    @opens(MUSTER_STEP)
    @rule("BASE-7.5.2-day")
    def take_stand(self, game: Game, frame: Frame) -> None:
        """At the start of a day the kind of combat and the morale of both forces are settled."""
        battle = game[Battle][frame.subject]
        battle = game.change(battle, kind=game.hooks(CombatHooks).kind(game, battle.id), day=frame.round, round=0)
        for force in forces_of(game, battle.id):
            game.change(force, chit="", outflankers="")
            for engaged in game[Engaged].where("force", force.id):
                game.change(engaged, outflanking=False)
        for force in forces_of(game, battle.id):
            morale = force_morale(game, force.id)
            factors = sum(one.factors for one in contingents(game, force.id))
            started = force.started if battle.day > 1 else factors
            game.change(force, morale=morale.whole(), morale_lost=0, started=started)
            game.note(
                f"{force.side} has {factors_text(factors)} with a morale of {in_tenths(morale.whole())}",
            )

    @hookimpl
    def findings(self, game: Game, board: object) -> Iterable[ScenarioFinding]:
        """Name corps that could not fight, and nations whose morale no chart has."""
        yield from strengths(game)
        arms = ((one.nation, arm) for one in troops(game) for arm in one.by_arm())
        yield from find_uncharted(game, MORALE, arms)

    # --- for those who play it first

    @hookimpl
    def guidance(self, game: Game, ask: Ask) -> Iterable[Lesson]:
        """Begin where the odds are best."""
        if Attack in ask.kinds:
            yield Lesson(
                title="Land combat", says="Attack wherever your corps and enemy corps are both in the open; "
                "then end the step.",
                why="Attacks cannot be put off, but you choose the order. Sieges and storms belong to this step too.",
                rules=("BASE-7.5-must-attack", "BASE-7.5-siege"),
            )  # fmt: skip
            yield Lesson(
                kind=Attack, says="Begins the battle in an area, with all your corps there.",
                rules=("BASE-7.5-attack-due", "BASE-7.5.2-field"), advice=tuple(battles(game, SideId(ask.side))),
            )  # fmt: skip


def battles(game: Game, side: SideId) -> Iterator[Advice]:
    """Yield the attacks that are due, the most promising first."""
    odds: list[tuple[Fraction, AreaId, str]] = []
    for duty in game.duties(side, ATTACK):
        area = area_id(duty.subject)
        own = sum(one.factors for one in attackers(game, area, side))
        foes = sum(one.factors for one in hostile_corps(game, area, side))
        odds.append((Fraction(own, max(1, foes)), area, f"{factors_text(own)} against {foes}"))
    best = (
        "It must be fought in this step"
        if len(odds) == 1
        else "It is the most promising of the attacks that you must make"
    )
    for _, area, told in sorted(odds, reverse=True):
        yield Advice(action=Attack(area), because=f"{best}: {told}.", weight=1)
