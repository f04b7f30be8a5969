"""What is shown of one piece: overlays that differ without colours, its way with prices, its ghost, what it sees."""

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import QPointF
from PySide6.QtGui import QImage, QPainter, QPainterPath, QPainterPathStroker
from PySide6.QtWidgets import QApplication, QStyleOptionGraphicsItem
from pytestqt.qtbot import QtBot

from sandtable.board.directions import Facing
from sandtable.present import Ghost, Obstacle, PieceOverlay, SightLine, Trace
from sandtable.present.poses import OverlayKind
from sandtable_editor.canvas import MapView
from sandtable_editor.canvas.overlay.piece_overlays import STYLES, PieceOverlays, marked_sides
from sandtable_editor.canvas.overlay.regions import SpaceRegion, sides_path
from tests.editor.canvas import battle_lines as lines
from tests.editor.canvas.battle_lines import FIRST, field, formation
from tests.editor.canvas.small_maps import Hands, S, areas, pixels


@pytest.fixture
def view(qtbot: QtBot) -> MapView:
    made = MapView()
    qtbot.addWidget(made)
    made.resize(760, 540)
    made.show_map(field())
    made.set_counters(lines.array(field()))
    made.show()
    made.settle()
    QApplication.processEvents()
    return made


def picture(view: MapView) -> QImage:
    view.settle()
    QApplication.processEvents()
    return view.grab().toImage()


def changed(view: MapView, before: QImage, space: str, radius: int = 6) -> bool:
    """Tell whether something else is painted round the middle of a space."""
    at = Hands(view).at(space)
    differ = np.abs(pixels(before) - pixels(picture(view))).max(axis=2)
    return bool(differ[at.y() - radius : at.y() + radius, at.x() - radius : at.x() + radius].max() > 8)


def runs_through(path: QPainterPath, point: QPointF) -> bool:
    """Tell whether a line runs through a point."""
    stroker = QPainterPathStroker()
    stroker.setWidth(1.0)
    return stroker.createStroke(path).contains(point)


# --- regions


def test_a_region_has_lines_round_it_and_none_inside(view: MapView) -> None:
    one, two = SpaceRegion(view.geography, [S("0303")]), SpaceRegion(view.geography, [S("0303"), S("0304"), S("0303")])
    assert [path.elementCount() // 2 for path in (one.edge, two.edge)] == [6, 10]
    middle = sides_path(view.geography, [(S("0303"), 3)]).boundingRect().center()
    assert two.fill.contains(middle)
    assert not runs_through(two.edge, middle)
    assert runs_through(one.edge, middle)


def test_a_region_of_areas_is_one_outline(view: MapView) -> None:
    view.show_map(areas())
    region = SpaceRegion(view.geography, [S("alba"), S("bona"), S("port"), S("nowhere")])
    assert region.ids == ("alba", "bona", "port")
    assert region.fill.contains(QPointF(100, 50))
    assert not runs_through(region.edge, QPointF(100, 50))
    assert runs_through(region.edge, QPointF(100, 100))


def test_a_region_of_nothing_is_nowhere(view: MapView) -> None:
    assert SpaceRegion(view.geography, [S("9999")]).top is None


def test_a_hundred_hexes_take_no_time_worth_speaking_of(view: MapView) -> None:
    board = view.geography.map.by_number
    many = [board.number(hex) for hex in board.at("0806").spiral(5) if hex in board.board.grid]
    region = SpaceRegion(view.geography, many)
    assert len(region.ids) > 80
    assert region.edge.elementCount() < region.fill.elementCount() / 4


# --- overlays


def test_kinds_differ_without_their_colours() -> None:
    manners = [(style.pattern, style.dashes) for style in STYLES.values()]
    assert len(set(manners)) == len(STYLES)
    assert len({style.pattern for style in STYLES.values()}) == len(STYLES)


def test_overlays_are_shown_and_go_again(view: MapView) -> None:
    before = picture(view)
    view.show_overlays(lines.overlays(field()), FIRST)
    assert [one.kind for one, _ in view.display.overlays.regions] == [
        "sight", "command", "zone", "fire", "flank", "front"
    ]  # fmt: skip
    assert changed(view, before, "0702")
    assert changed(view, before, "0204")
    assert not changed(view, before, "1510")
    view.show_overlays(())
    assert view.display.overlays.is_empty
    assert not changed(view, before, "0702")


@pytest.mark.parametrize("dark", [False, True])
def test_each_kind_is_painted_in_both_themes(view: MapView, dark: bool) -> None:
    view.set_theme("dark" if dark else "light")
    before = picture(view)
    seen: set[bytes] = set()
    for kind in STYLES:
        view.show_overlays([PieceOverlay(piece=FIRST, kind=kind, spaces=frozenset([S("1409")]), says=" ")])
        assert changed(view, before, "1409", 12)
        at = Hands(view).at("1409")
        grey = pixels(picture(view)).mean(axis=2)[at.y() - 12 : at.y() + 12, at.x() - 12 : at.x() + 12]
        seen.add((grey > grey.mean()).tobytes())
    assert len(seen) == len(STYLES)


@pytest.mark.parametrize("kind", STYLES)
def test_patterns_are_as_coarse_on_a_screen_of_double_density(view: MapView, kind: OverlayKind) -> None:
    view.display.overlays.put([PieceOverlay(piece=FIRST, kind=kind, spaces=frozenset([S("1409")]))], None)
    box = view.display.overlays.regions[0][1].fill.boundingRect()
    corner = box.center() * 6.0 - QPointF(24, 24)
    plain, dense = (_painted(view.display.overlays, corner, density) for density in (1, 2))
    assert plain.max() > plain.min()  # there is a pattern
    assert (dense[::2, ::2] == plain).all()
    assert (dense[1::2, 1::2] == plain).all()


def _painted(item: PieceOverlays, corner: QPointF, density: int) -> NDArray[np.uint32]:
    """Return 48 x 48 logical pixels of an item from a corner on, six times as large as canvas units."""
    image = QImage(48 * density, 48 * density, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(density)
    image.fill(0)
    painter = QPainter(image)
    painter.translate(-corner)
    painter.scale(6.0, 6.0)
    item.paint(painter, QStyleOptionGraphicsItem())
    painter.end()
    return np.frombuffer(image.constBits(), np.uint32).reshape(image.height(), image.width()).copy()


def test_the_front_and_flanks_of_a_line_are_those_of_its_facing(view: MapView) -> None:
    front, flank = marked_sides(view.geography, view.counters[FIRST])
    step = view.geography.map.by_number.step
    assert {step(space, k) for space, k in front} == {"0504", "0604", "0705"}
    assert len(flank) == 2
    square, none = marked_sides(view.geography, view.counters["vii"])
    assert len(square) == 6
    assert none == ()
    assert marked_sides(view.geography, view.counters["a"]) == ((), ())


def test_a_game_marks_other_sides_if_it_says_so(view: MapView) -> None:
    own = formation("z", ("0303",), facing=Facing.D0, front=((S("0303"), 2),), flank=((S("0303"), 5),))
    assert marked_sides(view.geography, own) == (((S("0303"), 2),), ((S("0303"), 5),))
    view.set_counters([own])
    view.show_overlays((), "z")
    assert not view.display.overlays.is_empty


def test_on_areas_no_sides_are_marked(view: MapView) -> None:
    view.show_map(areas())
    view.set_counters(lines.on_areas())
    view.show_overlays(lines.area_overlays(), FIRST)
    assert marked_sides(view.geography, view.counters[FIRST]) == ((), ())
    assert len(view.display.overlays.regions) == 2


# --- ways


def test_a_way_goes_from_space_to_space_with_its_prices(view: MapView) -> None:
    before = picture(view)
    trace = lines.trace(field())
    view.show_lines([trace])
    ((shown, places),) = view.display.lines.traces
    assert shown == trace
    assert places == [QPointF(*(view.geography.place(space) or ())) for space in trace.spaces]
    assert changed(view, before, "0704")
    view.show_lines(())
    assert not changed(view, before, "0704")


def test_a_way_over_a_space_that_lies_nowhere_is_not_drawn(view: MapView) -> None:
    before = picture(view)
    view.show_lines([Trace(piece=FIRST, spaces=(S("1409"), S("9999"), S("1509")))])
    assert not changed(view, before, "1409")


# --- sight


def test_a_clear_line_is_whole_and_a_blocked_one_crosses_out_what_blocks_it(view: MapView) -> None:
    before = picture(view)
    clear, woods, _ = lines.sights(field())[::-1]
    assert clear.is_clear
    assert [one.space for one in woods.obstacles] == ["0904"]
    view.show_lines((), [woods])
    assert changed(view, before, "0904")
    assert view.display.lines.along(woods.obstacles[0], QPointF(0, 0), QPointF(0, 0), view.transform()) == 0.5
    view.show_lines((), [clear])
    assert not changed(view, before, "0904")
    assert changed(view, before, "0805", 14)


def test_a_hexside_that_blocks_is_marked(view: MapView) -> None:
    before = picture(view)
    view.show_lines(
        (), [SightLine(start=S("1307"), end=S("1309"), obstacles=(Obstacle(space=S("1308"), side=0, says="a wall"),))]
    )
    middle = sides_path(view.geography, [(S("1308"), 0)]).boundingRect().center()
    at = view.on_view(middle).toPoint()
    differ = np.abs(pixels(before) - pixels(picture(view))).max(axis=2)
    assert differ[at.y() - 3 : at.y() + 3, at.x() - 3 : at.x() + 3].min() > 0


# --- the ghost


def test_a_ghost_stands_in_its_pose_with_its_price(view: MapView) -> None:
    before = picture(view)
    view.show_ghost(lines.ghost())
    posed = view.display.ghost.posed
    assert posed is not None
    assert (posed.spaces, posed.facing) == (("0703", "0803"), Facing.P0)
    assert view.display.ghost.words == "line to P0 · 6½"
    assert changed(view, before, "0703")
    assert changed(view, before, "0803")
    view.show_ghost(None)
    assert not changed(view, before, "0703")


def test_a_ghost_is_translucent(view: MapView) -> None:
    blank, at = pixels(picture(view)), Hands(view).at("1409")
    view.show_ghost(Ghost(piece="vii", spaces=(S("1409"),), formation="line", facing=Facing.D0))
    ghost = pixels(picture(view))
    view.show_ghost(None)
    view.set_counters([formation("vii", ("1409",), formation="line", facing=Facing.D0)])
    solid = pixels(picture(view))
    there = slice(at.y() - 3, at.y() + 4), slice(at.x() - 10, at.x() + 11)
    assert 5 < np.abs(ghost[there] - blank[there]).mean() < 0.8 * np.abs(solid[there] - blank[there]).mean()


def test_a_ghost_of_a_piece_that_is_not_there_or_goes_nowhere_is_not_shown(view: MapView) -> None:
    view.show_ghost(Ghost(piece="nobody", spaces=(S("1409"),)))
    assert view.display.ghost.posed is None
    view.show_ghost(Ghost(piece=FIRST, spaces=(S("1409"), S("9999"))))
    assert view.display.ghost.posed is None


def test_the_words_of_a_ghost_keep_off_the_way_that_leads_to_it(view: MapView) -> None:
    view.show_lines([Trace(piece=FIRST, spaces=(S("1404"), S("1405")))])
    view.show_ghost(Ghost(piece=FIRST, spaces=(S("1405"),), price="2"))
    assert not view.display.ghost.words_above
    view.show_lines([Trace(piece=FIRST, spaces=(S("1406"), S("1405")))])
    view.show_ghost(Ghost(piece=FIRST, spaces=(S("1405"),), price="2"))
    assert view.display.ghost.words_above


def test_a_carried_counter_gives_way_to_its_ghost(view: MapView) -> None:
    hands = Hands(view)

    def pick(_: tuple[str, ...]) -> None:
        view.show_ghost(lines.ghost())

    view.counters_picked.connect(pick)
    hands.press(hands.at(view.counters[FIRST].spaces[1]))
    hands.move(hands.at("0704"))
    hands.move(hands.at("0703"))
    floating = [item for item in view.scene().items() if item.zValue() == 200_000]
    assert [item.isVisible() for item in floating] == [False]
    view.show_ghost(None)
    assert floating[0].isVisible()
    hands.release(hands.at("0703"))


def test_another_map_shows_nothing_of_the_piece_before(view: MapView) -> None:
    view.show_overlays(lines.overlays(field()), FIRST)
    view.show_lines([lines.trace(field())], lines.sights(field()))
    view.show_ghost(lines.ghost())
    view.show_map(areas())
    shown = view.display
    assert (shown.overlays.is_empty, shown.lines.traces, shown.lines.sights, shown.ghost.posed) == (True, [], [], None)
