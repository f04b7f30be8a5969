"""A map of hexes as a text that one writes by hand: a letter for every hex, and what lies on their sides.

::

    key = "meadows"
    title = "The Meadows"
    ground = '''
    . . w .
    . w w .
    '''
    levels = '''
    0 0 0 1
    0 0 1 1
    '''
    [terrain]
    "." = "clear"
    w = "wood"

    [slopes]                                  # where the ground rises by so many levels
    1 = "slope"

    [[along]]                                 # on every side that a hex of the one and one of the other share
    kind = "stream"
    between = ["0101 0201", "0102 0202"]

    [[across]]                                # from hex to hex
    kind = "road"
    path = "0101 0201 0302"

    [names]
    0301 = "The Copse"

A line of letters is a row of hexes; flat-topped ones stand in columns, every second of them half a hex lower.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, Literal

import msgspec
import numpy as np
from msgspec import Struct

from sandtable.board.hex_board import HexBoard
from sandtable.board.hexes import HexGrid
from sandtable.board.maps import Map, MapInfo
from sandtable.engine.errors import Invalid, unknown
from sandtable.library.text.toml_reading import load_toml

if TYPE_CHECKING:
    from pathlib import Path

    from sandtable.board.directions import Hex


HEX_WIDTH: Final = 10.0
"""How wide a hex is, in units of the map."""


class AlongSides(Struct, frozen=True, forbid_unknown_fields=True):
    """What runs along the sides between two groups of hexes."""

    kind: str
    between: tuple[str, str]


class Across(Struct, frozen=True, forbid_unknown_fields=True):
    """What leads from hex to hex."""

    kind: str
    path: str


class HexText(Struct, frozen=True, forbid_unknown_fields=True):
    """A map as it is written."""

    key: str
    title: str
    ground: str
    terrain: dict[str, str]
    says: str = ""
    source: str = ""
    licence: str = ""
    orientation: Literal["flat", "pointy"] = "flat"
    stagger: Literal["odd", "even"] = "odd"
    levels: str = ""
    slopes: dict[str, str] = {}
    along: tuple[AlongSides, ...] = ()
    across: tuple[Across, ...] = ()
    names: dict[str, str] = {}


def read_hex_map(path: Path) -> Map:
    """Read a map of hexes from a text file; raises ``Invalid`` naming the file and what is wrong in it.

    .. versionadded:: 0.3
    """
    try:
        said = load_toml(path.read_text("utf-8"), path.name)
        text = msgspec.convert(said, HexText)
        return _Making(text).map()
    except (OSError, UnicodeDecodeError, msgspec.ValidationError, Invalid) as error:
        raise Invalid(f"{path.name} is not the text of a map: {error}") from error


class _Making:
    """A map while it is made of its text."""

    def __init__(self, text: HexText) -> None:
        self.text, self.rows = text, _rows("ground", text.ground)
        grid = HexGrid(len(self.rows[0]), len(self.rows), text.orientation, text.stagger, HEX_WIDTH)
        self.board = HexBoard.blank(grid)

    def map(self) -> Map:
        self.paint()
        self.raise_ground()
        self.draw_sides()
        said, names = self.text, {self.board.numbers.hex(number): name for number, name in self.text.names.items()}
        info = MapInfo(said.key, said.title, said.says, "", "", said.source, said.licence)
        return Map(info, hexes=replace(self.board, names=names))

    def paint(self) -> None:
        """Lay the terrains of each letter."""
        for row, letters in enumerate(self.rows):
            for column, letter in enumerate(letters):
                if letter not in self.text.terrain:
                    raise unknown("terrain", letter, self.text.terrain, f"line {row + 1} of the ground has it")
                self.board.terrain.paint([self.board.grid.hex_of(column, row)], *self.text.terrain[letter].split())

    def raise_ground(self) -> None:
        """Take the levels, and lay slopes where the ground rises."""
        if not self.text.levels:
            return
        rows = _rows("levels", self.text.levels)
        if [len(row) for row in rows] != [len(row) for row in self.rows]:
            raise Invalid("the levels are not as many as the letters of the ground: write a digit for each hex")
        if wrong := next((level for row in rows for level in row if not level.isdecimal()), ""):
            raise Invalid(f"a level is a digit, not {wrong!r}")
        self.board.elevation[:] = np.array([int(level) for row in rows for level in row], np.int16)
        steps = {int(rise): kind for rise, kind in self.text.slopes.items() if rise.isdecimal()}
        if len(steps) < len(self.text.slopes):
            raise Invalid('slopes are named by how many levels the ground rises: 1 = "slope"')
        self.board.sides.derive_slopes(self.board.elevation, steps)

    def draw_sides(self) -> None:
        """Lay what runs along hexsides, and what leads across them."""
        for one in self.text.along:
            left, right = map(self.hexes, one.between)
            for here in left:
                for direction, there in enumerate(here.neighbours()):
                    if there in right:
                        self.board.sides.add(here, direction, one.kind)
        for way in self.text.across:
            self.board.sides.add_along(self.hexes(way.path), way.kind)

    def hexes(self, numbers: str) -> list[Hex]:
        return [self.board.numbers.hex(number) for number in numbers.split()]


def _rows(what: str, text: str) -> list[str]:
    """Return the lines of a text without their blanks; all are as long as the first."""
    rows = [line for one in text.splitlines() if (line := "".join(one.split()))]
    if not rows:
        raise Invalid(f"the {what} of the map has no lines: write a letter for each hex")
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            raise Invalid(f"line {number} of the {what} has {len(row)} hexes, the first {len(rows[0])}")
    return rows
