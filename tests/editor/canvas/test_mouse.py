"""The map by mouse: pointing, picking, dragging, dropping, fanning; panning and zooming whatever the tool."""

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from sandtable.board.maps import Map
from sandtable_editor.canvas import MapView, Tool
from sandtable_editor.wheel import WHEEL_SCROLLS
from tests.editor.canvas.small_maps import CTRL, LEFT, MIDDLE, NONE, RIGHT, SHIFT, Hands, S, areas, counter

STACK = [counter("i", "cava", order=1), counter("ii", "cava", order=2), counter("iii", "cava", order=3)]


class Heard:
    """What a view says, in order."""

    def __init__(self, view: MapView) -> None:
        self.said: list[tuple[object, ...]] = []
        for name in (
            "space_hovered", "space_clicked", "counter_hovered", "counters_picked", "counters_dropped",
            "counters_let_go", "selection_changed", "space_context",
        ):  # fmt: skip

            def hear(*words: object, name: str = name) -> None:
                self.said.append((name, *words))

            getattr(view, name).connect(hear)

    def of(self, name: str) -> list[tuple[object, ...]]:
        return [words[1:] for words in self.said if words[0] == name]


@pytest.fixture
def heard(view: MapView) -> Heard:
    return Heard(view)


# --- spaces ---


def test_what_is_pointed_at_is_said_once(view: MapView, hands: Hands, heard: Heard) -> None:
    for place in ((30.0, 60.0), (60.0, 60.0), (150.0, 60.0), (250.0, 150.0)):
        hands.move(hands.at(place))
    assert heard.of("space_hovered") == [("alba",), ("bona",), ("mare",)]
    hands.move(QPoint(3, 3))
    assert heard.of("space_hovered")[-1] == ("",)


def test_a_click_on_a_space_and_one_beside_all(view: MapView, hands: Hands, heard: Heard) -> None:
    hands.click(hands.at((150.0, 150.0)))
    assert heard.of("space_clicked") == [("dora",)]
    view.set_counters(STACK)
    view.select(["ii"])
    hands.click(QPoint(3, 3))
    assert heard.of("space_clicked") == [("dora",)]
    assert view.selection == ()


def test_a_harbour_is_hit_near_its_place_when_it_is_shown(view: MapView, hands: Hands, heard: Heard) -> None:
    hands.click(hands.at((195.0, 50.0)) + QPoint(5, 3))
    hands.click(hands.at((225.0, 50.0)))
    assert heard.of("space_clicked") == [("port",), ("box",)]
    view.zoom_by(0.5)
    view.settle()
    hands.click(hands.at((225.0, 50.0)))
    assert view.zoom * view.geography.size >= 44
    assert heard.of("space_clicked")[-1] == ("box",)


def test_the_right_button_asks_for_a_menu(view: MapView, hands: Hands, heard: Heard) -> None:
    at = hands.at((150.0, 50.0))
    hands.click(at, button=RIGHT)
    assert heard.of("space_context") == [("bona", view.viewport().mapToGlobal(at))]


# --- counters ---


def test_a_click_picks_a_counter(view: MapView, hands: Hands, heard: Heard) -> None:
    view.set_counters([counter("i", "alba"), counter("ii", "dora")])
    hands.click(hands.piece("i"))
    hands.click(hands.piece("ii"))
    hands.click(hands.piece("i"), CTRL)
    assert heard.of("selection_changed") == [(("i",),), (("ii",),), (("ii", "i"),)]
    hands.click(hands.piece("ii"), CTRL)
    assert view.selection == ("i",)
    assert not heard.of("space_clicked")


def test_shift_and_two_clicks_take_the_whole_stack(view: MapView, hands: Hands) -> None:
    view.set_counters([*STACK, counter("x", "alba")])
    hands.click(hands.piece("iii"), SHIFT)
    assert set(view.selection) == {"i", "ii", "iii"}
    hands.click(hands.piece("x"))
    assert view.selection == ("x",)
    view.close_fan()
    QTest.mouseDClick(view.viewport(), LEFT, NONE, hands.piece("iii"))
    assert set(view.selection) == {"i", "ii", "iii"}


def test_a_stack_fans_out_when_the_mouse_stays(view: MapView, hands: Hands, qtbot: QtBot) -> None:
    view.set_counters(STACK)
    hands.move(hands.piece("iii"))
    qtbot.waitUntil(lambda: view.counters.fan is not None, timeout=60_000)
    spots = [hands.piece(piece) for piece in ("i", "ii", "iii")]
    assert len({(spot.x(), spot.y()) for spot in spots}) == 3
    assert [view.counters.at(view.on_canvas(QPointF(spot))) for spot in spots] == ["i", "ii", "iii"]
    hands.move(spots[1])
    assert view.counters.fan is not None
    hands.move(hands.at((150.0, 30.0)))
    assert view.counters.fan is None


def test_what_is_pointed_at_stays_under_the_mouse_when_its_stack_fans_out(view: MapView, hands: Hands) -> None:
    """Whoever presses takes the piece that he has pointed at, and no other that has come to lie there."""
    view.set_counters(STACK)
    where = hands.piece("iii")
    hands.move(where)
    view.open_fan("iii")
    assert view.counters.at(view.on_canvas(QPointF(where))) == "iii"
    assert (hands.piece("iii") - where).manhattanLength() <= 1


def test_a_click_keeps_the_fan_open_until_another(view: MapView, hands: Hands) -> None:
    view.set_counters(STACK)
    hands.click(hands.piece("iii"))
    hands.move(hands.at((150.0, 30.0)))
    assert view.counters.fan is not None
    hands.click(hands.piece("i"))
    assert view.selection == ("i",)
    hands.click(hands.at((150.0, 30.0)))
    assert view.counters.fan is None


def test_a_fan_at_the_edge_is_wholly_in_view(view: MapView, hands: Hands) -> None:
    view.set_counters([counter(f"p{n}", "cava", order=n) for n in range(12)])
    stand = view.geography.stand(S("cava"))
    assert stand is not None
    view.navigation.pan(*(hands.at(stand) - QPoint(4, 590)).toTuple())
    view.open_fan("p11")
    for n in range(12):
        assert view.viewport().rect().contains(hands.piece(f"p{n}"))


def test_dragged_counters_are_picked_and_dropped(view: MapView, hands: Hands, heard: Heard) -> None:
    view.set_counters([counter("i", "alba"), counter("ii", "dora")])
    hands.drag(hands.piece("i"), hands.at((250.0, 150.0)))
    assert heard.of("counters_picked") == [(("i",),)]
    assert heard.of("counters_dropped") == [(("i",), "mare")]
    assert view.counters["i"].space == "alba"
    assert view.counters.item("i").opacity() == 1.0
    assert not heard.of("space_clicked")


def test_a_closed_stack_is_dragged_whole_and_a_fanned_one_piece_by_piece(
    view: MapView, hands: Hands, heard: Heard
) -> None:
    view.set_counters(STACK)
    hands.drag(hands.piece("iii"), hands.at((150.0, 150.0)))
    view.select(())
    view.open_fan("i")
    hands.drag(hands.piece("ii"), hands.at((150.0, 30.0)))
    assert heard.of("counters_dropped") == [(("i", "ii", "iii"), "dora"), (("ii",), "bona")]


def test_a_selection_is_dragged_together(view: MapView, hands: Hands, heard: Heard) -> None:
    view.set_counters([counter("i", "alba"), counter("ii", "dora"), counter("iii", "bona")])
    view.select(["ii", "i"])
    hands.drag(hands.piece("i"), hands.at((30.0, 170.0)))
    assert heard.of("counters_dropped") == [(("ii", "i"), "cava")]


def test_dropped_on_a_counter_is_dropped_into_its_space(view: MapView, hands: Hands, heard: Heard) -> None:
    view.set_counters([counter("i", "alba"), counter("ii", "port", "spain", symbol="fleet")])
    view.zoom_by(0.4)
    hands.drag(hands.piece("i"), hands.piece("ii") + QPoint(0, 4))
    assert heard.of("counters_dropped") == [(("i",), "port")]


def test_over_a_counter_what_is_dragged_is_said_to_be_where_it_would_be_dropped(
    view: MapView, hands: Hands, heard: Heard
) -> None:
    """A stack may lie over the border of its space: what is said of a drop is said of where it leads."""
    view.set_counters([counter("i", "alba"), counter("ii", "port", "spain", symbol="fleet")])
    view.zoom_by(0.4)
    spots = [hands.piece("ii") + QPoint(across, down) for across in range(-16, 17, 4) for down in range(-16, 17, 4)]
    on_it = [spot for spot in spots if view.counters.at(view.on_canvas(QPointF(spot))) == "ii"]
    over = next(spot for spot in on_it if view.space_at(QPointF(spot)) not in {"port", "alba"})
    hands.drag(hands.piece("i"), over)
    assert heard.of("counters_dropped") == [(("i",), "port")]
    carried = heard.said[: heard.said.index(("counters_dropped", ("i",), "port"))]
    assert [words for words in carried if words[0] == "space_hovered"][-1] == ("space_hovered", "port")


def test_a_harbour_whose_sign_has_no_room_is_not_hit(view: MapView, hands: Hands) -> None:
    sheet = areas()
    places = {**sheet.places, S("port"): (33.0, 25.0)}
    view.show_map(Map(sheet.info, sheet.graph, sheet.areas, None, places, sheet.regions))
    view.zoom_by(1.7)
    view.settle()
    assert view.space_at(QPointF(hands.at((33.0, 25.0)))) == "port"
    view.zoom_by(0.3)
    view.settle()
    assert view.space_at(QPointF(hands.at((33.0, 25.0)))) == "alba"


@pytest.mark.parametrize("end", [(88.0, 20.0), (-500.0, 40.0)])
def test_dropped_at_home_or_beside_the_map_is_let_go(
    view: MapView, hands: Hands, heard: Heard, end: tuple[float, float]
) -> None:
    view.set_counters([counter("i", "alba")])
    hands.drag(hands.piece("i"), hands.at(end))
    assert not heard.of("counters_dropped")
    assert heard.of("counters_let_go") == [()]


def test_escape_lets_go_of_what_is_dragged(view: MapView, hands: Hands, heard: Heard) -> None:
    view.set_counters([counter("i", "alba")])
    hands.press(hands.piece("i"))
    hands.move(hands.at((150.0, 60.0)))
    hands.move(hands.at((160.0, 60.0)))
    hands.key(Qt.Key.Key_Escape)
    hands.release(hands.at((160.0, 60.0)))
    assert heard.of("counters_let_go") == [()]
    assert not heard.of("counters_dropped")


def test_counters_that_go_while_they_are_dragged_are_let_go(view: MapView, hands: Hands, heard: Heard) -> None:
    view.set_counters([counter("i", "alba"), counter("ii", "dora")])
    hands.press(hands.piece("i"))
    hands.move(hands.at((150.0, 60.0)))
    view.set_counters([counter("ii", "dora")])
    hands.move(hands.at((160.0, 60.0)))
    hands.release(hands.at((160.0, 60.0)))
    assert heard.of("counters_let_go") == [()]
    assert view.selection == ()


def test_a_drag_near_the_edge_scrolls(view: MapView, hands: Hands, qtbot: QtBot) -> None:
    view.zoom_by(3)
    view.centre_on(S("alba"))
    view.set_counters([counter("i", "alba")])
    before = view.window_box()[0]
    hands.press(hands.piece("i"))
    hands.move(QPoint(700, 300))
    hands.move(QPoint(798, 300))
    qtbot.waitUntil(lambda: view.window_box()[0] > before + 20, timeout=60_000)
    hands.move(QPoint(400, 300))
    QApplication.processEvents()
    still = view.window_box()[0]
    qtbot.wait(60)
    assert view.window_box()[0] == still
    hands.release(QPoint(400, 300))


# --- panning and zooming ---


class Brush(Tool):
    """A tool that would paint: it must hear nothing of a pan."""

    cursor = Qt.CursorShape.CrossCursor

    def __init__(self) -> None:
        self.strokes = 0

    def on_press(self, event: object) -> None:
        self.strokes += 1


@pytest.mark.parametrize("tool", ["pointer", "brush"])
@pytest.mark.parametrize("how", ["middle", "space"])
def test_the_map_is_panned_in_every_tool(view: MapView, hands: Hands, heard: Heard, tool: str, how: str) -> None:
    brush = Brush()
    if tool == "brush":
        view.set_tool(brush)
    view.set_counters([counter("i", "alba")])
    view.zoom_by(3)
    point, at = QPointF(100.0, 100.0), QPoint(400, 300)
    view.navigation.centre(point)
    before = view.on_view(point)
    if how == "space":
        QTest.keyPress(view, Qt.Key.Key_Space)
        assert view.viewport().cursor().shape() == Qt.CursorShape.OpenHandCursor
    hands.drag(at, at + QPoint(70, -40), LEFT if how == "space" else MIDDLE)
    if how == "space":
        QTest.keyRelease(view, Qt.Key.Key_Space)
    moved = view.on_view(point) - before
    assert (round(moved.x()), round(moved.y())) == (70, -40)
    assert brush.strokes == 0
    assert not heard.of("space_clicked")
    assert view.viewport().cursor().shape() == view.tool.cursor
    hands.click(at)
    assert brush.strokes == (tool == "brush")


def wheel(view: MapView, at: QPoint, delta: int, held: Qt.KeyboardModifier = NONE) -> None:
    event = QWheelEvent(
        QPointF(at), QPointF(view.viewport().mapToGlobal(at)), QPoint(), QPoint(0, delta), LEFT & ~LEFT, held,
        Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(view.viewport(), event)


@pytest.mark.parametrize("at", [QPoint(400, 300), QPoint(610, 120), QPoint(30, 580)])
def test_the_wheel_zooms_at_the_cursor(view: MapView, at: QPoint) -> None:
    for delta in (120, 120, 360, -120, 15, 15, -240, 120, 120):
        zoom, under = view.zoom, view.on_canvas(QPointF(at))
        wheel(view, at, delta)
        assert view.zoom != zoom
        off = view.on_view(under) - QPointF(at)
        assert max(abs(off.x()), abs(off.y())) <= 1.0


def test_the_wheel_scrolls_where_the_window_says_so_and_zooms_with_ctrl(view: MapView) -> None:
    view.window().setProperty(WHEEL_SCROLLS, True)
    view.zoom_by(1.5)
    zoom, was = view.zoom, view.on_canvas(QPointF(0, 0))
    wheel(view, QPoint(100, 100), -120)
    assert view.zoom == zoom
    down = view.on_canvas(QPointF(0, 0)) - was
    assert down.y() > 0
    assert abs(down.x()) < 1e-9
    wheel(view, QPoint(100, 100), -120, SHIFT)
    assert (view.on_canvas(QPointF(0, 0)) - was).x() > 0
    wheel(view, QPoint(100, 100), 120, CTRL)
    assert view.zoom > zoom


def test_zoom_has_its_limits(view: MapView) -> None:
    for _ in range(60):
        view.zoom_by(2)
    closest = view.zoom
    view.zoom_by(2)
    assert view.zoom == closest
    assert 300 < view.geography.size * closest < 1000
    for _ in range(60):
        view.zoom_by(0.5)
    view.zoom_by(0.5)
    assert view.geography.rect.width() * view.zoom > 200


def test_a_view_that_is_resized_while_it_is_hidden_shows_the_same_place_again(view: MapView) -> None:
    view.zoom_by(3)
    middle = QPointF(view.viewport().rect().center())
    there = view.on_canvas(middle)
    view.hide()
    view.resize(1300, 900)
    view.resize(500, 300)
    view.show()
    QApplication.processEvents()
    now = view.on_canvas(QPointF(view.viewport().rect().center()))
    assert (now - there).manhattanLength() * view.zoom <= 4


def test_fit_shows_the_whole_map_and_stays_so_when_resized(view: MapView) -> None:
    for size in ((800, 600), (300, 500), (1200, 700)):
        view.resize(*size)
        QApplication.processEvents()
        left, top, right, bottom = view.window_box()
        box = view.geography.box
        assert left <= box[0]
        assert top <= box[1]
        assert right >= box[2]
        assert bottom >= box[3]
    view.zoom_by(2)
    zoom = view.zoom
    view.resize(800, 600)
    QApplication.processEvents()
    assert view.zoom == zoom
