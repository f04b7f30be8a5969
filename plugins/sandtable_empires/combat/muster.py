"""How a combat comes about (7.5): whom a side must attack, who fights on which side, with what morale."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sandtable.engine import (
    Action,
    Ask,
    Choice,
    Duty,
    Frame,
    Game,
    Part,
    RuleModule,
    SideId,
    fails,
    fills,
    hookimpl,
    opens,
    rule,
)
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
    Force,
    ForceId,
    Kind,
    Role,
    contingent_key,
    corps_of,
    force_id,
    forces_of,
    hostile_corps,
    in_the_open,
    siege_of,
)  # fmt: skip


class Attack(Action, frozen=True):
    """Attack the enemy in an area, with all corps there."""

    area: AreaId

    @fills("area")
    @staticmethod
    def where_it_must(game: Game, ask: Ask) -> Choice[AreaId]:
        duties = game[Duty].where("side", ask.side)
        return Choice(AreaId(duty.subject) for duty in duties if duty.what == "attack")

    async def perform(self, game: Game, ask: Ask) -> None:
        side = SideId(ask.side)
        game.fulfil(side, "attack", self.area)
        await begin(game, self.area, side, in_the_open(game, self.area, side))


async def begin(game: Game, area: AreaId, side: SideId, attackers: list[Corps]) -> BattleId:
    """Begin a combat of a side's corps (none: of irregulars alone) against all enemy corps in an area."""
    defenders = hostile_corps(game, area, side)
    battle = BattleId(game.new_id("battle"))
    river = bool(attackers) and all(game.marked(corps.id, "came across a river") for corps in attackers)
    siege = siege_of(game, area)
    relief = siege is not None and siege.side in {corps.side for corps in defenders}
    game.put(Battle(battle, area, river=river, relief=relief))
    _muster(game, battle, "attacker", side, attackers)
    _muster(game, battle, "defender", defenders[0].side, defenders)
    await game.hooks(CombatHooks).musters(game, battle)
    game.note(f"{side} attacks in {area}", "BASE-7.5-must-attack")
    game.enter("combat", battle, side=side)
    return battle


def _muster(game: Game, battle: BattleId, role: Role, side: SideId, corps: list[Corps]) -> None:
    """Put a force into a battle; who commands it is settled later, for now this side decides for it."""
    force = force_id(battle, role)
    game.put(Force(id=force, battle=battle, role=role, side=side))
    for one in corps:
        game.put(Engaged(one.id, force))
        game.mark(one.id, "fought", until="guerilla")


class Muster(RuleModule):
    """Whom a side must attack, and what stands against what."""

    key = "muster"
    actions = {"land_combat": (Attack,)}

    @opens("land_combat")
    @rule("BASE-7.5-must-attack")
    def declare(self, game: Game, frame: Frame) -> None:
        """Corps that share the open with enemy corps must attack; their side chooses where first."""
        side = SideId(frame.side or "")
        for area in dict.fromkeys(game.hooks(CombatHooks).must_attack(game, side)):
            game.oblige(
                side, "attack", area, by="land_combat", rule="BASE-7.5-must-attack",
                says=f"{side} must attack in {area}",
            )  # fmt: skip

    @hookimpl
    @rule("BASE-7.5-open-enemies")
    def must_attack(self, game: Game, side: SideId) -> Iterator[AreaId]:
        """An attack is due where unbesieged corps of both stand."""
        for corps in game[Corps].where("side", side):
            area = corps.area
            if area is not None and corps in in_the_open(game, area, side) and hostile_corps(game, area, side):
                yield area

    @fails("attack")
    @rule("BASE-7.5-nobody-left")
    def lapses(self, game: Game, duty: Duty) -> None:
        """With nobody left to attack, or to attack with, the duty lapses."""
        game.note(f"there is nothing left to attack in {duty.subject}", "BASE-7.5-nobody-left")

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
            for arm in ARMS:
                if corps.of(arm):
                    yield Contingent(contingent_key(corps.id, arm), corps.nation, arm, corps.of(arm), away, corps.id)

    @hookimpl(of=CombatHooks.morale_parts)
    @rule("BASE-7.5.2-morale-of-arms")
    def printed(self, game: Game, contingent: Contingent) -> Iterable[Part]:
        """A factor has the morale of its arm and nation."""
        if contingent.arm not in ARMS:  # irregulars say so themselves
            return []
        value = game.chart("morale").number(contingent.nation, contingent.arm)
        return [Part("base", value, "BASE-7.5.2-morale-of-arms", f"{contingent.nation} {contingent.arm}")]

    @hookimpl(of=CombatHooks.force_morale_parts)
    @rule("BASE-7.5.2-morale-average")
    def average(self, game: Game, force: ForceId) -> Iterable[Part]:
        """A force has the average morale of its factors, .5 rounded up; artillery fires with the morale of the rest."""
        counted = [one for one in contingents(game, force) if one.arm != "artillery"] or contingents(game, force)
        factors = sum(one.factors for one in counted)
        total = sum(one.factors * factor_morale(game, one).whole() for one in counted)
        value = (2 * total + factors) // (2 * factors) if factors else 0
        return [Part("base", value, "BASE-7.5.2-morale-average", f"average of {factors} factors")]

    @opens("muster")
    @rule("BASE-7.5.2-day")
    def take_stand(self, game: Game, frame: Frame) -> None:
        """At the start of a day the kind of combat and the morale of both forces are settled."""
        battle = game[Battle][frame.subject]
        game.change(battle, kind=game.hooks(CombatHooks).kind(game, battle.id), day=frame.round, round=0)
        for force in forces_of(game, battle.id):
            morale = force_morale(game, force.id)
            factors = sum(one.factors for one in contingents(game, force.id))
            started = force.started if battle.day > 1 else factors
            game.change(
                force, morale=morale.whole(), morale_lost=0, started=started, chit="", outflankers="", commander=None
            )
            game.note(f"{force.side} has {factors} factors, {morale}", "BASE-7.5.2-day")
            for engaged in game[Engaged].where("force", force.id):
                game.change(engaged, outflanking=False)
