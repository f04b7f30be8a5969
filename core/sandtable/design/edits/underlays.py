"""Images under the map: laid, placed by points that are known, moved, made fainter, taken out."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from math import isfinite
from typing import Final, Literal

from msgspec.structs import replace

from sandtable.board.affine import ControlPoint, Placement, scaling
from sandtable.board.control_points import FARTHEST, PointFit, fit_points
from sandtable.board.hex_board import HexBoard
from sandtable.board.maps import Map, Underlay
from sandtable.board.numbering import COLUMN_ROW, Numbering
from sandtable.board.scanned_board import BoardLayout, HexPoint, grid_of_scan, hex_points, relaid
from sandtable.board.shapes import Place
from sandtable.design.edits.edit import MapEdit, require_place
from sandtable.design.edits.hexes import board_of
from sandtable.design.edits.renumbered import carried_over
from sandtable.engine.errors import Invalid, unknown
from sandtable.interchange.image_formats import Picture, inspect_image, measure_image
from sandtable.interchange.projection import downwards
from sandtable.interchange.said_of import said_of
from sandtable.library.files.gate import LARGEST_VALUE

Box = tuple[float, float, float, float]

EXACT: Final = 0.05
"""Pixels; what is off by less is not worth a word."""
WIDE: Final = 4_000
"""Columns and rows of the largest board."""


class LayUnderlay(MapEdit, frozen=True):
    """Lay an image under the map. A script names its file, from the folder of the script: PNG, JPEG, WEBP or GIF.

    ``box`` is left, top, width and height in map units; without one it covers the map, and where there is nothing
    yet a pixel is a map unit. ``slant`` says how far right of its upper left corner the lower left one lies,
    ``drop`` how far below it the upper right one. An image of that id is put in place of the one that is there, and
    lies as that did unless a box is given.
    """

    id: str
    image: str = ""
    box: Box | None = None
    slant: float = 0.0
    drop: float = 0.0
    opacity: int = 100
    content: bytes = b""

    def change(self, sheet: Map, notes: list[str]) -> Map:
        if not self.id.strip() or self.id != self.id.strip() or not self.id.isprintable():
            raise Invalid(f"{self.id!r} cannot be the id of an image: use letters and digits, without blanks around")
        picture = checked_content(self.content, self.image or self.id)
        was = next((one for one in sheet.underlays if one.id == self.id), None)
        fresh = Underlay(
            self.id, picture.media, self.content, *self._box(sheet, picture), _percent(self.opacity),
            self.slant, self.drop,
        )  # fmt: skip
        if was is not None and self.box is None:
            fresh = replace(was, media=picture.media, image=self.content)
        return _with_underlay(sheet, fresh)

    def _box(self, sheet: Map, picture: Picture) -> Box:
        box = self.box or covering_box(sheet, picture)
        if not all(isfinite(part) and abs(part) <= FARTHEST for part in (*box, self.slant, self.drop)):
            raise Invalid(f"the image {self.id!r} would lie nowhere: give its box in numbers, in map units")
        if not abs(Placement(box[2], self.slant, 0, self.drop, box[3], 0).size) > 0:
            raise Invalid(f"the image {self.id!r} would have no extent: give it a width and a height above 0")
        return box

    def says(self, sheet: Map) -> str:
        return f"Lay the image {self.id} under the map"


class PlaceUnderlay(MapEdit, frozen=True):
    """Lay an image where its control points say: ``pixel`` from its upper left corner, ``at`` on the map.

    Two points move, turn and scale it, three or more stretch and skew it besides, as they fit best.
    """

    underlay: str
    points: tuple[ControlPoint, ...]

    def change(self, sheet: Map, notes: list[str]) -> Map:
        return _with_points(sheet, underlay_of(sheet, self.underlay), self.points, notes)

    def says(self, sheet: Map) -> str:
        return f"Place the image {self.underlay} by {len(self.points)} points"


class PlaceByHexes(MapEdit, frozen=True):
    """Lay an image under the board by hexes that are seen in it: the middle of each, in pixels, and its number."""

    underlay: str
    hexes: tuple[HexPoint, ...]

    def change(self, sheet: Map, notes: list[str]) -> Map:
        board = board_of(sheet)
        points = hex_points(board.grid, board.numbers, self.hexes)
        return _with_points(sheet, underlay_of(sheet, self.underlay), points, notes)

    def says(self, sheet: Map) -> str:
        return f"Lay the image {self.underlay} under {len(self.hexes)} hexes"


class BoardFromScan(MapEdit, frozen=True):
    """Lay a board of hexes over an image by hexes that are seen in it: the middle of each, in pixels, and its number.

    The board has the scale at which the image lies; the image is turned and stretched until it fits. Columns and rows
    that are not given are as many as these hexes need; what else is not given stays as the board has it.
    """

    underlay: str
    hexes: tuple[HexPoint, ...]
    orientation: Literal["flat", "pointy"] | None = None
    stagger: Literal["odd", "even"] | None = None
    numbering: Numbering | None = None
    columns: int = 0
    rows: int = 0

    def change(self, sheet: Map, notes: list[str]) -> Map:
        one = underlay_of(sheet, self.underlay)
        if not downwards(sheet) and sheet.hexes is None:
            raise Invalid(
                "on this map y grows to the north, on a board of hexes to the south: give the board a map of its own"
            )
        for what, many in (("columns", self.columns), ("rows", self.rows)):
            if not 0 <= many <= WIDE:
                raise Invalid(f"a board cannot have {many:,} {what}: give 1 to {WIDE:,}, or 0 for as many as needed")
        layout = self._layout(sheet.hexes)
        grid = grid_of_scan(self.hexes, layout, pixel_placement(sheet, one))
        board = HexBoard.blank(grid, layout.numbering)
        if sheet.hexes is not None:
            board = relaid(sheet.hexes, grid, layout.numbering)
            now = carried_over(sheet, board, notes)
        else:
            now = dataclasses.replace(sheet, hexes=board)
        if sheet.hexes is None:
            notes.append(f"the board has {grid.columns} columns and {grid.rows} rows of hexes")
        return _with_points(now, one, hex_points(grid, board.numbers, self.hexes), notes)

    def _layout(self, board: HexBoard | None) -> BoardLayout:
        """Return how the hexes lie: what is not said is as the board has it."""
        orientation, stagger, numbering = self.orientation, self.stagger, self.numbering
        columns, rows = self.columns, self.rows
        if board is not None and (orientation or board.grid.orientation) == board.grid.orientation:
            columns, rows = columns or board.grid.columns, rows or board.grid.rows
        return BoardLayout(
            orientation or (board.grid.orientation if board is not None else "flat"),
            stagger or (board.grid.stagger if board is not None else "odd"),
            numbering or (board.numbering if board is not None else COLUMN_ROW),
            columns,
            rows,
        )

    def says(self, sheet: Map) -> str:
        return f"Lay a board over the image {self.underlay}"


class MoveUnderlay(MapEdit, frozen=True):
    """Move an image, and with it its control points."""

    underlay: str
    by: Place

    def change(self, sheet: Map, notes: list[str]) -> Map:
        one = underlay_of(sheet, self.underlay)
        x, y = require_place(self.by, f"the way of the image {self.underlay!r}")
        points = tuple(replace(point, at=(point.at[0] + x, point.at[1] + y)) for point in one.points)
        return _with_underlay(sheet, replace(one, left=one.left + x, top=one.top + y, points=points))

    def after(self, earlier: MapEdit) -> MapEdit | None:
        if not isinstance(earlier, MoveUnderlay) or earlier.underlay != self.underlay:
            return None
        return MoveUnderlay(self.underlay, (earlier.by[0] + self.by[0], earlier.by[1] + self.by[1]))

    def says(self, sheet: Map) -> str:
        return f"Move the image {self.underlay}"


class SetUnderlay(MapEdit, frozen=True):
    """Say how strong an image is, in percent: 0 is not to be seen, 100 covers what lies under it."""

    underlay: str
    opacity: int

    def change(self, sheet: Map, notes: list[str]) -> Map:
        return _with_underlay(sheet, replace(underlay_of(sheet, self.underlay), opacity=_percent(self.opacity)))

    def after(self, earlier: MapEdit) -> MapEdit | None:
        return self if isinstance(earlier, SetUnderlay) and earlier.underlay == self.underlay else None

    def says(self, sheet: Map) -> str:
        return f"Show the image {self.underlay} at {self.opacity} %"


class RemoveUnderlay(MapEdit, frozen=True):
    """Take an image out from under the map."""

    underlay: str

    def change(self, sheet: Map, notes: list[str]) -> Map:
        gone = underlay_of(sheet, self.underlay)
        return dataclasses.replace(sheet, underlays=tuple(one for one in sheet.underlays if one is not gone))

    def says(self, sheet: Map) -> str:
        return f"Remove the image {self.underlay}"


# --- what they have in common ---------------------------------------------------------------------------------------


def underlay_of(sheet: Map, id: str) -> Underlay:
    """Return an image under the map; raises ``Invalid`` naming the nearest ids where there is none."""
    for one in sheet.underlays:
        if one.id == id:
            return one
    raise unknown("underlay", id, [one.id for one in sheet.underlays])


def checked_content(content: bytes, what: str) -> Picture:
    """Say what an image is; raises ``Invalid`` for what is none, is damaged, or is more than a library keeps."""
    if len(content) > LARGEST_VALUE:
        raise Invalid(f"{what} has over {LARGEST_VALUE >> 20} MB, more than a library keeps: scale it down")
    try:
        return inspect_image(content)
    except Invalid as error:
        raise said_of(what, error) from error


def covering_box(sheet: Map, picture: Picture) -> Box:
    """Return where an image covers a map, its sides as long as they are to each other."""
    frame = _frame(sheet)
    if frame is None:
        return 0.0, 0.0, float(picture.width), float(picture.height)
    left, low, right, high = frame
    scale = max((right - left) / picture.width, (high - low) / picture.height)
    wide, tall = picture.width * scale, picture.height * scale
    middle, centre = (left + right) / 2, (low + high) / 2
    return middle - wide / 2, centre - tall / 2 if downwards(sheet) else centre + tall / 2, wide, tall


def _frame(sheet: Map) -> Box | None:
    """Return the box round areas, hexes and places; none where there is nothing of extent."""
    boxes: list[Box] = []
    if sheet.areas is not None:
        boxes += [sheet.areas[id].bounds for id in sheet.areas]
    if sheet.hexes is not None:
        grid = sheet.hexes.grid
        corners = grid.outlines(grid.indices).reshape(-1, 2)
        boxes.append((*corners.min(axis=0).tolist(), *corners.max(axis=0).tolist()))
    boxes += [(x, y, x, y) for x, y in sheet.places.values()]
    if not boxes:
        return None
    left, low, right, high = zip(*boxes, strict=True)
    found = min(left), min(low), max(right), max(high)
    return found if found[2] > found[0] and found[3] > found[1] else None


def pixel_placement(sheet: Map, one: Underlay) -> Placement:
    """Return where the pixels of an image lie on the map."""
    picture = measure_image(one.image)
    return scaling(1 / picture.width, 1 / picture.height).before(one.placement(downwards=downwards(sheet)))


def fit_of(sheet: Map, one: Underlay) -> PointFit | None:
    """Return how well an image lies by its control points; none where they say nothing."""
    try:
        return fit_points(one.points, downwards=downwards(sheet))
    except Invalid:
        return None


def _with_points(sheet: Map, one: Underlay, points: Sequence[ControlPoint], notes: list[str]) -> Map:
    picture, down = measure_image(one.image), downwards(sheet)
    fit = fit_points(points, downwards=down)
    if len(points) > 2:
        notes.append(misfit_words(sheet, fit))
    whole = scaling(picture.width, picture.height).before(fit.placement)
    return _with_underlay(sheet, replace(one.placed(whole, downwards=down), points=tuple(points)))


def misfit_words(sheet: Map, fit: PointFit) -> str:
    """Say how far control points are off, in pixels and map units, and name the worst of them."""
    worst = fit.residuals[fit.worst]
    if worst.pixels < EXACT:
        return "the control points fit each other exactly"
    return (
        f"the control points are off by {fit.mean.pixels:.1f} pixels on average, the worst of them, "
        f"number {fit.worst + 1}, by {worst.pixels:.1f} ({worst.units:.3g} {sheet.info.unit or 'map units'})"
    )


def _with_underlay(sheet: Map, fresh: Underlay) -> Map:
    others = (one for one in sheet.underlays if one.id != fresh.id)
    return dataclasses.replace(sheet, underlays=(*others, fresh))


def _percent(opacity: int) -> int:
    if not 0 <= opacity <= 100:
        raise Invalid(f"an image cannot be shown at {opacity} %: give 0 to 100")
    return opacity
