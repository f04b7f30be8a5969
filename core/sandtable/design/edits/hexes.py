"""Hexes: terrain painted with brushes, levels, what lies on hexsides, roads, names, columns and rows."""

from __future__ import annotations

import dataclasses
from collections import deque
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Literal

import numpy as np

from sandtable.board.directions import Hex
from sandtable.board.hex_board import HexBoard, on_map
from sandtable.board.maps import Map
from sandtable.board.numbering import Numbering, PrintedNumbers
from sandtable.board.same_hexes import enlarge_board, same_hexes
from sandtable.design.edits.edit import MapEdit
from sandtable.design.edits.renumbered import carried_over
from sandtable.design.hex_patch import copied
from sandtable.engine.errors import Invalid
from sandtable.library.files.report_words import count_of

MOST_HEXES = 1_000_000
LOWEST, HIGHEST = -1_000, 10_000
WIDEST = 50


def board_of(sheet: Map) -> HexBoard:
    """Return the hexes of a map; raises ``Invalid`` for one without."""
    if sheet.hexes is None:
        raise Invalid(f"the map {sheet.title!r} has no hexes: this edit is for a map that has")
    return sheet.hexes


def hexes_of(sheet: Map, numbers: Sequence[str], radius: int = 0) -> list[Hex]:
    """Return the hexes of some numbers, and those around them."""
    if not numbers or len(numbers) > MOST_HEXES:
        raise Invalid(f"{len(numbers):,} hexes are named: name from one to {MOST_HEXES:,}")
    if not 0 <= radius <= WIDEST:
        raise Invalid(f"a brush of {radius} hexes around is too wide: choose 0 to {WIDEST}")
    board_of(sheet)
    named = [sheet.by_number.at(number) for number in numbers]
    if not radius:
        return named
    return list(dict.fromkeys(hex for one in named for hex in board_of(sheet).grid.within(one, radius)))


def _checked_words(terrain: Sequence[str]) -> tuple[str, ...]:
    for word in terrain:
        if not word.strip() or word != word.strip():
            raise Invalid(f"{word!r} is no terrain: give it a word without blanks around")
    return tuple(sorted(set(terrain)))


class PaintHexes(MapEdit, frozen=True):
    """Paint the terrain of hexes, and of those up to ``radius`` around each; several terrains may lie in one.

    ``how``: "set" puts these in place of what was there, "add" and "remove" leave the others.
    """

    hexes: tuple[str, ...]
    terrain: tuple[str, ...]
    how: Literal["set", "add", "remove"] = "set"
    radius: int = 0

    def change(self, sheet: Map, notes: list[str]) -> Map:
        return painted(sheet, hexes_of(sheet, self.hexes, self.radius), self.terrain, self.how)

    def says(self, sheet: Map) -> str:
        verb = {"set": "Paint", "add": "Add", "remove": "Take"}[self.how]
        return f"{verb} {', '.join(self.terrain) or 'nothing'} in {count_of(len(self.hexes), 'hex', 'hexes')}"


def painted(sheet: Map, hexes: Iterable[Hex], terrain: Sequence[str], how: str = "set") -> Map:
    """Return the map with terrain painted, on a layer of its own."""
    board, words = board_of(sheet), _checked_words(terrain)
    layer = copied(board.terrain)
    cells = np.array([board.grid.index(hex) for hex in hexes], np.int64)
    here: list[int] = np.unique(layer.cells[cells]).tolist()
    for index in here:
        there = set(layer.sets[index])
        fresh = {"set": set(words), "add": there | set(words), "remove": there - set(words)}[how]
        at = cells[board.terrain.cells[cells] == index]
        layer.cells[at] = layer.index_of(tuple(sorted(fresh)))
    return dataclasses.replace(sheet, hexes=dataclasses.replace(board, terrain=layer))


class PaintLine(MapEdit, frozen=True):
    """Paint the terrain of all hexes on the straight way from one to another."""

    start: str
    end: str
    terrain: tuple[str, ...]
    how: Literal["set", "add", "remove"] = "set"

    def change(self, sheet: Map, notes: list[str]) -> Map:
        one, other = hexes_of(sheet, (self.start, self.end))
        grid = board_of(sheet).grid
        return painted(sheet, [hex for hex in one.line_to(other) if hex in grid], self.terrain, self.how)

    def says(self, sheet: Map) -> str:
        return f"Paint {', '.join(self.terrain)} from {self.start} to {self.end}"


class PaintRectangle(MapEdit, frozen=True):
    """Paint the terrain of all hexes in the columns and rows between two."""

    start: str
    end: str
    terrain: tuple[str, ...]
    how: Literal["set", "add", "remove"] = "set"

    def change(self, sheet: Map, notes: list[str]) -> Map:
        grid = board_of(sheet).grid
        (c0, r0), (c1, r1) = (grid.cell(hex) for hex in hexes_of(sheet, (self.start, self.end)))
        columns, rows = range(min(c0, c1), max(c0, c1) + 1), range(min(r0, r1), max(r0, r1) + 1)
        inside = [hex for row in rows for column in columns if (hex := grid.hex_of(column, row)) in grid]
        return painted(sheet, inside, self.terrain, self.how)

    def says(self, sheet: Map) -> str:
        return f"Paint {', '.join(self.terrain)} between {self.start} and {self.end}"


class FillHexes(MapEdit, frozen=True):
    """Paint a hex and all that hang together with it and have the same terrain."""

    at: str
    terrain: tuple[str, ...]

    def change(self, sheet: Map, notes: list[str]) -> Map:
        board = board_of(sheet)
        (start,) = hexes_of(sheet, (self.at,))
        first = board.grid.index(start)
        same, table = board.terrain.cells == board.terrain.cells[first], board.grid.neighbour_table
        seen, ahead = {first}, deque([first])
        while ahead:
            beside: list[int] = table[ahead.popleft()].tolist()
            fresh = [there for there in beside if there >= 0 and same[there] and there not in seen]
            seen.update(fresh)
            ahead.extend(fresh)
        return painted(sheet, map(board.grid.hex, sorted(seen)), self.terrain)

    def says(self, sheet: Map) -> str:
        return f"Fill {', '.join(self.terrain) or 'nothing'} from {self.at}"


class ReplaceTerrain(MapEdit, frozen=True):
    """Put one terrain in place of another, wherever it lies."""

    was: str
    now: str

    def change(self, sheet: Map, notes: list[str]) -> Map:
        board = board_of(sheet)
        _checked_words((self.now,))
        layer = copied(board.terrain)
        for index, words in enumerate(board.terrain.sets):
            if self.was in words:
                fresh = tuple(sorted({self.now if word == self.was else word for word in words}))
                layer.cells[board.terrain.cells == index] = layer.index_of(fresh)
        return dataclasses.replace(sheet, hexes=dataclasses.replace(board, terrain=layer))

    def says(self, sheet: Map) -> str:
        return f"Put {self.now} in place of {self.was}"


class SetLevels(MapEdit, frozen=True):
    """Set the level of hexes, or raise them by so many; slopes follow from a difference on, as ``slopes`` names them.

    What the designer has said of a hexside stands: a slope that was added, confirmed or forbidden there.
    """

    hexes: tuple[str, ...]
    level: int | None = None
    by: int = 0
    radius: int = 0
    slopes: dict[int, str] = {}

    def change(self, sheet: Map, notes: list[str]) -> Map:
        board = board_of(sheet)
        cells = [board.grid.index(hex) for hex in hexes_of(sheet, self.hexes, self.radius)]
        levels = board.elevation.astype(np.int64)
        levels[cells] = levels[cells] + self.by if self.level is None else self.level + self.by
        if cells and not LOWEST <= int(levels.min()) <= int(levels.max()) <= HIGHEST:
            raise Invalid(f"hexes lie between level {LOWEST} and {HIGHEST}: choose a level there")
        sides = board.sides
        if self.slopes:
            sides = copied(board.sides)
            sides.derive_slopes(levels, self.slopes)
        fresh = dataclasses.replace(board, elevation=levels.astype(np.int16), sides=sides)
        return dataclasses.replace(sheet, hexes=fresh)

    def says(self, sheet: Map) -> str:
        many = count_of(len(self.hexes), "hex", "hexes")
        return f"Raise {many} by {self.by}" if self.level is None else f"Set the level of {many} to {self.level}"


class SaySide(MapEdit, frozen=True):
    """Say what lies on the side between two hexes: add something, forbid it, confirm what was derived, or clear it."""

    hex: str
    other: str
    kind: str
    status: Literal["added", "confirmed", "forbidden", "clear"] = "added"
    favours: str | None = None

    def change(self, sheet: Map, notes: list[str]) -> Map:
        board = board_of(sheet)
        one, other = hexes_of(sheet, (self.hex, self.other))
        direction = one.direction_to(other)
        if one.distance(other) != 1 or direction is None or not self.kind.strip():
            raise Invalid(f"{self.hex} and {self.other} do not share a hexside on which {self.kind!r} could lie")
        favoured = None if self.favours is None else hexes_of(sheet, (self.favours,))[0]
        if favoured not in (None, one, other):
            raise Invalid(
                f"{self.kind} between {self.hex} and {self.other} cannot favour {self.favours}: name one of them"
            )
        sides = copied(board.sides)
        match self.status:
            case "added":
                sides.add(one, direction, self.kind, favoured)
            case "confirmed":
                sides.confirm(one, direction, self.kind)
            case "forbidden":
                sides.forbid(one, direction, self.kind)
            case "clear":
                sides.clear(one, direction, self.kind)
        return dataclasses.replace(sheet, hexes=dataclasses.replace(board, sides=sides))

    def says(self, sheet: Map) -> str:
        verb = {"added": "Put", "confirmed": "Confirm", "forbidden": "Forbid", "clear": "Clear"}[self.status]
        return f"{verb} {self.kind} between {self.hex} and {self.other}"


class LayRoad(MapEdit, frozen=True):
    """Lay a road, a track or a railway through hexes side by side, or take it up."""

    path: tuple[str, ...]
    kind: str = "road"
    remove: bool = False

    def change(self, sheet: Map, notes: list[str]) -> Map:
        board = board_of(sheet)
        if len(self.path) < 2 or not self.kind.strip():
            raise Invalid("a road leads through two hexes or more: name them in order")
        path = hexes_of(sheet, self.path)
        sides = copied(board.sides)
        for (one, other), names in zip(pairwise(path), pairwise(self.path), strict=True):
            direction = one.direction_to(other)
            if one.distance(other) != 1 or direction is None:
                raise Invalid(f"{names[0]} and {names[1]} do not lie side by side: name every hex on the way")
            if self.remove:
                sides.clear(one, direction, self.kind)
            else:
                sides.add(one, direction, self.kind)
        return dataclasses.replace(sheet, hexes=dataclasses.replace(board, sides=sides))

    def says(self, sheet: Map) -> str:
        return f"{'Take up' if self.remove else 'Lay'} a {self.kind} from {self.path[0]} to {self.path[-1]}"


class NameHex(MapEdit, frozen=True):
    """Give a hex a name; without one it has none any more."""

    hex: str
    name: str = ""

    def change(self, sheet: Map, notes: list[str]) -> Map:
        board = board_of(sheet)
        (hex,) = hexes_of(sheet, (self.hex,))
        names = {one: name for one, name in board.names.items() if one != hex}
        if self.name.strip():
            names[hex] = self.name.strip()
        return dataclasses.replace(sheet, hexes=dataclasses.replace(board, names=names))

    def says(self, sheet: Map) -> str:
        return f"Call {self.hex} {self.name}" if self.name.strip() else f"Take the name off {self.hex}"


class ResizeBoard(MapEdit, frozen=True):
    """Add columns and rows at the sides of the board, or cut them off (numbers below 0).

    The others keep their numbers; where these cannot be printed all are numbered anew, and what names a hex follows.
    """

    left: int = 0
    top: int = 0
    right: int = 0
    bottom: int = 0
    terrain: tuple[str, ...] = ()

    def change(self, sheet: Map, notes: list[str]) -> Map:
        board = board_of(sheet)
        sides = (self.left, self.top, self.right, self.bottom)
        if max(map(abs, sides)) > 1_000:
            raise Invalid("a board is made larger or smaller by up to 1,000 columns and rows at a time")
        now = enlarge_board(board, left=self.left, top=self.top, right=self.right, bottom=self.bottom)
        words = _checked_words(self.terrain)
        if words:
            old = set(same_hexes(board, now)[1].tolist())
            now.terrain.paint([now.grid.hex(at) for at in now.grid.indices.tolist() if at not in old], *words)
        return carried_over(sheet, now, notes)

    def says(self, sheet: Map) -> str:
        more, less = (
            sum(one for one in (self.left, self.top, self.right, self.bottom) if (one > 0) == up)
            for up in (True, False)
        )
        return f"Add {more} columns and rows" if not less else f"Cut off {-less} columns and rows"


class SetNumbering(MapEdit, frozen=True):
    """Number the hexes otherwise; whatever names a hex by its number follows it."""

    numbering: Numbering

    def change(self, sheet: Map, notes: list[str]) -> Map:
        board = board_of(sheet)
        clashes = PrintedNumbers(board.grid, self.numbering).clashes
        if clashes:
            raise Invalid(f"the number {min(clashes)} would be printed in more than one hex: choose another numbering")
        return carried_over(sheet, dataclasses.replace(board, numbering=self.numbering), notes)

    def says(self, sheet: Map) -> str:
        return "Number the hexes otherwise"


class ClearOffMap(MapEdit, frozen=True):
    """Take away what lies on hexsides of which neither hex is on the map."""

    def change(self, sheet: Map, notes: list[str]) -> Map:
        board_of(sheet)
        return clear_off_map(sheet)

    def says(self, sheet: Map) -> str:
        return "Clear hexsides off the map"


def clear_off_map(sheet: Map) -> Map:
    """Return the map without what lies on hexsides of which neither hex is on it."""
    board = sheet.hexes
    off = (board.sides.cells > 0) & ~on_map(board) if board is not None else np.zeros(0, np.bool_)
    if board is None or not off.any():
        return sheet
    sides = copied(board.sides)
    sides.cells[off] = 0
    return dataclasses.replace(sheet, hexes=dataclasses.replace(board, sides=sides))
