"""Small maps and counters for the tests of the canvas, and a view that real hands can use."""

from collections.abc import Iterable

import numpy as np
from hypothesis import settings
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from shapely import LineString, box

from sandtable.board.areas import AreaMap
from sandtable.board.graph import Graph
from sandtable.board.hex_board import HexBoard
from sandtable.board.hexes import HexGrid
from sandtable.board.maps import Map, MapInfo, MapLine, Region, RegionId
from sandtable.board.spaces import Edge, Feature, Space, SpaceId, Value
from sandtable.present import Counter
from sandtable.present.board import Symbol
from sandtable_editor.canvas import MapView
from tests.tiers import TIER, count

RUNS = settings(max_examples=count(1_000), derandomize=TIER == "normal", deadline=None, database=None)
LEFT, MIDDLE, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton, Qt.MouseButton.RightButton
NONE, CTRL, SHIFT = (
    Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
)  # fmt: skip
SIZE = 100.0


def S(name: str) -> SpaceId:
    return SpaceId(name)


def land(name: str, **values: Value) -> Space:
    return Space(S(name), name.title(), "land").with_attributes(**values)


def areas(*, terrain: str = "forest", name: str = "Alba", move: float = 0.0) -> Map:
    """Return four lands in a square, two to a country, a sea east of them with a harbour and its box.

    ``terrain`` and ``name`` are those of the first land, ``move`` bends the border in the middle.
    """
    middle = (SIZE + move, SIZE)
    shapes = {
        S("alba"): box(0, 0, SIZE, SIZE), S("bona"): box(SIZE, 0, 2 * SIZE, SIZE),
        S("cava"): box(0, SIZE, SIZE, 2 * SIZE), S("dora"): box(SIZE, SIZE, 2 * SIZE, 2 * SIZE),
        S("mare"): box(2 * SIZE, 0, 3 * SIZE, 2 * SIZE),
    }  # fmt: skip
    sheet = AreaMap(shapes, 1e-6)
    if move:
        sheet = sheet.move_vertex((SIZE, SIZE), middle)
    spaces = [
        Space(S("alba"), name, "land").with_attributes(
            terrain=terrain, city="Alba", fortress=3, capital="major", country="west", province="upper"
        ),
        land("bona", terrain="mountain", country="east", province="far", city="Bona"),
        land("cava", terrain="marsh", country="west", province="lower"),
        land("dora", terrain="clear", country="east", province="far"),
        Space(S("mare"), "Mare Nostrum", "sea"), Space(S("port"), "Port of Bona", "port"),
        Space(S("box"), "Before Bona", "blockade"),
    ]  # fmt: skip
    edges = [
        Edge(S("alba"), S("bona"), across=(Feature("pass"),)), Edge(S("alba"), S("cava"), along=(Feature("river"),)),
        Edge(S("bona"), S("dora")), Edge(S("cava"), S("dora")), Edge(S("bona"), S("mare"), along=(Feature("coast"),)),
        Edge(S("dora"), S("mare")), Edge(S("port"), S("bona"), across=(Feature("port"),), status="added"),
        Edge(S("port"), S("box"), across=(Feature("harbour"),), status="added"),
        Edge(S("box"), S("mare"), across=(Feature("harbour"),), status="added"),
        Edge(S("alba"), S("dora"), across=(Feature("crossing"),), status="added"),
    ]  # fmt: skip
    regions = (
        Region(RegionId("west"), "country", "West"), Region(RegionId("east"), "country", "East"),
        Region(RegionId("upper"), "province", "Upper West", RegionId("west")),
        Region(RegionId("lower"), "province", "Lower West", RegionId("west")),
        Region(RegionId("far"), "province", "Far East", RegionId("east")),
    )  # fmt: skip
    places = {S("alba"): (25.0, 25.0), S("port"): (195.0, 50.0), S("box"): (225.0, 50.0)}
    river = MapLine("lethe", "river", LineString([(10, 190), (60, 120), (100, 100)]), "Lethe")
    return Map(
        MapInfo("four", "Four lands", unit="km"), Graph(spaces, edges), sheet, None, places, regions, (river,)
    )  # fmt: skip


def hexes(columns: int = 12, rows: int = 9, *, paint: Iterable[tuple[int, int]] = ()) -> Map:
    """Return a hex map of forest and hills with a river and a road; ``paint``: columns and rows of lakes."""
    grid = HexGrid(columns, rows, hex_width=40.0)
    board = HexBoard.blank(grid)
    board.terrain.paint([hex for hex in grid if sum(grid.cell(hex)) % 3 == 0], "forest")
    board.terrain.paint([grid.hex_of(column, row) for column, row in paint], "lake")
    board.elevation[:] = np.arange(grid.size) % 3
    board.sides.derive_slopes(board.elevation, {1: "slope"})
    board.sides.add(grid.hex_of(2, 2), 2, "river")
    board.sides.add_along([grid.hex_of(1, 1), grid.hex_of(1, 2), grid.hex_of(1, 3)], "road")
    return Map(MapInfo("hexes", "Hexes", unit="px"), hexes=board)


def counter(piece: str, space: str, side: str = "france", order: int = 0, symbol: Symbol = "infantry") -> Counter:
    """Return a counter."""
    return Counter(
        piece=piece, kind="Corps", space=S(space), side=side, title=f"{piece.upper()} Corps", symbol=symbol,
        colour="#2b4f9e" if side == "france" else "#b9322c", ink="#ffffff", strength="12", movement="4", order=order,
    )  # fmt: skip


class Hands:
    """Real mouse and key events on a view."""

    def __init__(self, view: MapView) -> None:
        self.view = view

    def at(self, place: str | QPointF | tuple[float, float]) -> QPoint:
        """Return where in the view a space, a place of the canvas is."""
        if isinstance(place, str):
            found = self.view.geography.place(S(place))
            assert found is not None
            place = found
        point = QPointF(*place) if isinstance(place, tuple) else place
        return self.view.on_view(point).toPoint()

    def piece(self, piece: str) -> QPoint:
        """Return where the middle of a counter is."""
        return self.view.on_view(self.view.counters.middle(piece)).toPoint()

    def click(self, at: QPoint, keys: Qt.KeyboardModifier = NONE, button: Qt.MouseButton = LEFT) -> None:
        QTest.mouseClick(self.view.viewport(), button, keys, at)

    def move(self, at: QPoint) -> None:
        QTest.mouseMove(self.view.viewport(), at)
        QApplication.processEvents()

    def press(self, at: QPoint, button: Qt.MouseButton = LEFT) -> None:
        QTest.mousePress(self.view.viewport(), button, NONE, at)

    def release(self, at: QPoint, button: Qt.MouseButton = LEFT) -> None:
        QTest.mouseRelease(self.view.viewport(), button, NONE, at)

    def drag(self, start: QPoint, end: QPoint, button: Qt.MouseButton = LEFT) -> None:
        """Press, move in steps, let go."""
        self.press(start, button)
        for part in (0.3, 0.7, 1.0):
            self.move(start + (end - start) * part)
        self.release(end, button)

    def key(self, key: Qt.Key, keys: Qt.KeyboardModifier = NONE) -> None:
        QTest.keyClick(self.view, key, keys)


def same(one: QImage, other: QImage, tolerance: int = 0) -> bool:
    """Say whether two pictures show the same."""
    return one.size() == other.size() and int(np.abs(pixels(one) - pixels(other)).max(initial=0)) <= tolerance


def pixels(image: QImage) -> np.ndarray[tuple[int, int, int], np.dtype[np.int64]]:
    """Return ``(height, width, 3)``."""
    image = image.convertToFormat(QImage.Format.Format_RGB32)
    raw = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.width(), 4)
    return raw[:, :, :3].astype(np.int64)


def tint(view: MapView, image: QImage, at: QPoint) -> QColor:
    """Return the mean colour of a few pixels round a place."""
    around = pixels(image)[at.y() - 2 : at.y() + 3, at.x() - 2 : at.x() + 3].reshape(-1, 3).mean(axis=0)
    blue, green, red = (int(part) for part in around)
    return QColor(red, green, blue)
