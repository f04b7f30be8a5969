"""Images are fitted to a map by points of them that are known, and the points that say nothing are refused."""

from __future__ import annotations

import random
from math import cos, hypot, inf, nan, radians, sin
from typing import Final, Literal

import pytest

from sandtable.board.affine import ControlPoint, Placement, Spot, scaling
from sandtable.board.control_points import fit_points
from sandtable.board.hexes import HexGrid
from sandtable.board.numbering import COLUMN_ROW, PrintedNumbers
from sandtable.board.scanned_board import BoardLayout, HexPoint, grid_of_scan, hex_points
from sandtable.engine.errors import Invalid

ORIENTATIONS: Final[tuple[Literal["flat", "pointy"], ...]] = ("flat", "pointy")
STAGGERS: Final[tuple[Literal["odd", "even"], ...]] = ("odd", "even")


def turned(degrees: float, across: float = 1.0, down: float = 1.0, skew: float = 0.0) -> Placement:
    """Return what stretches, skews and then turns."""
    turn = radians(degrees)
    skewed = Placement(across, skew * down, 0.0, 0.0, down, 0.0)
    return skewed.before(Placement(cos(turn), -sin(turn), 0.0, sin(turn), cos(turn), 0.0))


def points(laid: Placement, *pixels: Spot) -> list[ControlPoint]:
    return [ControlPoint(pixel, laid.at(pixel)) for pixel in pixels]


def test_a_way_and_the_way_back_lead_home() -> None:
    laid = turned(12, 2.5, 3.5, 0.2).moved((40, -7))
    assert laid.inverse().at(laid.at((120, 45))) == pytest.approx((120, 45))
    assert scaling(1 / 8, 1 / 4).before(laid).at((8, 4)) == pytest.approx(laid.at((1, 1)))


@pytest.mark.parametrize("downwards", [True, False])
def test_two_points_move_turn_and_scale(downwards: bool) -> None:
    upright = turned(0, 0.5, 0.5 if downwards else -0.5)
    laid = upright.before(turned(30)).moved((100, 200))
    fit = fit_points(points(laid, (10, 20), (400, 90)), downwards=downwards)
    assert fit.placement == pytest.approx(laid)
    assert max(one.pixels for one in fit.residuals) < 1e-9


def test_three_points_stretch_and_skew_too() -> None:
    laid = turned(-20, 0.3, 0.4, 0.1).moved((-5, 8))
    assert fit_points(points(laid, (0, 0), (900, 20), (30, 700))).placement == pytest.approx(laid)


def test_more_points_are_balanced_and_the_worst_is_named() -> None:
    laid = turned(5, 2.0, 2.0)
    known = points(laid, (0, 0), (1000, 0), (1000, 800), (400, 500), (0, 800), (500, 0), (1000, 400))
    x, y = known[3].at
    fit = fit_points([*known[:3], ControlPoint(known[3].pixel, (x + 40, y)), *known[4:]])
    assert fit.worst == 3
    assert 5 < fit.residuals[3].pixels < 20
    assert fit.residuals[3].units == pytest.approx(2 * fit.residuals[3].pixels, rel=0.02)
    assert 0 < fit.mean.pixels < fit.residuals[3].pixels


@pytest.mark.parametrize(
    ("known", "says"),
    [
        ([], "there are no control points: give two to 1,000 to place an image by"),
        ([((0, 0), (0, 0))], "there is one control point: give two"),
        ([((0, 0), (0, 0)), ((0, 0), (5, 5))], "control points 1 and 2 are at one place on the image"),
        ([((0, 0), (5, 5)), ((9, 0), (5, 5))], "control points 1 and 2 are at one place on the map"),
        ([((0, 0), (0, 0)), ((9, 9), (1, 1)), ((5, 5), (3, 0))], "lie on one line of the image"),
        ([((0, 0), (0, 0)), ((9, 0), (1, 1)), ((5, 5), (3, 3.001))], "lie on one line of the map"),
        ([((0, 0), (0, 0)), ((nan, 9), (1, 1))], "control point 2 is at nan, 9 on the image: give two numbers"),
        ([((0, 0), (inf, 0)), ((4, 9), (1, 1))], "control point 1 is at inf, 0 on the map"),
        ([((0, 0), (0, 0)), ((9, 0), (0, 9)), ((0, 9), (9, 0))], "two of them have each other's place"),
    ],
)
def test_points_that_decide_nothing_are_refused(known: list[tuple[Spot, Spot]], says: str) -> None:
    with pytest.raises(Invalid, match="control point") as error:
        fit_points([ControlPoint(*one) for one in known])
    assert says in str(error.value)


@pytest.mark.parametrize("seed", range(12))
def test_a_skewed_scan_fits_from_four_hexes_to_two_pixels(seed: int) -> None:
    """Hexes of a board of 40 by 30 in a scan that is turned, skewed and stretched; the clicks are whole pixels."""
    rng = random.Random(seed)
    orientation, stagger = rng.choice(ORIENTATIONS), rng.choice(STAGGERS)
    printed = HexGrid(40, 30, orientation, stagger, rng.uniform(40, 90))
    scanned = turned(rng.uniform(-8, 8), rng.uniform(0.95, 1.05), rng.uniform(0.95, 1.05), rng.uniform(-0.05, 0.05))
    scanned = scanned.moved((rng.uniform(0, 300), rng.uniform(0, 300)))
    numbers = PrintedNumbers(printed, COLUMN_ROW)
    clicked: list[HexPoint] = []
    for number in ("0201", "3902", "3929", "0230"):
        u, v = scanned.at(printed.centre(numbers.hex(number)))
        clicked.append(HexPoint((round(u), round(v)), number))
    laid = scaling(0.25, 0.25).moved((500, 100))
    grid = grid_of_scan(clicked, BoardLayout(orientation, stagger, COLUMN_ROW, 40, 30), laid)
    back = fit_points(hex_points(grid, PrintedNumbers(grid), clicked)).placement.inverse()
    offs: list[float] = []
    for hex in printed:
        u, v = scanned.at(printed.centre(hex))
        x, y = back.at(grid.centre(hex))
        offs.append(hypot(u - x, v - y))
    assert len(offs) == 1200
    assert max(offs) <= 2.0
    assert grid.hex_width == pytest.approx(printed.hex_width * abs(scanned.size) ** 0.5 * 0.25, rel=0.01)


def test_a_board_needs_three_hexes_each_once() -> None:
    layout = BoardLayout("flat", "odd", COLUMN_ROW)
    with pytest.raises(Invalid, match="2 hexes do not say how a board lies"):
        grid_of_scan([HexPoint((0, 0), "0101"), HexPoint((9, 0), "0201")], layout, scaling(1, 1))
    with pytest.raises(Invalid, match="the hex 0101 is named twice"):
        grid_of_scan([HexPoint((0, 0), "0101"), HexPoint((9, 0), "0101")], layout, scaling(1, 1))
    with pytest.raises(Invalid, match="no hex is numbered 'AB'"):
        grid_of_scan([HexPoint((0, 0), "AB")], layout, scaling(1, 1))
