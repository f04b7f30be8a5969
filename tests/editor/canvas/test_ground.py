"""The ground: patches that fit together, edits that repaint what they touch, failures that are heard of."""

import sys
from collections.abc import Callable
from time import process_time
from types import TracebackType

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from numpy.typing import NDArray
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPointF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication
from shapely import Polygon, box
from shapely.ops import unary_union

from sandtable.board.areas import AreaMap
from sandtable.board.graph import Graph
from sandtable.board.hex_board import HexBoard
from sandtable.board.hexes import HexGrid
from sandtable.board.maps import Map, MapInfo, Underlay
from sandtable.board.numbering import Count, Numbering
from sandtable.board.spaces import Edge, Feature, Space
from sandtable.design.document import DesignDocument
from sandtable.design.edits.hex_boards import ResizeBoard, SetNumbering
from sandtable.design.edits.hexes import NameHex, PaintHexes
from sandtable.design.edits.hexsides import LayRoad, LaySides
from sandtable.design.edits.levels import SetLevels
from sandtable.present import MapMode, Reach
from sandtable_editor.canvas import MapView
from sandtable_editor.canvas.geometry.geography import CanvasGeography
from sandtable_editor.canvas.geometry.palette import Tone, palette
from sandtable_editor.canvas.ground.area_lines import AreaLines
from sandtable_editor.canvas.ground.ground import PaintedGround
from sandtable_editor.canvas.ground.paint_context import Look
from sandtable_editor.canvas.ground.patches import EDGE, Patch
from sandtable_editor.canvas.ground.terrain_words import WordsLook, words_picture
from sandtable_editor.canvas.ground.tiles import Pyramid, TileKey
from sandtable_editor.canvas.widget.changes import map_change
from tests.board.areamaps import cells, seeds
from tests.editor.canvas.small_maps import RUNS, Hands, S, areas, hexes, pixels, same, tint


def patch(sheet: Map, zoom: float, left: float, top: float, wide: int, high: int, dpr: float = 1.0) -> Patch:
    scale = zoom * dpr
    return Patch((left, top, left + wide / scale, top + high / scale), zoom, dpr, wide, high)


def painted(sheet: Map, look: Look | None = None) -> Callable[[Patch], QImage]:
    return PaintedGround(CanvasGeography(sheet), look or Look()).paint


MODE = MapMode(
    key="m", title="M", fills={S("alba"): "#ff0000", S("0302"): "#ff0000"}, hatched=frozenset({S("alba"), S("0302")})
)


@pytest.mark.parametrize("sheet", [areas(), areas(move=11.0), hexes()], ids=["areas", "bent", "hexes"])
@pytest.mark.parametrize(
    "look",
    [Look(), Look(palette("dark"), MODE), Look(palette("contrast"), terrains=True)],
    ids=["day", "night, filled", "stark, with terrain names"],
)
@pytest.mark.parametrize("zoom", [0.35, 1.0, 2.7])
def test_patches_fit_together_without_a_seam(qapp: QApplication, sheet: Map, look: Look, zoom: float) -> None:
    """Four tiles show what one patch shows."""
    left, top = 60.0, 40.0
    paint = painted(sheet, look)
    whole = pixels(paint(patch(sheet, zoom, left, top, 2 * EDGE, 2 * EDGE)))
    for across in (0, 1):
        for down in (0, 1):
            part = paint(patch(sheet, zoom, left + across * EDGE / zoom, top + down * EDGE / zoom, EDGE, EDGE))
            expected = whole[down * EDGE : (down + 1) * EDGE, across * EDGE : (across + 1) * EDGE]
            off = np.abs(pixels(part) - expected).max(axis=2)
            assert (off > 24).mean() < 2e-4, f"{(off > 24).sum()} pixels differ"


def test_where_terrains_meet_one_reaches_into_the_other_unless_that_is_left_out(qapp: QApplication) -> None:
    sheet = hexes(5, 5, paint=[(2, 2)])
    board = sheet.hexes
    assert board is not None
    x, y = board.grid.centre(board.grid.hex_of(2, 2))
    place = patch(sheet, 3.0, x - 30.0, y - 30.0, 180, 180)

    def blue(look: Look) -> int:
        shown = pixels(painted(sheet, look)(place)).astype(int)
        return int((shown[:, :, 0] - shown[:, :, 2] > 15).sum())

    straight = blue(Look(grid=False, numbers=False, left_out=frozenset({"transitions"})))
    assert straight * 1.08 < blue(Look(grid=False, numbers=False)) < straight * 1.6
    mode = MapMode(key="m", title="M", fills={S("0101"): "#808080"}, hatched=frozenset())
    filled = Look(mode=mode, grid=False, numbers=False)
    assert blue(filled) == straight, "a map mode ends at the hexside"


def test_terrain_names_are_written_where_hexes_are_large_enough(qapp: QApplication) -> None:
    sheet = hexes(5, 5)

    def differs(zoom: float) -> bool:
        where = patch(sheet, zoom, 0, 0, 300, 300)
        return not same(painted(sheet)(where), painted(sheet, Look(terrains=True))(where))

    assert [differs(zoom) for zoom in (0.5, 1.0, 3.0)] == [False, True, True]


def test_a_long_terrain_name_is_made_smaller_and_stays_within_its_hex(qapp: QApplication) -> None:
    look = WordsLook("light", 1.0, 11, 60)
    for words in (("mountain",), ("fortified_market_town", "vineyard"), ("unpronounceablewilderness",)):
        assert words_picture(words, look).width() <= 60 * 1.25 + 8


def test_the_same_map_gives_the_same_picture(qapp: QApplication) -> None:
    one, other = (painted(areas())(patch(areas(), 2.0, 0, 0, 400, 300)) for _ in range(2))
    assert same(one, other)


def test_terrain_sea_and_map_modes_have_their_colours(view: MapView, hands: Hands) -> None:
    def colour(place: tuple[float, float]) -> int:
        view.settle()
        return tint(view, view.grab().toImage(), hands.at(place)).hue()

    forest, marsh, sea = colour((70.0, 85.0)), colour((30.0, 120.0)), colour((280.0, 150.0))
    assert 50 < forest < 110
    assert 90 < marsh < 150
    assert 170 < sea < 230
    view.set_mode(MODE)
    assert colour((70.0, 85.0)) in {*range(25), *range(340, 360)}
    assert colour((280.0, 150.0)) == sea
    view.set_mode(None)
    assert colour((70.0, 85.0)) == forest
    day = tint(view, view.grab().toImage(), hands.at((150.0, 150.0))).lightness()
    view.set_theme("dark")
    view.settle()
    assert tint(view, view.grab().toImage(), hands.at((150.0, 150.0))).lightness() < day / 2


# --- edits ---


class Counted:
    """What a view paints."""

    def __init__(self, view: MapView, monkeypatch: pytest.MonkeyPatch) -> None:
        self.boxes: list[tuple[float, float, float, float]] = []
        before = PaintedGround.paint

        def paint(ground: PaintedGround, piece: Patch) -> QImage:
            if piece.zoom == view.zoom:
                self.boxes.append(piece.box)
            return before(ground, piece)

        monkeypatch.setattr(PaintedGround, "paint", paint)


@pytest.fixture
def close(view: MapView) -> MapView:
    """Give the view so close that the map is on many tiles."""
    view.zoom_by(2.5)
    view.navigation.centre(QPointF(100.0, 100.0))
    view.settle()
    QApplication.processEvents()
    return view


def shown_tiles(view: MapView) -> list[TileKey]:
    return view.map_scene.tiles.keys(view.navigation.step, view.window_box())


def test_an_edited_area_repaints_its_tiles_only(close: MapView, monkeypatch: pytest.MonkeyPatch) -> None:
    counted = Counted(close, monkeypatch)
    zoom, window = close.zoom, close.window_box()
    close.show_map(areas(terrain="desert"))
    stale = [key for key in shown_tiles(close) if not close.map_scene.tiles.fresh(key)]
    assert 0 < len(stale) < len(shown_tiles(close))
    close.settle()
    assert 0 < len(counted.boxes) <= len(stale)  # what is stale of tiles side by side is painted in one go
    where = close.map_scene.tiles.box
    tiles = unary_union([box(left, top, right, low).buffer(1e-9) for left, top, right, low in map(where, stale)])
    assert all(tiles.covers(box(left, top, right, low)) for left, top, right, low in counted.boxes)
    assert all(left < 135 and top < 135 for left, top, _, _ in counted.boxes)
    assert (close.zoom, close.window_box()) == (zoom, window)


def test_the_same_map_again_repaints_nothing(close: MapView, monkeypatch: pytest.MonkeyPatch) -> None:
    counted = Counted(close, monkeypatch)
    close.show_map(areas())
    close.settle()
    assert not counted.boxes


def test_a_map_mode_repaints_what_it_fills(close: MapView, monkeypatch: pytest.MonkeyPatch) -> None:
    counted = Counted(close, monkeypatch)
    close.set_mode(MapMode(key="m", title="M", fills={S("dora"): "#00ff00"}))
    close.settle()
    assert counted.boxes
    assert all(right > 90 and bottom > 90 for _, _, right, bottom in counted.boxes)
    counted.boxes.clear()
    close.set_mode(MapMode(key="n", title="N", fills={S("dora"): "#00ff00"}))
    close.settle()
    assert not counted.boxes


def hills() -> DesignDocument:
    """Return hexes of all sorts, some of them high, with a road, a river and names."""
    document = DesignDocument.of(hexes(30, 20))
    for edit in (
        PaintHexes(("0505", "1510"), ("forest",), radius=3),
        SetLevels(("2010", "1010"), level=2, radius=2, slopes={1: "slope"}),
        LayRoad(("0101", "0201", "0301", "0401"), bridge="bridge"),
        NameHex("1510", "Alba"),
    ):
        document.do(edit)
    return document


EDITS = {
    "terrain": PaintHexes(("1510",), ("lake",), radius=1),
    "level": SetLevels(("1512",), by=3, slopes={1: "slope", 2: "steep_slope"}),
    "all levels": SetLevels(("1510",), by=3, radius=20),
    "side": LaySides((("1510", "1511"), ("1510", "1610")), "river"),
    "name": NameHex("1205", "Bona"),
    "numbers": SetNumbering(Numbering(row=Count(start=3))),
    "fewer": ResizeBoard(left=-2, bottom=-3),
    "more": ResizeBoard(left=1, top=3, right=2),
}


@pytest.mark.parametrize("what", EDITS)
def test_edited_hexes_are_painted_anew_where_they_differ_and_the_view_stays(
    qapp: QApplication, view: MapView, what: str
) -> None:
    document = hills()
    view.show_map(document.map)
    view.zoom_by(3.0)
    view.centre_on(S("1510"))
    view.settle()
    QApplication.processEvents()
    zoom, middle = view.zoom, view.on_canvas(QPointF(view.viewport().rect().center()))
    document.do(EDITS[what])
    view.show_map(document.map)
    stale = sum(not view.map_scene.tiles.fresh(key) for key in shown_tiles(view))
    if what in {"terrain", "level", "side"}:
        assert 0 < stale <= 6
    if what == "name":
        assert not stale
    view.settle()
    assert view.zoom == zoom
    now = view.on_canvas(QPointF(view.viewport().rect().center()))
    assert abs(now.x() - middle.x()) * zoom <= 1.0
    assert abs(now.y() - middle.y()) * zoom <= 1.0
    scene = view.map_scene
    fresh = PaintedGround(CanvasGeography(document.map), scene.look)
    off = np.abs(drawn(view, scene.tiles) - drawn(view, Pyramid(fresh.paint, budget=60.0))).max(axis=2)
    assert (off > 24).mean() < 0.0005, float((off > 24).mean())


def drawn(view: MapView, tiles: Pyramid) -> NDArray[np.int64]:
    """Return what tiles show in the window of a view."""
    image = QImage(view.viewport().size(), QImage.Format.Format_RGB32)
    painter = QPainter(image)
    origin = view.origin()
    tiles.complete(view.navigation.step, view.window_box())
    assert tiles.draw(painter, view.navigation.step, view.window_box(), (origin.x(), origin.y()))
    painter.end()
    return np.asarray(pixels(image), np.int64)


def test_the_small_picture_of_a_map_that_has_grown_shows_all_of_it(view: MapView) -> None:
    document = hills()
    view.show_map(document.map)
    view.settle()
    document.do(ResizeBoard(left=8, bottom=4, terrain=("lake",)))
    view.show_map(document.map)
    view.settle()
    assert view.map_scene.overview.box == view.geography.box
    assert view.map_scene.overview.ready


@RUNS
@given(seeds, st.integers(0, 11), st.sampled_from(["terrain", "gone", "moved", "river", "owner"]))
def test_a_revised_ground_is_that_of_the_map_painted_anew(seed: int, pick: int, edit: str) -> None:
    """The lines that are taken over and those that are found anew make the same picture."""
    shapes = AreaMap(cells(seed, 12, lines=3, missing=0.1), 1e-9)
    ids = list(shapes)
    id = ids[pick % len(ids)]
    spaces = [Space(one, kind="sea" if n % 5 == 4 else "land") for n, one in enumerate(ids)]
    old = Map(MapInfo("x", "X"), Graph(spaces, shapes.edges()), shapes)
    graph, after = old.graph, shapes
    if edit == "terrain":
        graph = graph.put_space(graph[id].with_attributes(terrain="mountain"))
    elif edit == "gone":
        after = shapes.remove(id)
    elif edit == "moved":
        x, y = shapes[id].centroid.coords[0]
        after = shapes.put(id, shapes[id].intersection(box(x - 0.3, y - 0.3, x + 5, y + 5)).buffer(0))
    elif edit == "owner":
        graph = graph.put_space(graph[id].with_attributes(country="x"))
    elif graph.edges_of(id):
        edge = graph.edges_of(id)[0]
        graph = graph.put(replace(edge, along=(Feature("river"),)))
    new = Map(MapInfo("x", "X"), graph, after)
    before = CanvasGeography(old)
    now = CanvasGeography(new, before)
    differs = map_change(before, now)
    assert differs is not None
    ground = PaintedGround(before, Look())
    whole = patch(old, 60.0, before.box[0] - 0.2, before.box[1] - 0.2, 330, 260)
    was = ground.paint(whole)
    revised, fresh = PaintedGround(now, Look(), ground, differs.spaces), PaintedGround(CanvasGeography(new), Look())
    picture = fresh.paint(whole)
    off = np.abs(pixels(revised.paint(whole)) - pixels(picture)).max(axis=2)
    assert (off > 40).mean() < 2e-3
    changed = (np.abs(pixels(was) - pixels(picture)).max(axis=2) > 40).nonzero()
    for row, column in zip(*changed, strict=True):
        x, y = whole.box[0] + (column + 0.5) / 60, whole.box[1] + (row + 0.5) / 60
        near = 24 / 60
        assert any(
            left - near <= x <= right + near and top - near <= y <= bottom + near
            for left, top, right, bottom in differs.boxes.tolist()
        )


def test_another_map_is_another_map() -> None:
    assert map_change(CanvasGeography(areas()), CanvasGeography(hexes())) is None
    one, other = hexes(), hexes(13)
    larger = map_change(CanvasGeography(one), CanvasGeography(other))
    assert larger is not None
    assert larger.hexes is None
    differs = map_change(CanvasGeography(one), CanvasGeography(hexes(paint=[(3, 3)])))
    assert differs is not None
    assert 0 < len(differs.boxes) < 9


# --- pictures under it, and failures ---


def image_bytes() -> bytes:
    image = QImage(4, 4, QImage.Format.Format_RGB32)
    image.fill(0xFF00FF)
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(data.data())


def test_an_underlay_shines_through_as_strong_as_it_is_to(view: MapView, hands: Hands) -> None:
    plain = areas()
    for opacity, expected in ((100, True), (0, False)):
        scan = Underlay("scan", "image/png", image_bytes(), 0.0, 0.0, 300.0, 200.0, opacity)
        view.show_map(Map(plain.info, plain.graph, plain.areas, underlays=(scan,)))
        view.settle()
        colour = tint(view, view.grab().toImage(), hands.at((175.0, 185.0)))
        assert (colour.red() > 200 and colour.green() < 60) == expected


def test_borders_are_drawn_over_an_underlay(qapp: QApplication) -> None:
    plain = areas()
    scan = Underlay("scan", "image/png", image_bytes(), 0.0, 0.0, 300.0, 200.0)
    shown = Map(plain.info, plain.graph, plain.areas, None, plain.places, plain.regions, underlays=(scan,))
    picture = pixels(painted(shown)(patch(shown, 2.0, 80.0, 140.0, 80, 40)))
    magenta = (np.abs(picture - [255, 0, 255]).max(axis=2) < 30).mean(axis=0)
    assert magenta[10] > 0.9
    assert magenta[38:43].min() < 0.2


def test_a_map_mode_hatches_hexes(qapp: QApplication) -> None:
    sheet = hexes()
    grid = sheet.hexes.grid if sheet.hexes else None
    assert grid is not None
    x, y = grid.centre(grid.hex_of(2, 1))
    piece = patch(sheet, 3.0, x - 8, y - 8, 48, 48)
    filled = MapMode(key="m", title="M", fills={S("0302"): "#ffffff"})
    hatched = MapMode(key="m", title="M", fills={S("0302"): "#ffffff"}, hatched=frozenset({S("0302")}))
    plain, lined = (pixels(painted(sheet, Look(mode=mode))(piece)) for mode in (filled, hatched))
    differs = np.abs(plain - lined).max(axis=2) > 30
    assert 0.05 < differs.mean() < 0.6


def test_an_underlay_that_is_no_image_is_left_out(view: MapView) -> None:
    plain = areas()
    scan = Underlay("scan", "image/png", b"no image", 0.0, 0.0, 300.0, 200.0)
    view.show_map(Map(plain.info, plain.graph, plain.areas, underlays=(scan,)))
    view.settle()
    assert view.space_at(view.on_view(view.extent().center())) is not None


@pytest.mark.parametrize("where", ["ground", "labels", "prices"])
def test_what_fails_in_qts_hands_reaches_the_hook_once(
    view: MapView, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    view.show_reach(Reach(piece="i", costs={S("bona"): "1"}))
    view.settle()
    heard: list[str] = []

    def hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        heard.append(str(error))

    def fail(*_: object) -> None:
        raise RuntimeError(f"{where} failed")

    monkeypatch.setattr(sys, "excepthook", hook)
    if where == "ground":
        monkeypatch.setattr(PaintedGround, "paint", fail)
        view.map_scene.tiles.touch_all()
    elif where == "labels":
        monkeypatch.setattr("sandtable_editor.canvas.overlay.label_item._Sprites.paint", fail)
    else:
        monkeypatch.setattr("sandtable_editor.canvas.overlay.prices.Prices.pills", fail)
    for _ in range(30):
        view.viewport().repaint()
        QApplication.processEvents()
    assert heard == [f"{where} failed"]
    monkeypatch.undo()
    view.map_scene.tiles.touch_all()
    view.settle()
    assert not view.grab().isNull()


def test_a_picture_of_a_dense_screen_is_sharp(qapp: QApplication) -> None:
    """Twice the density shows the same map with four times the pixels."""
    paint = painted(areas())
    coarse, fine = paint(patch(areas(), 2.0, 0, 0, 300, 200)), paint(patch(areas(), 2.0, 0, 0, 600, 400, 2.0))
    shrunk = fine.scaled(coarse.size(), mode=Qt.TransformationMode.SmoothTransformation)
    assert np.abs(pixels(coarse) - pixels(shrunk)).mean() < 6


def test_a_map_of_one_hex_and_an_empty_one_are_shown(view: MapView) -> None:
    one = Map(MapInfo("one", "One"), hexes=HexBoard.blank(HexGrid(1, 1)))
    for sheet in (one, Map(MapInfo("none", "None"))):
        view.show_map(sheet)
        view.settle()
        assert not view.grab().isNull()


def test_points_without_shapes_are_hit_at_any_zoom(view: MapView) -> None:
    places = {S("a"): (3.0, 4.0), S("b"): (9.0, 4.0)}
    graph = Graph([Space(S("a")), Space(S("b"))], [Edge(S("a"), S("b"))])
    view.show_map(Map(MapInfo("p", "P"), graph, places=places))
    view.settle()
    assert view.space_at(view.on_view(QPointF(3.0, 4.0))) == "a"
    assert view.space_at(view.on_view(QPointF(6.0, 4.0))) is None


@pytest.mark.parametrize("tone", ["light", "dark"])
def test_a_level_higher_can_be_seen(tone: Tone) -> None:
    grid = HexGrid(8, 6, hex_width=40.0)
    board = HexBoard.blank(grid)
    plateau = [grid.hex_of(column, row) for column in range(4, 8) for row in range(6)]
    board.elevation[[grid.index(hex) for hex in plateau]] = 1
    sheet = Map(MapInfo("hill", "Hill"), hexes=board)
    picture = painted(sheet, Look(palette(tone)))(patch(sheet, 1.0, grid.left, grid.top, 240, 200))
    shades = pixels(picture)[60:140, :, :3].mean(axis=(0, 2))
    assert shades[190:220].mean() - shades[20:50].mean() >= 4


def effort_of_a_ring(vertices: int) -> float:
    """Return how long a round area of so many vertices takes to be shown, on the processor."""
    turns = np.linspace(0, 2 * np.pi, vertices, endpoint=False)
    ring = Polygon(np.stack((50 + 30 * np.cos(turns), 50 + 30 * np.sin(turns)), axis=1))
    sheet = Map(MapInfo("round", "Round"), Graph([Space(S("round"))]), areas=AreaMap({S("round"): ring}, 1e-4))
    geography = CanvasGeography(sheet)
    began = process_time()
    lines = AreaLines(geography)
    assert lines.by_rank
    return process_time() - began


def test_a_ring_of_very_many_vertices_takes_no_longer_for_each() -> None:
    """Sixteen times the vertices would take 256 times as long where each is compared with all."""
    few = min(effort_of_a_ring(3_000) for _ in range(3))
    many = min(effort_of_a_ring(48_000) for _ in range(2))
    assert many < 80 * few
