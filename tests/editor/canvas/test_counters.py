"""Counters: their stacks, their faces, their sizes; what lies over the ground with them; mini-map, legend, scale."""

from itertools import pairwise
from math import inf

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from PySide6.QtCore import QPoint, QPointF, QRectF
from PySide6.QtGui import QColor, QFont, QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from sandtable.board.graph import Graph
from sandtable.board.maps import Map
from sandtable.board.spaces import Space
from sandtable.engine.errors import Invalid
from sandtable.present import MapMode, Reach
from sandtable_editor.canvas import MapView, MiniMap
from sandtable_editor.canvas.counters.faces import SIZES, FaceCache, draw_text, face_of, picture_of, size_for
from sandtable_editor.canvas.counters.stacks import closed_middles, fan_box, fan_middles, stacks_of
from sandtable_editor.canvas.geometry.palette import Tone, palette
from sandtable_editor.canvas.geometry.pills import pill_font
from sandtable_editor.canvas.widget.legend import ScaleBar, round_length
from tests.editor.canvas.small_maps import LEFT, NONE, RUNS, Hands, S, areas, counter, hexes, pixels, tint

sizes = st.integers(12, 72)


@RUNS
@given(st.integers(1, 60), sizes)
def test_no_counter_of_a_fan_covers_another(count: int, size: int) -> None:
    places = fan_middles(count, size)
    wide, high = fan_box(count, size)
    assert len(places) == count
    for at, (x, y) in enumerate(places):
        assert abs(x) + size / 2 <= wide / 2
        assert abs(y) + size / 2 <= high / 2
        assert all(max(abs(x - a), abs(y - b)) >= size for a, b in places[:at])
    assert places[-1][1] == min(y for _, y in places)


@RUNS
@given(st.integers(1, 60), sizes)
def test_of_a_closed_stack_the_topmost_is_whole_and_edges_are_seen(count: int, size: int) -> None:
    places = closed_middles(count, size)
    seen = [place for place in places if place is not None]
    assert places[: len(places) - len(seen)] == [None] * (count - len(seen))
    assert 1 <= len(seen) <= 4
    steps = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(seen)]
    assert all(dx >= 2 and dy <= -2 and dx < size / 2 for dx, dy in steps)


@pytest.mark.parametrize(("text", "drawn"), [("12-14", False), ("Massena", True), ("2", True)])
def test_what_is_too_long_for_a_counter_is_cut_but_for_numbers(text: str, drawn: bool, qapp: QApplication) -> None:
    """Half of a number would be read as another."""
    image = QImage(40, 30, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    draw_text(painter, text, QRectF(0, 0, 20, 30), QColor("black"), 12, bold=True)
    painter.end()
    assert any(image.pixelColor(x, y) != QColor("white") for x in range(40) for y in range(30)) is drawn


def test_each_side_in_a_space_has_a_stack_in_order() -> None:
    pile = [
        counter("b", "alba", order=1), counter("a", "alba", order=2), counter("x", "alba", "spain"),
        counter("c", "alba", order=1), counter("gone", "nowhere"),
    ]  # fmt: skip
    france, spain = stacks_of(pile, {S("alba"): (10.0, 10.0)})
    assert france.pieces == ("b", "c", "a")
    assert (france.beside, spain.beside) == (-0.5, 0.5)


def test_counters_are_readable_at_every_zoom(view: MapView) -> None:
    view.set_counters([counter("i", "alba")])
    shown: list[int] = []
    for _ in range(14):
        view.settle()
        face = view.counters.item("i").face
        assert face is not None
        shown.append(face.size)
        view.zoom_by(1.4)
    assert shown == sorted(shown)
    assert SIZES[0] <= shown[0]
    assert shown[-1] == 60
    assert size_for(0.0) == SIZES[0]
    assert size_for(inf) == SIZES[-1]


def test_small_faces_are_shared_and_large_ones_tell_more(qapp: QApplication) -> None:
    one, other = counter("i", "alba"), counter("ii", "dora")
    assert face_of(one, 16, 1.0) == face_of(other, 16, 1.0)
    assert face_of(one, 60, 1.0) != face_of(other, 60, 1.0)
    assert face_of(one, 60, 1.0).numbers == "12–4"
    assert face_of(one, 60, 1.0).name == "I Corps"
    assert face_of(one, 24, 1.0).name == ""


@pytest.mark.parametrize("dpr", [1.0, 2.0])
@pytest.mark.parametrize("size", SIZES)
def test_faces_have_their_size_and_colour(qapp: QApplication, size: int, dpr: float) -> None:
    plain, ringed = (face_of(counter("i", "alba"), size, dpr, ring) for ring in ("", "#ffd24a"))
    faces = FaceCache(picture_of)
    for face in (plain, ringed):
        picture = faces.pixmap(face)
        assert picture.devicePixelRatio() == dpr
        assert picture.deviceIndependentSize().width() >= size
    body = faces.pixmap(plain).toImage()
    middle = body.width() // 2
    blue = body.pixelColor(middle, body.height() - middle // 3 - 1)
    assert abs(blue.hue() - QColor("#2b4f9e").hue()) < 12


def test_faces_are_kept_while_there_is_room(qapp: QApplication) -> None:
    faces = FaceCache(picture_of, most=200_000)
    made = [face_of(counter(f"p{n}", "alba"), 60, 1.0) for n in range(20)]
    for face in made:
        faces.pixmap(face)
    assert made[-1] in faces
    assert made[0] not in faces


def test_a_counter_where_there_is_no_such_space_is_refused(view: MapView) -> None:
    with pytest.raises(Invalid, match="no space of the map 'Four lands' is called 'atlantis'"):
        view.set_counters([counter("i", "atlantis")])


def test_a_counter_in_a_space_without_a_place_is_told(view: MapView) -> None:
    sheet = areas()
    graph = Graph([*sheet.graph.spaces.values(), Space(S("limbo"))], sheet.graph.edges.values())
    view.show_map(Map(sheet.info, graph, sheet.areas, None, sheet.places))
    view.set_counters([counter("i", "limbo"), counter("ii", "alba")])
    assert view.counters.unplaced == ("i",)
    assert view.counters.pieces() == ["ii"]


def test_counters_that_stay_keep_their_selection(view: MapView) -> None:
    view.set_counters([counter("i", "alba"), counter("ii", "dora")])
    view.select(["i", "ii"])
    with_less: list[tuple[str, ...]] = []
    view.selection_changed.connect(with_less.append)
    view.set_counters([counter("ii", "bona"), counter("iii", "cava")])
    assert with_less == [("ii",)]
    assert view.space_at(view.on_view(view.counters.middle("ii"))) == "bona"
    view.select(["nobody"])
    assert view.selection == ()


def test_stacks_lie_in_their_order_however_many_come_one_by_one(view: MapView) -> None:
    view.show_map(hexes(columns=20, rows=4))
    counters = view.counters
    there = [counter("first", "0101"), counter("last", "2001")]
    view.set_counters(there)
    for column in range(18, 1, -2):  # each between the first and the one that came before
        there.append(counter(f"of {column:02}", f"{column:02}01"))
        view.set_counters(there)
        lies = [counters.item(piece).zValue() for piece in counters.pieces()]
        assert lies == sorted(set(lies))
    assert len(counters.pieces()) == len(there)


def test_another_revision_of_the_map_keeps_the_counters(view: MapView) -> None:
    view.set_counters([counter("i", "alba"), counter("ii", "dora")])
    view.show_map(areas(name="Alba Longa"))
    assert sorted(view.counters.pieces()) == ["i", "ii"]
    assert view.words_of("i").startswith("I Corps, strength 12, movement 4, in Alba Longa")


def test_a_selected_counter_has_a_ring(view: MapView, hands: Hands) -> None:
    view.set_counters([counter("i", "alba")])
    view.settle()
    plain = pixels(view.grab().toImage())
    view.select(["i"])
    view.settle()
    at = hands.piece("i")
    changed = np.abs(pixels(view.grab().toImage()) - plain).max(axis=2) > 20
    rows, columns = np.nonzero(changed)
    half = view.counters.size / 2 + 8
    assert len(rows) > 50
    assert np.abs(rows - at.y()).max() <= half
    assert np.abs(columns - at.x()).max() <= half


# --- over the ground ---


def test_reach_is_shown_and_taken_away(view: MapView, hands: Hands) -> None:
    view.settle()
    before = view.grab().toImage()
    view.show_reach(Reach(piece="i", costs={S("dora"): "3"}, barred={S("bona"): ("no (EIA-1)",)}))
    view.settle()
    shown = view.grab().toImage()
    spot, other = hands.at((170.0, 185.0)), hands.at((60.0, 60.0))
    assert tint(view, shown, spot).hue() > tint(view, before, spot).hue() + 15
    assert tint(view, shown, other) == tint(view, before, other)
    barred = np.abs(pixels(shown) - pixels(before))[hands.at((130.0, 20.0)).y() :, hands.at((130.0, 20.0)).x() :][
        :60, :60
    ]
    assert 0.05 < (barred.max(axis=2) > 30).mean() < 0.7
    view.show_reach(None)
    view.settle()
    assert (pixels(view.grab().toImage()) == pixels(before)).all()


def test_marked_spaces_and_the_frame_of_a_drop(view: MapView, hands: Hands) -> None:
    view.settle()
    before = pixels(view.grab().toImage())
    view.highlight({S("dora"): "#ff00ff"})
    view.settle()
    marked = np.abs(pixels(view.grab().toImage()) - before).max(axis=2) > 12
    inner, outer = hands.at((170.0, 185.0)), hands.at((60.0, 60.0))
    assert marked[inner.y(), inner.x()]
    assert not marked[outer.y(), outer.x()]
    view.highlight({})
    view.frame_space(S("alba"))
    view.settle()
    framed = np.abs(pixels(view.grab().toImage()) - before).max(axis=2) > 12
    edge = hands.at((100.0, 40.0))
    assert framed[edge.y(), edge.x() - 3 : edge.x() + 4].any()
    assert not framed[outer.y(), outer.x()]


def test_the_legend_tells_what_colours_mean(view: MapView) -> None:
    mode = MapMode(
        key="owner", title="Owner", fills={S("alba"): "#2b4f9e", S("dora"): "#b9322c"},
        legend=(("#2b4f9e", "France"), ("#b9322c", "Spain")), hatched=frozenset({S("dora")}),
    )  # fmt: skip
    view.set_mode(mode)
    legend = next(child for child in view.children() if child.metaObject().className() == "Legend")
    assert legend.isVisible()  # type: ignore[attr-defined]
    assert legend.accessibleDescription() == "France, Spain"  # type: ignore[attr-defined]
    assert view.rect().contains(legend.geometry())  # type: ignore[attr-defined]
    view.set_mode(None)
    assert not legend.isVisible()  # type: ignore[attr-defined]


@pytest.mark.parametrize(("most", "length"), [(130.0, 100.0), (99.0, 50.0), (0.31, 0.2), (5.0, 5.0), (1999.0, 1000.0)])
def test_a_scale_bar_is_a_round_number(most: float, length: float) -> None:
    assert round_length(most) == pytest.approx(length)


# --- the mini-map ---


@pytest.fixture
def mini(view: MapView, qtbot: QtBot) -> MiniMap:
    made = MiniMap(view)
    qtbot.addWidget(made)
    made.resize(300, 200)
    made.show()
    return made


def test_a_click_on_the_mini_map_goes_there(view: MapView, mini: MiniMap) -> None:
    view.zoom_by(5)
    spot = mini.spot(QPointF(250.0, 150.0)).toPoint()
    QTest.mouseClick(mini, LEFT, NONE, spot)
    middle = view.on_canvas(QPointF(view.viewport().rect().center()))
    assert abs(middle.x() - 250) < 4
    assert abs(middle.y() - 150) < 4
    assert mini.frame().center().toPoint() == spot or (mini.frame().center() - QPointF(spot)).manhattanLength() < 3


def test_the_mini_map_shows_the_whole_map_and_its_counters(view: MapView, mini: MiniMap) -> None:
    view.settle()
    picture = mini.grab().toImage()
    sea = picture.pixelColor(mini.spot(QPointF(280.0, 150.0)).toPoint())
    assert 170 < sea.hue() < 230
    assert not view.counters.dots()
    view.set_counters([counter("i", "dora", "spain")])
    place, colour = view.counters.dots()[0]
    assert colour == "#b9322c"
    mini.repaint()
    dot = mini.grab().toImage().pixelColor(mini.spot(place).toPoint())
    assert dot.red() > 140 > dot.green() + 40


@pytest.mark.parametrize(("tone", "light"), [("light", False), ("dark", True), ("contrast", True)])
def test_a_dot_of_the_mini_map_has_an_edge_that_stands_out(
    view: MapView, mini: MiniMap, tone: Tone, light: bool, qtbot: QtBot
) -> None:
    """A dot of the very colour of its ground is seen by its edge."""
    view.set_theme(tone)
    view.settle()
    qtbot.waitUntil(lambda: view.map_scene.overview.ready)
    view.set_counters([one := counter("i", "dora", "spain")])
    ((place, _),) = view.counters.dots()
    spot = mini.spot(place).toPoint()
    view.set_counters([])
    bare = mini.grab().toImage()
    view.set_counters([replace(one, colour=bare.pixelColor(spot).name())])
    dotted = mini.grab().toImage()
    around = [spot + QPoint(x, y) for x in range(-4, 5) for y in range(-4, 5)]
    own = bare.pixelColor(spot).lightness()
    seen = [(dotted.pixelColor(at).lightness(), bare.pixelColor(at).lightness()) for at in around]
    edge = [now - max(own, was) if light else min(own, was) - now for now, was in seen]
    assert max(edge) > 25


def test_the_mini_map_of_a_map_behind_something_takes_other_colours(view: MapView, mini: MiniMap, qtbot: QtBot) -> None:
    """What has happened since the last move lies over the map: the small one beside it is seen all the same."""
    view.settle()
    view.hide()
    view.set_theme("dark")
    mini.grab()
    qtbot.waitUntil(lambda: view.map_scene.overview.ready)
    sea = mini.grab().toImage().pixelColor(mini.spot(QPointF(280.0, 150.0)).toPoint())
    assert sea != view.map_scene.look.palette.void


def test_what_is_blank_is_painted_in_the_small_before_it_is_made_sharp(view: MapView) -> None:
    view.set_theme("dark")
    scene, window = view.map_scene, view.window_box()
    while not scene.overview.ready:
        assert scene.work(window)
    assert not scene.is_whole(window)
    assert not scene.overview.is_blank


@pytest.mark.parametrize("typical", [23.0, 30.0, 60.0])
def test_no_price_lies_over_another_and_where_there_is_room_all_stand(view: MapView, typical: float) -> None:
    prices = view.map_scene.prices
    costs = {S(name): "12½" for name in ("alba", "bona", "cava", "dora", "mare")}
    prices.show_reach(Reach(piece="i", costs=costs), frozenset({S("dora"), S("mare")}))
    prices.zoom, prices.clear_of = typical / view.geography.size, 30.0
    placed = prices.pills(pill_font(QFont()))
    pills = [pill for _, pill in placed]
    assert not any(one.intersects(other) for at, one in enumerate(pills) for other in pills[:at])
    assert len(pills) == len(costs) or typical < 60
    first = next(
        pill for price, pill in prices.pills(pill_font(QFont())) if price.place == QPointF(*there(view, "alba"))
    )
    assert first.center() == QPointF(*there(view, "alba")) * prices.zoom


def test_a_price_lies_beside_the_badge_of_a_stack(view: MapView) -> None:
    view.set_counters([counter("x", "alba"), counter("y", "alba")])
    view.show_reach(Reach(piece="i", costs={S("alba"): "3"}))
    view.settle()
    ((_, pill),) = view.map_scene.prices.pills(pill_font(QFont()))
    ((left, top, right, bottom),) = view.counters.badges.boxes(view.zoom)
    assert not pill.intersects(QRectF(left, top, right - left, bottom - top))


def there(view: MapView, space: str) -> tuple[float, float]:
    found = view.geography.stand(S(space))
    assert found is not None
    return found


def test_a_map_that_takes_the_colours_of_night_shows_none_of_day(view: MapView) -> None:
    view.settle()
    view.set_theme("dark")
    overview = view.map_scene.overview
    assert not overview.ready
    assert overview.pixmap.toImage().pixelColor(5, 5) == palette("dark").void


def test_the_mini_map_shows_counters_where_they_stand_now(view: MapView, mini: MiniMap, qtbot: QtBot) -> None:
    """Its picture is kept from frame to frame, and drawn anew when counters have moved."""
    view.set_counters([counter("i", "alba")])
    before = mini.grab().toImage()
    view.zoom_by(1.5)
    view.fit()
    assert mini.grab().toImage() == before
    view.set_counters([counter("i", "dora")])
    assert mini.grab().toImage() != before
    view.set_counters([counter("i", "alba")])
    assert mini.grab().toImage() == before


@pytest.mark.parametrize("size", [0.75, 1.0, 1.5, 2.0])
def test_the_words_of_the_scale_are_not_cut_at_any_size(view: MapView, size: float) -> None:
    view.set_theme("light", size)
    (bar,) = view.findChildren(ScaleBar)
    for zoom in (0.0013, 0.0017, 0.04, 0.11, 1.0, 7.0):
        bar.show_scale("km", zoom)
        assert bar.rect().toRectF().contains(bar.words_box()), (zoom, bar.words())
