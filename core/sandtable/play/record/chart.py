"""A measure over the rounds as lines to be drawn: one for each side, told apart by colour, mark and place."""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from sandtable.play.words.wording import side_title
from sandtable.present import presentation

if TYPE_CHECKING:
    from sandtable.engine.running.game import RunningGame
    from sandtable.play.record.statistics import Point, Series

MARKS: Final = ("circle", "square", "triangle", "diamond", "cross")
"""What stands at the points of a line, so that lines can be told apart without colour."""
MARK_CORNERS: Final[dict[str, tuple[tuple[float, float], ...]]] = {
    "square": ((-4, -4), (4, -4), (4, 4), (-4, 4)),
    "triangle": ((0, -5), (5, 4), (-5, 4)),
    "diamond": ((0, -5), (5, 0), (0, 5), (-5, 0)),
    "cross": (
        (-1.5, -5), (1.5, -5), (1.5, -1.5), (5, -1.5), (5, 1.5), (1.5, 1.5), (1.5, 5), (-1.5, 5), (-1.5, 1.5),
        (-5, 1.5), (-5, -1.5), (-1.5, -1.5),
    ),
}  # fmt: skip
"""The corners of a mark about its middle, in pixels; a circle has none."""
DASHES: Final[dict[str, tuple[float, ...]]] = {
    "circle": (), "square": (8, 4), "triangle": (2, 3), "diamond": (10, 3, 2, 3), "cross": (5, 3),
}  # fmt: skip
"""How a line is broken, strokes and gaps in pixels; none: it is whole."""
LINE_WIDTH: Final = 2.2
EDGE_WIDTH: Final = 4.4
"""How wide the faint edge of a line is, which is seen on any ground, whatever colour the line has."""
EDGE_SHARE: Final = 0.5
"""How much of the ink the edge takes."""
UNKNOWN: Final = "#808080"
STEPS: Final = (1, 2, 5)
MOST_TICKS: Final = 5
MOST_ROUNDS: Final = 12
"""So many rounds are named below a chart."""


class ChartLine(Struct, frozen=True):
    """The line of a side: its points by round, ``None`` where its number is not known; from 0 to 1, y upwards."""

    title: str
    colour: str
    mark: str
    points: tuple[tuple[float, float] | None, ...]


class MeasureChart(Struct, frozen=True):
    """A measure over the rounds; ``ticks`` are heights with their numbers, ``rounds`` places with their titles."""

    title: str
    lines: tuple[ChartLine, ...]
    ticks: tuple[tuple[float, str], ...]
    rounds: tuple[tuple[float, str], ...]


def chart_of(game: RunningGame, series: Series) -> MeasureChart:
    """Return a series as a chart."""
    least = min((point.value for point in _points(series) if point.value is not None), default=0)
    low, high, step = _scale(min(least, 0), max(series.greatest, 1))
    lines = tuple(
        ChartLine(
            side_title(game, side),
            presentation.side_colour(game, side) or UNKNOWN,
            MARKS[nth % len(MARKS)],
            tuple(_place(at, len(points), point, low, high) for at, point in enumerate(points)),
        )
        for nth, (side, points) in enumerate(series.sides)
    )
    ticks = tuple(((at - low) / (high - low), str(at)) for at in range(low, high + 1, step))
    return MeasureChart(titled(series), lines, ticks, tuple(_rounds(series)))


def titled(series: Series) -> str:
    """Return what is counted, and in what."""
    return f"{series.title} ({series.unit})" if series.unit else series.title


def _points(series: Series) -> list[Point]:
    return [point for _, points in series.sides for point in points]


def _scale(least: int | Fraction, greatest: int | Fraction) -> tuple[int, int, int]:
    """Return round numbers below and above all values, and the step of the lines between."""
    step, power = 1, 1
    while (greatest - least) > MOST_TICKS * step:
        power *= 10 if step == STEPS[-1] * power else 1
        step = next((one * power for one in STEPS if one * power > step), power)
    low = -ceil(-least / step) * step
    return low, max(ceil(greatest / step) * step, low + step), step


def _place(at: int, many: int, point: Point, low: int, high: int) -> tuple[float, float] | None:
    if point.value is None:
        return None
    return _along(at, many), float((point.value - low) / (high - low))


def _along(at: int, many: int) -> float:
    return at / (many - 1) if many > 1 else 0.5


def _rounds(series: Series) -> list[tuple[float, str]]:
    points = series.sides[0][1] if series.sides else ()
    every = ceil(len(points) / MOST_ROUNDS) or 1
    named = [at for at in range(len(points)) if (len(points) - 1 - at) % every == 0]
    return [(_along(at, len(points)), points[at].title) for at in named]


def table_of(game: RunningGame, series: Series) -> tuple[list[str], list[list[str]]]:
    """Return a series as a table: the heads of its columns, and a row for each round; "?" for what is not known."""
    heads = ["Round", *(side_title(game, side) for side, _ in series.sides)]
    rounds = series.sides[0][1] if series.sides else ()
    rows = [
        [one.title, *("?" if points[nth].value is None else str(points[nth].value) for _, points in series.sides)]
        for nth, one in enumerate(rounds)
    ]
    return heads, rows
