"""Storms: who fights in one, on which table, and how it begins."""

from __future__ import annotations

from typing import Final

from sandtable.engine import Game, Quantity, SideId, Tally
from sandtable_empires.charts.keys import STORM_TABLES
from sandtable_empires.combat.tallies import factor_morale
from sandtable_empires.hookspecs.sieges import Insider, SiegeHooks, insiders
from sandtable_empires.land.investing import hostile_inside
from sandtable_empires.model import (
    OTHER,
    Area,
    AreaId,
    Commandant,
    Garrison,
    Role,
    Storm,
    StormId,
    StormKind,
    enemies,
    take_part,
)  # fmt: skip
from sandtable_empires.model.sieges import STORMED
from sandtable_empires.steps import STORM_SEQUENCE

ROLES: Final[tuple[Role, ...]] = ("attacker", "defender")
MODIFIER: Final = Quantity("die modifier", ("add", "at_most", "at_least"))


def fighters(game: Game, storm: Storm, role: Role) -> list[Insider]:
    """Return the factors that fight in a role: of the side that decides, of others with it, and volunteers."""
    foe = storm.side(OTHER[role])
    if storm.kind == "assault" and role == "defender":
        return hostile_inside(game, storm.area, foe)
    compelled = [one for one in _called_upon(game, storm, role) if not one.free]
    return [*compelled, *game.hooks(SiegeHooks).volunteers(game, storm.id, role)]


def _called_upon(game: Game, storm: Storm, role: Role) -> list[Insider]:
    """All whom a storm concerns in a role; in an attack from outside those of the side and its partners alone."""
    if storm.kind == "sortie" and role == "attacker":
        return hostile_inside(game, storm.area, storm.defender)
    if storm.kind == "depot" and role == "defender":
        return depot_guards(game, storm.area, storm.attacker)
    there = game.hooks(SiegeHooks).besiegers(game, storm.area, storm.side(role))
    return there if role == "defender" else [one for one in there if one.side in (storm.attacker, *storm.partners)]


def depot_guards(game: Game, area: AreaId, enemy: str) -> list[Insider]:
    """Return the garrisons of depots in an area that are at war with a side."""
    foes = enemies(game, enemy)
    return [
        one
        for garrison in game[Garrison].where("area", area)
        if garrison.place == "depot" and garrison.side in foes
        for one in insiders(garrison)
    ]


def speaker(game: Game, area: AreaId, insiders: list[Insider]) -> SideId | None:
    """Return the side that decides for all in a city: by a rule, or as it was settled.

    ``None`` while that is not settled (10.3.2), and where nobody is.
    """
    sides = tuple(sorted({one.side for one in insiders}))
    if sides and (known := game.hooks(SiegeHooks).speaker(game, area, sides)) is not None:
        return known
    settled = game[Commandant].get(area)
    return settled.side if settled is not None and settled.sides == sides else None


def city_controller(game: Game, area: AreaId) -> SideId | None:
    """Return the side whose a city is in combat: that of its garrison, or of who holds the land where there is none.

    ``None`` while several are in it and it is not settled which of them decides (10.3.2).
    """
    insiders = game.hooks(SiegeHooks).inside(game, area)
    return speaker(game, area, insiders) if insiders else game.hooks(SiegeHooks).speaker(game, area, ())


async def settle_speaker(game: Game, area: AreaId, insiders: list[Insider], *, keep: bool = True) -> SideId:
    """Settle which side decides for some factors, of which there must be some; ``keep``: as long as it is they."""
    if (known := speaker(game, area, insiders)) is not None:
        return known
    sides = tuple(sorted({one.side for one in insiders}))
    side = await game.hooks(SiegeHooks).settle_speaker(game, area, sides) or sides[0]
    if keep:
        game.put(Commandant(area, sides, side))
    return side


def may_storm(game: Game, side: SideId, storm: Storm, role: Role) -> bool:
    """Tell whether a side can fight in a role: it is at war with all whom that fights, and with none beside it."""
    foes = enemies(game, side)
    return _powers(game, storm, OTHER[role]) <= foes and not _powers(game, storm, role) & foes


def _powers(game: Game, storm: Storm, role: Role) -> set[SideId]:
    return {storm.side(role), *(one.side for one in fighters(game, storm, role))}


def strength(insiders: list[Insider]) -> int:
    """Return how many factors there are."""
    return sum(one.contingent.factors for one in insiders)


def morale(game: Game, insiders: list[Insider]) -> int:
    """Return the average morale of factors in tenths, .5 rounded up; guns have that of the rest."""
    counted = [one.contingent for one in insiders if one.contingent.arm != "artillery"]
    factors = sum(one.factors for one in counted)
    total = sum(one.factors * factor_morale(game, one).whole() for one in counted)
    return (2 * total + factors) // (2 * factors) if factors else 0


def storm_table(game: Game, storm: Storm, role: Role) -> str:
    """Return the table of combat on which a role fires."""
    fortress = game[Area][storm.area].fortress
    row = f"assault on {fortress}" if storm.kind == "assault" else storm.kind
    return game.chart(STORM_TABLES).text(row, role)


def storm_modifier(game: Game, storm: Storm, role: Role) -> Tally:
    """Return what is added to the die of a role."""
    return Tally(MODIFIER, game.hooks(SiegeHooks).storm_die_parts(game, storm.id, role))


def announce_storm(game: Game, area: AreaId, kind: StormKind, attacker: SideId, defender: SideId) -> StormId:
    """Announce a storm: it is known where, of what kind and who against whom."""
    id = StormId(game.new_id("storm"))
    game.put(Storm(id=id, area=area, kind=kind, attacker=attacker, defender=defender))
    game.mark(area, STORMED[kind])
    return id


async def announce_raid(game: Game, area: AreaId, side: SideId) -> StormId:
    """Announce the attack of a side on the depot of an area; its guards settle who decides for them."""
    guards = depot_guards(game, area, side)
    return announce_storm(game, area, "depot", side, await settle_speaker(game, area, guards, keep=False))


async def begin_storm(game: Game, id: StormId) -> None:
    """Begin a storm: others may join, morale is settled, the rounds are entered; there is none without attackers."""
    await game.hooks(SiegeHooks).storm_musters(game, id)
    storm = game[Storm][id]
    if not fighters(game, storm, "attacker"):
        game.remove(storm)
        return
    storm = game.change(
        storm,
        attacker_morale=morale(game, fighters(game, storm, "attacker")),
        defender_morale=morale(game, fighters(game, storm, "defender")),
    )
    for role in ROLES:
        for one in fighters(game, storm, role):
            if one.contingent.corps is not None:
                take_part(game, one.contingent.corps)
    game.enter(STORM_SEQUENCE, id, side=storm.attacker)


def was_attempted(game: Game, area: AreaId, kind: StormKind) -> bool:
    """Tell whether there has been a storm of a kind in an area this step."""
    return game.mark_of(area, STORMED[kind]) is not None
