"""Command in combat (10.6.1): how a force comes by its commander, and what he does to the dice."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Final, Literal

from sandtable.engine import (
    Frame,
    Game,
    Part,
    RuleModule,
    ScenarioFinding,
    closes,
    hookimpl,
    leaves,
    opens,
    rule,
    ruling,
)
from sandtable_empires.charts.keys import SPECIAL_CASES, pairs
from sandtable_empires.combat.bearing import present
from sandtable_empires.combat.tallies import riders, tactical
from sandtable_empires.hookspecs.combat import CombatHooks
from sandtable_empires.leaders.commander_chart import COMMANDER_CHARTS, compare_on_chart
from sandtable_empires.leaders.parties import (
    choose_commander,
    corps_under,
    ids_of,
    leaders_of,
    leaders_on,
    place_of,
)  # fmt: skip
from sandtable_empires.model import (
    Battle,
    Corps,
    CorpsId,
    Force,
    ForceId,
    Leader,
    LeaderId,
    Present,
    Role,
    battle_of,
    corps_of,
    foe_of,
    force_id,
    forces_of,
)  # fmt: skip
from sandtable_empires.soundness.leaders import LEADER_FAULTS, leaders
from sandtable_empires.steps import COMBAT_SEQUENCE, COMMAND_STEP, LOSSES_STEP

ROLES: Final[tuple[Role, ...]] = ("attacker", "defender")


class Command(RuleModule):
    """Who commands, how long, and what it does to the dice."""

    key = "command"
    charts = (*COMMANDER_CHARTS, pairs("no commander chart"))
    faults = LEADER_FAULTS
    after = ("muster",)
    parameters: Parameters

    class Parameters(RuleModule.Parameters, frozen=True):
        command_lasts: Annotated[
            Literal["the combat", "a day"],
            ruling(
                "How long a command lasts",
                '"A combat" is all its days: on a later one nobody else takes over while the commander is there.',
                "EIA-10.6.1-one-commander",
                "BASE-10.6.1-takes-command",
            ),
        ] = "the combat"
        in_trivial_combat: Annotated[
            Literal["used", "not used"],
            ruling(
                "The commander chart in a trivial combat",
                "Whether the ratings are compared there: no rule excepts it.",
                "EIA-10.6.1-rating-comparison",
            ),
        ] = "used"

    # --- who

    @opens(COMMAND_STEP)
    @rule("BASE-10.6.1-takes-command")
    async def take_command(self, game: Game, frame: Frame) -> None:
        """Each force has one commander, or none.

        A combat is one however many days it takes: who commands goes on, while he is there.
        """
        for force in forces_of(game, frame.subject):
            if not self._goes_on(game, force):
                await self._appoint(game, force)
            for leader in leaders_of(game, force.id):
                self._takes_part(game, force.id, leader)

    def _goes_on(self, game: Game, force: Force) -> bool:
        """Tell whether command stays with whom it was on the day before: one of the power's corps must be left."""
        if game[Battle][force.battle].day == 1 or self.parameters.command_lasts == "a day":
            return False
        leaders = leaders_of(game, force.id)
        if leaders or force.commander is not None:
            return force.commander in {leader.id for leader in leaders}
        return any(corps.side == force.side for corps in corps_of(game, force.id))

    async def _appoint(self, game: Game, force: Force) -> None:
        corps, why = ids_of(corps_under(game, force.id)), f"who commands at {game.name(place_of(game, force.id))}"
        side, commander = await choose_commander(game, corps, why, force.side)
        game.change(game[Force][force.id], side=side, commander=commander)
        if commander is not None:
            game.note(f"{commander} commands for {side}", "EIA-10.6.1-one-commander")

    def _takes_part(self, game: Game, force: ForceId, leader: Leader) -> None:
        if leader.id not in game[Present] and leader.corps is not None:
            game.put(Present(leader.id, force, leader.corps))

    @closes(LOSSES_STEP)
    @rule("BASE-10.6.1-succession")
    async def appoint_successor(self, game: Game, frame: Frame) -> None:
        """A commander who has lost the last corps of his side there commands no longer: another does, or nobody."""
        for force in forces_of(game, frame.subject):
            now = game[Leader].get(force.commander)
            if (now is None or now.corps is None) and (now or leaders_of(game, force.id)):
                await self._appoint(game, force)

    @leaves(COMBAT_SEQUENCE)
    @rule("BASE-10.6.1-parting", vital=True)
    def part(self, game: Game, frame: Frame) -> None:
        """When a combat is over nobody takes part in it any longer."""
        for role in ROLES:
            for there in list(game[Present].where("force", force_id(frame.subject, role))):
                game.remove(there)

    @hookimpl
    @rule("BASE-10.6.1-marching")
    async def leads(self, game: Game, corps: tuple[CorpsId, ...]) -> LeaderId | None:
        """Those who march into a battle together are led by whoever would command them in one."""
        if not leaders_on(game, corps):
            return None
        _, leader = await choose_commander(game, corps, f"who leads from {game.name(game[Corps][corps[0]].area)}")
        return leader

    @hookimpl
    @rule("EIA-10.6.1-reinforcing-leader")
    async def after_reinforced(self, game: Game, force: ForceId, leader: LeaderId) -> None:
        """One who arrives takes over only from a junior of his power, or where nobody commands."""
        row, new = game[Force][force], game[Leader][leader]
        self._takes_part(game, force, new)
        now = game[Leader].get(row.commander)
        if now is None or (now.side == new.side and new.seniority < now.seniority):
            game.change(row, side=new.side, commander=leader)
            game.note(f"{leader} takes command")

    # --- what they do

    @hookimpl(of=CombatHooks.die_parts)
    @rule("EIA-10.6.1-rating-comparison")
    def compare_ratings(self, game: Game, force: ForceId) -> Iterable[Part]:
        """Both ratings are compared on the commander chart."""
        battle = battle_of(game, force)
        if self._not_used(game, battle):
            return []
        row, foe = game[Force][force], foe_of(game, force)
        mine, theirs = tactical(game, row.id).whole(), tactical(game, foe.id).whole()
        return compare_on_chart(game, row.role, mine, theirs)

    def _not_used(self, game: Game, battle: Battle) -> bool:
        if battle.kind == "trivial":
            return self.parameters.in_trivial_combat == "not used"
        attacker, defender = (one.chit for one in forces_of(game, battle.id))
        key = f"{defender} behind a river" if defender == "cordon" and battle.river else defender
        return bool(attacker and game.chart(SPECIAL_CASES).number(attacker, key, "no commander chart"))

    @hookimpl(of=CombatHooks.pursuit_parts)
    @rule("EIA-10.6.1-pursuit")
    def cavalry_leader(self, game: Game, force: ForceId) -> Iterable[Part]:
        """A cavalry leader helps the pursuit, in command or not, if a factor of his nation pursues."""
        riding = {one.nation for one in riders(present(game, force))}
        able = [leader for leader in leaders_of(game, force) if leader.cavalry and leader.nation in riding]
        return [Part("add", 1, says=f"{able[0].id}, a cavalry leader")] if able else []

    @hookimpl
    def findings(self, game: Game, board: object) -> Iterable[ScenarioFinding]:
        """Name leaders who cannot be where they are."""
        return leaders(game)
