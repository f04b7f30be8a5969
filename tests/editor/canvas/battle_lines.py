"""A field of hexes with formations on it, and all that is shown of one of them, for the tests of the canvas."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from sandtable.board.directions import Facing
from sandtable.board.hex_board import HexBoard
from sandtable.board.hexes import HexGrid
from sandtable.board.maps import Map, MapInfo
from sandtable.board.sight import SightMap
from sandtable.present import Counter, Ghost, PieceOverlay, SightLine, Trace, line_of_sight
from tests.editor.canvas.small_maps import S

Orientation = Literal["flat", "pointy"]
FIRST, LAST = "i", "vi"


def field(orientation: Orientation = "flat") -> Map:
    """Return a field of 16 by 11 hexes: woods, a hill, a stream, a road."""
    grid = HexGrid(16, 11, orientation, hex_width=40.0)
    board = HexBoard.blank(grid)
    board.terrain.paint([grid.hex_of(c, r) for c, r in ((8, 3), (9, 3), (9, 4), (12, 8), (13, 8))], "forest")
    board.elevation[[grid.index(grid.hex_of(c, r)) for c, r in ((4, 7), (5, 7), (5, 8), (4, 8))]] = 2
    board.sides.derive_slopes(board.elevation, {1: "slope"})
    for row in range(6):
        board.sides.add(grid.hex_of(10, row), 2, "river")
    board.sides.add_along([grid.hex_of(2, row) for row in range(11)], "road")
    return Map(MapInfo("field", "The field", unit="px"), hexes=board)


def formation(piece: str, spaces: tuple[str, ...], side: str = "blue", **pose: Any) -> Counter:
    """Return a counter in a pose."""
    looks = {"symbol": "infantry", "strength": "12", "movement": "4", "ink": "#ffffff", **pose}
    colour = "#2b4f9e" if side == "blue" else "#b9322c"
    where = tuple(map(S, spaces))
    return Counter(
        piece=piece, kind="Unit", spaces=where, side=side, title=f"{piece.upper()} Regiment", colour=colour, **looks
    )  # fmt: skip


def beside(board: Map, start: str, *directions: int) -> tuple[str, ...]:
    """Return hexes, each beside the one before in a direction."""
    found = [start]
    for direction in directions:
        there = board.by_number.step(found[-1], direction)
        assert there is not None
        found.append(there)
    return tuple(found)


def line(board: Map, piece: str, left: str, facing: Facing, length: int = 2, side: str = "blue") -> Counter:
    """Return a line from its left end, along the flank axis of a facing to a hexpoint."""
    along = beside(board, left, *[facing.k + 2] * (length - 1))
    return formation(piece, along, side, facing=facing, formation="line")


def array(board: Map) -> list[Counter]:
    """Return one of each formation, of two sides, and a stack."""
    return [
        line(board, "i", "0505", Facing.P0),
        line(board, "ii", "0304", Facing.P1, 3),
        line(board, "iii", "1104", Facing.P4, side="red"),
        line(board, "iv", "1307", Facing.P3, 4, side="red"),
        formation("v", beside(board, "0708", 3), facing=Facing.D0, formation="column"),
        formation(LAST, beside(board, "0808", 1, 2, 2, 3), formation="line", facing=Facing.P0),
        formation("vii", ("0707",), formation="square"),
        formation("viii", ("0405",), facing=Facing.P0, formation="battery", symbol="artillery"),
        formation("ix", ("1003",), side="red", facing=Facing.D4, formation="column", symbol="cavalry"),
        formation("x", ("1302",), side="red", facing=Facing.D3, symbol="cavalry"),
        formation("xi", ("1505",), side="red", facing=Facing.D5, formation="line", symbol="guard"),
        formation("a", ("0202",)),
        formation("b", ("0202",), order=1, symbol="cavalry"),
        formation("l", ("0606",), symbol="leader", strength="", movement="3"),
    ]


def overlays(board: Map, piece: str = FIRST) -> list[PieceOverlay]:
    """Return overlays of all kinds for the first line."""
    fire = {S(n) for n in (*beside(board, "0504", 0), *beside(board, "0604", 0), *beside(board, "0704", 0, 0))}
    ring = [
        board.by_number.number(hex) for hex in board.by_number.at("0505").spiral(4) if hex in board.by_number.board.grid
    ]
    wide = [
        board.by_number.number(hex) for hex in board.by_number.at("0303").spiral(2) if hex in board.by_number.board.grid
    ]
    return [
        PieceOverlay(piece=piece, kind="fire", spaces=frozenset(fire), says="Fire, 2 hexes"),
        PieceOverlay(piece=piece, kind="front", spaces=frozenset(map(S, ("0504", "0604", "0704")))),
        PieceOverlay(piece=piece, kind="flank", spaces=frozenset(map(S, ("0405", "0706")))),
        PieceOverlay(piece=piece, kind="zone", spaces=frozenset(map(S, ("0506", "0607", "0606")))),
        PieceOverlay(piece=piece, kind="command", spaces=frozenset(wide)),
        PieceOverlay(piece=piece, kind="sight", spaces=frozenset(ring)),
    ]


def trace(board: Map, piece: str = FIRST) -> Trace:
    """Return a way of four steps, one of them a turn on the spot."""
    way = (*beside(board, "0505", 1, 1), *beside(board, "0703", 0), "0702")
    way = ("0505", "0605", "0704", "0704", "0703")
    return Trace(piece=piece, spaces=tuple(map(S, way)), prices=("2", "1½", "1", "2"))


def ghost(piece: str = FIRST) -> Ghost:
    return Ghost(
        piece=piece, spaces=(S("0703"), S("0803")), facing=Facing.P0, formation="line", price="6½", says="line to P0"
    )


def sights(board: Map) -> list[SightLine]:
    """Return a line of sight that is clear and one that woods block."""
    assert board.hexes is not None
    grid = board.hexes.grid
    woods = np.array(["forest" in board.hexes.terrain.of(hex) for hex in map(grid.hex, range(grid.size))]) * 2
    judge, at = SightMap(grid, np.zeros(grid.size, np.int64), woods), board.by_number.at
    return [line_of_sight(judge.sight(at("0605"), at(end)), board.by_number) for end in ("1104", "1302", "1005")]


def on_areas() -> list[Counter]:
    """Return formations on the four lands: a line over two, a column in one, a square."""
    return [
        formation(FIRST, ("alba", "bona"), facing=Facing.D3, formation="line"),
        formation("iv", ("cava", "dora"), side="red", facing=Facing.D0, formation="line"),
        formation("v", ("dora",), facing=Facing.D1, formation="column"),
        formation("vii", ("mare",), formation="square"),
    ]


def area_overlays() -> list[PieceOverlay]:
    return [
        PieceOverlay(piece=FIRST, kind="fire", spaces=frozenset(map(S, ("cava", "dora")))),
        PieceOverlay(piece=FIRST, kind="sight", spaces=frozenset(map(S, ("mare", "dora")))),
    ]
