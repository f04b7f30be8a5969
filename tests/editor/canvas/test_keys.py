"""The map without a mouse: through counters and spaces, picking up, dropping, letting go; and what is said of it."""

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from sandtable_editor.canvas import MapView
from tests.editor.canvas.small_maps import CTRL, Hands, S, areas, counter, hexes
from tests.editor.canvas.test_mouse import Heard

KEY = Qt.Key


@pytest.fixture
def heard(view: MapView) -> Heard:
    return Heard(view)


def test_tab_goes_through_the_counters_and_then_on(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    view, after = MapView(), QLineEdit()
    layout = QVBoxLayout(window)
    layout.addWidget(view)
    layout.addWidget(after)
    window.resize(600, 500)
    view.show_map(areas())
    view.set_counters([counter("i", "alba", order=1), counter("ii", "alba", order=2), counter("iii", "dora")])
    window.show()
    qtbot.waitExposed(window)
    window.activateWindow()
    view.setFocus()
    passed: list[str | None] = []
    for _ in range(3):
        QTest.keyClick(view, KEY.Key_Tab)
        passed.append(view.counters.focus)
    assert passed == ["ii", "i", "iii"]
    QTest.keyClick(view, KEY.Key_Backtab)
    assert view.counters.focus == "i"
    assert view.counters.fan is not None
    for _ in range(2):
        QTest.keyClick(view, KEY.Key_Tab)
    assert view.counters.focus is None
    assert window.focusWidget() is after


def test_arrows_go_to_neighbours(view: MapView, hands: Hands, heard: Heard) -> None:
    hands.click(hands.at((60.0, 60.0)))
    for key in (KEY.Key_Right, KEY.Key_Down, KEY.Key_Left, KEY.Key_Up):
        hands.key(key)
    assert [space for (space,) in heard.of("space_hovered")][-4:] == ["bona", "dora", "cava", "alba"]


def test_arrows_go_from_hex_to_hex(view: MapView, hands: Hands, heard: Heard) -> None:
    view.show_map(hexes())
    hands.click(hands.at("0504"))
    for key in (KEY.Key_Down, KEY.Key_Up, KEY.Key_Up, KEY.Key_Right):
        hands.key(key)
    spaces = [space for (space,) in heard.of("space_hovered")]
    assert spaces[-4:-1] == ["0505", "0504", "0503"]
    assert str(spaces[-1])[:2] == "06"


def test_enter_picks_up_and_drops(view: MapView, hands: Hands, heard: Heard) -> None:
    view.set_counters([counter("i", "alba", order=1), counter("ii", "alba", order=2)])
    hands.key(KEY.Key_Tab)
    hands.key(KEY.Key_Tab)
    hands.key(KEY.Key_Return)
    assert heard.of("counters_picked") == [(("i",),)]
    hands.key(KEY.Key_Right)
    hands.key(KEY.Key_Down)
    hands.key(KEY.Key_Enter)
    assert heard.of("counters_dropped") == [(("i",), "dora")]
    assert view.selection == ("i",)


def test_enter_on_an_empty_space_is_a_click(view: MapView, hands: Hands, heard: Heard) -> None:
    hands.click(hands.at((60.0, 60.0)))
    hands.key(KEY.Key_Right)
    hands.key(KEY.Key_Return)
    assert heard.of("space_clicked") == [("alba",), ("bona",)]


def test_escape_lets_go_of_what_is_carried_and_else_of_everything_at_once(
    view: MapView, hands: Hands, heard: Heard
) -> None:
    view.set_counters([counter("i", "alba", order=1), counter("ii", "alba", order=2)])
    hands.key(KEY.Key_Tab)
    hands.key(KEY.Key_Return)
    hands.key(KEY.Key_Escape)
    assert heard.of("counters_let_go") == [()]
    assert [*view.selection] == ["ii"]
    view.open_fan("ii")
    hands.key(KEY.Key_Escape)
    assert view.counters.fan is None
    assert not view.selection
    assert view.counters.focus is None


def test_the_focus_is_brought_into_view(view: MapView, hands: Hands) -> None:
    view.set_counters([counter("i", "alba"), counter("ii", "dora")])
    view.zoom_by(6)
    view.centre_on(S("alba"))
    hands.key(KEY.Key_Tab)
    hands.key(KEY.Key_Tab)
    assert view.counters.focus == "ii"
    assert view.viewport().rect().contains(hands.piece("ii"))


def test_the_menu_key_asks_for_a_menu_at_the_focus(view: MapView, hands: Hands, heard: Heard) -> None:
    hands.click(hands.at((150.0, 150.0)))
    hands.key(KEY.Key_Menu)
    assert [space for space, _ in heard.of("space_context")] == ["dora"]


def test_zoom_and_pan_by_keys(view: MapView, hands: Hands) -> None:
    fitted = view.zoom
    hands.key(KEY.Key_Plus)
    hands.key(KEY.Key_Equal)
    assert view.zoom > 1.3 * fitted
    left = view.window_box()[0]
    hands.key(KEY.Key_Right, CTRL)
    assert view.window_box()[0] > left
    hands.key(KEY.Key_Minus)
    hands.key(KEY.Key_0, CTRL)
    assert view.zoom == fitted


def test_what_is_in_the_middle_stays_there_when_the_view_gets_another_size(view: MapView) -> None:
    view.zoom_by(4)
    view.navigation.centre(QPointF(110.0, 90.0))
    for size in ((900, 700), (420, 300)):
        view.resize(*size)
        QApplication.processEvents()
        middle = view.on_canvas(QPointF(view.viewport().rect().center()))
        assert abs(middle.x() - 110.0) < 3
        assert abs(middle.y() - 90.0) < 3


def test_what_has_the_focus_is_said_in_words(view: MapView, hands: Hands) -> None:
    view.set_counters([counter("i", "alba", order=1), counter("ii", "alba", order=2)])
    hands.key(KEY.Key_Tab)
    assert view.accessibleDescription() == "II Corps, strength 12, movement 4, in Alba, 1 of 2 of strength 24 together"
    view.select(["ii"])
    hands.key(KEY.Key_Right)
    assert view.accessibleDescription() == "Bona"
    hands.key(KEY.Key_Left)
    assert view.accessibleDescription().endswith("1 of 2 of strength 24 together, selected")
    assert view.accessibleName()
