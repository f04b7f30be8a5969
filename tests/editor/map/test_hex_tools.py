"""Hexes drawn in the window: by the mouse, by keys alone, and by command; one stroke is one entry."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from sandtable.board.hex_board import HexBoard
from sandtable.board.hexes import HexGrid
from sandtable.board.maps import Map, MapInfo, Underlay
from sandtable.board.shapes import Place
from sandtable.design.document import DesignDocument
from sandtable.design.edits.hexes import PaintHexes
from sandtable.design.edits.underlays import SetUnderlay
from sandtable.lint.maps import check_map
from sandtable_editor.map.dialogs.resize_board import ResizeBoardDialog
from sandtable_editor.map.tools.hexes.palette import HexPalette
from tests.editor.map.drawing import RIGHT, DrawingBench, Move, Press, Release, blank_areas, blank_hexes
from tests.editor.map.sitting import MapSitting, replay
from tests.editor.map.test_layers import picture

SHIFT, ALT = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.AltModifier


def meadows() -> Map:
    """Return blank hexes, forty units wide."""
    return Map(MapInfo("drawn", "Drawn"), hexes=HexBoard.blank(HexGrid(12, 10, "flat", "odd", 40.0)))


def at(number: str, off: Place = (0.0, 0.0)) -> Place:
    """Return the middle of a hex, or a place so far off."""
    sheet = meadows()
    assert sheet.hexes is not None
    x, y = sheet.hexes.grid.centre(sheet.hexes.numbers.hex(number))
    return round(x + off[0], 1), round(y + off[1], 1)


def spots(*numbers: str) -> str:
    """Return hexes as a sitting writes them: by their middles."""
    return " -> ".join(f"{x}, {y}" for x, y in map(at, numbers))


BOARD = [
    "tool hex_fill",
    "fill Terrain = clear",
    f"click {spots('0101')}",
    "tool hex_brush",
    "fill Terrain = forest",
    "fill Brush size = 7 hexes",
    f"drag {spots('0204', '0404')}",
    "fill How it is painted = beside what is there",
    f"drag {spots('0903', '1003')}",
    "fill How it is painted = in place of all that is there",
    "fill Terrain = town",
    "fill Brush size = 1 hex",
    f"click {spots('0307')}",
    f"click {spots('1107')}",
    "tool hex_rectangle",
    "fill Terrain = lake",
    f"drag {spots('0110', '1210')}",
    "tool hex_line",
    "fill Terrain = field",
    f"click {spots('0801')}",
    f"click {spots('1201')}",
    "tool hex_eraser",
    f"drag {spots('1201', '1101')}",
    "tool hex_fill",
    "fill Terrain = heath",
    f"click {spots('1201')}",
    "tool hex_level",
    "fill Level = 2",
    "fill Brush size = 7 hexes",
    f"click {spots('1004')}",
    "fill Level = 1",
    "fill Brush size = 1 hex",
    f"click {spots('1004')}",
    "tool hex_side",
    "fill What lies along hexsides = river",
    "drag 185, 2 -> 185, 325",
    "tool hex_road",
    f"drag {spots('0307', '1107')}",
    "tool hex_name",
    "fill Name of the hex = Westbury",
    f"click {spots('0307')}",
    "fill Name of the hex = Eastbury",
    f"click {spots('1107')}",
]


def test_a_board_with_a_river_a_bridge_slopes_and_names_is_drawn_by_either_hand(
    table: DrawingBench, tmp_path: Path
) -> None:
    sheet = replay(table, meadows(), BOARD, tmp_path)
    hexes = sheet.by_number
    assert hexes.terrain("0304") == ("forest",)
    assert hexes.terrain("0903") == ("clear", "forest")
    assert hexes.terrain("0510") == ("lake",)
    assert hexes.terrain("1201") == ("heath",)
    assert hexes.level("1004") == 3
    assert "slope" in hexes.side_between("1004", "1003").along
    assert "steep_slope" in hexes.side_between("1003", "1002").along
    assert sheet.hexes is not None
    crossed = [pair for pair in (("0605", "0706"), ("0606", "0707"), ("0607", "0707"), ("0607", "0708"))
               if "bridge" in hexes.side_between(*pair).across]  # fmt: skip
    assert len(crossed) == 1
    assert set(hexes.side_between(*crossed[0]).across) == {"road", "bridge"}
    assert "river" in hexes.side_between(*crossed[0]).along
    assert (sheet.name("0307"), sheet.name("1107")) == ("Westbury", "Eastbury")
    assert not check_map(sheet)


def test_what_a_brush_does_with_keys_held_down(table: DrawingBench) -> None:
    desk = table.open(meadows())
    sitting = MapSitting(table, "mouse")
    sitting.read(["tool hex_brush", "fill Terrain = marsh", f"click {spots('0303')}", f"click {spots('0306')} shift"])
    assert [desk.design.map.by_number.terrain(f"030{row}") for row in range(2, 8)] == [(), *[("marsh",)] * 4, ()]
    sitting.read(["fill Terrain = hill", f"click {spots('0304')} ctrl", f"click {spots('0305')} alt"])
    assert desk.design.map.by_number.terrain("0304") == ("hill", "marsh")
    assert desk.design.map.by_number.terrain("0305") == ()
    table.click_at(at("0303"), button=RIGHT)
    assert desk.tools["hex_brush"].hint(Qt.KeyboardModifier.NoModifier).startswith("Click or drag: paint marsh, 1 hex")
    table.on_map("]]")
    assert "19 hexes" in desk.hints.line
    table.on_map("[")
    table.click_at(at("0808"))
    assert desk.design.position == 5
    assert len([one for one in desk.design.map.by_number if desk.design.map.by_number.terrain(one) == ("marsh",)]) == 9


@pytest.mark.parametrize(
    ("on_the_map", "begins_with"), [((), "forest"), (("clear", "wood"), "wood"), (("clear",), "forest")]
)
def test_a_brush_begins_with_what_the_map_has(
    table: DrawingBench, on_the_map: tuple[str, ...], begins_with: str
) -> None:
    document = DesignDocument.of(blank_hexes())
    for row, terrain in enumerate(on_the_map, 1):
        document.do(PaintHexes((f"010{row}",), (terrain,)))
    desk = table.open(document.map)
    assert HexPalette.of(desk).terrain == (begins_with,)


def test_a_stroke_is_one_entry_shows_what_it_covers_and_escape_leaves_it(table: DrawingBench) -> None:
    desk = table.open(meadows())
    MapSitting(table, "mouse").read(["tool hex_brush", "fill Terrain = forest"])
    table.bring(at("0303"), at("0703"))
    table.mouse(Move, at("0303"))
    assert desk.guides.shown()
    table.mouse(Press, at("0303"))
    table.mouse(Move, at("0703"), down=True)
    table.key_on_map(Qt.Key.Key_Escape)
    table.mouse(Release, at("0703"))
    assert desk.design.position == 0
    table.drag_along(at("0303"), at("0503"), at("0703"))
    assert desk.design.position == 1
    table.type_keys("Ctrl+Z")
    assert desk.design.map == meadows()


def test_hexsides_are_clicked_on_and_off_dragged_along_and_erased(table: DrawingBench) -> None:
    desk = table.open(meadows())
    sitting = MapSitting(table, "mouse")
    x, y = at("0604")
    below = f"{x}, {y + 15}"
    sitting.read(["tool hex_side", "fill What lies along hexsides = wall", f"click {below}"])
    assert desk.design.map.by_number.side_between("0604", "0605").along == ("wall",)
    sitting.read([f"click {below}"])
    assert desk.design.map.by_number.side_between("0604", "0605").along == ()
    sitting.read(["fill On the side you drag along = yes", f"drag {x - 8}, {y + 15} -> {x + 8}, {y + 15}"])
    assert desk.design.map.by_number.side_between("0604", "0605").protects("0604")
    sitting.read([f"drag {x - 8}, {y + 15} -> {x + 8}, {y + 15} alt"])
    assert desk.design.map.by_number.side_between("0604", "0605").along == ()
    assert desk.design.position == 4


def test_a_slope_that_the_designer_took_off_stays_off(table: DrawingBench) -> None:
    desk = table.open(meadows())
    x, y = at("0604")
    MapSitting(table, "mouse").read([
        "tool hex_level", f"click {spots('0604')}",
        "tool hex_side", "fill What lies along hexsides = slope", f"click {x}, {y + 15}",
        "tool hex_level", f"click {spots('0604')}",
    ])  # fmt: skip
    hexes = desk.design.map.by_number
    assert hexes.level("0604") == 2
    assert "slope" not in hexes.side_between("0604", "0605").along
    assert "steep_slope" in hexes.side_between("0604", "0603").along


def test_a_road_is_clicked_from_hex_to_hex_and_taken_up(table: DrawingBench) -> None:
    desk = table.open(meadows())
    sitting = MapSitting(table, "mouse")
    sitting.read(["tool hex_road", *(f"click {spots(one)}" for one in ("0202", "0502", "0506", "0806"))])
    table.key_on_map(Qt.Key.Key_Backspace)
    sitting.read([f"right {spots('0505')}"])
    assert desk.design.map.hexes is not None
    assert int(desk.design.map.hexes.sides.where("road").sum()) == 7
    sitting.read([f"drag {spots('0502', '0506')} alt"])
    assert int(desk.design.map.hexes.sides.where("road").sum()) == 3


def test_what_the_tools_cannot_do_is_said(table: DrawingBench) -> None:
    desk = table.open(meadows())
    MapSitting(table, "mouse").read(["tool hex_name", f"click {spots('0404')}"])
    assert desk.hints.bubble.text().startswith("No name is typed")
    assert desk.design.position == 0
    MapSitting(table, "mouse").read([
        "tool hex_level", "fill What is done to levels = Set to level", "fill Level = 9", f"click {spots('0404')}",
        f"right {spots('0404')}", "tool hex_brush", "click -12, -12",
    ])  # fmt: skip
    assert desk.design.position == 1


def test_tools_of_hexes_are_for_maps_of_hexes(table: DrawingBench) -> None:
    desk = table.open(blank_areas())
    assert not desk.tools["hex_brush"].is_fit()
    table.on_map("b")
    assert desk.tool.key == "select"
    assert not table.drawing.page.rail.buttons["hex_brush"].isVisible()
    assert table.drawing.page.rail.buttons["split_area"].isVisible()


def test_on_hexes_the_tools_of_hexes_are_seen_before_those_of_areas(table: DrawingBench) -> None:
    table.open(meadows())
    table.settle()
    rail = table.drawing.page.rail
    assert not rail.buttons["split_area"].isVisible()
    table.on_map("h")
    table.settle()
    assert rail.buttons["hex_side"].visibleRegion().boundingRect() == rail.buttons["hex_side"].rect()


def test_the_tool_in_hand_is_in_view_when_a_panel_takes_room_from_the_rail(table: DrawingBench) -> None:
    table.open(meadows())
    rail = table.drawing.page.rail
    held = rail.buttons["hex_name"]
    table.desk.take("hex_name")
    table.window.resize(1280, 460)
    table.settle()
    assert rail.verticalScrollBar().maximum() > 0
    assert held.visibleRegion().boundingRect() == held.rect()


def test_a_brush_says_that_an_image_hides_what_it_paints(table: DrawingBench) -> None:
    sheet = meadows()
    scan = Underlay("old-map", "image/png", picture("#ff0000"), 0, 0, 4, 4)
    desk = table.open(replace(sheet, underlays=(scan,)))
    desk.take("hex_brush")
    assert desk.hints.line.startswith("Image old-map hides what is painted under it")
    desk.take("hex_side")
    assert "hides" not in desk.hints.line, "what lies on hexsides is seen over it"
    desk.design.do(SetUnderlay("old-map", 60))
    desk.take("hex_fill")
    assert "hides" not in desk.hints.line


def test_what_is_typed_first_in_the_dialog_of_the_size_is_the_number(table: DrawingBench) -> None:
    table.open(meadows())
    MapSitting(table, "mouse").read(["command map_resize_board"])
    dialog = table.window.findChild(ResizeBoardDialog)
    assert dialog is not None
    QTest.keyClicks(dialog.boxes["left"], "2")
    assert dialog.boxes["left"].value() == 2
    MapSitting(table, "mouse").read(["press Cancel"])


def test_the_board_is_resized_and_the_others_keep_their_numbers(table: DrawingBench, tmp_path: Path) -> None:
    sheet = replay(
        table,
        meadows(),
        [
            "tool hex_brush",
            "fill Terrain = town",
            f"click {spots('0303')}",
            "command map_resize_board",
            "fill Columns at the left = -1",
            "fill Rows at the bottom = 2",
            "fill Terrain of the new hexes = lake",
        ],
        tmp_path,
    )
    assert sheet.hexes is not None
    assert (sheet.hexes.grid.columns, sheet.hexes.grid.rows) == (11, 12)
    assert sheet.by_number.terrain("0303") == ("town",)
    assert sheet.by_number.terrain("0312") == ("lake",)


def test_a_board_too_large_is_refused_in_a_sentence(table: DrawingBench) -> None:
    desk = table.open(meadows())
    MapSitting(table, "mouse").read(
        ["command map_resize_board", "fill Columns at the left = 1000", "fill Rows at the top = 1000"]
    )
    assert not table.button("Resize").isEnabled()
    assert "is too large" in table.screen()
    MapSitting(table, "mouse").read(["press Cancel"])
    assert desk.design.position == 0


def test_a_brush_is_kept_under_a_number_and_taken_up_again_on_another_map(table: DrawingBench) -> None:
    desk = table.open(meadows())
    HexPalette.of(desk).put(terrain=("forest", "hill"), radius=1)
    desk.take("hex_brush")
    table.type_keys("Ctrl+3")
    assert desk.hints.line.startswith("Brush is kept as 3")
    HexPalette.of(desk).put(side="wall", favours=True)
    desk.take("hex_side")
    table.type_keys("Ctrl+4")
    desk = table.open(blank_hexes("other"))
    table.type_keys("Alt+3")
    palette = HexPalette.of(desk)
    assert (desk.tool.key, palette.terrain, palette.radius) == ("hex_brush", ("forest", "hill"), 1)
    assert desk.hints.line.startswith("Click or drag: paint forest, hill, 7 hexes")
    table.type_keys("Alt+4")
    assert (desk.tool.key, palette.side, palette.favours) == ("hex_side", "wall", True)


def test_what_cannot_be_kept_or_is_not_kept_is_said(table: DrawingBench) -> None:
    desk = table.open(meadows())
    table.type_keys("Ctrl+5")
    assert desk.hints.line == "Only a tool that draws hexes can be kept: take up the brush, or another one."
    table.window.settings.put("brushes/5", '{"tool": "hex_brush", "radius": 1000000}')
    table.type_keys("Alt+5")
    assert desk.hints.line == "No brush is kept as 5: Ctrl+5 keeps the one in hand."
    assert desk.tool.key == "select"
