"""Adopting another revision of the map in a running campaign, by agreement of the table.

Three-way, field by field: what play has changed stays, the rest follows the new ground. What would be lost refuses.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from sandtable.engine.errors import Broken, Invalid, Stale
from sandtable.engine.referee.renumbering import in_flight_at, renumber, renumbered_row
from sandtable.engine.running.in_flight import name_of as name_of_waiting
from sandtable.engine.state.boards import SpaceId
from sandtable.engine.state.encoding import plain
from sandtable.engine.state.row_fields import ids_in, title_of
from sandtable.engine.state.rows import OnBoard
from sandtable.engine.state.schema import SPACES, is_named

if TYPE_CHECKING:
    from sandtable.engine.running.game import RunningGame
    from sandtable.engine.state.boards import Board
    from sandtable.engine.state.row import Row
    from sandtable.engine.state.rows import Proposal

RowChange = tuple[str, str, dict[str, Any] | None, dict[str, Any] | None]
"""A row of the ground that is laid out otherwise: table, id, its document before and after (``None``: not there)."""

UNSEEN: Final = "something that not everybody may see"
MOVE: Final = "move or correct it first, or keep to the map as it is"
"""What can be done about something that is where nothing will be any more."""


class AdoptionObstacle(NamedTuple):
    """Why a map cannot be adopted now, and the space that it is about."""

    says: str
    space: str

    def __str__(self) -> str:
        return self.says


class KeptField(NamedTuple):
    """A field of a row that stays as play has made it; all of a row that is gone in play, where it is empty."""

    table: str
    id: str
    field: str
    says: str

    def __str__(self) -> str:
        return self.says


class AdoptedMap(NamedTuple):
    """Another revision of the map, as it is proposed to the table.

    ``name`` is what it is called in words, ``rows`` are those that the ground lays out otherwise, ``moved`` the spaces
    that have another id on it (``""``: that are gone, though another one has their id).
    """

    board: Board
    rows: tuple[RowChange, ...]
    name: str
    moved: Mapping[str, str] = {}

    def document(self, game: RunningGame) -> dict[str, Any]:
        """Return what the proposal holds; ``on`` is the revision that it was compared with."""
        board = self.board
        rows, moved = [list(pair) for pair in self.rows], dict(self.moved)
        said = {"key": board.key, "digest": board.digest, "rows": rows, "on": game.board.digest, "name": self.name}
        return {**said, "moved": moved} if moved else said


def ground_changes(before: Iterable[Row], after: Iterable[Row], moved: Mapping[str, str] = {}) -> list[RowChange]:
    """Return the rows that two grounds lay out otherwise, in order; those on spaces that have moved go with them."""
    there = [row if not moved else renumbered_row(row, moved) for row in before]
    was, now = ({(type(row).stored, row.id): plain(row) for row in rows} for rows in (there, after))
    return [(*key, was.get(key), now.get(key)) for key in sorted({*was, *now}) if was.get(key) != now.get(key)]


def adopt(game: RunningGame, proposal: Proposal) -> None:
    """Play on another map from now on; raises ``Invalid`` naming what stands where there is nothing any more."""
    data, name = proposal.data, adopted_name(proposal)
    if data.get("on", game.board.digest) != game.board.digest:
        raise Stale(
            f"{name} was compared with another revision than the campaign is played on now: take this proposal off "
            "the table, and propose the map again"
        )
    board = game.state.boards.of(OnBoard("board", data["key"], data["digest"]))
    pairs, moved = rows_of(proposal), moved_by(proposal)
    if found := list(obstacles(game, board, pairs, moved)):
        more = f" ({len(found) - 1} more such things stand in the way)" if len(found) > 1 else ""
        raise Invalid(f"{found[0]}{more}: {MOVE}")
    game.put(OnBoard("board", data["key"], data["digest"]))
    try:
        renumber(game, moved)
        for pair in sorted(pairs, key=lambda pair: (pair[2] is not None, pair[3] is None)):  # what is new comes first
            _follow(game, pair)
    except Broken as error:
        raise Invalid(f"{name} cannot be adopted: {error}") from None
    if wrong := game.state.dangling():
        raise Invalid(f"{name} cannot be adopted: {wrong[0]}")
    game.note(f"From now on the game is played on {name}")


def adopted_name(proposal: Proposal) -> str:
    """Return what the map of a proposal is called; one of before names were kept goes by its revision."""
    data = proposal.data
    return str(data.get("name") or f"the map {data['key']} in its revision {data['digest'][:12]}")


def rows_of(proposal: Proposal) -> tuple[RowChange, ...]:
    """Return the rows that are laid out otherwise on the map of a proposal."""
    return tuple((table, id, before, after) for table, id, before, after in proposal.data["rows"])


def moved_by(proposal: Proposal) -> dict[str, str]:
    """Return the spaces that have another id on the map of a proposal."""
    return dict(proposal.data.get("moved", {}))


# --- what forbids it ------------------------------------------------------------------------------------------------


def obstacles(
    game: RunningGame, board: Board, pairs: Iterable[RowChange], moved: Mapping[str, str] = {}
) -> Iterator[AdoptionObstacle]:
    """Say what is on a space, or names a row of the ground, that is gone; what goes with it does not count.

    What not everybody may see is not named; a row is told once for each space.
    """
    told: set[tuple[str, str, str]] = set()
    for one, space, row in _all_obstacles(game, board, pairs, moved):
        key = space, type(row).stored, row.id
        if key not in told:
            told.add(key)
            yield AdoptionObstacle(one, space)


def _all_obstacles(
    game: RunningGame, board: Board, pairs: Iterable[RowChange], moved: Mapping[str, str]
) -> Iterator[tuple[str, str, Row]]:
    public = game.seen_by_sides(frozenset())

    def name_of(row: Row, field: str) -> str:
        seen = public[type(row)].get(row.id)
        if seen is None or getattr(seen, field) != getattr(row, field):
            return UNSEEN
        return _called(seen, public)

    gone = {(table, id) for table, id, _, after in pairs if after is None}
    for space, row, field in _on_gone_spaces(game, board, gone, moved):
        yield f"{game.board.name(space)} is gone from the map, and {name_of(row, field)} is on it", space, row
    for lost, row, field in _at_gone_rows(game, gone):
        does = "is on it" if field == "id" else f"has it as its {title_of(type(row), field).lower()}"
        says = f"{lost.phrase_in(game)} is gone from the map, and {name_of(row, field)} {does}"
        yield says, next((space for _, _, space in ids_in(lost, SPACES)), ""), row
    for spot, waiting in in_flight_at(game, moved):
        seen = public[type(waiting)].get(waiting.id)
        what = name_of_waiting(public, seen) if seen is not None else UNSEEN
        there = f"has the number {moved[spot]}" if moved[spot] else "is gone"
        yield f"{game.board.name(spot)} {there} on this map, and {what} still speaks of it", spot, waiting


def _called(row: Row, game: RunningGame) -> str:
    """Return what a row is called; one that has but an id is told by where it is."""
    there = next((space for _, _, space in ids_in(row, SPACES) if space), "")
    if not there or row.called or is_named(type(row)):
        return row.phrase_in(game)
    return f"{type(row).stored} at {game.board.name(there)}"


def _on_gone_spaces(
    game: RunningGame, board: Board, gone: set[tuple[str, str]], moved: Mapping[str, str]
) -> Iterator[tuple[SpaceId, Row, str]]:
    """Yield the spaces that a board lacks, each with a row that stays there, and the field that says so."""
    for kind, fields in game.state.schema.spaces.items():
        for row in game[kind] if fields else ():
            for field, _, space in ids_in(row, SPACES) if (kind.stored, row.id) not in gone else ():
                if space and not board.knows(moved.get(space, space)):
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


# --- what follows, and what stays -----------------------------------------------------------------------------------


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


def kept_by_play(game: RunningGame, pairs: Iterable[RowChange]) -> Iterator[KeptField]:
    """Say what stays as play has made it, though the new ground has it otherwise."""
    for table, id, before, after in pairs:
        kind = game.state.schema.kind(table)
        here = game[kind].get(id)
        if before is None or after is None:
            continue
        was, now = msgspec.convert(before, kind), msgspec.convert(after, kind)
        if here is None:
            yield KeptField(table, id, "", f"{was.phrase_in(game)} is gone in play")
            continue
        for name in kind.__struct_fields__:
            if getattr(was, name) != getattr(now, name) and getattr(here, name) not in (
                getattr(was, name), getattr(now, name)
            ):  # fmt: skip
                says = f"{here.phrase_in(game)}: {title_of(kind, name)} stays {game.name(getattr(here, name))}"
                yield KeptField(table, id, name, says)
