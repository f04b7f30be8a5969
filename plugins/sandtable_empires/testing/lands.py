"""The land that pieces are laid on, and rows of it that are otherwise in a test."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from sandtable.engine import Invalid, Row, unknown
from sandtable_empires.model import Calendar, Corps, Fleet, Garrison, Leader, Nation, NationId
from sandtable_empires.testing.europe import europe
from sandtable_empires.testing.pieces import NOBODY

Land = Callable[[], tuple[Row, ...]]
"""What pieces are laid on: ``europe``, ``iberia``, or a function of a test."""


class Alteration(NamedTuple):
    """Rows of the land (without ids all of a kind) with other values in some fields."""

    kind: type[Row]
    ids: tuple[str, ...]
    fields: Mapping[str, Any]


Piece = Row | Alteration | Iterable[Row | Alteration]
"""What a builder returns."""
PIECES: Final = (Corps, Garrison, Leader, Fleet)


def alter(kind: type[Row], *ids: str, **fields: Any) -> Alteration:
    """Have rows of the land be otherwise, without ids all of a kind: ``alter(Area, "Madrid", terrain="marsh")``."""
    return Alteration(kind, ids, fields)


def calendar(year: int, month: int, turns: int = 20) -> Calendar:
    """Return the month in which a campaign begins, and how many turns it has."""
    return Calendar("calendar", year, month, turns)


def laid_out(*pieces: Piece, land: Land = europe) -> list[Row]:
    """Return the rows that pieces come to: those to add to a land, or to put in place of its own.

    Of the land and of purses the last word counts; raises ``Invalid`` for a corps or a garrison that is there twice,
    and for a row to alter that the land does not have.
    """
    found: dict[tuple[type[Row], str], Row] = {}
    for piece in _each(pieces):
        if isinstance(piece, Alteration):
            found |= {(piece.kind, row.id): row for row in _altered(piece, found, land)}
        elif isinstance(piece, PIECES) and (type(piece), piece.id) in found:
            raise Invalid(f"{type(piece).stored} {piece.id} is there twice")
        else:
            found[type(piece), piece.id] = piece
    played = _nations(land) | {row.id: row for row in found.values() if isinstance(row, Nation)}
    return [_with_owner(row, played) for row in found.values()]


def _each(pieces: Iterable[Piece]) -> Iterator[Row | Alteration]:
    for piece in pieces:
        if isinstance(piece, Row | Alteration):  # a tuple, but one thing
            yield piece
        else:
            yield from piece


def _altered(one: Alteration, found: Mapping[tuple[type[Row], str], Row], land: Land) -> Iterator[Row]:
    there, named = _rows(land, one.kind), _named(land, one.kind)
    for id in one.ids or there:
        row = found.get((one.kind, id)) or there.get(id) or named.get(id)
        row = row and found.get((one.kind, row.id), row)
        if row is None:
            raise unknown(one.kind.__name__.lower(), id, there)
        yield replace(row, **one.fields)


@cache
def _rows(land: Land, kind: type[Row]) -> Mapping[str, Row]:
    return {row.id: row for row in land() if type(row) is kind}


@cache
def _named(land: Land, kind: type[Row]) -> Mapping[str, Row]:
    return {getattr(row, "title", ""): row for row in _rows(land, kind).values()}


@cache
def _nations(land: Land) -> dict[NationId, Nation]:
    return {row.id: row for row in land() if isinstance(row, Nation)}


def _with_owner(row: Row, played: Mapping[NationId, Nation]) -> Row:
    """Return a piece with the side that plays its nation, where nothing else was said."""
    if not isinstance(row, PIECES) or row.side != NOBODY:
        return row
    nation = played.get(row.nation)
    if nation is None:
        raise unknown("nation", row.nation, played)
    if nation.side is None:
        raise Invalid(
            f"{row.id}: nobody plays {nation.id}; put it under a power, as control(FRANCE, {nation.id!r}) does"
        )
    return replace(row, side=nation.side)
