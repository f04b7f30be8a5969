"""Hexes: terrain painted with brushes of any size, filled, replaced, and their names."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

import numpy as np

from sandtable.board import brushes
from sandtable.board.directions import Hex
from sandtable.board.hex_board import HexBoard
from sandtable.board.maps import Map
from sandtable.design.edits.edit import MapEdit
from sandtable.engine.errors import Invalid
from sandtable.library.files.report_words import count_of

if TYPE_CHECKING:
    from sandtable.board.hexes import Ints

MOST_HEXES = 1_000_000
WIDEST = 50
LONGEST_NAME = 100

How = Literal["set", "add", "remove"]


def board_of(sheet: Map) -> HexBoard:
    """Return the hexes of a map; raises ``Invalid`` for one without."""
    if sheet.hexes is None:
        raise Invalid(f"the map {sheet.title!r} has no hexes: this edit is for a map that has")
    return sheet.hexes


def cells_of(sheet: Map, numbers: Sequence[str], radius: int = 0) -> Ints:
    """Return the indices of hexes by their numbers, and of those around them."""
    if not numbers or len(numbers) > MOST_HEXES:
        raise Invalid(f"{len(numbers):,} hexes are named: name from one to {MOST_HEXES:,}")
    if not 0 <= radius <= WIDEST:
        raise Invalid(f"a brush of {radius} hexes around is too wide: choose 0 to {WIDEST}")
    board = board_of(sheet)
    found = board.numbers.hexes(numbers)
    for at in np.flatnonzero(found < 0).tolist():  # one that is written otherwise, or is none
        found[at] = board.grid.index(sheet.by_number.at(numbers[at]))
    return brushes.around(board.grid, found, radius)


def hexes_of(sheet: Map, numbers: Sequence[str]) -> list[Hex]:
    """Return some hexes by their numbers, in this order."""
    board_of(sheet)
    return [sheet.by_number.at(number) for number in numbers]


def checked_words(terrain: Sequence[str]) -> tuple[str, ...]:
    """Return terrains in order; raises ``Invalid`` for what is no word."""
    for word in terrain:
        if not word.strip() or word != word.strip() or not word.isprintable() or len(word) > LONGEST_NAME:
            raise Invalid(f"{word!r} is not a terrain: give it a word without blanks around")
    return tuple(sorted(set(terrain)))


def with_board(sheet: Map, board: HexBoard) -> Map:
    """Return the map with these hexes."""
    return dataclasses.replace(sheet, hexes=board)


class PaintHexes(MapEdit, frozen=True):
    """Paint the terrain of hexes, and of those up to ``radius`` around each; several terrains may lie in one.

    ``how``: "set" puts these in place of what was there, "add" and "remove" leave the others.
    """

    hexes: tuple[str, ...]
    terrain: tuple[str, ...]
    how: How = "set"
    radius: int = 0

    def change(self, sheet: Map, notes: list[str]) -> Map:
        return painted(sheet, cells_of(sheet, self.hexes, self.radius), self.terrain, self.how)

    def says(self, sheet: Map) -> str:
        verb = {"set": "Paint", "add": "Add", "remove": "Take"}[self.how]
        many = len(cells_of(sheet, self.hexes, self.radius) if self.radius else self.hexes)
        return f"{verb} {', '.join(self.terrain) or 'nothing'} in {count_of(many, 'hex', 'hexes')}"


def painted(sheet: Map, cells: Ints, terrain: Sequence[str], how: How = "set") -> Map:
    """Return the map with terrain painted, on a layer of its own."""
    board, words = board_of(sheet), checked_words(terrain)
    layer = board.terrain.copy()
    there = board.terrain.cells[cells]
    here: list[int] = np.unique(there).tolist()
    for index in here:
        kept = set(layer.sets[index])
        fresh = {"set": set(words), "add": kept | set(words), "remove": kept - set(words)}[how]
        layer.cells[cells[there == index]] = layer.index_of(tuple(sorted(fresh)))
    return with_board(sheet, board.after(terrain=layer))


class PaintLine(MapEdit, frozen=True):
    """Paint the terrain of all hexes on the straight way from one to another, and up to ``radius`` around it."""

    start: str
    end: str
    terrain: tuple[str, ...]
    how: How = "set"
    radius: int = 0

    def change(self, sheet: Map, notes: list[str]) -> Map:
        one, other = hexes_of(sheet, (self.start, self.end))
        grid = board_of(sheet).grid
        if not 0 <= self.radius <= WIDEST:
            raise Invalid(f"a line of {self.radius} hexes around is too wide: choose 0 to {WIDEST}")
        return painted(sheet, brushes.around(grid, brushes.line(grid, one, other), self.radius), self.terrain, self.how)

    def says(self, sheet: Map) -> str:
        return f"Paint {', '.join(self.terrain) or 'nothing'} from {self.start} to {self.end}"


class PaintRectangle(MapEdit, frozen=True):
    """Paint the terrain of all hexes in the columns and rows between two."""

    start: str
    end: str
    terrain: tuple[str, ...]
    how: How = "set"

    def change(self, sheet: Map, notes: list[str]) -> Map:
        one, other = hexes_of(sheet, (self.start, self.end))
        return painted(sheet, brushes.rectangle(board_of(sheet).grid, one, other), self.terrain, self.how)

    def says(self, sheet: Map) -> str:
        return f"Paint {', '.join(self.terrain) or 'nothing'} between {self.start} and {self.end}"


class FillHexes(MapEdit, frozen=True):
    """Paint a hex and all that hang together with it and have the same terrain.

    Bounded ``within`` so many hexes of it (0: not), and by hexsides on which one of ``stops`` lies: a river, a wall.
    """

    at: str
    terrain: tuple[str, ...]
    within: int = 0
    stops: tuple[str, ...] = ()

    def change(self, sheet: Map, notes: list[str]) -> Map:
        return painted(sheet, fill_of(sheet, self.at, self.within, self.stops), self.terrain)

    def says(self, sheet: Map) -> str:
        return f"Fill {', '.join(self.terrain) or 'nothing'} from {self.at}"


def fill_of(sheet: Map, number: str, within: int = 0, stops: Sequence[str] = ()) -> Ints:
    """Return the hexes that a fill would paint."""
    if within < 0:
        raise Invalid(f"a fill within {within} hexes has none: choose a number from 1 on, or 0 for no bound")
    board = board_of(sheet)
    (start,) = hexes_of(sheet, (number,))
    first = board.grid.index(start)
    stopped = np.zeros(board.grid.sides, np.bool_)
    for kind in stops:
        stopped |= board.sides.where(kind)
    same = board.terrain.cells == board.terrain.cells[first]
    return brushes.connected(board.grid, first, same, within, stopped if stops else None)


class ReplaceTerrain(MapEdit, frozen=True):
    """Put one terrain in place of another: in some hexes and up to ``radius`` around each, or wherever it lies."""

    was: str
    now: str
    hexes: tuple[str, ...] = ()
    radius: int = 0

    def change(self, sheet: Map, notes: list[str]) -> Map:
        board = board_of(sheet)
        checked_words((self.now,))
        there = np.ones(board.grid.size, np.bool_)
        if self.hexes:
            there[:] = False
            there[cells_of(sheet, self.hexes, self.radius)] = True
        layer = board.terrain.copy()
        for index, words in enumerate(board.terrain.sets):
            if self.was in words:
                fresh = tuple(sorted({self.now if word == self.was else word for word in words}))
                layer.cells[(board.terrain.cells == index) & there] = layer.index_of(fresh)
        return with_board(sheet, board.after(terrain=layer))

    def says(self, sheet: Map) -> str:
        where = f" in {count_of(len(self.hexes), 'hex', 'hexes')}" if self.hexes else ""
        return f"Put {self.now} in place of {self.was}{where}"


class NameHex(MapEdit, frozen=True):
    """Give a hex a name; without one it has none any more."""

    hex: str
    name: str = ""

    def change(self, sheet: Map, notes: list[str]) -> Map:
        board = board_of(sheet)
        (hex,) = hexes_of(sheet, (self.hex,))
        name = self.name.strip()
        if name and (not name.isprintable() or len(name) > LONGEST_NAME):
            raise Invalid(f"the hex {self.hex} cannot be called {name[:40]!r}: give it up to {LONGEST_NAME} letters")
        names = {one: said for one, said in board.names.items() if one != hex}
        if name:
            names[hex] = name
        return with_board(sheet, board.after(names=names))

    def says(self, sheet: Map) -> str:
        return f"Call {self.hex} {self.name}" if self.name.strip() else f"Take the name off {self.hex}"
