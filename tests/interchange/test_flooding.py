"""Drawn borders are flooded: regions that share them exactly, gaps closed, words and specks left out."""

from __future__ import annotations

import numpy as np
import pytest

from sandtable.board.affine import Spot
from sandtable.engine.errors import Invalid
from sandtable.interchange.flooding import FloodSettings, FloodWorker, FoundArea
from sandtable.interchange.flooding.components import components_of, extents_of, sizes_of
from sandtable.interchange.flooding.flood_task import FloodRequest, flood
from sandtable.interchange.flooding.ground_between import depth_of
from sandtable.interchange.worker import Cancelled
from tests.interchange.drawn_borders import DrawnMap, polygons, share_borders


def flooded(
    grey: np.ndarray[tuple[int, ...], np.dtype[np.uint8]],
    settings: FloodSettings = FloodSettings(),  # noqa: B008  # it never changes
    seeds: list[Spot] | None = None,
) -> list[FoundArea]:
    high, wide = grey.shape
    return flood(grey.tobytes(), FloodRequest(wide, high, settings, seeds))


@pytest.mark.parametrize("corners", [False, True])
def test_pieces_are_numbered_as_one_would_by_hand(corners: bool) -> None:
    rng = np.random.default_rng(4)
    for density in (0.3, 0.5, 0.65):
        flags = rng.random((40, 57)) < density
        labels, many = components_of(flags, corners=corners)
        assert many == len(np.unique(labels[labels > 0])) == labels.max()
        assert np.array_equal(labels > 0, flags)
        assert _kinds(labels) == _kinds(_by_hand(flags, corners=corners))


def _kinds(labels: np.ndarray[tuple[int, ...], np.dtype[np.int32]]) -> set[tuple[int, ...]]:
    return {tuple(np.flatnonzero(labels == number).tolist()) for number in np.unique(labels[labels > 0])}


def _by_hand(
    flags: np.ndarray[tuple[int, ...], np.dtype[np.bool_]], *, corners: bool
) -> np.ndarray[tuple[int, ...], np.dtype[np.int32]]:
    labels = np.zeros(flags.shape, np.int32)
    steps = [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if (r or c) and (corners or not (r and c))]
    for row, column in zip(*np.nonzero(flags), strict=True):
        if labels[row, column]:
            continue
        number, todo = labels.max() + 1, [(int(row), int(column))]
        labels[row, column] = number
        while todo:
            r, c = todo.pop()
            for dr, dc in steps:
                y, x = r + dr, c + dc
                if 0 <= y < flags.shape[0] and 0 <= x < flags.shape[1] and flags[y, x] and not labels[y, x]:
                    labels[y, x] = number
                    todo.append((y, x))
    return labels


def test_sizes_and_extents_are_those_of_the_pieces() -> None:
    flags = np.zeros((6, 9), np.bool_)
    flags[1, 1:4] = flags[3:6, 7] = True
    labels, many = components_of(flags)
    assert sizes_of(labels, many).tolist() == [3, 3]
    assert [one.tolist() for one in extents_of(labels, many)] == [[3, 1], [1, 3]]
    assert depth_of(flags, 2)[0].tolist() == [2, 1, 1, 1, 2, 2, 3, 3, 3]


@pytest.mark.parametrize("seed", range(3))
def test_forty_regions_are_found_as_they_were_drawn(seed: int) -> None:
    drawn = DrawnMap(seed)
    grey = drawn.picture((2.0, 5.0, 9.0), gaps=5.0, words=40, grain=9.0, shade=60.0)
    found = polygons(flooded(grey))
    assert len(found) == len(drawn.regions) == 40
    assert min(drawn.fit_of(found)) >= 0.98
    assert share_borders(found)
    assert sum(len(one.exterior.coords) for one in found) < 40 * 200


def test_a_click_gives_the_region_it_is_in_and_its_neighbour_shares_the_border() -> None:
    drawn = DrawnMap(9, 3, 2)
    grey = drawn.picture()
    inside = [drawn.inside(at) for at in range(6)]
    every = [one.outline for one in flooded(grey)]
    for at, spot in enumerate(inside):
        (one,) = flooded(grey, seeds=[spot])
        assert one.outline in every
        assert drawn.regions[at].intersection(polygons([one])[0]).area > 0.97 * drawn.regions[at].area
    both = flooded(grey, seeds=inside[:2] + inside[:1])
    assert [one.seed for one in both] == [0, 1]
    assert share_borders(polygons(both))
    (outside,) = flooded(grey, seeds=[(3.0, 3.0)])
    assert len(outside.holes) == 1


def test_a_wider_gap_than_is_closed_lets_two_regions_be_one() -> None:
    drawn = DrawnMap(2, 3, 2)
    grey = drawn.picture(gaps=20.0)
    with pytest.raises(Invalid, match="has no closed borders: let wider gaps be closed"):
        flooded(grey)
    assert len(flooded(grey, FloodSettings(gap=26))) == 6


def test_an_island_is_a_hole_in_what_lies_around_it() -> None:
    drawn = DrawnMap(3, 1, 1, side=300)
    grey = drawn.picture()
    rows, columns = np.mgrid[0 : grey.shape[0], 0 : grey.shape[1]]
    middle = drawn.regions[0].representative_point()
    ring = np.abs(np.hypot(columns - middle.x, rows - middle.y) - 40) < 2.5
    grey[ring] = 20
    around, island = sorted(flooded(grey), key=lambda one: -len(one.holes))
    assert (len(around.holes), len(island.holes)) == (1, 0)
    assert polygons([island])[0].area == pytest.approx(np.pi * 40**2, rel=0.03)
    assert share_borders(polygons([around, island]))


def test_blank_paper_has_no_borders() -> None:
    with pytest.raises(Invalid, match="has no closed borders"):
        flooded(np.full((200, 300), 230, np.uint8))


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        (FloodSettings(gap=-1), "cannot be flooded with gap -1: choose 0 to 500"),
        (FloodSettings(gap=5_000), "cannot be flooded with gap 5,000"),
        (FloodSettings(darkness=300), "with darkness 300: choose 0 to 255"),
        (FloodSettings(tolerance=float("nan")), "with borders simplified by nan"),
    ],
)
def test_settings_without_sense_are_refused(settings: FloodSettings, says: str) -> None:
    with pytest.raises(Invalid) as error:
        flooded(np.full((20, 30), 230, np.uint8), settings)
    assert says in str(error.value)


def test_a_place_beside_the_image_and_an_image_that_is_too_large_are_refused() -> None:
    with pytest.raises(Invalid, match="has nothing at 40, 3, beside it"):
        flooded(np.full((20, 30), 230, np.uint8), seeds=[(40.0, 3.0)])
    with pytest.raises(Invalid, match="20,000 by 20,000 pixels: 24,000,000 are the most"):
        flood(b"", FloodRequest(20_000, 20_000, FloodSettings()))


def test_it_is_done_in_a_process_that_can_be_called_off() -> None:
    drawn = DrawnMap(4, 3, 2)
    grey = drawn.picture()
    worker = FloodWorker(grey, "the image 'scan'")
    try:
        assert worker.flood(FloodSettings()) == flooded(grey)
        with pytest.raises(Cancelled):
            worker.flood(FloodSettings(), cancelled=lambda: True)
        with pytest.raises(Invalid, match=r"^the image 'scan' has no closed borders"):
            worker.flood(FloodSettings(darkness=250))
        assert len(worker.flood(FloodSettings(), [drawn.inside(0)])) == 1
    finally:
        worker.close()
