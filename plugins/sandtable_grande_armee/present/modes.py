"""The ways to colour the map: zones of control, supply, retreats, who holds the cities."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.board import of
from sandtable.engine import Game, SideId, SpaceId, cached_while_unchanged
from sandtable.present import MapMode
from sandtable_grande_armee.model import Army, City, Fort, Unit, enemies
from sandtable_grande_armee.movement.zones import zones_of
from sandtable_grande_armee.present.colours import PLAIN, colours
from sandtable_grande_armee.present.ranges import retreats
from sandtable_grande_armee.supply.sources import sources, supply_reach, supply_units

CONTESTED, FED, FEEDS, DEPOT, HUNGRY = "#8a6aa0", "#b9d7a0", "#5f9e52", "#4f8fb0", "#c8553d"
RETREATS = "retreats"
SAFE, LOST = "#7fb89a", "#c8553d"


def map_modes(game: Game) -> Iterator[MapMode]:
    """Yield the ways to colour the map."""
    yield zones_mode(game)
    side = game.frame.side or next((army.id for army in game[Army]), None)
    if side is not None:
        yield supply_mode(game, side)
    yield MapMode(key=RETREATS, title="Retreats", on_demand=True)
    if len(game[City]) or len(game[Fort]):
        yield holders_mode(game)


def zones_mode(game: Game) -> MapMode:
    """Return whose zones of control lie where."""
    fills: dict[SpaceId, str] = {}
    both: set[SpaceId] = set()
    for army in game[Army]:
        for hex in zones_of(game, army.id):
            if hex in fills:
                both.add(hex)
            fills[hex] = CONTESTED if hex in fills else colours(army.id)[0]
    legend = [(colours(army.id)[0], f"{game.name(army.id)}'s zones of control") for army in game[Army]]
    legend += [(CONTESTED, "zones of both sides")] if both else []
    says = "Entering an enemy zone of control ends a march, and no retreat leads through it"
    return MapMode(
        key="zones", title="Zones of control", fills=fills, legend=tuple(legend), hatched=frozenset(both), says=says
    )


def supply_mode(game: Game, side: SideId) -> MapMode:
    """Return which hexes a side's supply units can serve, and which of its troops stand beyond."""
    served = {hex for one in supply_units(game, side) if one.hex is not None for hex in supply_reach(game, one.hex)}
    units = [unit for unit in game[Unit].where("side", side) if unit.hex is not None]
    depots = {unit.hex for unit in units if unit.arm(game) == "depot" and unit.hex is not None}
    feeding = {one.hex for one in supply_units(game, side) if one.hex is not None}
    troops = [unit for unit in units if unit.fights(game)]
    hungry = {one.hex for one in troops if one.hex is not None and not sources(game, one.id, "combat")}
    kinds = ((served, FED, "a supply unit can serve here"), (feeding, FEEDS, "a supply unit"),
             (depots, DEPOT, "a depot"), (hungry, HUNGRY, "troops that nothing can supply"))  # fmt: skip
    fills = {hex: colour for hexes, colour, _ in kinds for hex in hexes}
    legend = tuple((colour, says) for hexes, colour, says in kinds if hexes)
    says = f"What can supply {game.name(side)} for combat now"
    return MapMode(key="supply", title="Supply", fills=fills, legend=legend, hatched=frozenset(hungry), says=says)


@cached_while_unchanged
def retreat_mode(game: Game) -> MapMode:
    """Return where those beside an enemy would retreat to if they were beaten, and who would be lost."""
    ends: dict[SpaceId, str] = {}
    stands: dict[SpaceId, str] = {}
    for army in game[Army]:
        alike = {(unit.hex, unit.kind): unit for unit in in_contact(game, army.id)}
        for unit in alike.values():
            assert unit.hex is not None
            there = retreats(game, unit.id)
            ends |= dict.fromkeys(there, colours(army.id)[0])
            stands[unit.hex] = LOST if not there or stands.get(unit.hex) == LOST else SAFE
    lost = frozenset(hex for hex, colour in stands.items() if colour == LOST)
    legend = [(colours(army.id)[0], f"where {game.name(army.id)} would retreat to") for army in game[Army]]
    legend += [(SAFE, "beside an enemy, with a way back"), (LOST, "beside an enemy, lost if beaten")]
    says = "What a retreat would come to, for all who stand beside an enemy"
    return MapMode(
        key=RETREATS, title="Retreats", fills={**ends, **stands}, legend=tuple(legend), hatched=lost, says=says
    )


def in_contact(game: Game, side: SideId) -> list[Unit]:
    """Return the units of a side that fight and stand beside troops of an enemy."""
    beside = of(game).by_number.beside
    held = {unit.hex for enemy in enemies(game, side) for unit in game[Unit].where("side", enemy) if unit.fights(game)}
    own = [unit for unit in game[Unit].where("side", side) if unit.hex is not None and unit.fights(game)]
    return [unit for unit in own if unit.hex is not None and held.intersection(beside(unit.hex)) - {None}]


def holders_mode(game: Game) -> MapMode:
    """Return who holds the cities that count, and the forts."""
    fills: dict[SpaceId, str] = {fort.id: colours(fort.holder or "")[0] for fort in game[Fort]}
    fills |= {city.id: colours(city.holder or "")[0] for city in game[City]}
    legend = [(colours(army.id)[0], game.name(army.id)) for army in game[Army]]
    legend += [(PLAIN[0], "nobody")] if PLAIN[0] in fills.values() else []
    return MapMode(
        key="holders", title="Cities and forts", fills=fills, legend=tuple(legend), says="Who holds cities and forts"
    )
