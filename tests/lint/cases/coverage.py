"""What keeps areas from being one coverage, at the widths where it begins."""

import shapely
from shapely import LineString, Polygon, box
from shapely.geometry.base import BaseGeometry

from sandtable.board.maps import Map, MapLine
from tests.lint.case import Case
from tests.lint.sheets import SEA, isle, strip, with_lines


def lake(width: float) -> dict[str, BaseGeometry]:
    """Return Ashford with a square hole."""
    return {"ash": Polygon(box(0, 0, 10, 10).exterior, [box(4, 4, 4 + width, 4 + width).exterior.coords])}


def over(width: float) -> dict[str, BaseGeometry]:
    """Return Ashford laid over Birchwood, so wide."""
    return {"ash": Polygon([(0, 0), (10, 0), (10 + width, 1), (10 + width, 9), (10, 10), (0, 10)])}


def notch(width: float) -> dict[str, BaseGeometry]:
    """Return Ashford and Birchwood with a crack between them that is open to the edge of the map."""
    return {
        "ash": Polygon([(0, 0), (10 - width, 0), (10, 10), (0, 10)]),
        "mere": box(-10, -10, 30, 30).difference(box(0, -10, 20, 20)),
    }


def with_islet(width: float) -> dict[str, BaseGeometry]:
    """Return Cedar Hill with a second part in the sea, so narrow."""
    islet = box(-5, 12, -5 + width, 18)
    return {"cedar": shapely.union_all([box(0, 10, 10, 20), islet]), "mere": SEA.difference(islet)}


def dot(width: float) -> dict[str, BaseGeometry]:
    """Return one more land in the sea, so small."""
    rock = box(-5, -5, -5 + width, -5 + width)
    return {"rock": rock, "mere": SEA.difference(rock)}


def allowing(shapes: dict[str, BaseGeometry], *, at: float = 5.0) -> Map:
    """Return the map with a line that allows a gap there."""
    return with_lines(isle(shapes), MapLine("lake", "allowed_gap", LineString([(at - 0.5, 4.05), (at + 0.5, 4.05)])))


def pitted(many: int) -> dict[str, BaseGeometry]:
    """Return Ashford with so many pits that nobody has meant."""
    pits = [box(at, 4, at + 0.15, 4.15).exterior.coords for at in range(1, many + 1)]
    return {"ash": Polygon(box(0, 0, 10, 10).exterior, pits)}


CASES = {
    "borders-unfitted": Case(lambda: isle(pitted(5)), lambda: isle(pitted(4))),
    "area-overlap": Case(lambda: isle(over(0.0113)), lambda: isle(over(0.0099)), frozenset({"border-loose"})),
    "area-gap": Case(lambda: isle(lake(0.1001)), lambda: isle(lake(0.0999))),
    "area-sliver": Case(lambda: isle(strip(0.0101)), lambda: isle(strip(0.0099))),
    "area-crack": Case(lambda: isle(notch(0.0999)), lambda: isle(notch(0.1001)), frozenset({"border-loose"})),
    "border-loose": Case(lambda: isle(strip(0.0099)), lambda: isle(strip(0.0101))),
    "area-crumb": Case(lambda: isle(with_islet(0.0999)), lambda: isle(with_islet(0.1001))),
    "area-tiny": Case(lambda: isle(dot(0.0399)), lambda: isle(dot(0.0401))),
    "gap-allowed-idle": Case(lambda: allowing(lake(2.0), at=8.0), lambda: allowing(lake(2.0)), frozenset({"area-gap"})),
}
