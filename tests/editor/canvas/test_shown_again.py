"""A map that is shown again, in whatever window, is not measured again, and looks as it did."""

from collections.abc import Callable

import pytest
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from sandtable.board.maps import Map, MapInfo, Underlay
from sandtable_editor.canvas import MapView
from sandtable_editor.canvas.geometry import shapes
from sandtable_editor.canvas.ground.patches import Patch
from sandtable_editor.canvas.widget.laid_maps import KEPT, LAID
from tests.editor.canvas.small_maps import areas, hexes, same

PATCH = Patch((0.0, 0.0, 400.0, 300.0), 1.0, 1.0, 400, 300)


def shown(qtbot: QtBot, board: Map) -> MapView:
    view = MapView()
    qtbot.addWidget(view)
    view.resize(400, 300)
    view.show_map(board)
    return view


def picture(view: MapView) -> QImage:
    return view.map_scene.ground.paint(PATCH)


def test_it_is_not_measured_again(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    board = areas()
    first = shown(qtbot, board)
    stands = first.geography.stands(list(first.geography.ids))

    def refuse(*_: object) -> None:
        raise AssertionError("it is known already")

    for name in ("roomiest", "gap", "join_segments"):
        monkeypatch.setattr(shapes, name, refuse)
    second = shown(qtbot, board)
    assert second.geography.stands(list(first.geography.ids)) == stands


@pytest.mark.parametrize("make", [areas, hexes])
def test_it_looks_as_it_did_and_as_a_map_that_was_never_shown(qtbot: QtBot, make: Callable[[], Map]) -> None:
    board = make()
    first = picture(shown(qtbot, board))
    again = shown(qtbot, board)
    assert same(picture(again), first)
    assert same(picture(again), picture(shown(qtbot, make())))
    names = shown(qtbot, make()).map_scene.labels.names.all
    assert again.map_scene.labels.names.all == names


def test_each_window_wears_its_own_look(qtbot: QtBot) -> None:
    board = areas()
    first, second = shown(qtbot, board), shown(qtbot, board)
    before = picture(first)
    second.set_theme("dark")
    assert not same(picture(second), before)
    assert same(picture(first), before)


def test_an_edit_of_one_is_not_seen_in_the_other(qtbot: QtBot) -> None:
    board, other = areas(), areas(terrain="mountain")
    first, second = shown(qtbot, board), shown(qtbot, board)
    before = picture(first)
    second.show_map(other)
    assert not same(picture(second), before)
    assert same(picture(first), before)
    assert same(picture(shown(qtbot, board)), before)


def test_few_are_kept_and_none_with_images(qtbot: QtBot) -> None:
    boards = [areas(name=f"Land {number}") for number in range(KEPT + 1)]
    for board in boards:
        shown(qtbot, board)
    assert [LAID.find(board) is not None for board in boards] == [False, *[True] * KEPT]
    scan = Underlay("scan", "image/png", b"", 0, 0, 400, 200)
    scanned = Map(MapInfo("scanned", "Scanned"), underlays=(scan,))
    shown(qtbot, scanned)
    assert LAID.find(scanned) is None
