"""Command in combat (10.6.1): who commands a force, his ratings, and what they do to the dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Annotated, Final, Literal

from sandtable.engine import (
    Action,
    Ask,
    Choice,
    Frame,
    Game,
    Part,
    RuleModule,
    ScenarioFinding,
    SideId,
    ask,
    ask_together,
    closes,
    fills,
    hookimpl,
    leaves,
    opens,
    rule,
    ruling,
)
from sandtable_empires.charts.keys import ABILITIES, RATINGS, numbers, pairs
from sandtable_empires.combat.bearing import present
from sandtable_empires.combat.tallies import Which, intrinsic, riders, tactical
from sandtable_empires.disputes import NameClaimant, competitive
from sandtable_empires.hookspecs.combat import CombatHooks
from sandtable_empires.hookspecs.command import CommandHooks
from sandtable_empires.leaders.parties import commander_of, corps_under, leaders_of, place_of
from sandtable_empires.model import (
    PRUSSIA,
    Battle,
    Corps,
    CorpsId,
    Fleet,
    Force,
    ForceId,
    Leader,
    LeaderId,
    Nation,
    Present,
    Role,
    battle_of,
    corps_of,
    date,
    foe_of,
    force_id,
    forces_of,
    leaders_with,
)  # fmt: skip
from sandtable_empires.soundness.leaders import LEADER_FAULTS, leaders
from sandtable_empires.soundness.rows import UNCHARTED, find_uncharted

ROLES: Final[tuple[Role, ...]] = ("attacker", "defender")
PRUSSIA_LEARNS = (1810, 1)
"""From this month on Prussian corps have the later strategic rating."""


class NameCommander(Action, frozen=True):
    """Choose who commands."""

    title = "Put in command"

    leader: LeaderId

    @fills("leader")
    @staticmethod
    def those_of_the_rank(game: Game, ask: Ask) -> Choice[LeaderId]:
        return Choice(ask.about)


class NamePower(NameClaimant, frozen=True):
    """Say which power shall supply the commander."""

    title = "Command goes to"


def most_senior(leaders: list[Leader]) -> list[Leader]:
    """Return those of the highest seniority, A before B."""
    best = min((leader.seniority for leader in leaders), default="A")
    return [leader for leader in leaders if leader.seniority == best]


def rated_as(game: Game, corps: Corps) -> Nation:
    """Return the nation whose ratings a corps has: its own, or that of the major power that controls it."""
    nation = game[Nation][corps.nation]
    if nation.major:
        return nation
    return next((one for one in game[Nation].where("side", corps.side) if one.major), nation)


def over(corps: int, maximum: int) -> int:
    """Return by how much a tactical rating falls: more corps than the maximum 1, more than twice as many 2."""
    return (corps > maximum) + (corps > 2 * maximum)


class Command(RuleModule):
    """Who commands, how well, and what it does to the dice."""

    key = "command"
    charts = (
        *(numbers(f"commander {role}", RATINGS, RATINGS, least=-5, most=5) for role in ROLES),
        numbers("corps ratings", most=5),
        pairs("no commander chart"),
    )
    faults = (*LEADER_FAULTS, UNCHARTED)
    after = ("muster",)
    parameters: Parameters

    class Parameters(RuleModule.Parameters, frozen=True):
        command_lasts: Annotated[
            Literal["the combat", "a day"],
            ruling(
                "How long a command lasts",
                '"A combat" is all its days: on a later one nobody else takes over while the commander is there.',
                "EIA-10.6.1-one-commander",
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

    @opens("command")
    @rule("EIA-10.6.1-one-commander")
    async def take_command(self, game: Game, frame: Frame) -> None:
        """Each force has one commander, or none; his ratings count for every purpose.

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
        side = await game.hooks(CommandHooks).power(game, force.id) or force.side
        commander = await game.hooks(CommandHooks).commander(game, force.id, side)
        game.change(game[Force][force.id], side=side, commander=commander)
        if commander is not None:
            game.note(f"{commander} commands for {side}", "EIA-10.6.1-one-commander")

    def _takes_part(self, game: Game, force: ForceId, leader: Leader) -> None:
        if leader.id not in game[Present] and leader.corps is not None:
            game.put(Present(leader.id, force, leader.corps))

    @closes("losses")
    @rule("BASE-10.6.1-succession")
    async def appoint_successor(self, game: Game, frame: Frame) -> None:
        """A commander who has lost the last corps of his side there commands no longer: another does, or nobody."""
        for force in forces_of(game, frame.subject):
            now = game[Leader].get(force.commander)
            if (now is None or now.corps is None) and (now or leaders_of(game, force.id)):
                await self._appoint(game, force)

    @leaves("combat")
    @rule("BASE-10.6.1-parting")
    def part(self, game: Game, frame: Frame) -> None:
        """When a combat is over nobody takes part in it any longer."""
        for role in ROLES:
            for there in list(game[Present].where("force", force_id(frame.subject, role))):
                game.remove(there)

    @hookimpl
    @rule("EIA-10.6.1-allied-army", "EIA-10.6.1-allied-tie", "BASE-10.6.1-decides")
    async def power(self, game: Game, force: ForceId) -> SideId | None:
        """The power with most corps supplies the commander: if it has a leader there, else the next that has one.

        Where no leader is there the power with most corps decides; equals agree, or throw, in either case.
        """
        why = f"who commands at {place_of(game, force)}"
        return await self._most(corps_under(game, force), leaders_of(game, force), why)

    async def _most(self, corps: list[Corps], leaders: list[Leader], why: str) -> SideId | None:
        counted = Counter(one.side for one in corps)
        led = {leader.side for leader in leaders}
        able = {side: count for side, count in counted.items() if side in led} or dict(counted)
        if not able:
            return None
        most = tuple(sorted(side for side, count in able.items() if count == max(able.values())))
        id = "EIA-10.6.1-allied-tie" if led else "BASE-10.6.1-decides"
        return most[0] if len(most) == 1 else await self._settle_tie(most, why, id)

    async def _settle_tie(self, most: tuple[SideId, ...], why: str, id: str) -> SideId:
        """Tied powers agree which of them commands, or throw for it, ties again."""
        questions = (Ask(side, (NamePower,), why, id, most) for side in most)
        named = {answer.side for answer in (await ask_together(questions)).values() if isinstance(answer, NamePower)}
        if len(named) == 1:
            return named.pop()
        return await competitive(most, why, rule=id)

    @hookimpl
    @rule("EIA-10.6.1-single-leader", "EIA-10.6.1-seniority", "EIA-10.6.1-seniority-tie")
    async def commander(self, game: Game, force: ForceId, side: SideId) -> LeaderId | None:
        """A single leader commands; of several the most senior of the power; of equals the player picks."""
        why = f"who commands at {place_of(game, force)}"
        return await self._senior(leaders_of(game, force, side), side, why)

    async def _senior(self, leaders: list[Leader], side: SideId, why: str) -> LeaderId | None:
        ranked = tuple(leader.id for leader in most_senior(leaders))
        if len(ranked) < 2:
            return ranked[0] if ranked else None
        return (await ask(side, NameCommander, why, rule="EIA-10.6.1-seniority-tie", about=ranked)).leader

    @hookimpl
    @rule("BASE-10.6.1-marching")
    async def leads(self, game: Game, corps: tuple[CorpsId, ...]) -> LeaderId | None:
        """Those who march into a battle together are led by whoever would command them in one."""
        marching = [game[Corps][id] for id in corps]
        if not (leaders := leaders_with(game, marching)):
            return None
        why = f"who leads from {marching[0].area}"
        side = await self._most(marching, leaders, why)
        return await self._senior([leader for leader in leaders if leader.side == side], side, why) if side else None

    @hookimpl
    @rule("EIA-10.6.1-reinforcing-leader")
    async def after_reinforced(self, game: Game, force: ForceId, leader: LeaderId) -> None:
        """One who arrives takes over only from a junior of his power, or where nobody commands."""
        row, new = game[Force][force], game[Leader][leader]
        self._takes_part(game, force, new)
        now = game[Leader].get(row.commander)
        if now is None or (now.side == new.side and new.seniority < now.seniority):
            game.change(row, side=new.side, commander=leader)
            game.note(f"{leader} takes command", "EIA-10.6.1-reinforcing-leader")

    # --- his ratings

    @hookimpl
    @rule("BASE-10.6.1-strategic", "EIA-10.6.1-no-corps")
    def strategic_parts(self, game: Game, force: ForceId) -> Iterable[Part]:
        return self._rating(game, force, "strategic")

    @hookimpl(of=CombatHooks.tactical_parts)
    @rule("EIA-10.6.1-round-by-round", "BASE-10.6.1-ratings")
    def tactical_now(self, game: Game, force: ForceId) -> Iterable[Part]:
        return self._rating(game, force, "tactical")

    def _rating(self, game: Game, force: ForceId, which: Which) -> Iterator[Part]:
        """The commander's rating; without one the best of all the side's corps, each rating for itself (R-18)."""
        leader = commander_of(game, force)
        if leader is not None:
            value = leader.strategic if which == "strategic" else leader.tactical
            yield Part("base", value, "EIA-10.6.1-one-commander", leader.id)
        elif ratings := {corps.id: intrinsic(game, corps.id, which).whole() for corps in corps_under(game, force)}:
            best = max(ratings, key=lambda id: (ratings[id], id))
            yield Part("base", ratings[best], "EIA-10.6.1-no-leader", f"{best}, no leader")
        else:
            yield Part("base", 0, "EIA-10.6.1-no-corps", "no corps")

    @hookimpl(of=CommandHooks.intrinsic_parts)
    @rule("EIA-10.6.1-minor-ratings")
    def of_the_nation(self, game: Game, piece: str, which: str) -> Iterable[Part]:
        """A corps has its nation's ratings, or those of the major power that controls it."""
        row = game[Corps].get(piece)
        if row is None:
            return []
        nation = rated_as(game, row)
        chart, says = game.chart("corps ratings"), f"{nation.adjective} corps"
        return [chart.part("base", nation.id, which, rule="EIA-10.6.1-minor-ratings", says=says)]

    @hookimpl(of=CommandHooks.intrinsic_parts)
    @rule("EIA-10.6.1-prussian-dates")
    def prussians(self, game: Game, piece: str, which: str) -> Iterable[Part]:
        """From 1810 on Prussian corps are better led, and those of the minors that Prussia controls with them."""
        row = game[Corps].get(piece)
        if row is None or which != "strategic" or date(game) < PRUSSIA_LEARNS or rated_as(game, row).id != PRUSSIA:
            return []
        return [Part("add", 1, "EIA-10.6.1-prussian-dates", "from 1810 on")]

    @hookimpl(of=CommandHooks.intrinsic_parts)
    @rule("EIA-10.6.1-fleets-unrated")
    def fleets(self, game: Game, piece: str, which: str) -> Iterable[Part]:
        """Fleets have no ratings of their own: without a leader nobody commands them."""
        return [Part("base", 0, "EIA-10.6.1-fleets-unrated", "a fleet")] if piece in game[Fleet] else []

    @hookimpl(of=CombatHooks.tactical_parts)
    @rule("EIA-10.6.1-tactical-maximum")
    def too_many(self, game: Game, force: ForceId) -> Iterable[Part]:
        """More corps than his tactical maximum cost a leader 1, more than twice as many 2; outflankers count."""
        corps, maximum = game.hooks(CommandHooks).commanded(game, force), game.hooks(CommandHooks).maximum(game, force)
        if maximum is None or not (falls := over(corps, maximum)):
            return []
        return [Part("add", -falls, "EIA-10.6.1-tactical-maximum", f"{corps} corps, maximum {maximum}")]

    @hookimpl(default=True, of=CommandHooks.commanded)
    @rule("EIA-10.6.1-outflank-counted")
    def all_corps(self, game: Game, force: ForceId) -> int:
        """All corps of the side in the combat are commanded, those of an outflanking force too."""
        return len(corps_under(game, force))

    @hookimpl(default=True, of=CommandHooks.maximum)
    @rule("EIA-10.6.1-no-leader")
    def his_maximum(self, game: Game, force: ForceId) -> int | None:
        """A leader has the maximum printed on him; without one the best corps ratings count, whatever the number."""
        leader = commander_of(game, force)
        return leader.maximum if leader else None

    @hookimpl(of=CombatHooks.tactical_parts)
    @rule("EIA-10.6.1-tactical-floor")
    def floor(self, game: Game, force: ForceId) -> Iterable[Part]:
        """The rating is never below 0."""
        return [Part("at_least", 0, "EIA-10.6.1-tactical-floor", "the lowest rating")]

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
        keys = (theirs, mine) if row.role == "attacker" else (mine, theirs)
        chart, cited = game.chart(f"commander {row.role}"), "EIA-10.6.1-rating-comparison"
        says = f"tactical {mine} against {theirs}"
        part = chart.part("add", *(min(5, key) for key in keys), rule=cited, says=says)
        return [part] if part.value else []

    def _not_used(self, game: Game, battle: Battle) -> bool:
        if battle.kind == "trivial":
            return self.parameters.in_trivial_combat == "not used"
        attacker, defender = (one.chit for one in forces_of(game, battle.id))
        key = f"{defender} behind a river" if defender == "cordon" and battle.river else defender
        return bool(attacker and game.chart("special cases").number(attacker, key, "no commander chart"))

    @hookimpl(of=CombatHooks.pursuit_parts)
    @rule("EIA-10.6.1-pursuit")
    def cavalry_leader(self, game: Game, force: ForceId) -> Iterable[Part]:
        """A cavalry leader helps the pursuit, in command or not, if a factor of his nation pursues."""
        riding = {one.nation for one in riders(present(game, force))}
        able = [leader for leader in leaders_of(game, force) if leader.cavalry and leader.nation in riding]
        return [Part("add", 1, "EIA-10.6.1-pursuit", f"{able[0].id}, a cavalry leader")] if able else []

    @hookimpl
    def findings(self, game: Game, board: object) -> Iterable[ScenarioFinding]:
        """Name leaders who cannot be where they are, and nations whose corps no chart rates."""
        yield from leaders(game)
        rated = {rated_as(game, corps).id for corps in game[Corps]}
        yield from find_uncharted(game, "corps ratings", ((nation, which) for nation in rated for which in ABILITIES))
