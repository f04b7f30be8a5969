"""Hexes: numbers printed twice, what lies on hexsides, terrain that is missing."""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

import numpy as np
from msgspec.structs import replace

from sandtable.board.hex_board import HexBoard, on_map
from sandtable.board.hex_spaces import SLOPES
from sandtable.board.numbering import Count, Numbering, PrintedNumbers
from sandtable.board.spaces import SpaceId
from sandtable.board.vocabulary import OVER_WATER, RIVERS, WATER
from sandtable.design.edits.hex_boards import SetNumbering
from sandtable.design.edits.hexsides import ClearOffMap, clear_off_map
from sandtable.engine.errors import Invalid
from sandtable.library.files.report_words import count_of, join_names
from sandtable.lint.connected_parts import connected_parts
from sandtable.lint.findings import Fix
from sandtable.lint.land_and_water import BRIDGE_DRY
from sandtable.lint.looking import whole
from sandtable.lint.registry import code
from sandtable.lint.survey import Survey

if TYPE_CHECKING:
    from sandtable.board.directions import Hex
    from sandtable.board.maps import Map
    from sandtable.board.shapes import Place as Spot
    from sandtable.lint.findings import Finding, Place

MOST: Final = 6
"""So many hexes of a finding are named; the others are counted."""

UNSOUND = code("hex-numbering-unsound", "map", "error", "A numbering that cannot be printed on these hexes.")
TWICE = code(
    "hex-number-twice", "map", "error", "A number that is printed in more than one hex: such a map cannot be played.",
    "numbers the hexes so that each has its own",
)  # fmt: skip
CLASH = code("space-number-clash", "map", "error", "A space that is not a hex has the number of a hex as its id.")
BARE = code("hex-no-terrain", "map", "warning", "Hexes without a terrain, where others have one.")
OFF_MAP = code(
    "hexside-off-map", "map", "error", "Something lies on a hexside, but neither of its hexes is on the map.",
    "takes it away",
)  # fmt: skip
NOWHERE = code(
    "hexside-river-nowhere", "map", "warning",
    "A river along hexsides that ends neither in water nor at the map's edge nor in itself.",
)  # fmt: skip
SIDELESS = code(
    "hexside-slope-even", "map", "warning", "A slope that does not say which of its two hexes is higher.",
)  # fmt: skip


def _hexes_of(survey: Survey) -> Iterator[Finding[Map]]:
    """Look at the hexes of a map, if it has some."""
    board = survey.map.hexes
    if board is None:
        return
    yield from _bare(survey, board)
    yield from _off_map(survey, board)
    yield from _rivers(survey, board)
    yield from _sides(survey, board)


def _all_numbers(survey: Survey) -> Iterator[Finding[Map]]:
    if survey.map.hexes is not None:
        yield from _numbers(survey, survey.map.hexes)


def _numbers(survey: Survey, board: HexBoard) -> Iterator[Finding[Map]]:
    try:
        numbers = board.numbers
    except Invalid as error:
        yield UNSOUND.finding(survey.place(), str(error))
        return
    told_apart = unique_numbering(board) if numbers.clashes and not any(map(survey.is_hex, survey.spaces)) else None
    fix = _renumbering(told_apart) if told_apart is not None else None
    for text, hexes in numbers.clashes.items():
        cells = join_names((f"column {c + 1}, row {r + 1}" for c, r in map(board.grid.cell, hexes)), MOST)
        words = f"the number {text} is printed in {len(hexes)} hexes ({cells}): change the numbering"
        yield TWICE.finding(survey.place(SpaceId(text), at=board.grid.centre(hexes[0])), words, fix)
    for id in survey.spaces:
        if survey.is_hex(id) and (survey.shape(id) is not None or id in survey.map.places):
            yield CLASH.finding(
                survey.place(id), f"{survey.name_of(id)} is drawn, but hex {id} has the same id: give it another"
            )


def unique_numbering(board: HexBoard) -> Numbering | None:
    """Return the numbering most like that of a board which gives each hex a number of its own, ``None`` without any.

    More digits, so that all are equally long; something between the two counts; at last columns and rows from 1.
    """
    had, grid = board.numbering, board.grid
    longest = max(grid.columns, grid.rows)
    digits = max(len(str(abs(one.start) + abs(one.step) * longest)) for one in (had.column, had.row))
    column, row = (replace(one, digits=max(one.digits, digits)) for one in (had.column, had.row))
    wide = Count(digits=max(2, len(str(longest))))
    tries = (
        replace(had, column=column, row=row),
        replace(had, separator=had.separator or "."),
        replace(had, column=replace(column, shifted=0), row=replace(row, shifted=0), separator=had.separator or "."),
        Numbering(column=wide, row=wide, prefix=had.prefix),
    )
    return next((one for one in tries if _tells_apart(board, one)), None)


def _tells_apart(board: HexBoard, numbering: Numbering) -> bool:
    try:
        return not PrintedNumbers(board.grid, numbering).clashes
    except Invalid:
        return False


def _renumbering(numbering: Numbering) -> Fix[Map]:
    """Return what numbers a map anew; its hexes have other ids then, so it is made only where somebody asks for it."""

    def renumber(sheet: Map) -> Map:
        board = sheet.hexes
        if board is None or not board.numbers.clashes:
            return sheet
        return dataclasses.replace(sheet, hexes=dataclasses.replace(board, numbering=numbering))

    return Fix(
        "number the hexes anew, each with a number of its own", renumber, deliberate=True, edit=SetNumbering(numbering)
    )


def _bare(survey: Survey, board: HexBoard) -> Iterator[Finding[Map]]:
    grid = board.grid
    empty = np.array([not things for things in board.terrain.sets])[board.terrain.cells] & grid.present
    count = int(empty.sum())
    if 0 < count < len(grid):
        hexes = [grid.hex(at) for at in np.flatnonzero(empty)[:MOST].tolist()]
        yield BARE.finding(_hexes(survey, hexes), f"{_list_hexes(survey, hexes, count)} without a terrain: paint them")


def _off_map(survey: Survey, board: HexBoard) -> Iterator[Finding[Map]]:
    off = np.flatnonzero((board.sides.cells > 0) & ~on_map(board))
    if len(off):
        fix = Fix("take away what lies on hexsides off the map", clear_off_map, edit=ClearOffMap())
        owner, _ = board.grid.hexes_at(int(off[0]))
        words = f"{count_of(len(off), 'hexside')} off the map have something on them"
        yield OFF_MAP.finding(survey.place(at=board.grid.centre(owner)), words, fix)


# --- hexsides -------------------------------------------------------------------------------------------------------


def _rivers(survey: Survey, board: HexBoard) -> Iterator[Finding[Map]]:
    """Follow water along hexsides from corner to corner; every river that has an end must end somewhere."""
    flowing = np.zeros(board.grid.sides, np.bool_)
    for kind in RIVERS:
        flowing |= board.sides.where(kind)
    beside: dict[Spot, list[Spot]] = defaultdict(list)
    around: dict[Spot, set[Hex]] = defaultdict(set)
    for side in np.flatnonzero(flowing & on_map(board)).tolist():
        ends = _corners(board, side, around)
        beside[ends[0]].append(ends[1])
        beside[ends[1]].append(ends[0])
    for river in connected_parts(dict(beside)):
        tips = [corner for corner in river if len(beside[corner]) == 1]
        if tips and not any(_flows_out(board, hex) for tip in tips for hex in around[tip]):
            hexes = sorted({hex for tip in tips for hex in around[tip] if hex in board.grid})[:MOST]
            words = f"a river ends at {_list_hexes(survey, hexes, len(hexes))} neither in water nor at the map's edge"
            yield NOWHERE.finding(_hexes(survey, hexes, at=tips[0]), f"{words}: extend it, or remove it")


def _corners(board: HexBoard, side: int, around: dict[Spot, set[Hex]]) -> tuple[Spot, Spot]:
    """Return the two corners that a hexside joins, and note the three hexes around each."""
    owner, _ = board.grid.hexes_at(side)
    direction, corners = side % 3, board.grid.corners(owner)
    for k in (direction - 1, direction):
        around[corners[k % 6]] |= {owner, owner.step(k), owner.step(k + 1)}
    return corners[(direction - 1) % 6], corners[direction]


def _flows_out(board: HexBoard, hex: Hex) -> bool:
    return hex not in board.grid or bool(WATER & set(board.terrain.of(hex)))


def _sides(survey: Survey, board: HexBoard) -> Iterator[Finding[Map]]:
    for index, things in enumerate(board.sides.sets):
        standing = [one for one in things if one.status != "forbidden"]
        kinds = {one.kind for one in standing}
        dry = [] if kinds & RIVERS else sorted(kinds & OVER_WATER)
        even = [one.kind for one in standing if one.kind in SLOPES and not one.favours]
        for side in np.flatnonzero(board.sides.cells == index).tolist() if dry or even else ():
            hexes = [hex for hex in board.grid.hexes_at(side) if hex in board.grid]
            between = join_names(str(number(survey, hex)) for hex in hexes)
            for bridge in dry:
                words = f"a {bridge} at hex {between} crosses no river: add the river, or make it a road"
                yield BRIDGE_DRY.finding(_hexes(survey, hexes), words)
            for slope in even:
                words = f"the {slope} between {between} does not say which hex is higher: name one"
                yield SIDELESS.finding(_hexes(survey, hexes), words)


# --- saying where ---------------------------------------------------------------------------------------------------


def number(survey: Survey, hex: Hex) -> SpaceId:
    """Return the number of a hex, or its column and row where there is none."""
    if survey.numbers is not None and hex in survey.numbers.grid:
        return SpaceId(survey.numbers.of(hex))
    column, row = survey.map.hexes.grid.cell(hex) if survey.map.hexes is not None else hex
    return SpaceId(f"column {column + 1}, row {row + 1}")


def _list_hexes(survey: Survey, hexes: Iterable[Hex], count: int) -> str:
    names = [str(number(survey, hex)) for hex in hexes]
    more = f" and {count - len(names)} more" if count > len(names) else ""
    return f"{count_of(count, 'hex', 'hexes')} ({join_names(names, MOST, ',' if more else 'and')}{more})"


def _hexes(survey: Survey, hexes: list[Hex], at: Spot | None = None) -> Place:
    grid = survey.map.hexes.grid if survey.map.hexes is not None else None
    spot = at or (grid.centre(hexes[0]) if grid is not None and hexes else None)
    return survey.place(*(number(survey, hex) for hex in hexes), at=spot)


CHECKS: Final = (whole(_all_numbers, "ids", "shapes", "places"), whole(_hexes_of, "hexes"))
