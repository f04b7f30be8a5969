"""Signs over what stands in a space: a siege is seen by day and by night, near and far, and hides nothing for long."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QImage

from sandtable.present import Sign
from sandtable_editor.canvas import MapView
from sandtable_editor.canvas.counters.status_symbols import GREATEST, LEAST
from sandtable_editor.canvas.geometry.palette import Tone
from tests.editor.canvas.small_maps import S, counter

BESIEGER = "#2b4f9e"
SIEGE = Sign(space=S("bona"), symbol="siege", title="France besieges Bona", colour=BESIEGER)


def shown(view: MapView) -> QImage:
    view.settle()
    return view.grab().toImage()


def middle_of_badge(view: MapView, space: str = "bona") -> QPointF:
    stand = view.geography.stand(S(space))
    assert stand is not None
    return view.counters.signs.badge(view.on_view(QPointF(*stand))).center()


def near(image: QImage, at: QPointF, colour: str) -> bool:
    """Tell whether there is a colour around a place."""
    dpr, wanted = image.devicePixelRatio(), QColor(colour)
    spots = [(round(at.x() * dpr) + dx, round(at.y() * dpr) + dy) for dx in range(-9, 10) for dy in range(-6, 7)]
    return any(image.pixelColor(x, y) == wanted for x, y in spots)


@pytest.mark.parametrize("tone", ["light", "dark", "contrast"])
@pytest.mark.parametrize("zoom", [0.5, 1.0, 4.0])
def test_a_sign_is_seen_in_the_colour_of_whoever_does_it(view: MapView, tone: Tone, zoom: float) -> None:
    view.set_theme(tone)
    view.zoom_by(zoom)
    view.centre_on(S("bona"))
    before = shown(view)
    view.set_signs([SIEGE])
    after = shown(view)
    at = middle_of_badge(view)
    assert not near(before, at, BESIEGER)
    assert near(after, at, BESIEGER)
    view.set_signs([])
    assert shown(view) == before


def test_it_lies_above_the_counters_and_covers_none(view: MapView) -> None:
    view.set_counters([counter("i", "bona"), counter("x", "bona", "spain")])
    view.set_signs([SIEGE])
    stand = view.geography.stand(S("bona"))
    assert stand is not None
    badge = view.counters.signs.badge(view.on_view(QPointF(*stand)))
    assert LEAST <= badge.height() <= GREATEST
    for piece in ("i", "x"):
        middle = view.on_view(view.counters.middle(piece))
        assert badge.bottom() < middle.y() - view.counters.size / 2 + 1
    at = view.on_view(view.counters.middle("i"))
    assert view.counters.at(view.on_canvas(at)) == "i"  # it is still the counter that is pointed at


def test_two_signs_of_a_space_stand_side_by_side(view: MapView) -> None:
    signs = view.counters.signs
    first, second = signs.badge(QPointF(100, 100)), signs.badge(QPointF(100, 100), 1)
    assert not first.intersects(second)
    assert first.top() == second.top()


def test_a_space_without_a_place_has_none_and_another_map_begins_without(view: MapView) -> None:
    view.set_signs([SIEGE, Sign(space=S("nowhere"), symbol="siege", title="", colour=BESIEGER)])
    assert view.counters.signs.all() == [SIEGE]
    view.show_map(view.geography.map)  # the same map keeps them
    assert view.counters.signs.all() == [SIEGE]
