"""Corps and what they hold, cities and who is in them, depots, sieges."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sandtable.engine import Game, ScenarioFault, ScenarioFinding
from sandtable.lint import PlacedPiece, over_stacked
from sandtable_empires.model import (
    Area,
    Arrival,
    Corps,
    Depot,
    Garrison,
    Siege,
    SiegeId,
    allies,
    enemies,
    hostile_corps,
    in_the_open,
    is_on_the_map,
)  # fmt: skip

EMPTY: Final = ScenarioFault("corps-empty", "error", "A corps on the map without factors.")
HIDDEN: Final = ScenarioFault("corps-factors-off-map", "warning", "A corps off the map that has factors.")
ROOM: Final = ScenarioFault("corps-room", "error", "A corps whose room is not three numbers: foot, horse, guns.")
OVER_ROOM: Final = ScenarioFault("corps-over-room", "error", "A corps with more factors than it has room for.")
NO_GUARDS: Final = ScenarioFault("corps-no-guards", "error", "Guards in a corps that may hold none.")
STILL: Final = ScenarioFault("corps-still", "hint", "A corps without movement points.")
NO_CITY: Final = ScenarioFault("city-missing", "error", "A force in a city, in an area that has none.")
NO_DEPOT: Final = ScenarioFault("depot-missing", "error", "A garrison at a depot that does not exist.")
NOBODY: Final = ScenarioFault("garrison-empty", "error", "A garrison without factors.")
MIXED: Final = ScenarioFault("city-of-enemies", "error", "Forces that are at war with each other in one city.")
IN_ENEMY_CITY: Final = ScenarioFault("city-enemy-held", "hint", "A force in an area, or a city, that an enemy holds.")
TWICE: Final = ScenarioFault("depot-twice", "error", "Two depots of a side in an area.")
TOO_MANY: Final = ScenarioFault("depots-too-many", "warning", "More depots of a side than it may have.")
AMONG_FOES: Final = ScenarioFault("depot-among-enemies", "hint", "A depot where enemies stand and nobody guards it.")
NO_SIEGE: Final = ScenarioFault("siege-idle", "error", "A siege without besiegers, besieged or a city.")

CORPS_FAULTS: Final = (ROOM, OVER_ROOM, NO_GUARDS)
CITY_FAULTS: Final = (NO_CITY, NO_DEPOT, NOBODY, MIXED, IN_ENEMY_CITY)
DEPOT_FAULTS: Final = (TWICE, TOO_MANY, AMONG_FOES)


def strengths(game: Game) -> Iterator[ScenarioFinding]:
    """Name corps on the map without factors, and those off it that have some."""
    for corps in game[Corps]:
        if corps.area is not None and not corps.factors:
            words = (
                f"{corps.id} stands in {game.name(corps.area)} but has no factors: give it some, or take it off the map"
            )
            yield EMPTY.finding(words, corps, space=corps.area)
        elif corps.factors and not is_on_the_map(game, corps):
            words = f"{corps.id} is off the map but has factors: put it on the map, or let an arrival bring them"
            yield HIDDEN.finding(words, corps)


def rooms(game: Game) -> Iterator[ScenarioFinding]:
    """Name corps with more than they have room for, what is to come for them included."""
    for corps in game[Corps]:
        if len(corps.room) != 3 or min(corps.room) < 0:
            words = f"{corps.id} has room for {corps.room}: say how many foot, horse and guns"
            yield ROOM.finding(words, corps, field="room")
            continue
        yield from _fits(corps, corps)
        for arrival in game[Arrival]:
            if arrival.corps == corps.id:
                yield from _fits(corps, arrival)


def _fits(corps: Corps, held: Corps | Arrival) -> Iterator[ScenarioFinding]:
    if held.guard and not corps.guards:
        words = f"{held.id} has {held.guard} guard factors, but {corps.id} may hold none: set guards, or take them out"
        yield NO_GUARDS.finding(words, held, field="guard", rule="BASE-7.3-absorb-room")
    foot = held.militia + held.infantry + held.guard
    there = zip(("infantry", "cavalry", "artillery"), (foot, held.cavalry, held.artillery), corps.room, strict=True)
    for what, factors, room in there:
        if factors > room:
            room_for = "and room" if held is corps else f"and {corps.id} has room"
            words = f"{held.id} has {factors} factors of {what} {room_for} for {room}: take some out"
            yield OVER_ROOM.finding(words, held, field=what, rule="BASE-7.3-absorb-room")


def still(game: Game) -> Iterator[ScenarioFinding]:
    """Name corps that cannot march."""
    for corps in game[Corps]:
        if not corps.movement:
            words = f"{corps.id} has no movement points: is this intended?"
            yield STILL.finding(words, corps, field="movement", rule="BASE-7.3-points")


def cities(game: Game) -> Iterator[ScenarioFinding]:
    """Name who is in cities that are not there, with enemies, or in too great a number."""
    for corps in game[Corps]:
        area = game[Area].get(corps.area)
        if area is not None and corps.inside and not area.city:
            yield NO_CITY.finding(_cityless(corps.id, area), corps, field="inside", space=area.id)
        elif area is not None:
            yield from _enemy_held(game, corps, area)
    for garrison in game[Garrison]:
        yield from _garrison(game, garrison)
    inside = [PlacedPiece(corps, corps.area) for corps in game[Corps] if corps.area is not None and corps.inside]
    yield from over_stacked(
        inside, lambda area: max(1, game[Area][area].fortress), what="corps", rule="BASE-7.3-city-room", name=game.name
    )


def _cityless(id: str, area: Area) -> str:
    return f"{id} is in the city of {area.title}, which has none: put it in the open, or elsewhere"


def _enemy_held(game: Game, force: Corps | Garrison, area: Area) -> Iterator[ScenarioFinding]:
    """Two of a city at war cannot be; where an enemy only holds it, it may be meant so: who comes first takes it."""
    foes = enemies(game, force.side)
    foe = next((one for one in _inside(game, area.id) if one.side in foes), None)
    if foe is not None and _within(force):
        both = f"{game.name(force)} and {game.name(foe)}"
        words = f"{both} are both in the city of {area.title}, and at war: put one of them elsewhere"
        yield MIXED.finding(words, force, space=area.id, rule="BASE-7.3-city-open")
    elif area.holder in foes and foe is None and area.id not in game[Siege]:
        words = f"{game.name(force)} stands in {area.title}, which {area.holder} holds: is this intended?"
        yield IN_ENEMY_CITY.finding(words, force, space=area.id)


def _inside(game: Game, area: str) -> Iterator[Corps | Garrison]:
    """Go through the forces in the city of an area."""
    yield from (corps for corps in game[Corps].where("area", area) if corps.inside)
    yield from (garrison for garrison in game[Garrison].where("area", area) if garrison.place == "city")


def _within(force: Corps | Garrison) -> bool:
    """Tell whether a force is in the city of its area."""
    return force.inside if isinstance(force, Corps) else force.place == "city"


def _garrison(game: Game, garrison: Garrison) -> Iterator[ScenarioFinding]:
    area = game[Area][garrison.area]
    if not garrison.factors:
        yield NOBODY.finding(
            f"{game.name(garrison)} has no factors: give it some, or take it out", garrison, space=area.id
        )
    if garrison.place == "city":
        if not area.city:
            yield NO_CITY.finding(_cityless(garrison.id, area), garrison, field="area", space=area.id)
        else:
            yield from _enemy_held(game, garrison, area)
        return
    friends = {garrison.side, *allies(game, garrison.side)}
    if not any(depot.side in friends for depot in game[Depot].where("area", area.id)):
        words = (
            f"{game.name(garrison)} guards a depot in {area.title}, where neither {garrison.side} nor an ally has one"
        )
        yield NO_DEPOT.finding(f"{words}: lay one, or put it into the city", garrison, space=area.id)


def depots(game: Game, most: int) -> Iterator[ScenarioFinding]:
    """Name depots that are too many, and those among enemies."""
    seen: dict[tuple[str, str], Depot] = {}
    counted: dict[str, int] = {}
    for depot in game[Depot]:
        counted[depot.side] = counted.get(depot.side, 0) + 1
        space = depot.area
        if first := seen.get((depot.side, depot.area)):
            where, both = game.name(depot.area), f"{first.id} and {depot.id}"
            words = f"{both} are both depots of {depot.side} in {where}: take one out"
            yield TWICE.finding(words, depot, space=space, rule="BASE-7.4-depot-one")
        seen[depot.side, depot.area] = depot
        if counted[depot.side] == most + 1:
            words = f"{depot.side} has more than {most} depots: take {game.name(depot)} out, or let it have more"
            yield TOO_MANY.finding(words, depot, space=space, rule="BASE-7.4-depot-number")
        guarded = any(one.place == "depot" for one in game[Garrison].where("area", depot.area))
        foes = hostile_corps(game, depot.area, depot.side)
        if foes and not guarded and not in_the_open(game, depot.area, depot.side):
            words = f"{game.name(depot)} has nobody to guard it, and {foes[0].id} stands there: it is gone at once"
            yield AMONG_FOES.finding(words, depot, space=space, rule="BASE-7.4-depot-lost")


def sieges(game: Game) -> Iterator[ScenarioFinding]:
    """Name sieges that would be over at once."""
    for siege in game[Siege]:
        area = game[Area][siege.area]
        shut_up = {one.side for one in _inside(game, area.id)} & enemies(game, siege.side)
        if siege.id != SiegeId(area.id) or not area.city:
            why = f"the siege {siege.id!r} is of {area.title}: a siege has the id of an area with a city"
        elif not in_the_open(game, area.id, siege.side):
            why = f"{siege.side} besieges {area.city}, but has no corps in the open there: put one there"
        elif not shut_up:
            why = f"{siege.side} besieges {area.city}, but no enemy is in it: put one there, or take the siege out"
        else:
            continue
        yield NO_SIEGE.finding(why, siege, space=area.id, rule="BASE-7.5-siege-lifted")
