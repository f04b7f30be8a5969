"""Hexes: numbers, terrain, hexsides."""

import dataclasses

from sandtable.board import Graph, Space
from sandtable.board.maps import Map
from sandtable.board.numbering import Count, Numbering
from tests.lint.case import Case
from tests.lint.sheets import S, at, plain, sides_of


def numbered(numbering: Numbering) -> Map:
    sheet = plain()
    assert sheet.hexes is not None
    return dataclasses.replace(sheet, hexes=dataclasses.replace(sheet.hexes, numbering=numbering))


def named(id: str) -> Map:
    """Return the map with a box of that id."""
    sheet = plain()
    return dataclasses.replace(sheet, graph=Graph([Space(S(id), "The Box", "box")]), places={S(id): (0.0, 0.0)})


def river(*sides: tuple[str, int]) -> Map:
    """Return a river along these hexsides."""
    sheet = plain()
    for number, direction in sides:
        sides_of(sheet).add(at(sheet, number), direction, "river")
    return sheet


def lying(kind: str, *, river: bool = False, up: bool = False) -> Map:
    """Return something on a hexside of 0303."""
    sheet = plain()
    hex = at(sheet, "0303")
    if river:
        for direction in range(6):
            sides_of(sheet).add(hex, direction, "river")
    sides_of(sheet).add(hex, 2, kind, hex if up else None)
    return sheet


def off_map(*, cut: bool) -> Map:
    """Return a wall along hexsides of 0505, which then is cut out with all that lies around it, or is not."""
    sheet = plain()
    sides_of(sheet).add(at(sheet, "0605"), 2, "wall")
    assert sheet.hexes is not None
    grid = sheet.hexes.grid
    mask = grid.present.reshape(grid.rows, grid.columns).copy()
    mask[4, 5] = not cut
    after = dataclasses.replace(grid, mask=mask)
    hexes = sheet.hexes
    layers = hexes.terrain, hexes.sides
    for layer in layers:
        layer.grid = after
    return dataclasses.replace(sheet, hexes=dataclasses.replace(hexes, grid=after))


CASES = {
    "hex-numbering-unsound": Case(lambda: numbered(Numbering(row=Count(step=0))), lambda: numbered(Numbering())),
    "hex-number-twice": Case(
        lambda: numbered(Numbering(column=Count(digits=1, step=10), row=Count(digits=1, step=10))),
        lambda: numbered(Numbering(column=Count(digits=1, step=10), row=Count(digits=1, step=10), separator=".")),
    ),
    "space-number-clash": Case(lambda: named("0303"), lambda: named("0703")),
    "hex-no-terrain": Case(lambda: plain({"0303": ""}), lambda: plain({"0303": "wood"})),
    "hexside-off-map": Case(lambda: off_map(cut=True), lambda: off_map(cut=False)),
    "hexside-river-nowhere": Case(
        lambda: river(("0303", 4), ("0303", 5)), lambda: river(("0303", 4), ("0303", 5), ("0203", 0), ("0203", 5))
    ),
    "hexside-slope-even": Case(lambda: lying("slope"), lambda: lying("slope", up=True)),
    "bridge-dry, on a hexside": Case(lambda: lying("bridge"), lambda: lying("bridge", river=True)),
}
