"""What units are called when they combine and break down: those who were one before are called so again."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from sandtable.engine import Game
from sandtable_grande_armee.charts.keys import UNIT_TYPES
from sandtable_grande_armee.model import Formation, Unit, UnitId


def name_of_whole(game: Game, units: tuple[UnitId, ...], becomes: str) -> UnitId:
    """Return what units are called that combine: as before if they were one, else after the first of them."""
    for formation in game[Formation]:
        if set(formation.parts) == set(units) and formation.id not in game[Unit]:
            return formation.id
    called = game.chart(UNIT_TYPES).text(becomes, "called")
    return free_name(game, f"{_root(game, units[0])}'s {called}")


def names_of_parts(game: Game, unit: UnitId, number: int) -> tuple[UnitId, ...]:
    """Return what the parts of a unit are called: by their own names where it was made of so many, else numbered."""
    parts: list[str] = [unit]
    while len(parts) < number:
        finer = [one for part in parts for one in _parts_of(game, part)]
        if len(finer) == len(parts):
            break
        parts = finer
    if len(parts) == number and not any(part in game[Unit] for part in parts):
        return tuple(UnitId(part) for part in parts)
    return tuple(free_name(game, f"{unit}/{n}") for n in range(1, number + 1))


def free_name(game: Game, name: str) -> UnitId:
    """Return a name that no unit has, with a number behind it if need be."""
    names = (name if n == 1 else f"{name} ({n})" for n in count(1))
    return next(UnitId(one) for one in names if one not in game[Unit])


def _root(game: Game, unit: UnitId) -> str:
    """Return after whom a unit is called: the first of its parts, and so on."""
    known = game[Formation].get(unit)
    return _root(game, UnitId(known.parts[0])) if known is not None else unit


def _parts_of(game: Game, unit: str) -> Iterator[str]:
    known = game[Formation].get(unit)
    yield from known.parts if known is not None else (unit,)
