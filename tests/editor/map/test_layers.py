"""Layers: shown or not, locked or not, stronger and fainter, by the mouse and by keys; kept for each map."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from msgspec import structs
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QModelIndex, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage
from PySide6.QtTest import QTest
from shapely import LineString

from sandtable.board.maps import Map, MapLine, Underlay
from sandtable.board.spaces import Feature, RegionId, SpaceId
from sandtable.design.document import DesignDocument
from sandtable.design.edits.edges import SayEdge
from sandtable.design.edits.hexes import PaintHexes
from sandtable.design.edits.regions import AddRegion, PaintRegion
from sandtable.design.edits.underlays import SetUnderlay
from sandtable_editor.map.panels.layers import EYE, LOCK, OPACITY, LayersPanel
from sandtable_editor.map.panels.tables import TablePanel
from sandtable_editor.map.selection import Selected
from tests.editor.map.drawing import DrawingBench, blank_hexes
from tests.editor.map.test_frame import two_lands
from tests.editor.workbench import LEFT

SHIFT = Qt.KeyboardModifier.ShiftModifier
S = SpaceId
EYES = ("names", "places", "edges", "lines", "regions", "borders", "underlays/upper", "ground")


def picture(colour: str) -> bytes:
    """Return an image of one colour."""
    image, data = QImage(8, 8, QImage.Format.Format_RGB32), QByteArray()
    image.fill(QColor(colour))
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(data.data())


def full_map(key: str = "drawn") -> Map:
    """Return two lands (one a realm) with a river between, a town, a line; in the west a red image over a blue."""
    sheet = two_lands()
    images = tuple(
        Underlay(id, "image/png", picture(colour), 0, 0, 40, 60)
        for id, colour in (("lower", "#0000ff"), ("upper", "#ff0000"))
    )
    document = DesignDocument.of(sheet)
    document.do_all([
        AddRegion("realm", "country", "Realm"), PaintRegion((S("west"),), RegionId("realm")),
        SayEdge(S("east"), S("west"), along=(Feature("river", S("west")),)),
    ])  # fmt: skip
    sheet = document.map
    line = MapLine("brook", "river", LineString([(50, 5), (75, 5)]), "Brook")
    return replace(sheet, info=structs.replace(sheet.info, key=key), lines=(line,), underlays=images)


def wooded() -> Map:
    """Return a board with a wood."""
    document = DesignDocument.of(blank_hexes("board"))
    document.do(PaintHexes(("0605", "0606"), ("wood",)))
    return document.map


class LayersAtHand:
    """The panel, used by the mouse and by keys."""

    def __init__(self, table: DrawingBench) -> None:
        self.table = table
        panel = table.drawing.panel("layers")
        assert isinstance(panel, LayersPanel)
        self.panel, self.list = panel, panel.list

    @property
    def keys(self) -> list[str]:
        return [layer.key for layer in self.panel.layers.all()]

    def cell(self, key: str, column: int) -> QModelIndex:
        return self.list.model().index(self.keys.index(key), column)

    def click(self, key: str, column: int) -> None:
        """Click into a cell."""
        index = self.cell(key, column)
        self.list.scrollTo(index)
        QTest.mouseClick(self.list.viewport(), LEFT, pos=self.list.visualRect(index).center())
        self.table.settle()

    def press(self, key: str, *typed: Qt.Key, held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        """Go to a layer by keys, and type."""
        self.list.setFocus()
        QTest.keyClick(self.list, Qt.Key.Key_Home)
        for _ in range(self.keys.index(key)):
            QTest.keyClick(self.list, Qt.Key.Key_Down)
        for one in typed:
            QTest.keyClick(self.list, one, held)
        self.table.settle()

    def spoken(self, key: str) -> str:
        return str(self.cell(key, EYE).data(Qt.ItemDataRole.AccessibleTextRole))


def seen(table: DrawingBench) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """Return the view as it is painted, when all of it is."""
    view = table.drawn
    view.map_scene.complete(view.window_box())
    table.settle()
    image = view.viewport().grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    return (
        np.frombuffer(image.constBits(), np.uint8)
        .reshape(image.height(), image.bytesPerLine())[:, : image.width() * 4]
        .copy()
    )


def pixel(table: DrawingBench, at: tuple[float, float]) -> tuple[int, int, int]:
    """Return red, green and blue at a place of the map."""
    spot, shown = table.drawn.spot_of(at).toPoint(), seen(table)
    blue, green, red = shown[spot.y(), spot.x() * 4 : spot.x() * 4 + 3].tolist()
    return red, green, blue


def test_a_map_has_the_layers_that_are_on_it(table: DrawingBench) -> None:
    table.open(full_map())
    assert LayersAtHand(table).keys == [
        "names", "places", "edges", "lines", "regions", "borders", "underlays/upper", "underlays/lower", "ground",
    ]  # fmt: skip
    table.open(blank_hexes("board"))
    assert LayersAtHand(table).keys == [
        "names",
        "places",
        "edges",
        "lines",
        "numbers",
        "terrain names",
        "rims",
        "transitions",
        "ground",
    ]


@pytest.mark.parametrize(
    "key", ["names", "places", "edges", "lines", "regions", "borders", "underlays/upper", "ground"]
)
def test_an_eye_hides_what_is_in_its_layer_and_shows_it_again(table: DrawingBench, key: str) -> None:
    desk = table.open(replace(full_map(), underlays=full_map().underlays[1:]))
    hand, before = LayersAtHand(table), seen(table)
    hand.click(key, EYE)
    assert (seen(table) != before).any(), "something is no longer there"
    assert "hidden" in hand.spoken(key)
    hand.press(key, Qt.Key.Key_Space)
    again = np.abs(seen(table).astype(int) - before.astype(int)).max()
    assert again <= 4, "an image that is painted tile by tile differs by as much as nobody sees"
    assert "shown" in hand.spoken(key)
    assert not desk.design.entries


@pytest.mark.parametrize("key", ["numbers", "rims", "transitions", "ground"])
def test_the_board_of_hexes_has_rims_and_numbers_of_its_own(table: DrawingBench, key: str) -> None:
    table.open(wooded())
    hand, before = LayersAtHand(table), seen(table)
    hand.press(key, Qt.Key.Key_Space)
    assert (seen(table) != before).any()
    hand.click(key, EYE)
    assert np.array_equal(seen(table), before)


@pytest.mark.parametrize(
    ("key", "at", "selected"),
    [
        ("places", (20, 20), Selected(spaces=(S("town"),))),
        ("lines", (60, 5), Selected(lines=("brook",))),
        ("ground", (60, 40), Selected(spaces=(S("east"),))),
    ],
)
def test_a_lock_keeps_a_layer_from_being_selected(
    table: DrawingBench, key: str, at: tuple[float, float], selected: Selected
) -> None:
    desk = table.open(full_map())
    hand = LayersAtHand(table)
    table.click_at(at)
    assert desk.selection.now == selected
    hand.click(key, LOCK)
    assert desk.selection.now != selected, "what is locked is let go"
    table.click_at(at)
    assert desk.selection.now != selected
    assert "locked" in hand.spoken(key)
    hand.press(key, Qt.Key.Key_L)
    table.click_at(at)
    assert desk.selection.now == selected


def test_one_image_is_locked_and_the_other_is_not(table: DrawingBench) -> None:
    desk = table.open(full_map())
    hand = LayersAtHand(table)
    assert [one.underlays for one in desk.pointing.all_at((10, 40)) if one.underlays] == [("upper",), ("lower",)]
    hand.press("underlays/upper", Qt.Key.Key_L)
    assert [one.underlays for one in desk.pointing.all_at((10, 40)) if one.underlays] == [("lower",)]
    hand.click("underlays/lower", EYE)
    assert not [one.underlays for one in desk.pointing.all_at((10, 40)) if one.underlays], "nor is what is hidden"


def test_names_have_no_lock(table: DrawingBench) -> None:
    table.open(full_map())
    hand = LayersAtHand(table)
    hand.press("names", Qt.Key.Key_L)
    hand.click("names", LOCK)
    assert hand.spoken("names") == "Names, shown"
    assert not hand.panel.layers.now.locked


def test_an_image_is_faded_by_an_edit_and_keeps_its_place(table: DrawingBench) -> None:
    desk = table.open(full_map())
    hand = LayersAtHand(table)
    assert pixel(table, (10, 50))[0] > 200
    hand.press("underlays/lower", Qt.Key.Key_Left, Qt.Key.Key_Left)
    assert [entry.edit for entry in desk.design.entries] == [SetUnderlay("lower", 80)], "steps in a row are one entry"
    desk.design.end_nudging()
    hand.press("underlays/lower", Qt.Key.Key_Right, held=SHIFT)
    assert [(one.id, one.opacity) for one in desk.design.map.underlays] == [("lower", 81), ("upper", 100)]
    assert pixel(table, (10, 50))[0] > 200, "the upper image covers the lower one as it did"
    assert hand.cell("underlays/lower", OPACITY).data() == "81 %"
    table.type_keys("Ctrl+Z")
    assert hand.cell("underlays/lower", OPACITY).data() == "80 %"
    assert [entry.edit for entry in desk.design.entries] == [SetUnderlay("lower", 80), SetUnderlay("lower", 81)]


def test_the_slider_is_that_of_the_chosen_layer(table: DrawingBench) -> None:
    desk = table.open(full_map())
    hand = LayersAtHand(table)
    hand.press("names")
    assert not hand.panel.opacity.isEnabled()
    hand.press("underlays/upper")
    hand.panel.opacity.setFocus()
    QTest.keyClick(hand.panel.opacity, Qt.Key.Key_PageDown)
    assert desk.design.map.underlays[1].opacity == 90
    QTest.keyClick(hand.panel.opacity, Qt.Key.Key_Home)
    assert desk.design.map.underlays[1].opacity == 0
    assert hand.panel.percent.text() == "0 %"


def test_the_ground_is_faded_without_an_edit(table: DrawingBench) -> None:
    desk = table.open(full_map())
    hand, full = LayersAtHand(table), pixel(table, (60, 14))  # clear of the names
    hand.press("ground", *[Qt.Key.Key_Left] * 5)
    half = pixel(table, (60, 14))
    hand.press("ground", *[Qt.Key.Key_Left] * 6)
    none = pixel(table, (60, 14))
    assert hand.cell("ground", OPACITY).data() == "0 %"
    assert not desk.design.entries
    between = [abs(b - (a + c) / 2) <= 6 for a, b, c in zip(full, half, none, strict=True)]
    assert full != none
    assert all(between), (full, half, none)


def test_terrain_names_are_hidden_until_somebody_wants_them_and_then_kept(table: DrawingBench) -> None:
    desk = table.open(wooded())
    table.window.show()
    hand, before = LayersAtHand(table), seen(table)
    assert hand.spoken("terrain names") == "Terrain names, hidden"
    hand.click("terrain names", EYE)
    assert (seen(table) != before).any()
    table.type_keys("Ctrl+Shift+T")
    assert table.window.status.hint.text() == "Terrain names are hidden"
    assert np.array_equal(seen(table), before)
    table.type_keys("Ctrl+Shift+T")
    assert (seen(table) != before).any()
    table.open_again()
    assert LayersAtHand(table).spoken("terrain names") == "Terrain names, shown"
    assert not desk.design.entries, "how a map is looked at is no edit"
    table.open(two_lands())
    assert not table.window.commands["map_terrain_names"].isEnabled()


def test_a_layer_alone_leaves_terrain_names_as_they_were_before(table: DrawingBench) -> None:
    desk = table.open(blank_hexes("board"))
    table.window.show()
    for wanted in (False, True):
        desk.layers.show("terrain names", shown=wanted)
        desk.layers.choose("rims")
        table.type_keys("Ctrl+Shift+H")
        assert [key for key in LayersAtHand(table).keys if desk.layers.is_shown(key)] == ["rims"]
        table.type_keys("Ctrl+Shift+H")
        assert desk.layers.is_shown("terrain names") == wanted
        assert desk.layers.is_shown("numbers")


def test_eyes_that_an_older_version_kept_are_read(table: DrawingBench) -> None:
    table.window.settings.put("layers/board", '{"hidden":["numbers"]}')
    desk = table.open(blank_hexes("board"))
    assert [desk.layers.is_shown(key) for key in ("numbers", "rims", "terrain names")] == [False, True, False]


def test_eyes_locks_and_the_ground_are_kept_for_each_map(table: DrawingBench) -> None:
    table.open(full_map())
    hand = LayersAtHand(table)
    hand.press("borders", Qt.Key.Key_Space)
    hand.press("ground", Qt.Key.Key_L, Qt.Key.Key_Left)
    hand.press("underlays/lower", Qt.Key.Key_Space)
    table.open(full_map("other"))
    other = LayersAtHand(table).panel.layers.now
    assert (other.turned, other.locked, other.ground) == (frozenset(), frozenset(), 100)
    table.open_again()
    hand = LayersAtHand(table)
    assert [hand.spoken(key) for key in ("borders", "ground", "underlays/lower")] == [
        "Borders, hidden", "Areas, shown, locked, opacity 90 %", "Image lower, hidden, not locked, opacity 100 %",
    ]  # fmt: skip
    look = table.drawn.map_scene.look
    assert (list(look.left_out), list(look.hidden), look.ground) == (["borders"], ["lower"], 90)
    table.click_at((60, 40))
    assert not table.desk.selection


def test_what_is_kept_and_cannot_be_read_counts_as_nothing(table: DrawingBench) -> None:
    table.window.settings.put("layers/drawn", '{"hidden": 5')
    table.open(full_map())
    assert not LayersAtHand(table).panel.layers.now.turned


def test_an_image_that_is_hidden_above_the_map_is_hidden_in_the_panel(table: DrawingBench) -> None:
    desk = table.open(full_map())
    desk.layers.show("underlays/upper", shown=False)
    assert "hidden" in LayersAtHand(table).spoken("underlays/upper")
    table.type_keys("Ctrl+Shift+L")
    assert LayersAtHand(table).list.hasFocus()


# -- what is locked is out of every reach

WHY = "“Areas” is locked: unlock it in Layers to change what lies there."


def test_select_all_leaves_out_what_is_locked_and_says_so(table: DrawingBench) -> None:
    desk = table.open(full_map())
    LayersAtHand(table).click("ground", LOCK)
    table.window.commands["map_select_all"].trigger()
    assert desk.selection.now == Selected(spaces=(S("town"),), lines=("brook",))
    assert desk.hints.line == WHY


def test_a_table_and_what_is_pasted_do_not_reach_what_is_locked(table: DrawingBench) -> None:
    desk = table.open(full_map())
    LayersAtHand(table).click("ground", LOCK)
    desk.bring_panel("tables")
    panel = table.drawing.panel("tables")
    assert isinstance(panel, TablePanel)
    row = panel.model.row_of(S("east"))
    assert row is not None
    panel.model.setData(panel.model.index(row, 1), "Another name")
    assert (desk.design.entries, desk.hints.line) == ((), WHY)
    QGuiApplication.clipboard().setText("id\tname\neast\tAnother name")
    table.click(panel.paste)
    assert (desk.design.entries, desk.hints.line) == ((), WHY)
    panel.table.selectRow(panel.sorted.mapFromSource(panel.model.index(row, 0)).row())
    assert not desk.selection
    town = panel.model.row_of(S("town"))
    assert town is not None
    panel.model.setData(panel.model.index(town, 1), "Ville")
    assert [entry.says for entry in desk.design.entries] == ["Call Town Ville"], "what is not locked is changed"


@pytest.mark.parametrize("hand", ["mouse", "keys"])
def test_a_tool_does_nothing_in_a_locked_layer_and_says_so_beforehand(table: DrawingBench, hand: str) -> None:
    desk = table.open(blank_hexes())
    LayersAtHand(table).click("ground", LOCK)
    desk.take("hex_brush")
    says = "“Hexes” is locked: unlock it in Layers to change what lies there."
    assert desk.hints.line == says
    if hand == "mouse":
        table.drag_along((2.0, 2.0), (4.0, 2.0))
    else:
        table.go_by_keys((2.0, 2.0))
        table.on_map("g")
        table.go_by_keys((4.0, 2.0))
        table.on_map("g")
    assert (desk.design.entries, desk.hints.line) == ((), says)
    LayersAtHand(table).click("ground", LOCK)
    assert "paint" in desk.hints.line


def test_a_vertex_and_a_line_do_not_move_while_one_of_them_is_locked(table: DrawingBench) -> None:
    desk = table.open(full_map())
    LayersAtHand(table).click("ground", LOCK)
    desk.take("vertices")
    table.drag_along((80, 60), (84, 60))
    assert (desk.design.entries, desk.hints.line) == ((), WHY)
    LayersAtHand(table).click("lines", LOCK)
    assert desk.hints.line == "“Lines” and “Areas” are locked: unlock them in Layers to change what lies there."


def test_what_is_said_of_edges_is_locked_by_itself_and_borders_go_on(table: DrawingBench) -> None:
    desk = table.open(full_map())
    LayersAtHand(table).click("edges", LOCK)
    desk.take("edges")
    table.drag_along((30, 40), (60, 40), held=SHIFT)
    assert not desk.design.entries
    desk.take("vertices")
    table.drag_along((80, 60), (84, 60))
    assert len(desk.design.entries) == 1, "edges that follow from borders are no word on them"


def test_a_locked_image_may_be_faded_but_not_moved(table: DrawingBench) -> None:
    desk = table.open(full_map())
    hand = LayersAtHand(table)
    hand.press("underlays/upper", Qt.Key.Key_L, Qt.Key.Key_Left)
    assert desk.design.map.underlays[1].opacity == 90
    desk.take("move_scan")
    table.key_on_map(Qt.Key.Key_Right)
    assert (len(desk.design.entries), desk.hints.line) == (
        1, "“Image upper” is locked: unlock it in Layers to change what lies there.",
    )  # fmt: skip


def test_a_key_shows_one_layer_alone_and_all_as_before(table: DrawingBench) -> None:
    desk = table.open(full_map())
    keys = [layer.key for layer in desk.layers.all()]
    desk.layers.show(keys[-1], shown=False)
    desk.layers.choose("places")
    table.type_keys("Ctrl+Shift+H")
    assert [key for key in keys if desk.layers.is_shown(key)] == ["places"]
    assert desk.hints.line == "Only Places is shown"
    table.drawing.close_design()
    desk = table.open_again()
    table.type_keys("Ctrl+Shift+H")
    assert [key for key in keys if not desk.layers.is_shown(key)] == [keys[-1]]


def test_keys_choose_a_layer_hide_and_lock_it_without_the_panel(table: DrawingBench) -> None:
    desk = table.open(full_map())
    table.window.show()
    assert desk.layers.chosen.key == "names"
    for keys, key in (("Ctrl+PgDown", "places"), ("Ctrl+PgDown", "edges"), ("Ctrl+PgUp", "places")):
        table.type_keys(keys)
        assert desk.layers.chosen.key == key
    table.type_keys("Ctrl+H")
    assert not desk.layers.is_shown("places")
    assert "Places, hidden, not locked" in table.window.status.hint.text()
    table.type_keys("Ctrl+H")
    table.type_keys("Ctrl+L")
    assert desk.layers.is_shown("places")
    assert desk.layers.is_locked("places")
    table.type_keys("Ctrl+L")
    table.type_keys("Ctrl+PgUp")
    table.type_keys("Ctrl+PgUp")
    assert desk.layers.chosen.key == "names", "there is none above"
    table.type_keys("Ctrl+L")
    assert "it has no lock" in table.window.status.hint.text()
    assert not desk.design.entries


def test_keys_and_the_panel_are_about_the_same_layer(table: DrawingBench) -> None:
    desk = table.open(full_map())
    table.window.show()
    hand = LayersAtHand(table)
    table.type_keys("Ctrl+PgDown")
    assert hand.list.currentIndex().row() == hand.keys.index("places")
    hand.click("ground", EYE)
    assert desk.layers.chosen.key == "ground"
    assert hand.panel.opacity.isEnabled()
    table.type_keys("Ctrl+H")
    assert desk.layers.is_shown("ground")


def test_the_grid_of_a_board_is_hidden_and_shown_by_a_key(table: DrawingBench) -> None:
    desk = table.open(blank_hexes("board"))
    table.window.show()
    before = seen(table)
    table.type_keys("Ctrl+G")
    assert not desk.layers.is_shown("rims")
    assert not desk.layers.is_shown("numbers")
    assert (seen(table) != before).any()
    table.type_keys("Ctrl+G")
    assert desk.layers.is_shown("rims")
    assert desk.layers.is_shown("numbers")
    table.open(two_lands())
    assert not table.window.commands["map_grid"].isEnabled(), "areas have no grid"
