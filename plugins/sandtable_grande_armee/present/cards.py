"""What is told of one thing that is pointed at: the card of a unit, the sheet of a hex."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.board import of
from sandtable.engine import Game, SideId, SpaceId
from sandtable.present import Sheet, SheetEntry
from sandtable_grande_armee.hookspecs.leaders import rating
from sandtable_grande_armee.model import (
    ROLES,
    Arrival,
    City,
    CityId,
    Disruption,
    Fort,
    FortId,
    Purse,
    Rating,
    Ride,
    Unit,
)  # fmt: skip
from sandtable_grande_armee.model.terrain import RIVER
from sandtable_grande_armee.present.colours import colours
from sandtable_grande_armee.present.counters import worth_text
from sandtable_grande_armee.present.dates import date_text
from sandtable_grande_armee.present.words import kind_text, points, states, where_in_fort


def card(game: Game, piece: str) -> Sheet | None:
    """Return what is told of a unit, ``None`` for another piece."""
    unit = game[Unit].get(piece)
    if unit is None:
        return None
    entries = tuple(_of_unit(game, unit))
    return Sheet(key="card", title=unit.id, entries=entries, colour=colours(unit.side)[0], about=unit.hex)


def _of_unit(game: Game, unit: Unit) -> Iterator[SheetEntry]:
    yield SheetEntry(title="Side", value=game.name(unit.side))
    yield SheetEntry(title="Type", value=kind_text(game, unit))
    if unit.fights(game):
        yield SheetEntry(title="Strength", value=points(unit.strength(game)))
    if unit.id in game[Rating]:
        attack, defence = (rating(game, unit.id, role).with_parts() for role in ROLES)
        yield SheetEntry(title="Ratings", value=f"{attack} in attack, {defence} in defence")
    for ride in game[Ride].where("unit", unit.id):
        yield SheetEntry(title="With him rides" if unit.arm(game) == "leader" else "Leader", value=ride.id)
    yield _movement(game, unit)
    if said := list(states(game, unit)):
        yield SheetEntry(title="State", value=", ".join(said))
    if (disruption := game[Disruption].get(unit.id)) is not None:
        yield SheetEntry(title="Recovers", value=recovery_text(disruption))
    if where := where_in_fort(game, unit):
        yield SheetEntry(title="At the fort", value=where)
    if (arrival := game[Arrival].get(unit.id)) is not None and unit.hex is None:
        yield SheetEntry(title="Arrives", value=f"{date_text(game, arrival.turn)} in {game.name(arrival.hex)}")


def _movement(game: Game, unit: Unit) -> SheetEntry:
    purse, allowance = game[Purse].get(unit.id), unit.allowance(game)
    if purse is None:
        return SheetEntry(title="Movement", value=f"{allowance} points")
    whole = max(purse.left + purse.spent, allowance)
    return SheetEntry(title="Movement", value=f"{purse.left} points left", bar=(purse.left, whole))


def recovery_text(disruption: Disruption) -> str:
    """Say when a disrupted unit recovers."""
    if disruption.fresh:
        return "after its next whole movement phase without a move"
    return "after a movement phase without a move" if not disruption.idle else "at its next recovery"


def about(game: Game, space: SpaceId) -> Iterator[Sheet]:
    """Tell about a hex: its ground, its fort and its city, who stands there."""
    hexes = of(game).by_number
    if space not in hexes:
        return
    facts = [SheetEntry(title="Ground", value=", ".join(hexes.terrain(space)) or "nothing")]
    facts += [SheetEntry(title="Rivers", value=rivers)] if (rivers := _rivers(game, space)) else []
    if (fort := game[Fort].get(FortId(space))) is not None:
        facts.append(SheetEntry(title="Fort", value=held_by(game, fort.holder)))
    if (city := game[City].get(CityId(space))) is not None:
        held = held_by(game, city.holder)
        facts.append(SheetEntry(title="City", value=f"{held}, {worth_text(game, city.id) or 'worth nothing'}"))
    for unit in game[Unit].where("hex", space):
        told = ", ".join([kind_text(game, unit), *states(game, unit)])
        facts.append(SheetEntry(title=unit.id, value=f"{game.name(unit.side)}, {told}"))
    coming = [one for one in game[Arrival] if one.hex == space and game[Unit][one.id].hex is None]
    facts += [SheetEntry(title=f"{one.id} arrives", value=date_text(game, one.turn)) for one in coming]
    yield Sheet(key="hex", title=game.name(space), entries=tuple(facts), about=space)


def held_by(game: Game, holder: SideId | None) -> str:
    """Say who holds a fort or a city."""
    return f"held by {game.name(holder) if holder else 'nobody'}"


def _rivers(game: Game, space: SpaceId) -> str:
    """Name the neighbours beyond rivers, and which of them a bridge leads to."""
    hexes = of(game).by_number
    beside = [there for there in hexes.beside(space) if there is not None]
    sides = {there: hexes.side_between(space, there) for there in beside}
    return ", ".join(
        f"to {hexes.name(there)}{' (a bridge)' if 'bridge' in side.across else ''}"
        for there, side in sides.items() if RIVER in side.along
    )  # fmt: skip
