"""Adopting another revision of the map in a running campaign, by agreement of the table.

Three-way, field by field: what play has changed stays, the rest follows the new ground. What would be lost refuses.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from sandtable.engine.errors import Broken, Invalid
from sandtable.engine.state.boards import SpaceId
from sandtable.engine.state.encoding import plain
from sandtable.engine.state.row_fields import ids_in, title_of
from sandtable.engine.state.rows import OnBoard

if TYPE_CHECKING:
    from sandtable.engine.running.game import RunningGame
    from sandtable.engine.state.boards import Board
    from sandtable.engine.state.row import Row
    from sandtable.engine.state.rows import Proposal

RowChange = tuple[str, str, dict[str, Any] | None, dict[str, Any] | None]
"""A row of the ground that is laid out otherwise: table, id, its document before and after (``None``: not there)."""

SPACES = frozenset({SpaceId})


def ground_changes(before: Iterable[Row], after: Iterable[Row]) -> list[RowChange]:
    """Return the rows that two grounds lay out otherwise, in order."""
    was, now = ({(type(row).stored, row.id): plain(row) for row in rows} for rows in (before, after))
    return [(*key, was.get(key), now.get(key)) for key in sorted({*was, *now}) if was.get(key) != now.get(key)]


def adoption_proposal(board: Board, pairs: Iterable[RowChange]) -> dict[str, Any]:
    """Return what a proposal to adopt a map holds."""
    return {"key": board.key, "digest": board.digest, "rows": [list(pair) for pair in pairs]}


def adopt(game: RunningGame, proposal: Proposal) -> None:
    """Play on another map from now on; raises ``Invalid`` naming what stands where there is nothing any more."""
    row = OnBoard("board", proposal.data["key"], proposal.data["digest"])
    board, state = game.state.boards.of(row), game.state
    pairs: list[RowChange] = [tuple(pair) for pair in proposal.data["rows"]]
    if lost := next(lost_by(game, board, pairs), None):
        raise Invalid(f"{lost}: move it first, or keep to the map as it is")
    game.put(row)
    try:
        for pair in sorted(pairs, key=lambda pair: (pair[2] is not None, pair[3] is None)):  # what is new comes first
            _follow(game, pair)
    except Broken as error:
        raise Invalid(f"the map {board.key} cannot be adopted: {error}") from None
    if wrong := state.dangling():
        raise Invalid(f"the map {board.key} cannot be adopted: {wrong[0]}")
    game.note(f"adopted by agreement: the map {board.key}, revision {board.digest[:12]}")


def lost_by(game: RunningGame, board: Board, pairs: Iterable[RowChange]) -> Iterator[str]:
    """Say what is on a space, or names a row of the ground, that is gone; what goes with it does not count.

    What not everybody may see is not named.
    """
    public = game.seen_by_sides(frozenset())

    def name_of(row: Row, field: str) -> str:
        seen = public[type(row)].get(row.id)
        if seen is None or getattr(seen, field) != getattr(row, field):
            return "something that not everybody may see"
        return seen.phrase_in(public)

    gone = {(table, id) for table, id, _, after in pairs if after is None}
    for space, row, field in _on_gone_spaces(game, board, gone):
        yield f"{game.board.name(space)} is gone from the map, and {name_of(row, field)} is on it"
    for lost, row, field in _at_gone_rows(game, gone):
        does = "is on it" if field == "id" else "names it"
        yield f"{lost.phrase_in(game)} is gone from the map, and {name_of(row, field)} {does}"


def _on_gone_spaces(game: RunningGame, board: Board, gone: set[tuple[str, str]]) -> Iterator[tuple[SpaceId, Row, str]]:
    """Yield the spaces that a board lacks, each with a row that stays there, and the field that says so."""
    for kind, fields in game.state.schema.spaces.items():
        for row in game[kind] if fields else ():
            for field, _, space in ids_in(row, SPACES) if (kind.stored, row.id) not in gone else ():
                if space and not board.knows(space):
                    yield SpaceId(space), row, field


def _at_gone_rows(game: RunningGame, gone: set[tuple[str, str]]) -> Iterator[tuple[Row, Row, str]]:
    """Yield the rows that go, each with a row that stays and names it, and the field that does: a companion's id."""
    schema = game.state.schema
    for table, id in sorted(gone):
        kind = schema.kind(table)
        if (lost := game[kind].get(id)) is None:  # play has taken it out before
            continue
        for other, (field, _, many) in schema.referrers.get(kind, ()):
            for row in game[other]:
                named = getattr(row, field)
                if (id in named if many and named else named == id) and (other.stored, row.id) not in gone:
                    yield lost, row, field
        for companion in schema.companions[kind]:
            extra = game[companion].get(id)
            if extra is not None and (companion.stored, id) not in gone:
                yield lost, extra, "id"


def _follow(game: RunningGame, pair: RowChange) -> None:
    """Let a row follow the new ground in what play has not changed."""
    table, id, before, after = pair
    kind = game.state.schema.kind(table)
    here = game[kind].get(id)
    if after is None:
        if here is not None:
            game.remove(here)
    elif before is None:
        if here is None:
            game.state.put(msgspec.convert(after, kind), dangling=True)  # what it names may be new too
    elif here is not None:
        was, now = msgspec.convert(before, kind), msgspec.convert(after, kind)
        fields = {
            name: getattr(now, name)
            for name in kind.__struct_fields__
            if getattr(was, name) != getattr(now, name) and getattr(here, name) == getattr(was, name)
        }
        if fields:
            game.change(here, **fields)


def kept_by_play(game: RunningGame, pairs: Iterable[RowChange]) -> Iterator[str]:
    """Say what stays as play has made it, though the new ground has it otherwise."""
    for table, id, before, after in pairs:
        kind = game.state.schema.kind(table)
        here = game[kind].get(id)
        if here is None and before is not None and after is not None:
            yield f"{msgspec.convert(before, kind).phrase_in(game)} is gone in play"
        if here is None or before is None or after is None:
            continue
        was, now = msgspec.convert(before, kind), msgspec.convert(after, kind)
        for name in kind.__struct_fields__:
            if getattr(was, name) != getattr(now, name) and getattr(here, name) != getattr(was, name):
                yield f"{here.phrase_in(game)}: {title_of(kind, name)} stays {game.name(getattr(here, name))}"
