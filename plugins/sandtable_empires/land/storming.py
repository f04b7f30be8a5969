"""Storms: who fights in one, on which table, and how it begins."""

from __future__ import annotations

from typing import Final

from sandtable.engine import Game, Quantity, SideId, Tally
from sandtable_empires.combat.tallies import factor_morale
from sandtable_empires.hookspecs.sieges import Insider, SiegeHooks
from sandtable_empires.land.investing import hostile_inside
from sandtable_empires.model import (
    OTHER,
    Area,
    AreaId,
    Contingent,
    Garrison,
    Role,
    Storm,
    StormId,
    StormKind,
    contingent_key,
    enemies,
    siege_of,
    take_part,
)  # fmt: skip

ROLES: Final[tuple[Role, ...]] = ("attacker", "defender")
MODIFIER: Final = Quantity("die modifier", ("add", "at_most", "at_least"))


def fighters(game: Game, storm: Storm, role: Role) -> list[Insider]:
    """Return the factors that fight in a role: of the side that decides, and of others with it."""
    mine, foe = storm.side(role), storm.side(OTHER[role])
    if storm.kind == "depot" and role == "defender":
        return depot_guards(game, storm.area, foe)
    within = role == ("attacker" if storm.kind == "sortie" else "defender")
    if within:
        return hostile_inside(game, storm.area, foe)
    return game.hooks(SiegeHooks).besiegers(game, storm.area, mine)


def depot_guards(game: Game, area: AreaId, enemy: str) -> list[Insider]:
    """Return the garrisons of depots in an area that are at war with a side."""
    foes = enemies(game, enemy)
    return [
        Insider(garrison.side, Contingent(contingent_key(garrison.id, arm), garrison.nation, arm, count))
        for garrison in game[Garrison].where("area", area)
        if garrison.place == "depot" and garrison.side in foes
        for arm, count in garrison.by_arm().items()
    ]


def speaker(game: Game, area: AreaId, insiders: list[Insider]) -> SideId:
    """Return the side that decides for all in a city: who holds it, if it has factors there; else who has most.

    Of equals the first by name. There must be some.
    """
    counts: dict[SideId, int] = {}
    for one in insiders:
        counts[one.side] = counts.get(one.side, 0) + one.contingent.factors
    holder = game[Area][area].holder
    if holder is not None and holder in counts:
        return holder
    return min(counts, key=lambda side: (-counts[side], side))


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
    return game.chart("storm tables").text(row, role)


def storm_modifier(game: Game, storm: Storm, role: Role) -> Tally:
    """Return what is added to the die of a role."""
    return Tally(MODIFIER, game.hooks(SiegeHooks).storm_die_parts(game, storm.id, role))


def begin_storm(game: Game, area: AreaId, kind: StormKind, attacker: SideId, defender: SideId) -> StormId:
    """Begin a storm: morale is settled, and the rounds are entered."""
    id = StormId(game.new_id("storm"))
    storm = game.put(Storm(id=id, area=area, kind=kind, attacker=attacker, defender=defender))
    game.change(
        storm,
        attacker_morale=morale(game, fighters(game, storm, "attacker")),
        defender_morale=morale(game, fighters(game, storm, "defender")),
    )
    for role in ROLES:
        for one in fighters(game, storm, role):
            if one.contingent.corps is not None:
                take_part(game, one.contingent.corps)
    game.mark(area, kind, until="land_combat")
    game.enter("storm", id, side=attacker)
    return id


def attempted(game: Game, area: AreaId, kind: StormKind) -> bool:
    """Tell whether there has been a storm of a kind in an area this step."""
    return game.marked(area, kind) is not None


def besieger(game: Game, area: AreaId) -> SideId | None:
    """Return the side that besieges the city of an area."""
    siege = siege_of(game, area)
    return siege.side if siege is not None else None
