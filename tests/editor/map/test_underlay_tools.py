"""Scans under the map by mouse and by keys: laid, placed, moved, flooded; and a hex board over a skewed one."""

from __future__ import annotations

from math import hypot
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QColor, QDragEnterEvent, QDropEvent, QFont, QImage, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QFileDialog, QWidget

from sandtable.board.affine import Placement
from sandtable.board.areas import AreaMap
from sandtable.board.hexes import HexGrid
from sandtable.board.maps import Map, MapInfo, Underlay
from sandtable.board.numbering import PrintedNumbers
from sandtable.design.edits.flooded import draft_areas
from sandtable.design.edits.underlays import pixel_placement
from sandtable.lint.maps import check_map
from sandtable_editor.map.desk import MapDesk
from sandtable_editor.map.dialogs.lay_scan import lay_scan
from sandtable_editor.map.guides import EditGhost, GuideWords
from sandtable_editor.map.tools.underlays.flood import greys_of
from sandtable_editor.map.tools.underlays.points_table import PointsTable
from tests.editor.map.drawing import DrawingBench, blank_areas
from tests.editor.map.sitting import MapSitting, replay
from tests.interchange.drawn_borders import DrawnMap, share_borders

SKEWED = Placement(0.97, 0.11, 60.0, -0.06, 1.05, 90.0)
"""How the board lies in the scan: turned by some degrees, leaning, higher than wide."""
PRINTED = HexGrid(8, 6, "flat", "odd", 92.0)


def saved(image: QImage, kind: str = "PNG") -> bytes:
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, kind)  # type: ignore[call-overload]
    return bytes(data.data())


def scan_of_hexes() -> bytes:
    """Return a printed board as somebody has scanned it: 8 by 6 hexes with their numbers, turned and skewed."""
    image = QImage(760, 720, QImage.Format.Format_RGB32)
    image.fill(QColor("#f3ecd8"))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    numbers = PrintedNumbers(PRINTED)
    for hex in PRINTED:
        painter.setPen(QPen(QColor("#6b5a3a"), 2))
        painter.drawPolygon(QPolygonF([QPointF(*SKEWED.at(corner)) for corner in PRINTED.corners(hex)]))
        x, y = SKEWED.at(PRINTED.centre(hex))
        painter.setFont(QFont("DejaVu Sans", 11))
        painter.drawText(QPointF(x - 16, y - 22), numbers.of(hex))
    painter.end()
    return saved(image)


def over_scan() -> Map:
    scan = Underlay("scan", "image/png", scan_of_hexes(), 0, 0, 760, 720)
    return Map(MapInfo("drawn", "Drawn"), underlays=(scan,))


def clicked(number: str) -> tuple[int, int]:
    """Return the pixel that somebody clicks for the middle of a hex."""
    x, y = SKEWED.at(PRINTED.centre(PrintedNumbers(PRINTED).hex(number)))
    return round(x), round(y)


def hex_sitting() -> list[str]:
    lines = ["tool scan_hexes"]
    for number in ("0101", "0801", "0806", "0106"):
        u, v = clicked(number)
        lines += [f"click {u}, {v}", f"fill Number = {number}"]
    return [*lines, "press Lay a board"]


def test_a_hex_board_is_laid_over_a_skewed_scan_by_four_of_its_hexes(table: DrawingBench, tmp_path: Path) -> None:
    """The same by mouse, by keys alone, and by command; every hex lies over the printed one, to two pixels."""
    done = replay(table, over_scan(), hex_sitting(), tmp_path)
    board = done.hexes
    assert board is not None
    assert (board.grid.columns, board.grid.rows) == (8, 6)
    back = pixel_placement(done, done.underlays[0]).inverse()
    offs: list[float] = []
    for hex in board.grid:
        u, v = back.at(board.grid.centre(hex))
        x, y = SKEWED.at(PRINTED.centre(PRINTED.hex_of(*board.grid.cell(hex))))
        offs.append(hypot(u - x, v - y))
    assert max(offs) <= 2.0
    assert not [one for one in check_map(done) if one.severity == "error"]


def test_a_scan_is_chosen_in_a_dialog_or_dropped_on_the_map(table: DrawingBench, tmp_path: Path) -> None:
    desk = table.open(blank_areas())
    path = tmp_path / "Old Map.png"
    path.write_bytes(scan_of_hexes())
    table.window.commands["map_lay_scan"].trigger()
    dialog = desk.view.findChild(QFileDialog)
    assert isinstance(dialog, QFileDialog)
    dialog.fileSelected.emit(str(path))
    dialog.reject()
    table.wait(lambda: len(table.sheet.underlays) == 1)
    assert table.sheet.underlays[0].id == "old-map"
    assert desk.tool.key == "control_points"
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path))])
    viewport = desk.view.viewport()
    copy, left, held = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(viewport, QDragEnterEvent(QPoint(50, 50), copy, mime, left, held))
    QApplication.sendEvent(viewport, QDropEvent(QPointF(50, 50), copy, mime, left, held))
    table.wait(lambda: len(table.sheet.underlays) == 2)
    assert table.sheet.underlays[1].id == "old-map-2"


def listened(desk: MapDesk, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return what is refused from now on."""
    heard: list[str] = []

    def hear(why: str, at: QPoint) -> None:
        heard.append(why)

    monkeypatch.setattr(desk.hints, "refuse", hear)
    return heard


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"no picture", "Bad.png is not an image that is known here"),
        (b"", "Bad.png is empty"),
        (b"\x89PNG\r\n\x1a\n" + bytes(40), "Bad.png is damaged"),
    ],
)
def test_a_file_that_is_no_sound_image_is_refused_at_the_map(
    table: DrawingBench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes, says: str
) -> None:
    desk = table.open(blank_areas())
    path = tmp_path / "Bad.png"
    path.write_bytes(content)
    heard = listened(desk, monkeypatch)
    lay_scan(desk, path)
    table.wait(lambda: bool(heard))
    assert says in heard[0]
    assert not table.sheet.underlays


POINTS = ["tool control_points", "click 100, 100", "click 10, 20", "click 600, 120", "click 520, 60"]


def test_two_points_place_a_scan_and_the_third_says_how_well(table: DrawingBench, tmp_path: Path) -> None:
    done = replay(table, over_scan(), POINTS, tmp_path)
    assert [(one.pixel, one.at) for one in done.underlays[0].points] == [
        ((100.0, 100.0), (10.0, 20.0)),
        ((600.0, 120.0), (520.0, 60.0)),
    ]
    laid = pixel_placement(done, done.underlays[0])
    assert laid.at((100, 100)) == pytest.approx((10, 20))
    assert laid.at((600, 120)) == pytest.approx((520, 60))


def test_a_point_is_dragged_right_and_one_is_removed(table: DrawingBench) -> None:
    desk = table.open(over_scan())
    sitting = MapSitting(table, "mouse")
    sitting.read([*POINTS, "click 300, 500", "click 300, 520"])
    assert len(table.sheet.underlays[0].points) == 3
    words = [one.text for one in desk.guides.shown() if isinstance(one, GuideWords)]
    assert words == ["1: 0.0 px", "2: 0.0 px", "3: 0.0 px"]
    sitting.read(["drag 10, 20 -> 40, 30"])
    assert table.sheet.underlays[0].points[0].at == (40, 30)
    sitting.read(["click 40, 30 alt"])
    assert [one.at for one in table.sheet.underlays[0].points] == [(520, 60), (300, 520)]
    desk.design.undo()
    desk.design.undo()
    assert table.sheet.underlays[0].points[0].at == (10, 20)
    assert "Drag a point: correct it" in desk.tool.hint(Qt.KeyboardModifier.NoModifier)


def test_points_are_typed_in_the_table(table: DrawingBench) -> None:
    desk = table.open(over_scan())
    MapSitting(table, "mouse").read([*POINTS, "click 300, 500", "click 300, 520"])
    dialog = PointsTable(desk)
    dialog.show()
    item = dialog.table.item(2, 3)
    assert item is not None
    item.setText("x")
    assert dialog.says.text() == "'x' in row 3 is not a number: type one, as 12.5"
    ok = dialog.buttons.button(QDialogButtonBox.StandardButton.Ok)
    assert not ok.isEnabled()
    item.setText("540")
    assert dialog.says.text().startswith("The control points fit each other exactly")
    ok.click()
    assert table.sheet.underlays[0].points[2].at == (300, 540)


def test_a_scan_is_moved_by_a_drag_and_by_arrows(table: DrawingBench, tmp_path: Path) -> None:
    done = replay(table, over_scan(), ["tool move_scan", "drag 100, 100 -> 130, 90"], tmp_path)
    assert (done.underlays[0].left, done.underlays[0].top) == (30, -10)
    table.on_map("")
    table.key_on_map(Qt.Key.Key_Right)
    table.key_on_map(Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    step = table.drawn.stride / 5
    now = table.sheet.underlays[0]
    assert (now.left, now.top) == pytest.approx((30 + step, -10 + 10 * step))


def test_the_strength_of_a_scan_is_set_above_the_map(table: DrawingBench, tmp_path: Path) -> None:
    done = replay(table, over_scan(), ["tool control_points", "fill Opacity = 40"], tmp_path)
    assert done.underlays[0].opacity == 40


def test_a_scan_is_hidden_and_shown_again(table: DrawingBench) -> None:
    desk = table.open(over_scan())
    sitting = MapSitting(table, "mouse")
    sitting.read(["tool control_points", "fill Shown = no"])
    assert desk.view.map_scene.look.hidden == {"scan"}
    sitting.read(["fill Shown = yes"])
    assert not desk.view.map_scene.look.hidden
    assert not desk.design.entries


# --- flooding -------------------------------------------------------------------------------------------------------


def scan_of_borders(drawn: DrawnMap, quality: str = "JPG") -> bytes:
    """Return a drawn map as somebody has scanned it, with grain, as a JPEG."""
    grey = drawn.picture((3.0, 5.0), gaps=4.0, words=40, grain=8.0, shade=40.0)
    high, wide = grey.shape
    return saved(QImage(grey.tobytes(), wide, high, wide, QImage.Format.Format_Grayscale8), quality)


def drawn_map(drawn: DrawnMap) -> Map:
    wide, high = drawn.size
    scan = Underlay("scan", "image/jpeg", scan_of_borders(drawn), 0, 0, wide, high)
    return Map(MapInfo("drawn", "Drawn"), areas=AreaMap({}, 1e-3), underlays=(scan,))


def test_the_region_that_is_clicked_is_shown_and_drawn_when_it_is_accepted(table: DrawingBench) -> None:
    drawn = DrawnMap(6, 3, 2)
    desk = table.open(drawn_map(drawn))
    sitting = MapSitting(table, "mouse")
    x, y = drawn.inside(0)
    sitting.read(["tool flood", f"click {round(x)}, {round(y)}"])
    table.wait(lambda: any(isinstance(one, EditGhost) for one in desk.guides.shown()))
    assert desk.tool.hint(Qt.KeyboardModifier.NoModifier).startswith("Enter or F: draw 1 area")
    x, y = drawn.inside(1)
    sitting.read([f"click {round(x)}, {round(y)} shift"])
    table.wait(lambda: sum(isinstance(one, EditGhost) for one in desk.guides.shown()) == 2)
    assert not desk.design.entries
    table.on_map("f")
    assert draft_areas(table.sheet) == ("area-1", "area-2")
    assert table.sheet.areas is not None
    shapes = [table.sheet.areas[id] for id in table.sheet.areas]
    assert min(drawn.fit_of(shapes)[:2]) >= 0.98  # type: ignore[arg-type]
    assert not desk.tool.finish()


def test_forty_regions_of_a_jpeg_are_flooded_at_once(table: DrawingBench) -> None:
    """Each of the forty is what was drawn, to two in a hundred; their borders are shared."""
    drawn = DrawnMap(8)
    desk = table.open(drawn_map(drawn))
    sitting = MapSitting(table, "mouse")
    sitting.read(["tool flood", "press All regions"])
    table.wait(lambda: any(isinstance(one, EditGhost) for one in desk.guides.shown()))
    sitting.read(["press Draw the areas"])
    assert len(desk.design.entries) == 1
    areas = table.sheet.areas
    assert areas is not None
    shapes = [areas[id] for id in areas]
    assert len(shapes) == 40
    assert min(drawn.fit_of(shapes)) >= 0.98  # type: ignore[arg-type]
    assert share_borders(shapes)  # type: ignore[arg-type]
    assert not [one for one in check_map(table.sheet) if one.severity == "error"]
    desk.design.undo()
    assert table.sheet.areas is not None
    assert not len(table.sheet.areas)


def test_all_regions_are_those_that_are_not_drawn_yet(table: DrawingBench) -> None:
    drawn = DrawnMap(6, 3, 2)
    desk = table.open(drawn_map(drawn))
    sitting = MapSitting(table, "mouse")
    x, y = drawn.inside(0)
    sitting.read(["tool flood", f"click {round(x)}, {round(y)}"])
    for _ in range(2):
        table.wait(lambda: any(isinstance(one, EditGhost) for one in desk.guides.shown()))
        sitting.read(["press Draw the areas", "press All regions"])
    assert len(draft_areas(table.sheet)) == 6
    table.wait(lambda: desk.hints.line == "6 regions are drawn already")
    assert not desk.tool.finish()


def test_flooding_is_called_off_by_escape_and_a_blank_scan_is_said_to_be(
    table: DrawingBench, monkeypatch: pytest.MonkeyPatch
) -> None:
    blank = QImage(300, 200, QImage.Format.Format_RGB32)
    blank.fill(QColor("#ffffff"))
    scan = Underlay("scan", "image/png", saved(blank), 0, 0, 300, 200)
    desk = table.open(Map(MapInfo("drawn", "Drawn"), areas=AreaMap({}, 1e-3), underlays=(scan,)))
    heard = listened(desk, monkeypatch)
    sitting = MapSitting(table, "mouse")
    sitting.read(["tool flood", "press All regions"])
    table.key_on_map(Qt.Key.Key_Escape)
    assert "call it off" not in desk.tool.hint(Qt.KeyboardModifier.NoModifier)
    sitting.read(["press All regions"])
    table.wait(lambda: bool(heard))
    assert heard == ["The image scan has no closed borders: let wider gaps be closed, or fainter lines count"]


def test_an_image_becomes_greys() -> None:
    image = QImage(5, 3, QImage.Format.Format_RGB32)
    image.fill(QColor(10, 10, 10))
    assert np.array_equal(greys_of(image), np.full((3, 5), 10))


@pytest.mark.parametrize("tool", ["control_points", "scan_hexes", "move_scan", "flood"])
def test_no_tool_makes_the_window_wider(table: DrawingBench, tool: str) -> None:
    table.open(over_scan())
    MapSitting(table, "mouse").read([f"tool {tool}"])
    table.settle()
    assert table.window.width() == 1280
    options = table.drawing.page.strip.bar
    for field in options.findChildren(QWidget):
        if field.isVisible() and field.accessibleName():
            assert field.width() >= field.minimumSizeHint().width(), field.accessibleName()
