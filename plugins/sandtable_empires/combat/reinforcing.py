"""Marching to the sound of the guns (7.5.2): corps nearby may join a battle from its second round on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Final, Literal

from sandtable.engine import (
    Action,
    Ask,
    Frame,
    Game,
    MarkKind,
    Part,
    Quantity,
    RuleModule,
    SideId,
    Subset,
    Tally,
    cached_while_unchanged,
    fills,
    hookimpl,
    in_a_row,
    offer,
    opens,
    roll,
    rule,
    ruling,
)
from sandtable.present import Advice, Lesson
from sandtable_empires.charts.keys import TERRAIN_COMBAT, TERRAINS, numbers
from sandtable_empires.combat.tallies import intrinsic, may_join
from sandtable_empires.combat.ways import bar_between
from sandtable_empires.entering import arrive
from sandtable_empires.hookspecs.combat import CombatHooks
from sandtable_empires.hookspecs.command import CommandHooks
from sandtable_empires.hookspecs.movement import MovementHooks
from sandtable_empires.model import (
    Area,
    Battle,
    Corps,
    CorpsId,
    Engaged,
    Force,
    ForceId,
    Leader,
    LeaderId,
    allies,
    battle_of,
    corps_of,
    forces_of,
    in_the_open,
    leaders_with,
    neighbours,
    take_part,
    the_corps,
    unbesieged_foes,
)  # fmt: skip
from sandtable_empires.steps import ARRIVAL_STEP, COMBAT_SEQUENCE

REINFORCE: Final = Quantity("rating to reinforce")
FROM_ROUND: Final = 2
TRIED: Final = MarkKind("tried to reinforce", until=COMBAT_SEQUENCE)


class Reinforce(Action[ForceId], frozen=True):
    """Call corps from neighbouring areas into the battle."""

    if_declined = "Call nobody to the battle"
    corps: tuple[CorpsId, ...]

    @fills("corps")
    @staticmethod
    def from_nearby(game: Game, ask: Ask[ForceId]) -> Subset[CorpsId]:
        return Subset(nearby(game, ask.about, ask.side), 1)

    def says(self, game: Game, ask: Ask[ForceId]) -> str:
        called = in_a_row(the_corps(game, one) for one in self.corps)
        return f"{called} {'march' if len(self.corps) > 1 else 'marches'} to the sound of the guns"


@cached_while_unchanged
def nearby(game: Game, force: ForceId, side: str) -> tuple[CorpsId, ...]:
    """Return the corps of a side that may try to join a force.

    They are next door, unengaged, with no enemy to hold them there, and might march to where it fights.
    """
    area = battle_of(game, force).area
    found = {
        corps.id
        for here in neighbours(game, area)
        if not unbesieged_foes(game, here, side)
        for corps in in_the_open(game, here, side)
        if corps.id not in game[Engaged]
        and not game.mark_of(corps.id, TRIED)
        and not bar_between(game, corps.id, here, area)
    }
    return tuple(sorted(found))


def _by_rank(force: Force, sides: Iterable[SideId]) -> list[SideId]:
    """Return the sides that are asked for help, the one that decides for the force first."""
    return sorted(set(sides), key=lambda side: (side != force.side, side))


class Reinforcing(RuleModule):
    """Who joins."""

    key = "reinforcing"
    brings = (TRIED,)
    charts = (numbers(TERRAIN_COMBAT, TERRAINS, ("reinforce",), least=-9, most=9),)
    after = ("rounds", "withdrawal")
    parameters: Parameters

    class Parameters(RuleModule.Parameters, frozen=True):
        allies: Annotated[
            Literal["in defence", "never"],
            ruling(
                "Allies who reinforce",
                "When allies may come who have no corps in the combat but are at war with the enemy.",
                "BASE-7.5.2-reinforce-powers",
            ),
        ] = "in defence"

    @opens(ARRIVAL_STEP)
    @rule("BASE-7.5.2-reinforce")
    async def call(self, game: Game, frame: Frame) -> None:
        """From the second round on corps may be called from next door; they come on their dice."""
        battle = game[Battle][frame.subject]
        if battle.round < FROM_ROUND or battle.winner or game.hooks(CombatHooks).without_manoeuvre(game, battle.id):
            return
        for force in forces_of(game, battle.id):
            called: list[CorpsId] = []
            for side in _by_rank(force, game.hooks(CombatHooks).callers(game, force.id)):
                if nearby(game, force.id, side):
                    why = f"reinforce the battle of {game.name(battle.area)}"
                    answer = await offer(side, Reinforce, why, about=force.id)
                    called += answer.corps if answer else ()
            await self._march(game, force.id, called)

    @hookimpl
    @rule("BASE-7.5.2-reinforce-powers")
    def callers(self, game: Game, force: ForceId) -> Iterable[SideId]:
        """Each power of a force, and others with it who are at war with all enemies there and with none beside them."""
        row = game[Force][force]
        there = {row.side, *(corps.side for corps in corps_of(game, force))}
        others = {one for side in there for one in game.hooks(MovementHooks).combined(game, side)}
        if row.role == "defender" and self.parameters.allies == "in defence":
            others |= {one for side in there for one in allies(game, side)}
        return there | {one for one in others if may_join(game, one, force)}

    async def _march(self, game: Game, force: ForceId, called: list[CorpsId]) -> None:
        """Those of an area who have a leader with them come together, on his rating; others each on its own."""
        by_area: dict[str, list[CorpsId]] = {}
        for id in called:
            by_area.setdefault(game[Corps][id].area or "", []).append(id)
        arrived: list[CorpsId] = []
        led: list[LeaderId] = []
        for party in by_area.values():
            leader = await game.hooks(CommandHooks).leads(game, tuple(party))
            if leader is None:
                arrived += [id for id in party if await self._comes(game, force, [id], None)]
            elif await self._comes(game, force, party, leader):
                arrived += party
                led.append(leader)
        await self._report(game, force, arrived, led)

    async def _comes(self, game: Game, force: ForceId, party: list[CorpsId], leader: LeaderId | None) -> bool:
        """Roll for corps that march together; tell whether they come, and put them into the battle if they do."""
        who = leader or party[0]
        own = game[Leader][leader].strategic if leader else intrinsic(game, party[0], "strategic").whole()
        base = Part("base", own, "BASE-7.5.2-reinforce", who)
        rating = Tally(REINFORCE, [base, *game.hooks(CombatHooks).reinforcement_parts(game, force)])
        die = await roll(
            "1d6", why=f"{who} marches to the guns", rule="BASE-7.5.2-reinforce", by=game[Force][force].side
        )
        comes = die <= rating.whole()
        game.note(
            f"{who} {'arrives' if comes else 'does not come'}: {die} against {rating.with_parts()}",
            "BASE-7.5.2-reinforce",
        )
        for id in party:
            game.mark(id, TRIED)
            if comes and await self._enters(game, id, force):
                game.put(Engaged(id, force))
                take_part(game, id)
        return comes

    async def _enters(self, game: Game, id: CorpsId, force: ForceId) -> bool:
        area = battle_of(game, force).area
        await arrive(game, id, area, "reinforcement")
        return game[Corps][id].area == area

    async def _report(self, game: Game, force: ForceId, arrived: list[CorpsId], led: list[LeaderId]) -> None:
        """Leaders who have come may take over: first he who would command those who could."""
        now = game[Leader].get(game[Force][force].commander)
        able = [id for id in arrived if now is None or game[Corps][id].side == now.side]
        others = [leader.id for leader in leaders_with(game, [game[Corps][id] for id in arrived])]
        first = led[0] if len(led) == 1 else await game.hooks(CommandHooks).leads(game, tuple(able)) if able else None
        for leader in dict.fromkeys((first, *others) if first else others):
            await game.hooks(CommandHooks).after_reinforced(game, force, leader)

    @hookimpl
    @rule("BASE-7.5.2-terrain-reinforce")
    def reinforcement_parts(self, game: Game, force: ForceId) -> Iterable[Part]:
        """Bad ground keeps reinforcements back."""
        terrain = game[Area][battle_of(game, force).area].terrain
        part = game.chart(TERRAIN_COMBAT).part("add", terrain, "reinforce", says=terrain)
        return [part] if part.value else []

    # --- for those who play it first

    @hookimpl
    def guidance(self, game: Game, ask: Ask) -> Iterable[Lesson]:
        """Call those who can come."""
        if Reinforce in ask.kinds and ask.about is not None:
            called = nearby(game, ForceId(str(ask.about)), ask.side)
            because = "Each factor more fires in the rounds that are left, and who does not come stays where he is."
            yield Lesson(
                title="Calling for help", says="Your corps next door may march to the battle: each comes on a die.",
                why="A die of the strategic rating or less brings them in, in time for this round.",
                rules=("BASE-7.5.2-reinforce",), advice=(Advice(action=Reinforce(called), because=because),),
            )  # fmt: skip
