"""After a naval combat (6.3): who has won, what it is worth, where the beaten go, who follows them."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.engine import (
    Action,
    Ask,
    Choice,
    Frame,
    Game,
    RuleModule,
    SideId,
    SpaceId,
    ask,
    fills,
    hookimpl,
    leaves,
    offer,
    opens,
    rule,
)
from sandtable.present import Lesson
from sandtable_empires.charts.keys import NAVAL_LOST, NAVAL_WON
from sandtable_empires.hookspecs.naval import NavalHooks, sink
from sandtable_empires.model import (
    OTHER,
    Area,
    Fleet,
    FleetId,
    InLine,
    NavalBattle,
    NavalBattleId,
    NavalForce,
    Role,
    allies,
    declare,
    fleets_in,
    hostile_fleets,
    naval_foe,
    naval_force_id,
    naval_forces,
    power_of,
    ships_of,
    sides_in,
)
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.model.marks import UNDER_WAY
from sandtable_empires.sail import kind_of, lay, port_areas, sail_done, waters
from sandtable_empires.status import befall
from sandtable_empires.steps import (
    NAVAL_COMBAT_SEQUENCE,
    NAVAL_DECISION_STEP,
    NAVAL_PARTING_STEP,
    NAVAL_PURSUIT_STEP,
    NAVAL_RETREAT_STEP,
)

NO_PORT = declare("no port", "Lost with no port to retreat to")


class RetreatAtSea(Action[NavalBattleId], frozen=True):
    """Retreat with the beaten fleets to a port."""

    title = "Retreat to port"

    port: SpaceId

    @fills("port")
    @staticmethod
    def nearest(game: Game, ask: Ask[NavalBattleId]) -> Choice[SpaceId]:
        return Choice(nearest_ports(game, game[NavalBattle][ask.about].space, SideId(ask.side)))

    def says(self, game: Game, ask: Ask[NavalBattleId]) -> str:
        return f"{ask.side}'s beaten fleets retreat to {game.name(self.port)}"


class PursueAtSea(Action[NavalBattleId], frozen=True):
    """Follow the beaten fleets, into the blockade box before their port."""

    title = "Pursue"
    if_declined = "Let them go"

    box: SpaceId

    @fills("box")
    @staticmethod
    def before_their_ports(game: Game, ask: Ask[NavalBattleId]) -> Choice[SpaceId]:
        loser = OTHER[winner_of(game[NavalBattle][ask.about])]
        ports = [one.space for one in fleets_in(game, naval_force_id(ask.about, loser)) if one.lies == "port"]
        return Choice(dict.fromkeys(box for port in ports if port is not None for box in waters(game).get(port, ())))

    def says(self, game: Game, ask: Ask[NavalBattleId]) -> str:
        return f"{ask.side}'s fleets follow them to {game.name(self.box)}"


class NavalOutcome(RuleModule):
    """What comes of a naval combat."""

    key = "naval_outcome"
    needs = CAMPAIGN
    after = ("naval_combat?",)

    @opens(NAVAL_DECISION_STEP)
    @rule("BASE-6.3-decided", vital=True)
    async def decide(self, game: Game, frame: Frame) -> None:
        """A combat that has been fought is decided, and all that happens upon it does."""
        battle = game[NavalBattle][frame.subject]
        if battle.evaded:
            return
        winner = game.hooks(NavalHooks).naval_winner(game, battle.id)
        game.change(battle, winner=winner or "nobody")
        won = game[NavalForce][naval_force_id(battle.id, winner)].side if winner else "Nobody"
        game.note(f"{won} wins the naval combat: {game.name(battle.space)}")
        await game.hooks(NavalHooks).after_naval_combat(game, battle.id)

    @hookimpl(default=True)
    @rule("BASE-6.3-winner")
    def naval_winner(self, game: Game, battle: NavalBattleId) -> Role | None:
        """Who has lost fewer ships wins, of equals who has the wind; a force without ships left cannot win."""
        attacker, defender = naval_forces(game, battle)
        left = [ships_of(fleets_in(game, one.id)) for one in (attacker, defender)]
        if not all(left):
            return None if not any(left) else attacker.role if left[0] else defender.role
        if attacker.hits == defender.hits:
            return attacker.role if attacker.wind else defender.role
        return attacker.role if attacker.hits < defender.hits else defender.role

    @hookimpl
    @rule("BASE-6.3-points")
    async def after_naval_combat(self, game: Game, battle: NavalBattleId) -> None:
        """The powers of the force that has won gain political points, those of the other lose some."""
        row = game[NavalBattle][battle]
        if row.winner not in ("attacker", "defender"):
            return
        won = naval_force_id(battle, winner_of(row))
        for force, what in ((won, NAVAL_WON), (naval_foe(game, won).id, NAVAL_LOST)):
            for side in sorted({power_of(game, one) for one in sides_in(game, force)}):
                await befall(game, side, what)

    # --- where the beaten go

    @opens(NAVAL_RETREAT_STEP)
    @rule("BASE-6.3-retreat")
    async def retreat(self, game: Game, frame: Frame) -> None:
        """The beaten go to the nearest port that is open to them; of several their side says which."""
        battle = game[NavalBattle][frame.subject]
        if battle.winner not in ("attacker", "defender"):
            return
        loser = naval_force_id(battle.id, OTHER[battle.winner])
        for side in sides_in(game, loser):
            fleets = [one for one in fleets_in(game, loser) if one.side == side]
            if not fleets or all(one.lies == "port" for one in fleets):
                continue
            if not nearest_ports(game, battle.space, side):
                await game.hooks(NavalHooks).no_way_home(game, battle.id, tuple(one.id for one in fleets))
                continue
            why = f"your fleets are beaten in {game.name(battle.space)}"
            port = (await ask(side, RetreatAtSea, why, about=battle.id)).port
            for one in fleets:
                lay(game, one.id, port)

    @hookimpl
    @rule("BASE-6.3-no-port")
    async def no_way_home(self, game: Game, battle: NavalBattleId, fleets: tuple[FleetId, ...]) -> None:
        """Fleets to which no port is open are lost."""
        winner = sides_in(game, naval_force_id(battle, winner_of(game[NavalBattle][battle])))
        for id in fleets:
            game.note(f"{game.name(id, Fleet)} finds no port and is lost")
            await sink(game, id, game[Fleet][id].ships, NO_PORT, winner)

    # --- who follows them

    @opens(NAVAL_PURSUIT_STEP)
    @rule("BASE-6.3-pursuit")
    async def pursue(self, game: Game, frame: Frame) -> None:
        """Who has won may follow the beaten, into the blockade box before the port that they have reached."""
        battle = game[NavalBattle][frame.subject]
        if battle.winner not in ("attacker", "defender") or battle.kind == "in port":
            return
        force = game[NavalForce][naval_force_id(battle.id, battle.winner)]
        why = f"the enemy is beaten in {game.name(battle.space)}: you may follow him"
        answer = await offer(force.side, PursueAtSea, why, about=battle.id)
        if answer is None:
            return
        followers = [one.id for one in fleets_in(game, force.id) if one.side == force.side]
        for id in followers:
            lay(game, id, answer.box)
        if any(game.mark_of(one, UNDER_WAY) for one in followers):
            sail_done(game, followers)

    # --- it is over

    @opens(NAVAL_PARTING_STEP)
    @rule("BASE-6.3-over")
    def end_of_the_way(self, game: Game, frame: Frame) -> None:
        """A fleet that was met under way and beaten, or has no points left, sails no further."""
        battle = game[NavalBattle][frame.subject]
        for force in naval_forces(game, battle.id):
            for fleet in fleets_in(game, force.id):
                mark = game.mark_of(fleet.id, UNDER_WAY)
                if mark is not None and (not mark.count or battle.winner == OTHER[force.role]):
                    sail_done(game, (fleet.id,))

    @leaves(NAVAL_COMBAT_SEQUENCE)
    @rule("BASE-6.3-cleared", vital=True)
    def clear(self, game: Game, frame: Frame) -> None:
        """Nobody is in line any longer."""
        for force in naval_forces(game, frame.subject):
            for one in game[InLine].where("force", force.id):
                game.remove(one)
            game.remove(force)
        game.remove(game[NavalBattle][frame.subject])

    # --- for those who play it first

    @hookimpl
    def guidance(self, game: Game, ask: Ask) -> Iterable[Lesson]:
        """Say where the beaten go, and what following them is good for."""
        if RetreatAtSea in ask.kinds:
            yield Lesson(
                title="Beaten at sea", says="Your fleets go to the nearest port: say which, where several are as near.",
                rules=("BASE-6.3-retreat",),
            )  # fmt: skip
        if PursueAtSea in ask.kinds:
            yield Lesson(
                title="Pursuit at sea", says="Follow the beaten to their port, and you blockade it.",
                why="Your fleets then lie before that port, and no longer where they fought.",
                rules=("BASE-6.3-pursuit",),
            )  # fmt: skip


def winner_of(battle: NavalBattle) -> Role:
    """Return the role that has won a combat that one of them has."""
    return "attacker" if battle.winner == "attacker" else "defender"


def nearest_ports(game: Game, space: SpaceId, side: SideId) -> list[SpaceId]:
    """Return the ports of a side and its allies that are nearest to a space; no enemy fleet lies before them."""
    near, friends = waters(game), {side, *allies(game, side)}
    seen, rim = {space}, [space]
    while rim:
        found = sorted(one for one in rim if _is_open(game, one, friends))
        if found:
            return found
        beyond = dict.fromkeys(there for here in rim for there in near.get(here, ()) if there not in seen)
        rim = [one for one in beyond if not (kind_of(game, one) == "blockade" and hostile_fleets(game, one, side))]
        seen.update(beyond)
    return []


def _is_open(game: Game, space: SpaceId, friends: set[SideId]) -> bool:
    area = game[Area].get(port_areas(game).get(space)) if kind_of(game, space) == "port" else None
    return area is not None and area.holder in friends
