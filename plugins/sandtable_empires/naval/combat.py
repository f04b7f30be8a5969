"""Naval combat (6.3): who fights, who gets away, who has the wind, what broadsides do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct

from sandtable.engine import (
    Action,
    Ask,
    Frame,
    Game,
    Insert,
    Part,
    Refusal,
    RuleModule,
    SideId,
    SpaceId,
    Step,
    Sums,
    ask,
    counted,
    fills,
    hookimpl,
    in_a_row,
    offer,
    opens,
    refuses,
    roll,
    rule,
)
from sandtable.present import Lesson
from sandtable_empires.charts.keys import POWERS, numbers
from sandtable_empires.charts.naval_keys import (
    AT_SEA,
    BROADSIDE,
    EVADES,
    EVASION,
    IN_BOX,
    NAVAL_DICE,
    NAVAL_LOSSES,
    WIND_BONUS,
    WIND_GAUGE,
)
from sandtable_empires.hookspecs.control import Hindrance
from sandtable_empires.hookspecs.movement import together
from sandtable_empires.hookspecs.naval import NavalHooks, sink
from sandtable_empires.model import (
    Fleet,
    FleetId,
    NavalBattle,
    NavalBattleId,
    NavalForce,
    NavalForceId,
    Role,
    declare,
    enemies,
    fleets_in,
    hostile_fleets,
    naval_foe,
    naval_forces,
    ships_of,
    sides_in,
)
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.model.marks import ATTACKED
from sandtable_empires.naval.fighting import AttackAtSea, attackers_at, broadside, evasion, gunnery, join_line, wind
from sandtable_empires.sail import kind_of
from sandtable_empires.steps import (
    BROADSIDES_STEP,
    EVASION_STEP,
    NAVAL_COMBAT_STEP,
    NAVAL_MOVEMENT_STEP,
    NAVAL_PHASE,
    SHIP_LOSSES_STEP,
    WIND_STEP,
)

NAVAL_COMBAT: Final = declare("naval combat", "Lost in naval combat")


class Evade(Action, frozen=True):
    """Try to get away before the combat."""

    if_declined = "Stand and fight"

    def says(self, game: Game, ask: Ask) -> str:
        return f"{ask.side} tries to get away"


class JoinAtSea(Action[SpaceId], frozen=True):
    """Have your fleets attack together with a partner's."""

    title = "Join the attack at sea"
    if_declined = "Leave the attack to your partner"

    def says(self, game: Game, ask: Ask[SpaceId]) -> str:
        return f"{ask.side} joins the attack at sea, {game.name(ask.about)}"


class ShipsHit(Struct, frozen=True):
    """So many ships of a force are lost."""

    force: NavalForceId
    ships: int


class LoseShips(Action[ShipsHit], frozen=True):
    """Say which fleets lose ships."""

    title = "Lose ships"

    losses: tuple[tuple[FleetId, int], ...]

    @fills("losses")
    @staticmethod
    def among_the_fleets(game: Game, ask: Ask[ShipsHit]) -> Sums[FleetId]:
        return ships_to_lose(game, ask.about)

    def says(self, game: Game, ask: Ask[ShipsHit]) -> str:
        return in_a_row(f"{game.name(one, Fleet)} loses {counted(lost, 'ship')}" for one, lost in self.losses if lost)


class NavalCombat(RuleModule):
    """How fleets fight."""

    key = "naval_combat"
    needs = CAMPAIGN
    after = ("sailing?", "interception?")
    brings = (ATTACKED,)
    steps = (Insert(Step(NAVAL_COMBAT_STEP, "Naval combat"), after=(NAVAL_MOVEMENT_STEP,), phase=NAVAL_PHASE),)
    actions = {NAVAL_COMBAT_STEP: (AttackAtSea,)}
    charts = (
        numbers(EVASION, EVADES, most=6),
        numbers(WIND_GAUGE, POWERS, least=-5, most=5),
        numbers(WIND_BONUS, BROADSIDE, least=-5, most=5),
        numbers(NAVAL_LOSSES, NAVAL_DICE, most=100),
    )

    # --- who fights

    @refuses(AttackAtSea, "space")
    @rule("BASE-6.3-attack")
    def with_fleets_there(self, game: Game, act: AttackAtSea, ask: Ask) -> Refusal | None:
        """A side may attack enemy fleets where its own lie, in a port from the box before it."""
        side = SideId(ask.side)
        if not hostile_fleets(game, act.space, side):
            return Refusal("no enemy fleet is in {space}", space=act.space)
        if attackers_at(game, act.space, side):
            return None
        return Refusal("no fleet of {side} that can attack is in {space}, or before it", side=side, space=act.space)

    @hookimpl
    @rule("BASE-6.3-attack-once")
    def spent(self, game: Game, side: SideId) -> Iterable[FleetId]:
        """A fleet attacks once in a Naval Phase."""
        return [one.id for one in game[Fleet].where("side", side) if game.mark_of(one.id, ATTACKED) is not None]

    @hookimpl
    @rule("BASE-6.3-attackers", vital=True)
    def stands_in_line(self, game: Game, battle: NavalBattle, role: Role, side: SideId) -> Iterable[FleetId]:
        """All fleets of the side there that can attack do."""
        if role != "attacker" or battle.intercepted:
            return []
        return [one.id for one in attackers_at(game, battle.space, side)]

    @hookimpl(of=NavalHooks.stands_in_line)
    @rule("BASE-6.3-defenders", vital=True)
    def all_who_are_there(self, game: Game, battle: NavalBattle, role: Role, side: SideId) -> Iterable[FleetId]:
        """Against them stand all fleets in the space that are at war with that side."""
        return [one.id for one in hostile_fleets(game, battle.space, side)] if role == "defender" else []

    @hookimpl
    @rule("BASE-4.9-sea")
    async def lines_form(self, game: Game, battle: NavalBattleId) -> None:
        """Those who move with the side that attacks, and are at war with all defenders, may join with their fleets."""
        row, (attacker, defender) = game[NavalBattle][battle], naval_forces(game, battle)
        foes = set(sides_in(game, defender.id))
        for friend in together(game, attacker.side)[1:]:
            there = attackers_at(game, row.space, friend)
            if there and foes <= enemies(game, friend):
                why = f"{attacker.side} attacks at sea, {game.name(row.space)}: your fleets there may join"
                if await offer(friend, JoinAtSea, why, about=row.space):
                    join_line(game, attacker.id, [one.id for one in there])

    # --- who gets away

    @opens(EVASION_STEP)
    @rule("BASE-6.3-evasion")
    async def get_away(self, game: Game, frame: Frame) -> None:
        """Who is attacked may try to get away: at his number or under it there is no combat."""
        _, force = naval_forces(game, frame.subject)
        if list(game.hooks(NavalHooks).no_evasion(game, force.id)):
            return
        why = f"you are attacked in {game.name(game[NavalBattle][frame.subject].space)}: get away, or fight"
        if await offer(force.side, Evade, why) is None:
            return
        number = evasion(game, force.id)
        die = await roll("1d6", why=f"{force.side} tries to get away", by=force.side)
        away = die <= number.whole()
        game.note(f"{force.side} {'gets away' if away else 'cannot get away'}: {die} against {number.with_parts()}")
        if away:
            game.change(game[NavalBattle][frame.subject], winner="nobody", evaded=True)

    @hookimpl
    @rule("BASE-6.3-evasion-number")
    def evasion_parts(self, game: Game, force: NavalForceId) -> Iterable[Part]:
        """The number of the chart, at sea and in a blockade box."""
        box = kind_of(game, _battle(game, force).space) == "blockade"
        where = IN_BOX if box else AT_SEA
        return [game.chart(EVASION).part("base", where, says="in a blockade box" if box else "at sea")]

    @hookimpl
    @rule("BASE-6.3-evasion-port")
    def no_evasion(self, game: Game, force: NavalForceId) -> Iterable[Hindrance]:
        """From a port nobody gets away."""
        return [Hindrance("it lies in port")] if _battle(game, force).kind == "in port" else []

    # --- the wind

    @opens(WIND_STEP)
    @rule("BASE-6.3-wind")
    async def who_has_the_wind(self, game: Game, frame: Frame) -> None:
        """Both throw for the wind gauge, and throw again when they are equal."""
        while not game[NavalBattle][frame.subject].winner:
            scores: list[int] = []
            for force in naval_forces(game, frame.subject):
                added = wind(game, force.id)
                die = await roll("1d6", why=f"{force.side}: wind gauge", by=force.side)
                scores.append(die + added.whole())
                game.note(f"{force.side} throws {die}{_added(added.whole())} for the wind gauge")
            if scores[0] != scores[1]:
                best = naval_forces(game, frame.subject)[scores.index(max(scores))]
                game.change(best, wind=True)
                game.note(f"{best.side} has the wind gauge")
                break

    @hookimpl
    @rule("BASE-6.3-wind-nation")
    def wind_parts(self, game: Game, force: NavalForceId) -> Iterable[Part]:
        """The number of the power that decides for the force."""
        side = game[NavalForce][force].side
        powers = [one.nation for one in fleets_in(game, force) if one.side == side and one.nation in POWERS]
        part = game.chart(WIND_GAUGE).part("add", powers[0], says=str(powers[0])) if powers else None
        return [part] if part is not None and part.value else []

    # --- broadsides

    @opens(BROADSIDES_STEP)
    @rule("BASE-6.3-broadsides", vital=True)
    async def fire(self, game: Game, frame: Frame) -> None:
        """Both fire at once, each with a die: so many percent of the ships that fire are lost by the enemy."""
        for force in naval_forces(game, frame.subject) if not game[NavalBattle][frame.subject].winner else ():
            ships, added = gunnery(game, force.id), broadside(game, force.id)
            thrown = await roll("1d6", why=f"{force.side} fires", by=force.side)
            die = max(1, min(len(NAVAL_DICE), thrown + added.whole()))
            percent = game.chart(NAVAL_LOSSES).number(die)
            hits = percent_of(percent, ships.whole())
            told = f"die {thrown}{_added(added.whole())}: {percent}%, which is {counted(hits, 'ship')}"
            game.note(f"{force.side} fires {ships.with_parts()}, {told}")
            foe = naval_foe(game, force.id)
            game.change(foe, hits=min(hits, ships_of(fleets_in(game, foe.id))))

    @hookimpl
    @rule("BASE-6.3-ships-fire")
    def gunnery_parts(self, game: Game, force: NavalForceId) -> Iterable[Part]:
        """All ships of its fleets fire."""
        ships = ships_of(fleets_in(game, force))
        return [Part("base", ships, says="ship" if ships == 1 else "ships")]

    @hookimpl
    @rule("BASE-6.3-wind-bonus")
    def broadside_parts(self, game: Game, force: NavalForceId) -> Iterable[Part]:
        """Who has the wind gauge adds the chart's number to his die."""
        if not game[NavalForce][force].wind:
            return []
        return [game.chart(WIND_BONUS).part("add", BROADSIDE[0], says="wind gauge")]

    @opens(SHIP_LOSSES_STEP)
    @rule("BASE-6.3-losses", vital=True)
    async def lose(self, game: Game, frame: Frame) -> None:
        """When both have fired, the side that decides for a force says which of its fleets lose the ships."""
        for force in naval_forces(game, frame.subject):
            if not force.hits:
                continue
            about = ShipsHit(force.id, force.hits)
            ways = ships_to_lose(game, about)
            only = next(iter(ways)) if ways.count() == 1 else None
            why = f"the naval combat: {counted(force.hits, 'ship')} lost"
            losses = only if only is not None else (await ask(force.side, LoseShips, why, about=about)).losses
            for fleet, lost in losses:
                game.note(f"{game.name(fleet, Fleet)} loses {counted(lost, 'ship')}")
                await sink(game, fleet, lost, NAVAL_COMBAT, sides_in(game, naval_foe(game, force.id).id))

    # --- for those who play it first

    @hookimpl
    def guidance(self, game: Game, ask: Ask) -> Iterable[Lesson]:
        """Fight where you are the stronger, and get away where not."""
        yield from _lessons(game, ask)


def _lessons(game: Game, ask: Ask) -> Iterator[Lesson]:
    if AttackAtSea in ask.kinds:
        yield Lesson(
            title="Naval combat", says="Attack enemy fleets where yours lie, or those in a port that you blockade; "
            "then end the step.",
            why="Nobody must attack at sea. In a port the guns of the harbour fire too, if it has a garrison.",
            rules=("BASE-6.3-attack", "BASE-6.3-broadsides"),
        )  # fmt: skip
    if Evade in ask.kinds:
        yield Lesson(
            title="Attacked at sea", says="Try to get away, or fight: one exchange of broadsides decides it.",
            rules=("BASE-6.3-evasion", "BASE-6.3-evasion-number"),
        )  # fmt: skip
    if LoseShips in ask.kinds:
        yield Lesson(
            title="Ships lost", says="Say which of your fleets lose ships; a fleet without any is gone.",
            rules=("BASE-6.3-losses",),
        )  # fmt: skip


def percent_of(percent: int, ships: int) -> int:
    """Return so many percent of some ships, .5 rounded up: 10 % of 25 are 3."""
    return (percent * ships + 50) // 100


def ships_to_lose(game: Game, hit: ShipsHit) -> Sums[FleetId]:
    """Return in which ways the fleets of a force can lose ships."""
    there = {one.id: one.ships for one in fleets_in(game, hit.force)}
    return Sums(there, min(hit.ships, sum(there.values())))


def _battle(game: Game, force: NavalForceId) -> NavalBattle:
    return game[NavalBattle][game[NavalForce][force].battle]


def _added(number: int) -> str:
    return f" {number:+d}" if number else ""
