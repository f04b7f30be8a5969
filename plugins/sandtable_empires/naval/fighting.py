"""Fighting at sea: how a combat begins, who is in it, and its numbers with their parts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from sandtable.engine import Action, Ask, Choice, Game, Quantity, SideId, SpaceId, Tally, fills
from sandtable_empires.hookspecs.naval import NavalHooks
from sandtable_empires.model import (
    Fleet,
    FleetId,
    InLine,
    NavalBattle,
    NavalBattleId,
    NavalForce,
    NavalForceId,
    Role,
    fleets_in,
    hostile_fleets,
    naval_force_id,
    own_fleets_at,
    ships_of,
)  # fmt: skip
from sandtable_empires.model.marks import ATTACKED
from sandtable_empires.sail import kind_of, waters
from sandtable_empires.steps import NAVAL_COMBAT_SEQUENCE

EVASION_NUMBER: Final = Quantity("die to evade")
WIND: Final = Quantity("die for the wind gauge")
GUNNERY: Final = Quantity("ships that fire")
BROADSIDE_DIE: Final = Quantity("die of the broadside")


class AttackAtSea(Action, frozen=True):
    """Attack the enemy fleets in a space, with all fleets there; those in a port from the box before it."""

    title = "Attack at sea"
    if_none = {"space": ("no fleet of yours that may attack lies where an enemy's does", "BASE-6.3-attack")}

    space: SpaceId

    @fills("space")
    @staticmethod
    def where_both_are(game: Game, ask: Ask) -> Choice[SpaceId]:
        side = SideId(ask.side)
        near = dict.fromkeys(
            space
            for fleet in game[Fleet].where("side", side)
            if fleet.space is not None
            for space in (fleet.space, *within_gunshot(game, fleet.space))
        )
        return Choice(space for space in near if hostile_fleets(game, space, side))

    async def perform(self, game: Game, ask: Ask) -> None:
        battle = begin_at_sea(game, self.space, SideId(ask.side))
        await game.hooks(NavalHooks).lines_form(game, battle)
        for fleet in fleets_in(game, naval_force_id(battle, "attacker")):
            game.mark(fleet.id, ATTACKED)

    def says(self, game: Game, ask: Ask) -> str:
        return f"{ask.side} attacks the fleets in {game.name(self.space)}"


def within_gunshot(game: Game, space: SpaceId) -> tuple[SpaceId, ...]:
    """Return the port that can be attacked from a space: that behind it, from a blockade box."""
    if kind_of(game, space) != "blockade":
        return ()
    return tuple(one for one in waters(game).get(space, ()) if kind_of(game, one) == "port")


def attackers_at(game: Game, space: SpaceId, side: SideId) -> list[Fleet]:
    """Return the fleets of a side that can attack in a space; in a port, those in the box before it."""
    near = waters(game).get(space, ()) if kind_of(game, space) == "port" else (space,)
    spent = set(game.hooks(NavalHooks).spent(game, side))
    return [one for at in near for one in own_fleets_at(game, at, side) if one.id not in spent]


def begin_at_sea(
    game: Game, space: SpaceId, side: SideId, attackers: Iterable[FleetId] = (), defender: SideId | None = None
) -> NavalBattleId:
    """Begin a combat of a side's fleets against enemy fleets in a space.

    ``attackers`` are those who have intercepted a fleet of the ``defender``; without any it is an attack.
    """
    id, caught = NavalBattleId(game.new_id("naval-battle")), tuple(attackers)
    in_port = kind_of(game, space) == "port"
    battle = game.put(NavalBattle(id, space, "in port" if in_port else "at sea", intercepted=bool(caught)))
    for role in ("attacker", "defender"):
        there = game.hooks(NavalHooks).stands_in_line(game, battle, role, side)
        _form_line(game, battle, role, list(dict.fromkeys((*(caught if role == "attacker" else ()), *there))), defender)
    game.note(f"A naval combat begins: {game.name(space)}", "BASE-6.3-attack")
    game.enter(NAVAL_COMBAT_SEQUENCE, id, side=side)
    return id


def join_line(game: Game, force: NavalForceId, fleets: Iterable[FleetId]) -> None:
    """Have fleets join a force of a combat that has not begun yet."""
    row = game[NavalForce][force]
    for one in fleets:
        game.put(InLine(one, force))
        row = game.change(row, started=row.started + game[Fleet][one].ships)


def _form_line(game: Game, battle: NavalBattle, role: Role, line: list[FleetId], defender: SideId | None) -> None:
    """Put a force into a combat; the side with most ships decides for it, or the one that was met under way."""
    force, fleets = naval_force_id(battle.id, role), [game[Fleet][one] for one in line]
    sides = sorted({one.side for one in fleets}, key=lambda one: (-_ships(fleets, one), one))
    side = defender if defender is not None and role == "defender" and defender in sides else sides[0]
    game.put(NavalForce(id=force, battle=battle.id, role=role, side=side))
    join_line(game, force, line)


def _ships(fleets: list[Fleet], side: SideId) -> int:
    return ships_of(one for one in fleets if one.side == side)


# --- the numbers


def evasion(game: Game, force: NavalForceId) -> Tally:
    """Return the die at which, or under, a force that is attacked gets away."""
    return Tally(EVASION_NUMBER, game.hooks(NavalHooks).evasion_parts(game, force))


def wind(game: Game, force: NavalForceId) -> Tally:
    """Return what is added to the die of a force for the wind gauge."""
    return Tally(WIND, game.hooks(NavalHooks).wind_parts(game, force))


def gunnery(game: Game, force: NavalForceId) -> Tally:
    """Return what fires for a force, in ships of the line."""
    return Tally(GUNNERY, game.hooks(NavalHooks).gunnery_parts(game, force))


def broadside(game: Game, force: NavalForceId) -> Tally:
    """Return what is added to the die with which a force fires."""
    return Tally(BROADSIDE_DIE, game.hooks(NavalHooks).broadside_parts(game, force))
