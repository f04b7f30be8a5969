"""Counters with a facing or over several hexes: one body each, drawn to scale, taken whole by any of its hexes."""

from math import atan2, degrees, hypot

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from sandtable.board.directions import Facing
from sandtable.board.maps import Map
from sandtable_editor.canvas import MapView
from sandtable_editor.canvas.counters.bodies import Body, beside, body_of, direction_of
from sandtable_editor.canvas.counters.body_faces import body_face_of, body_picture
from sandtable_editor.canvas.counters.stacks import stacks_of
from sandtable_editor.canvas.geometry.geography import CanvasGeography
from tests.editor.canvas import battle_lines as lines
from tests.editor.canvas.battle_lines import FIRST, field, formation
from tests.editor.canvas.small_maps import Hands, S, areas, counter

ORIENTATIONS: tuple[lines.Orientation, ...] = ("flat", "pointy")


@pytest.fixture(params=ORIENTATIONS)
def board(request: pytest.FixtureRequest) -> Map:
    orientation: lines.Orientation = request.param
    return field(orientation)


@pytest.fixture
def on_field(qtbot: QtBot, board: Map) -> MapView:
    made = MapView()
    qtbot.addWidget(made)
    made.resize(900, 600)
    made.show_map(board)
    made.set_counters(lines.array(board))
    made.show()
    made.settle()
    QApplication.processEvents()
    return made


def body(view: MapView, piece: str) -> Body:
    found = view.counters.body(piece)
    assert found is not None
    return found


def angle(way: tuple[float, float]) -> float:
    """Return a direction in degrees clockwise from straight up."""
    return round(degrees(atan2(way[0], -way[1]))) % 360


def test_a_facing_points_to_its_hexside_or_hexpoint(board: Map) -> None:
    geography = CanvasGeography(board)
    first = 0 if board.hexes is not None and board.hexes.grid.orientation == "flat" else 30
    assert [angle(direction_of(geography, facing)) for facing in Facing] == [
        (first + 30 * step) % 360 for step in range(12)
    ]


def test_on_areas_the_first_facing_is_up() -> None:
    geography = CanvasGeography(areas())
    assert [angle(direction_of(geography, facing)) for facing in (Facing.D0, Facing.P0, Facing.D3)] == [0, 30, 180]


def test_a_line_lies_over_all_its_hexes_and_across_its_facing(on_field: MapView) -> None:
    for piece, hexes in ((FIRST, 2), ("ii", 3), ("iv", 4)):
        there, one = body(on_field, piece), on_field.counters[piece]
        width = on_field.geography.size * on_field.zoom
        assert (hexes - 0.3) * width < there.length < hexes * width * 1.2
        assert there.width < width / 2
        (x, y), (a, b) = there.line[0], there.line[-1]
        assert there.ahead is not None
        assert abs((a - x) * there.ahead[0] + (b - y) * there.ahead[1]) < 1e-6 * width
        place = on_field.counters.stack_of(piece).place
        for space in one.spaces:
            middle = on_field.geography.place(space)
            assert middle is not None
            assert there.contains(*((m - p) * on_field.zoom for m, p in zip(middle, place, strict=True)))


def test_the_front_edge_lies_ahead(on_field: MapView) -> None:
    for piece in (FIRST, "ii", "iii", "iv", "v", "ix", "xi"):
        there = body(on_field, piece)
        assert there.ahead is not None
        front = there.front.boundingRect().center() - there.box.center()
        assert front.x() * there.ahead[0] + front.y() * there.ahead[1] > there.width * 0.3


def test_a_column_is_deep_along_its_facing_and_a_line_never(on_field: MapView) -> None:
    assert body(on_field, "v").faces_along
    assert body(on_field, "ix").faces_along
    assert not any(body(on_field, piece).faces_along for piece in (FIRST, "ii", "vi", "viii", "xi"))
    arrow = body(on_field, "v").arrow
    assert arrow is not None
    assert hypot(arrow[0].x(), arrow[0].y()) == pytest.approx(body(on_field, "v").length / 2, rel=0.01)


def test_a_square_has_a_front_all_round_and_no_arrow(on_field: MapView) -> None:
    there = body(on_field, "vii")
    assert there.arrow is None
    assert there.front.boundingRect() == there.box


def test_a_bent_line_keeps_its_front_on_the_outer_side() -> None:
    moved = beside([(0.0, 0.0), (10.0, 0.0), (20.0, 10.0)], (0.5, -0.86), 2.0)
    assert moved[0] == pytest.approx((0.0, -2.0))
    assert moved[2] == pytest.approx((20 + 2**0.5, 10 - 2**0.5))
    assert moved[1][1] == pytest.approx(-2.0)
    assert moved[1][0] > 10.0


def test_a_body_is_drawn_to_scale_at_every_zoom(on_field: MapView) -> None:
    before, zoom = body(on_field, FIRST), on_field.zoom
    on_field.zoom_by(2)
    after = body(on_field, FIRST)
    assert after.length / before.length == pytest.approx(on_field.zoom / zoom)
    assert after.width / before.width == pytest.approx(on_field.zoom / zoom)
    on_field.settle()
    face = on_field.counters.item(FIRST).face
    assert face is not None
    assert face.size == round(after.width)


def test_words_are_never_on_their_head(on_field: MapView) -> None:
    for piece in on_field.counters.pieces():
        there = on_field.counters.body(piece)
        assert there is None or -90 <= there.slant <= 90


@pytest.mark.parametrize("dpr", [1.0, 2.0])
def test_a_picture_holds_its_body_whole(on_field: MapView, dpr: float) -> None:
    there = body(on_field, FIRST)
    face = body_face_of(on_field.counters[FIRST], there, dpr, "#ffd24a")
    picture = body_picture(face)
    assert picture.devicePixelRatio() == dpr
    assert face.box.contains(there.box)
    assert picture.deviceIndependentSize().toSize() == face.box.size().toSize()
    image = picture.toImage()
    middle = (there.middle - face.box.topLeft()) * dpr
    assert image.pixelColor(0, 0).alpha() == 0
    assert image.pixelColor(middle.toPoint()).alpha() == 255


def test_the_front_of_a_picture_is_the_bright_edge(on_field: MapView) -> None:
    there = body(on_field, "v")
    face = body_face_of(on_field.counters["v"], there, 2.0)
    image = body_picture(face).toImage()
    assert there.ahead is not None
    x, y = there.head
    inside = QPointF(x - there.ahead[0] * 1.8, y - there.ahead[1] * 1.8)
    ((a, b),) = [end for end in (there.line[0], there.line[-1]) if end != there.head]
    behind = QPointF(a + there.ahead[0] * 3, b + there.ahead[1] * 3)
    bright, dull = (image.pixelColor(((at - face.box.topLeft()) * 2).toPoint()) for at in (inside, behind))
    assert bright.lightness() > 190 > 120 > dull.lightness()


def test_any_of_its_hexes_takes_the_whole_piece(on_field: MapView) -> None:
    hands, clicked = Hands(on_field), list[str]()
    on_field.counter_clicked.connect(clicked.append)
    spaces = on_field.counters["ii"].spaces
    for space in spaces:
        hands.click(hands.at(space))
    assert clicked == ["ii"] * 3
    assert on_field.selection == ("ii",)


def test_a_drag_by_any_of_its_hexes_carries_the_whole_piece(on_field: MapView) -> None:
    hands, dropped, let_go = Hands(on_field), list[tuple[object, str]](), list[bool]()
    on_field.counters_dropped.connect(lambda pieces, space: dropped.append((pieces, space)))
    on_field.counters_let_go.connect(lambda: let_go.append(True))
    for space in on_field.counters["ii"].spaces:
        hands.drag(hands.at(space), hands.at("1409"))
    assert dropped == [(("ii",), "1409")] * 3
    assert let_go == []


def test_a_drop_where_it_was_taken_hold_of_is_letting_go_and_on_its_other_hex_a_drop(on_field: MapView) -> None:
    hands, dropped, let_go = Hands(on_field), list[str](), list[bool]()
    on_field.counters_dropped.connect(lambda pieces, space: dropped.append(space))
    on_field.counters_let_go.connect(lambda: let_go.append(True))
    first, second = on_field.counters["ii"].spaces[:2]
    at = hands.at(second)
    hands.press(at)
    hands.move(at + (hands.at(first) - at) * 0.9)
    hands.move(at + (hands.at(first) - at) * 0.2)
    hands.release(at + (hands.at(first) - at) * 0.2)
    assert (dropped, let_go) == ([], [True])
    hands.drag(at, hands.at(first))
    assert (dropped, let_go) == ([first], [True])


def test_pointing_at_a_hex_of_a_piece_tells_that_hex(on_field: MapView) -> None:
    hands, spaces, pieces = Hands(on_field), list[str](), list[str]()
    on_field.space_hovered.connect(spaces.append)
    on_field.counter_hovered.connect(pieces.append)
    for space in on_field.counters["iv"].spaces[:3]:
        hands.move(hands.at(space))
    assert spaces == list(on_field.counters["iv"].spaces[:3])
    assert [piece for piece in pieces if piece] == ["iv"]


def test_a_leader_on_a_line_is_taken_by_himself(board: Map, qtbot: QtBot) -> None:
    view = MapView()
    qtbot.addWidget(view)
    view.resize(900, 600)
    view.show_map(board)
    view.set_counters([lines.line(board, FIRST, "0505", Facing.P0), formation("l", ("0505",), symbol="leader")])
    hands = Hands(view)
    other = view.counters[FIRST].spaces[1]
    assert view.counters.at(view.on_canvas(QPointF(hands.at("0505")))) == "l"
    assert view.counters.at(view.on_canvas(QPointF(hands.at(other)))) == FIRST
    assert view.counters.in_space(S("0505")) == [FIRST, "l"]
    assert view.counters.occupied_spaces() == {"0505", other}


def test_pieces_over_the_same_hexes_stack_and_fan(board: Map, qtbot: QtBot) -> None:
    view = MapView()
    qtbot.addWidget(view)
    view.resize(900, 600)
    view.show_map(board)
    one, two = (lines.line(board, piece, "0505", Facing.P0) for piece in ("i", "ii"))
    view.set_counters([one, two])
    assert view.counters.stack_of("i").pieces == ("i", "ii")
    view.open_fan("i")
    view.settle()
    middles = [view.on_view(view.counters.middle(piece)) for piece in ("i", "ii")]
    assert [view.counters.at(view.on_canvas(at)) for at in middles] == ["i", "ii"]
    view.close_fan()
    assert view.counters.at(view.counters.middle("ii")) == "ii"


def test_a_piece_over_several_spaces_stands_half_way_between_them() -> None:
    there = {S("a"): (0.0, 0.0), S("b"): (10.0, 4.0), S("c"): (20.0, 0.0)}
    (stack,) = stacks_of([formation("x", ("c", "b", "a")), formation("lost", ("a", "nowhere"))], there)
    assert (stack.spaces, stack.place, stack.pieces) == (("c", "b", "a"), (10.0, 2.0), ("x",))


def test_a_plain_counter_is_a_square_as_ever(on_field: MapView) -> None:
    assert on_field.counters.body("a") is None
    assert on_field.counters.body("l") is None
    assert body_of(counter("i", "0202"), on_field.geography, on_field.zoom) is None


def test_the_words_of_a_piece_name_all_its_hexes(on_field: MapView) -> None:
    first, second = on_field.counters[FIRST].spaces
    assert f"in {first}, {second}" in on_field.words_of(FIRST)


def test_formations_lie_on_areas_too(view: MapView) -> None:
    view.set_counters(lines.on_areas())
    view.settle()
    hands = Hands(view)
    line, column = view.counters.body(FIRST), view.counters.body("v")
    assert line is not None
    assert column is not None
    assert line.width <= 60
    assert line.length > view.geography.size * view.zoom * 0.8
    for space in ("cava", "dora"):
        stand = view.geography.stand(S(space))
        assert stand is not None
        where = view.counters.at(QPointF(*stand))
        assert where == ("v" if space == "dora" else "iv")
    assert hands.view.counters.unplaced == ()
