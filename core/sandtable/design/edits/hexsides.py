"""What lies on hexsides: rivers and works along them, roads across them, one side or a whole stroke at a time."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

from sandtable.board.hex_board import on_map
from sandtable.board.maps import Map
from sandtable.board.vocabulary import RIVERS
from sandtable.design.edits.edit import MapEdit
from sandtable.design.edits.hexes import board_of, hexes_of, with_board
from sandtable.engine.errors import Invalid
from sandtable.library.files.report_words import count_of

if TYPE_CHECKING:
    from sandtable.board.directions import Hex
    from sandtable.board.layers import SideLayer

MOST_SIDES = 100_000


class SaySide(MapEdit, frozen=True):
    """Say what lies on the side between two hexes: add something, forbid it, confirm what was derived, or clear it."""

    hex: str
    other: str
    kind: str
    status: Literal["added", "confirmed", "forbidden", "clear"] = "added"
    favours: str | None = None

    def change(self, sheet: Map, notes: list[str]) -> Map:
        board = board_of(sheet)
        one, direction = _side_of(sheet, (self.hex, self.other), self.kind)
        favoured = None if self.favours is None else hexes_of(sheet, (self.favours,))[0]
        if favoured not in (None, one, one.step(direction)):
            raise Invalid(
                f"{self.kind} between {self.hex} and {self.other} cannot favour {self.favours}: name one of them"
            )
        sides = board.sides.copy()
        match self.status:
            case "added":
                sides.add(one, direction, self.kind, favoured)
            case "confirmed":
                sides.confirm(one, direction, self.kind)
            case "forbidden":
                sides.forbid(one, direction, self.kind)
            case "clear":
                sides.clear(one, direction, self.kind)
        return with_board(sheet, board.after(sides=sides))

    def says(self, sheet: Map) -> str:
        verb = {"added": "Put", "confirmed": "Confirm", "forbidden": "Forbid", "clear": "Clear"}[self.status]
        return f"{verb} {self.kind} between {self.hex} and {self.other}"


class LaySides(MapEdit, frozen=True):
    """Lay something along many hexsides, each named by its two hexes, or take it off them.

    ``favours``: it favours the first of each two, which it protects, or which lies up the slope. What was derived
    and is taken off is forbidden there, so that it does not come back.
    """

    sides: tuple[tuple[str, str], ...]
    kind: str
    favours: bool = False
    remove: bool = False

    def change(self, sheet: Map, notes: list[str]) -> Map:
        board = board_of(sheet)
        if not 0 < len(self.sides) <= MOST_SIDES:
            raise Invalid(f"{len(self.sides):,} hexsides are named: name from one to {MOST_SIDES:,}")
        layer = board.sides.copy()
        for pair in self.sides:
            one, direction = _side_of(sheet, pair, self.kind)
            if self.remove:
                _take_off(layer, one, direction, self.kind)
            else:
                layer.add(one, direction, self.kind, one if self.favours else None)
        return with_board(sheet, board.after(sides=layer))

    def says(self, sheet: Map) -> str:
        many = count_of(len(self.sides), "hexside")
        return f"Take {self.kind} off {many}" if self.remove else f"Lay {self.kind} along {many}"


def _side_of(sheet: Map, pair: Sequence[str], kind: str) -> tuple[Hex, int]:
    """Return a hexside as the first of two neighbours and a direction."""
    one, other = hexes_of(sheet, pair)
    direction = one.direction_to(other)
    if one.distance(other) != 1 or direction is None or not kind.strip() or kind != kind.strip():
        raise Invalid(f"{pair[0]} and {pair[1]} do not share a hexside on which {kind!r} could lie")
    return one, direction


def _take_off(layer: SideLayer, hex: Hex, direction: int, kind: str) -> None:
    derived = any(one.kind == kind and one.status == "derived" for one in layer.of(hex, direction))
    if derived:
        layer.forbid(hex, direction, kind)
    else:
        layer.clear(hex, direction, kind)


class LayRoad(MapEdit, frozen=True):
    """Lay a road, a track or a railway through hexes side by side, or take it up.

    With a ``bridge`` one lies wherever it crosses a river; taken up, the bridges of that kind go with it.
    """

    path: tuple[str, ...]
    kind: str = "road"
    remove: bool = False
    bridge: str = ""

    def change(self, sheet: Map, notes: list[str]) -> Map:
        board = board_of(sheet)
        if len(self.path) < 2 or len(self.path) > MOST_SIDES or not self.kind.strip():
            raise Invalid("a road leads through two hexes or more: name them in order")
        layer, bridges = board.sides.copy(), 0
        path = hexes_of(sheet, self.path)
        for (one, other), names in zip(pairwise(path), pairwise(self.path), strict=True):
            direction = one.direction_to(other)
            if one.distance(other) != 1 or direction is None:
                raise Invalid(f"{names[0]} and {names[1]} do not lie side by side: name every hex on the way")
            bridges += self._lay(layer, one, direction)
        if bridges:
            notes.append(f"{count_of(bridges, self.bridge)} {'were' if bridges > 1 else 'was'} built over water")
        return with_board(sheet, board.after(sides=layer))

    def _lay(self, layer: SideLayer, hex: Hex, direction: int) -> bool:
        """Lay or take up a step of it; return whether a bridge was built."""
        there = {one.kind for one in layer.of(hex, direction)}
        if self.remove:
            for kind in there & {self.kind, self.bridge}:
                layer.clear(hex, direction, kind)
            return False
        layer.add(hex, direction, self.kind)
        if not self.bridge or self.bridge in there or not there & RIVERS:
            return False
        layer.add(hex, direction, self.bridge)
        return True

    def says(self, sheet: Map) -> str:
        return f"{'Take up' if self.remove else 'Lay'} a {self.kind} from {self.path[0]} to {self.path[-1]}"


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
    if board is None or not (off := (board.sides.cells > 0) & ~on_map(board)).any():
        return sheet
    sides = board.sides.copy()
    sides.cells[off] = 0
    return with_board(sheet, board.after(sides=sides))
