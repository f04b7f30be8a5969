"""A place of the map in words: what the game tells of it, what the map itself holds, and who stands there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.board.maps import RegionId
from sandtable.engine.words import key_title
from sandtable.play.words.present_words import describe_counter
from sandtable.present import Sheet, SheetEntry, presentation

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.board.spaces import SpaceId
    from sandtable.engine.running.game import RunningGame
    from sandtable.present import Counter


def place_sheets(game: RunningGame, board: Map, space: SpaceId) -> list[Sheet]:
    """Return what is known of a place: what the game tells, and what lies beside it on the map."""
    told = presentation.about(game, space)
    return [*told, _ground(board, space, alone=not told)]


def place_lines(game: RunningGame, board: Map, space: SpaceId) -> list[str]:
    """Return what is known of a place in lines, with those who stand there last."""
    entries = [entry for sheet in place_sheets(game, board, space) for entry in sheet.entries]
    named = {entry.title for entry in entries}
    there = [describe_counter(one) for one in pieces_at(game, space) if one.title not in named]
    return [*(f"{entry.title}: {entry.value}" for entry in entries), *there]


def pieces_at(game: RunningGame, space: SpaceId) -> list[Counter]:
    """Return the counters that stand in a place, the uppermost first."""
    there = (one for one in presentation.counters(game) if space in one.spaces)
    return sorted(there, key=lambda one: (-one.order, one.piece))


def _ground(board: Map, space: SpaceId, *, alone: bool) -> Sheet:
    """Return what the map itself holds of a place: where the game tells of it, just what lies beside it."""
    found = board.space(space)
    entries = [
        SheetEntry(title=key_title(name), value=_describe_value(board, value))
        for name, value in found.attributes
        if value is not False and value != "" and alone
    ]
    entries.append(SheetEntry(title="Adjacent to", value=", ".join(_beside(board, space)) or "nothing"))
    title = found.name or str(space)
    return Sheet(key="ground", title=title if alone else "On the map", entries=tuple(entries))


def _beside(board: Map, space: SpaceId) -> list[str]:
    """Name the spaces beside one, those that lead into it too; those round a hex with what lies on the hexside."""
    around = [there for there in board.neighbours(space) if board.has_hex(space) and board.has_hex(there)]
    others = sorted(board.name(there) for there in board.linked(space) if there not in around)
    return [*(_describe_hexside(board, space, there) for there in around), *others]


def _describe_hexside(board: Map, hex: SpaceId, other: SpaceId) -> str:
    side, name = board.by_number.side_between(hex, other), board.name(other)
    upon = [one.replace("_", " ") for one in (*side.along, *side.across)]
    return f"{name} ({', '.join(upon)})" if upon else name


def _describe_value(board: Map, value: object) -> str:
    """Say what an attribute holds; a region by its name."""
    region = board.region.get(RegionId(value)) if isinstance(value, str) else None
    return "yes" if value is True else region.name or region.id if region is not None else str(value)
