"""Frames: what changes is painted and nothing else, nothing is left behind, and tiles come between two of them."""

from collections.abc import Callable
from itertools import count
from random import Random

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QObject, QPointF
from PySide6.QtGui import QImage, QPaintEvent, QRegion
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from sandtable.present import Arrow, Counter, Ghost, PieceOverlay, Reach, Sign, Trace
from sandtable_editor.canvas import MapView
from sandtable_editor.canvas.ground.patches import Patch
from sandtable_editor.canvas.overlay.veil import Veil
from tests.editor.canvas.battle_lines import FIRST, array, field
from tests.editor.canvas.small_maps import S, areas, counter, pixels

SLIGHT = 3
"""So much a smooth line may differ where what is painted ends beside it, of 255."""


class Exposed(QObject):
    """Notes what of a view is painted, and how many times something of it is."""

    def __init__(self, view: MapView) -> None:
        super().__init__(view)
        self.region, self.frames = QRegion(), 0
        view.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QPaintEvent):
            self.region += event.region()
            self.frames += 1
        return False


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let all faces be made before a frame, however slow the machine is: else the rest comes with another one."""
    monkeypatch.setattr("sandtable_editor.canvas.counters.counters.BUDGET", 60.0)
    monkeypatch.setattr("sandtable_editor.canvas.overlay.label_item.BUDGET", 60.0)


def quiet(view: MapView, qtbot: QtBot) -> None:
    """Let the view do all that it does by itself."""
    view.settle()
    for _ in range(3):
        QApplication.processEvents()
    qtbot.waitUntil(lambda: view.is_at_rest)


def on_the_screen(view: MapView) -> QImage:
    """Return what somebody sees, however it came there."""
    return view.screen().grabWindow(view.winId()).toImage()


def afresh(view: MapView) -> QImage:
    return view.grab().toImage()


def shown(view: MapView, board: str, qtbot: QtBot) -> MapView:
    qtbot.addWidget(view)
    view.resize(760, 540)
    if board == "areas":
        view.show_map(areas())
        view.set_counters([counter("i", "alba")])
    else:
        view.show_map(field())
        view.set_counters(array(field()))
    view.show()
    quiet(view, qtbot)
    return view


def fellows(places: str) -> list[Counter]:
    """Return counters, each in the space of its letter; those of the last two are of the other side."""
    spaces = {"a": "alba", "b": "bona", "c": "cava", "d": "dora"}
    sides = ("france", "france", "france", "spain", "spain")
    there = zip(places, ("i", "ii", "iii", "iv", "v"), sides, strict=True)
    return [counter(piece, spaces[at], side) for at, piece, side in there if at != "-"]


AREAS: list[Callable[[MapView], object]] = [
    lambda view: view.show_reach(
        Reach(piece="i", costs={S("bona"): "2"}, barred={S("cava"): ("no",)}, further={S("dora"): "5"}, risk="risky")
    ),
    lambda view: view.show_ghost(Ghost(piece="i", spaces=(S("dora"),), says="forced march, may lose many", price="5")),
    lambda view: view.show_lines(
        [Trace(piece="i", spaces=(S("alba"), S("bona"), S("dora")), prices=("2", "3 and more"))]
    ),
    lambda view: view.frame_space(S("bona")),
    lambda view: view.highlight({S("cava"): "#3366cc"}),
    lambda view: view.show_ghost(Ghost(piece="i", spaces=(S("cava"),), price="1")),
    lambda view: view.show_lines([]),
    lambda view: view.frame_space(S("dora")),
    lambda view: view.show_ghost(None),
    lambda view: view.show_reach(None),
    lambda view: view.highlight({}),
    lambda view: view.frame_space(None),
    lambda view: view.set_counters(fellows("aaabc")),
    lambda view: view.select(["i", "iv"]),
    lambda view: view.set_counters(fellows("baabc")),
    lambda view: view.set_counters(fellows("bba-c")),
    lambda view: view.set_signs([Sign(space=S("bona"), symbol="siege", title="Siege", colour="#aa3322")]),
    lambda view: view.open_fan("i"),
    lambda view: view.set_counters(fellows("bba-c")),
    lambda view: view.set_counters(fellows("bcddd")),
    lambda view: view.set_signs([]),
    lambda view: view.set_counters([]),
]
HEXES: list[Callable[[MapView], object]] = [
    lambda view: view.show_overlays(
        [PieceOverlay(piece=FIRST, kind="fire", spaces=frozenset({S("0303"), S("0304")}))], FIRST
    ),
    lambda view: view.show_reach(Reach(piece=FIRST, costs={S("0303"): "1", S("0304"): "2½"})),
    lambda view: view.show_overlays(
        [PieceOverlay(piece=FIRST, kind="sight", spaces=frozenset({S("0505")}), says="Sees")], FIRST
    ),
    lambda view: view.show_ghost(Ghost(piece=FIRST, spaces=(S("0505"),), price="3")),
    lambda view: view.show_overlays([]),
    lambda view: view.show_ghost(None),
    lambda view: view.show_reach(None),
]


@pytest.mark.parametrize(("board", "doings"), [("areas", AREAS), ("hexes", HEXES)], ids=["areas", "hexes"])
def test_what_is_painted_in_parts_is_what_is_painted_at_once(
    board: str, doings: list[Callable[[MapView], object]], qtbot: QtBot
) -> None:
    view = shown(MapView(), board, qtbot)
    for number, do in enumerate(doings):
        do(view)
        let_paint(view, qtbot)
        off = np.abs(pixels(on_the_screen(view)) - pixels(afresh(view))).max(axis=2)
        assert off.max() <= SLIGHT, (number, np.argwhere(off > SLIGHT).min(axis=0))


def test_counters_laid_after_others_lie_as_they_would_at_once(qtbot: QtBot) -> None:
    rng, view = Random(3), shown(MapView(), "areas", qtbot)
    for _ in range(12):
        now = fellows("".join(rng.choice("aabbcd-") for _ in range(5)))
        view.set_counters(now)
        quiet(view, qtbot)
        anew = shown(MapView(), "areas", qtbot)
        anew.set_counters([])
        anew.set_counters(now)
        quiet(anew, qtbot)
        assert np.abs(pixels(afresh(view)) - pixels(afresh(anew))).max() == 0
        assert view.counters.pieces() == anew.counters.pieces()


def let_paint(view: MapView, qtbot: QtBot) -> None:
    """Let the view paint what it has been told to, and no more than that."""
    for _ in range(3):
        QApplication.processEvents()
    qtbot.waitUntil(lambda: view.is_at_rest)
    QApplication.processEvents()


SMALL: list[Callable[[MapView], object]] = [
    lambda view: view.show_ghost(Ghost(piece="i", spaces=(S("bona"),), price="1")),
    lambda view: view.show_lines([Trace(piece="i", spaces=(S("alba"), S("bona")), prices=("2",))]),
    lambda view: view.frame_space(S("alba")),
    lambda view: view.set_counters([counter("i", "bona")]),
    lambda view: view.select(["i"]),
]


@pytest.mark.parametrize("do", SMALL, ids=["ghost", "way", "frame", "move", "choice"])
def test_only_what_changes_is_painted(do: Callable[[MapView], object], qtbot: QtBot) -> None:
    view = shown(MapView(), "areas", qtbot)
    exposed = Exposed(view)
    do(view)
    let_paint(view, qtbot)
    box, whole = exposed.region.boundingRect(), view.viewport().rect()
    assert not box.isEmpty()
    assert box.width() * box.height() < 0.8 * whole.width() * whole.height()


def test_what_is_shown_again_is_not_painted_again(qtbot: QtBot) -> None:
    view = shown(MapView(), "areas", qtbot)
    view.highlight({S("cava"): "#3366cc"})
    let_paint(view, qtbot)
    exposed = Exposed(view)
    view.highlight({S("cava"): "#3366cc"})
    view.show_ghost(None)
    view.show_lines([])
    let_paint(view, qtbot)
    assert exposed.region.isEmpty()


def test_a_reach_that_was_shown_before_is_at_hand_at_once(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    view = shown(MapView(), "areas", qtbot)
    reaches = [Reach(piece="i", costs={S(name): "2"}) for name in ("bona", "dora")]
    for reach in reaches:
        view.show_reach(reach)
        let_paint(view, qtbot)
    painted: list[Patch] = []

    def paint(veil: Veil, patch: Patch, *_: object) -> None:
        painted.append(patch)

    monkeypatch.setattr(Veil, "_painted", paint)
    again: list[Reach | None] = [None, *reaches, None, *reaches]
    for one in again:
        view.show_reach(one)
        let_paint(view, qtbot)
    assert painted == []


def test_no_tile_is_painted_while_a_zoom_goes_on(qtbot: QtBot) -> None:
    view = shown(MapView(), "areas", qtbot)
    before = view.map_scene.tiles.painted
    for _ in range(6):
        view.zoom_by(1.2)
        view.viewport().repaint()
        QApplication.processEvents()
    assert view.map_scene.tiles.painted == before
    let_paint(view, qtbot)
    assert view.map_scene.tiles.painted > before
    assert np.abs(pixels(on_the_screen(view)) - pixels(afresh(view))).max() <= SLIGHT


def test_what_is_panned_to_comes_without_a_seam(qtbot: QtBot) -> None:
    view = shown(MapView(), "areas", qtbot)
    view.zoom_by(2.0)
    for _ in range(8):
        view.navigation.pan(37, 23)
        QApplication.processEvents()
    let_paint(view, qtbot)
    assert np.abs(pixels(on_the_screen(view)) - pixels(afresh(view))).max() <= SLIGHT
    assert view.counters.at(view.counters.middle("i")) == "i"
    assert view.space_at(view.on_view(QPointF(50, 50))) == "alba"


@pytest.mark.usefixtures("unhurried")
def test_counters_that_have_moved_are_painted_once(view: MapView, qtbot: QtBot) -> None:
    """Their faces are theirs before they are painted: what changes in a frame would need another one."""
    shown(view, "areas", qtbot)
    exposed = Exposed(view)
    view.set_counters([counter("i", "bona"), counter("ii", "cava"), counter("iii", "cava")])
    view.select(["ii"])
    for _ in range(2):
        QApplication.processEvents()
    assert exposed.frames == 1


def test_arrows_that_are_shown_already_are_not_painted_again(view: MapView, qtbot: QtBot) -> None:
    shown(view, "areas", qtbot)
    arrow = Arrow(start=S("alba"), end=S("bona"), colour="#aa3322")
    exposed = Exposed(view)
    for arrows, frames in (([], 0), ([arrow], 1), ([arrow], 1), ([], 2), ([], 2)):
        view.show_arrows(arrows)
        QApplication.processEvents()
        assert exposed.frames == frames


def test_tiles_are_shown_several_at_a_time(view: MapView, qtbot: QtBot) -> None:
    """Each frame takes about as long as a tile: none of its own for each."""
    shown(view, "areas", qtbot)
    view.zoom_by(2.5)
    QApplication.processEvents()
    tiles, exposed, before = view.map_scene.tiles, Exposed(view), view.map_scene.tiles.painted
    qtbot.waitUntil(lambda: view.is_at_rest)
    assert tiles.painted - before >= 6
    assert exposed.frames < tiles.painted - before


def test_words_that_take_several_turns_are_all_shown(
    view: MapView, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing comes to rest before the frame that shows the last of them."""
    shown(view, "areas", qtbot)
    monkeypatch.setattr("sandtable_editor.canvas.widget.shown_map.GATHERED", 1e9)
    monkeypatch.setattr(view.map_scene.labels, "_clock", count(0.0, 0.002).__next__)
    view.set_theme("dark")
    scene = view.map_scene
    scene.tiles.complete(scene.step, view.window_box())
    while not scene.overview.ready:
        scene.overview.work()
    view.viewport().repaint()
    assert not scene.labels.complete
    qtbot.waitUntil(lambda: view.is_at_rest)
    assert scene.labels.complete


def test_words_that_a_frame_lacks_come_although_another_part_is_painted_meanwhile(
    view: MapView, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown(view, "areas", qtbot)
    scene, labels = view.map_scene, view.map_scene.labels
    with monkeypatch.context() as hurried:
        hurried.setattr("sandtable_editor.canvas.widget.shown_map.GATHERED", 1e9)
        hurried.setattr(labels, "_clock", count(0.0, 1.0).__next__)  # nothing can be written in time
        view.set_theme("dark")
        qtbot.waitUntil(lambda: scene.ready and scene.is_whole(view.window_box()))
        for _ in range(3):
            QApplication.processEvents()
        assert not labels.complete
    view.viewport().repaint(QRegion(20, 32, 4, 4))
    qtbot.waitUntil(lambda: view.is_at_rest)
    off = np.abs(pixels(on_the_screen(view)) - pixels(afresh(view))).max(axis=2)
    assert off.max() <= SLIGHT, np.argwhere(off > SLIGHT).min(axis=0)
