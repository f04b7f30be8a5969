"""A map that is drawn on is shown as it would be if it were opened anew: after each of many random edits."""

import random
from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
import shapely
from PySide6.QtCore import QPointF
from PySide6.QtGui import QImage, QPainter
from pytestqt.qtbot import QtBot

from sandtable.board.maps import Map
from sandtable.design.document import DesignDocument
from sandtable.engine.errors import Invalid
from sandtable_editor.canvas import MapView
from sandtable_editor.canvas.geometry.geography import CanvasGeography
from sandtable_editor.canvas.geometry.hit import Hit
from sandtable_editor.canvas.ground.area_lines import Piece
from sandtable_editor.canvas.ground.ground import PaintedGround
from sandtable_editor.canvas.ground.tiles import Pyramid
from sandtable_editor.canvas.overlay.names import names_of
from sandtable_editor.canvas.widget.find import Gazetteer
from tests.design.drawing import Designer, country
from tests.editor.canvas.small_maps import pixels

EDITS = 120


def next_map(document: DesignDocument, designer: Designer) -> Map:
    """Return the map after something was done to it, taken back, or done again."""
    while True:
        try:
            if designer.rng.random() < 0.2 and document.can_undo:
                document.undo()
            elif designer.rng.random() < 0.1 and document.can_redo:
                document.redo()
            else:
                document.do(designer.edit(document.map))
        except Invalid:
            continue
        return document.map


def test_what_is_known_of_a_map_after_edits_is_what_is_found_anew(qtbot: QtBot) -> None:
    for seed in (1, 2):
        document, designer = DesignDocument.of(country(seed, torn=seed == 2)), Designer(seed)
        view = MapView()
        qtbot.addWidget(view)
        view.show_map(document.map)
        for _ in range(EDITS):
            view.show_map(next_map(document, designer))
            assert_as_anew(view, designer.rng)


def assert_as_anew(view: MapView, rng: random.Random) -> None:
    """Find where everything lies, what is drawn and what is hit to be as on a map that is opened now."""
    shown, anew = view.geography, CanvasGeography(view.geography.map)
    assert shown.ids == anew.ids
    assert [a.equals_exact(b) for a, b in zip(shown.shapes, anew.shapes, strict=True)] == [True] * len(anew.ids)
    for name in ("boxes", "extents", "middles", "water"):
        assert np.array_equal(getattr(shown, name), getattr(anew, name)), name
    for name in ("box", "size", "places", "marks"):
        assert getattr(shown, name) == getattr(anew, name), name
    every = [*anew.ids, *anew.marks]
    assert shown.stands(every) == anew.stands(every)
    ground = PaintedGround(anew, view.map_scene.look)
    ours = view.map_scene.ground
    assert view.map_scene.labels.names.all == names_of(anew)
    assert ours.links.all == ground.links.all
    assert ours.areas.terrain == ground.areas.terrain
    assert ours.areas.strewing.has_town == ground.areas.strewing.has_town
    assert segments_of(ours.areas.lines.pieces) == segments_of(ground.areas.lines.pieces)
    hit, (left, top, right, bottom) = Hit(anew), anew.box
    for _ in range(20):
        x, y = rng.uniform(left, right), rng.uniform(top, bottom)
        assert view.hit.space(x, y, 50.0) == hit.space(x, y, 50.0)
    assert view.find("area") == Gazetteer(anew).find("area")


def segments_of(pieces: list[Piece]) -> Counter[tuple[object, ...]]:
    """Return what is drawn between each two vertices, and what it parts."""
    found: Counter[tuple[object, ...]] = Counter()
    for rank, one, other, line in pieces:
        ends = [tuple(xy) for xy in shapely.get_coordinates(line).tolist()]
        found.update((rank, one, other, *sorted(pair)) for pair in pairwise(ends))
    return found


@pytest.mark.parametrize("seed", [3, 4])
def test_the_picture_after_edits_is_that_of_the_map_shown_anew(qtbot: QtBot, seed: int) -> None:
    document, designer = DesignDocument.of(country(seed)), Designer(seed)
    view = MapView()
    qtbot.addWidget(view)
    view.resize(600, 500)
    view.show()
    view.show_map(document.map)
    view.settle()
    for _ in range(12):
        for _ in range(4):
            view.show_map(next_map(document, designer))
            view.space_at(QPointF(300, 250))
        view.settle()
        fresh = PaintedGround(CanvasGeography(document.map), view.map_scene.look)
        off = np.abs(drawn(view, view.map_scene.tiles) - drawn(view, Pyramid(fresh.paint, budget=60.0))).max(axis=2)
        assert (off > 24).mean() < 0.0005, float((off > 24).mean())


def drawn(view: MapView, tiles: Pyramid) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    """Return what tiles show in the window of a view."""
    image = QImage(view.viewport().size(), QImage.Format.Format_RGB32)
    image.fill(0)
    painter = QPainter(image)
    origin = view.origin()
    tiles.complete(view.navigation.step, view.window_box())
    tiles.draw(painter, view.navigation.step, view.window_box(), (origin.x(), origin.y()))
    painter.end()
    return np.asarray(pixels(image), np.int64)
