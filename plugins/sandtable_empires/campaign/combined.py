"""Combined movement (4.9): powers that have declared it fight together and count as one."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.engine import (
    Action,
    Ask,
    Frame,
    Game,
    RuleModule,
    ScenarioFinding,
    SideId,
    SpaceId,
    Subset,
    fills,
    hookimpl,
    in_a_row,
    offer,
    opens,
    rule,
)
from sandtable.present import Advice, Lesson
from sandtable_empires.combat.attack import attackers
from sandtable_empires.combat.tallies import may_join
from sandtable_empires.hookspecs.combat import CombatHooks
from sandtable_empires.hookspecs.movement import MovementHooks, together
from sandtable_empires.hookspecs.sieges import SiegeHooks
from sandtable_empires.land.storming import may_storm
from sandtable_empires.model import (
    Area,
    AreaId,
    Battle,
    BattleId,
    Combined,
    CorpsId,
    Engaged,
    Storm,
    StormId,
    corps_of,
    force_id,
    in_the_open,
    partners,
    the_corps,
)
from sandtable_empires.model.marks import ACROSS_A_RIVER
from sandtable_empires.model.words import does
from sandtable_empires.soundness.relations import BOTH, FOES_TOGETHER, ITSELF, NOT_TWO, check_combined, relations
from sandtable_empires.steps import TIME_RECORD_STEP


class JoinAttack(Action[AreaId], frozen=True):
    """Have corps attack together with a partner's."""

    if_declined = "Leave the attack to your partner"
    corps: tuple[CorpsId, ...]

    @fills("corps")
    @staticmethod
    def those_there(game: Game, ask: Ask[AreaId]) -> Subset[CorpsId]:
        return Subset((one.id for one in attackers(game, ask.about, SideId(ask.side))), 1)

    def says(self, game: Game, ask: Ask[AreaId]) -> str:
        joining = in_a_row(the_corps(game, one) for one in self.corps)
        return f"{does(joining, 'join')} the attack in {game.name(ask.about, Area)}"


class StormTogether(Action, frozen=True):
    """Have all corps before the place storm it together with a partner's."""

    if_declined = "Leave the storm to your partner"

    def says(self, game: Game, ask: Ask) -> str:
        return f"{ask.side} joins the attack"


class CombinedMovement(RuleModule):
    """Who moves and fights with whom."""

    key = "combined_movement"
    faults = (FOES_TOGETHER, NOT_TWO, ITSELF, BOTH)
    after = ("muster",)

    @hookimpl(of=MovementHooks.combined)
    @rule("BASE-4.9-combined")
    def declared_partners(self, game: Game, side: SideId) -> Iterable[SideId]:
        """Those with whom a power has declared it, for the turn or by the campaign."""
        return sorted(partners(game, side))

    @opens(TIME_RECORD_STEP)
    @rule("BASE-4.9-over")
    def over(self, game: Game, frame: Frame) -> None:
        """What was declared for a turn is over with it."""
        for group in list(game[Combined]):
            if 0 < group.turn <= game.round:
                game.remove(group)

    @hookimpl(of=CombatHooks.musters)
    @rule("BASE-4.9-attack")
    async def join_attack(self, game: Game, battle: BattleId) -> None:
        """Partners at war with all the defenders may attack together with a power; those who have do so no more."""
        row = game[Battle][battle]
        force = force_id(battle, "attacker")
        side = game.frame.side
        for partner in self._partners(game, side, row.area) if corps_of(game, force) else ():
            if not may_join(game, partner, force):
                continue
            why = f"{side} attacks in {game.name(row.area)}: your corps may join the attack"
            if joined := await offer(partner, JoinAttack, why, about=row.area):
                for corps in joined.corps:
                    game.put(Engaged(corps, force))
                river = all(game.mark_of(corps.id, ACROSS_A_RIVER) for corps in corps_of(game, force))
                game.change(game[Battle][battle], river=river)

    @hookimpl(of=SiegeHooks.storm_musters)
    @rule("BASE-4.9-storm")
    async def join_storm(self, game: Game, storm: StormId) -> None:
        """Partners before a city, or a depot, may storm it together with a power."""
        row = game[Storm][storm]
        for partner in self._partners(game, row.attacker, row.area) if row.kind != "sortie" else ():
            if not may_storm(game, partner, game[Storm][storm], "attacker"):
                continue
            why = f"the {row.kind} of {row.attacker} in {game.name(row.area)}: your corps may join it"
            if await offer(partner, StormTogether, why):
                now = game[Storm][storm]
                game.change(now, partners=(*now.partners, partner))

    def _partners(self, game: Game, side: SideId | None, area: AreaId) -> list[SideId]:
        """Return the partners of a side who have corps to attack with in an area."""
        group = together(game, side)[1:] if side is not None else ()
        return [one for one in group if in_the_open(game, area, one)]

    @hookimpl
    def findings(self, game: Game, board: object) -> Iterable[ScenarioFinding]:
        """Name wars and alliances that cannot be, and those who cannot move together."""
        yield from relations(game)
        yield from check_combined(game)

    # --- for those who play it first

    @hookimpl
    def guidance(self, game: Game, ask: Ask) -> Iterable[Lesson]:
        """Partners move as one."""
        if JoinAttack in ask.kinds:
            there = attackers(game, AreaId(SpaceId(str(ask.about))), SideId(ask.side))
            everyone = JoinAttack(tuple(one.id for one in there))
            because = "The more factors fire, the more the enemy loses."
            yield Lesson(
                title="Attacking together", says="Your partner attacks: your corps there may join the attack.",
                why="A corps that joins does not attack again in your own step.", rules=("BASE-4.9-attack",),
                advice=(Advice(action=everyone, because=because),),
            )  # fmt: skip
        if StormTogether in ask.kinds:
            because = "The more factors fire, the sooner the defenders break."
            yield Lesson(
                title="Storming together", says="Your partner storms: your corps before the place may join him.",
                rules=("BASE-4.9-storm",), advice=(Advice(action=StormTogether(), because=because),),
            )  # fmt: skip
