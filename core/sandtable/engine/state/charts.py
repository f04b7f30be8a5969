"""Tables the rules look up: designers edit them, and every one says where it comes from."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import Annotated, Any, Final, Literal, NamedTuple, NewType

from msgspec import Meta, Struct, ValidationError, convert, to_builtins

from sandtable.engine.errors import Invalid, unknown
from sandtable.engine.rule_at_work import needed_rule
from sandtable.engine.state.noted_rules import note
from sandtable.engine.state.row import Row
from sandtable.engine.state.tally import Part, PartStage

ChartId = NewType("ChartId", str)
Cell = int | str | None
WIDEST: Final = 3
"""So many digits has the greatest number in a band of a chart."""
Origin = Literal["seed", "public source", "house", "option", "designer"]


class Axis(Struct, frozen=True, omit_defaults=True, cache_hash=True):
    """One way into a chart: its title and its keys in printed order.

    Keys that follow each other as numbers do ("00-24", "25-89", "90-99") are found by each number in them.
    """

    title: str
    keys: tuple[str, ...]

    def places(self) -> dict[str, int]:
        """Return the place of each key, and of each number in keys that are bands."""
        places = {key: at for at, key in enumerate(self.keys)}
        for at, band in enumerate(self._bands()):
            for number in band:
                places.setdefault(str(number), at)
        return places

    def _bands(self) -> list[range]:
        """Return the numbers of each key; none where the keys do not follow each other (odds of 1-2, 1-1, 2-1)."""
        bands: list[range] = []
        for key in self.keys:
            first, _, last = key.partition("-")
            numbers = (first, last or first)
            if not all(number.isdecimal() and number.isascii() and len(number) <= WIDEST for number in numbers):
                return []
            band = range(int(numbers[0]), int(numbers[1]) + 1)
            if not band or (bands and band.start != bands[-1].stop):
                return []
            bands.append(band)
        return bands


class Chart(Row, frozen=True):
    """A chart of one or more axes; ``cells`` holds its values row by row (last axis fastest)."""

    in_texts = False
    id: ChartId
    title: str
    axes: tuple[Axis, ...]
    cells: tuple[Cell, ...]
    origin: Origin = "house"
    source: str = ""
    confidence: Annotated[str, Meta(title="Confidence in the source")] = ""

    def at(self, *keys: object) -> Cell:
        """Return the cell at these keys (one for each axis, in order); raises ``Invalid`` naming the keys there are."""
        return self.cells[self._place(keys)]

    def place_of(self, *keys: object) -> int:
        """Return where the cell at these keys stands among all; raises ``Invalid`` naming the keys there are."""
        return self._place(keys)

    def _place(self, keys: tuple[object, ...]) -> int:
        where = _places(self.axes)
        if len(keys) != len(self.axes):
            raise Invalid(
                f"chart {self.title} wants one key for each axis "
                f"({', '.join(a.title for a in self.axes)}): {len(self.axes)}, not {len(keys)}"
            )
        place = 0
        for axis, places, key in zip(self.axes, where, keys, strict=True):
            at = places.get(str(key))
            if at is None:
                raise unknown(f"{axis.title} of chart {self.title}", str(key), axis.keys)
            place = place * len(axis.keys) + at
        return place

    def over(self, *keys: object) -> str:
        """Return the rule that has put another cell in the place of the chart's own at these keys; empty: none has."""
        return ""

    def origin_at(self, *keys: object) -> CellOrigin:
        """Return where the cell at these keys comes from, with what is printed there."""
        cell = self.cells[self._place(keys)]
        return CellOrigin(cell, cell, self.origin, self.source)

    def part(self, stage: PartStage, *keys: object, rule: str = "", says: str) -> Part:
        """Return a number of the chart as a part of a tally; where an option has changed it, that is cited."""
        rule, other = needed_rule(rule, "a part by chart", self.title), self.over(*keys)
        return Part(stage, self.number(*keys), other or rule, says, (rule,) if other else ())

    def number(self, *keys: object) -> int:
        """Return a cell that must be a whole number."""
        cell = self.at(*keys)
        if isinstance(cell, int):
            return cell
        raise Invalid(f"chart {self.title} holds {cell!r} at {', '.join(map(str, keys))}, where a number is needed")

    def text(self, *keys: object) -> str:
        """Return a cell that must be a text."""
        cell = self.at(*keys)
        if isinstance(cell, str):
            return cell
        raise Invalid(f"chart {self.title} holds {cell!r} at {', '.join(map(str, keys))}, where a text is needed")

    def cell_keys(self) -> Iterator[tuple[str, ...]]:
        """Go through the keys of all cells, in the order of the cells."""
        return product(*(axis.keys for axis in self.axes))

    def faults(self) -> list[str]:
        """Say what is wrong with the chart's shape."""
        size = 1
        for axis in self.axes:
            size *= len(axis.keys)
        found = [f"axis {axis.title} has a key twice" for axis in self.axes if len(set(axis.keys)) < len(axis.keys)]
        if size != len(self.cells):
            found.append(f"{len(self.cells)} cells where its axes make {size}")
        return [f"chart {self.title}: {fault}" for fault in found]


class CellOrigin(NamedTuple):
    """What stands in a cell, what is printed there, and who has put the one over the other."""

    cell: Cell
    printed: Cell
    origin: Origin
    source: str = ""
    note: str = ""
    rule: str = ""


class Overlaid(Chart, frozen=True):
    """A chart with cells that a designer or options have put over its own; ``by`` names whose, cell by cell."""

    printed: tuple[Cell, ...] = ()
    by: tuple[Overlay | None, ...] = ()

    def at(self, *keys: object) -> Cell:
        place = self._place(keys)
        note(self._rule(place))
        return self.cells[place]

    def over(self, *keys: object) -> str:
        return self._rule(self._place(keys))

    def _rule(self, place: int) -> str:
        overlay = self.by[place]
        return overlay.rule if overlay is not None else ""

    def origin_at(self, *keys: object) -> CellOrigin:
        place = self._place(keys)
        overlay = self.by[place]
        if overlay is None:
            return CellOrigin(self.cells[place], self.cells[place], self.origin, self.source)
        said = (overlay.origin, overlay.source or overlay.rule, overlay.note, overlay.rule)
        return CellOrigin(self.cells[place], self.printed[place], *said)


class Overlay(Struct, frozen=True):
    """Cells that stand in place of a chart's: those of a module while it is on, or a designer's.

    ``cells`` are ``(keys, cell)`` each. Those of a designer have no rule but a source and a note; what is printed
    stays beside them, and options in force go over them.
    """

    chart: ChartId
    cells: tuple[tuple[tuple[str, ...], Cell], ...]
    rule: str
    origin: Origin = "option"
    source: str = ""
    note: str = ""

    def over(self, chart: Chart) -> Chart:
        """Return the chart with the overlay's cells; raises ``Invalid`` for a key the chart does not have."""
        cells = list(chart.cells)
        by = list(chart.by if isinstance(chart, Overlaid) else (None,) * len(cells))
        printed = chart.printed if isinstance(chart, Overlaid) else chart.cells
        for keys, cell in self.cells:
            place = chart.place_of(*keys)
            cells[place], by[place] = cell, self
        whence = (chart.origin, chart.source) if self.origin == "designer" else (self.origin, self.rule)
        return Overlaid(chart.id, chart.title, chart.axes, tuple(cells), *whence, chart.confidence, printed, tuple(by))


class DesignedCell(Struct, frozen=True, omit_defaults=True):
    """A cell that a designer has changed: where, what stands there now, whence that is, and what was printed then."""

    keys: tuple[str, ...]
    cell: Cell = None
    was: Cell = None
    source: str = ""
    note: str = ""


class DesignedChart(Row, frozen=True):
    """What a designer has put over the cells of a chart, which stays as it is printed.

    .. versionadded:: 0.3
    """

    in_texts = False
    id: ChartId
    cells: tuple[DesignedCell, ...]

    def overlays(self) -> Iterator[Overlay]:
        """Yield each of its cells as an overlay."""
        for one in self.cells:
            yield Overlay(self.id, ((one.keys, one.cell),), "", "designer", one.source, one.note)

    def over(self, chart: Chart) -> Chart:
        """Return the chart with all of them; raises ``Invalid`` for a key the chart does not have."""
        for overlay in self.overlays():
            chart = overlay.over(chart)
        return chart


CHART_ROWS: Final = (Chart, DesignedChart)


class Lookup(Struct, frozen=True):
    """A chart that a module looks up: a scenario under its rules must hold it.

    ``axes`` are the keys that the rules ask for, axis by axis (``()``: any); the chart may have more. ``cells`` is
    what must stand at them; without ``axes``, or with ``empty``, a cell may also hold nothing. A number lies between
    ``least`` and ``most``, a text is one of ``among``, where these are given.
    """

    chart: ChartId
    axes: tuple[tuple[str, ...], ...] = ()
    cells: Literal["number", "text", "any"] = "any"
    least: int | None = None
    most: int | None = None
    among: tuple[str, ...] = ()
    empty: bool = False

    def faults(self, chart: Chart) -> list[str]:
        """Say where a chart of sound shape is not as the rules need it."""
        if self.axes and len(self.axes) != len(chart.axes):
            return [f"the rules look it up by {len(self.axes)} keys, it has {len(chart.axes)}"]
        lacking = [
            f"its axis {axis.title} lacks {', '.join(gone)}"
            for axis, keys in zip(chart.axes, self.axes, strict=False)
            if (gone := [key for key in keys if key not in axis.keys])
        ]
        if lacking or self.cells == "any":
            return lacking
        wanted = product(*self.axes) if self.axes else product(*(axis.keys for axis in chart.axes))
        return [
            f"it {'is empty' if cell is None else f'holds {cell!r}'} at {', '.join(keys)}, where {wants} belongs"
            for keys in wanted
            if (wants := self._wants(cell := chart.at(*keys)))
        ]

    def _wants(self, cell: Cell) -> str:
        """Say what should stand in place of a cell, nothing when it may stand."""
        if cell is None and (self.empty or not self.axes):
            return ""
        if self.cells == "text":
            sound = isinstance(cell, str) and (not self.among or cell in self.among)
            return "" if sound else f"one of {', '.join(self.among)}" if self.among else "a text"
        least, most = self.least, self.most
        if isinstance(cell, int) and (least is None or cell >= least) and (most is None or cell <= most):
            return ""
        if least is not None and most is not None:
            return f"a number from {least} to {most}"
        return f"a number of {least} or more" if least is not None else "a number"


@lru_cache(maxsize=512)
def _places(axes: tuple[Axis, ...]) -> tuple[dict[str, int], ...]:
    return tuple(axis.places() for axis in axes)


def read_charts(path: Path) -> list[Chart]:
    """Read a text file of charts, a table ``[[chart]]`` each.

    It has the fields of a chart, its axes as ``[[chart.axis]]`` with ``title`` and ``keys``, and its cells in
    ``[chart.cells]``: the values along the last axis, by the keys of the others (``"a / b"``, ``all`` for a single
    axis). ``""`` is an empty cell. Raises ``Invalid`` naming the file and the chart.
    """
    try:
        document = tomllib.loads(path.read_text("utf-8"))
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Invalid(f"{path.name} holds no charts: {error}") from error
    return [read_chart(path.name, chart) for chart in document.get("chart", ())]


def read_chart(file: str, said: dict[str, Any]) -> Chart:
    """Read a table ``[[chart]]`` of a text file; raises ``Invalid`` naming the file and the chart."""
    where, fields = f"{file}: chart {said.get('id', '?')}", dict(said)
    try:
        axes = tuple(Axis(axis["title"], tuple(axis["keys"])) for axis in fields.pop("axis"))
        lines = fields.pop("cells")
        wanted = [" / ".join(keys) or "all" for keys in product(*(axis.keys for axis in axes[:-1]))]
        if list(lines) != wanted:
            raise Invalid(f"{where} has lines for {', '.join(lines)}; its axes want {', '.join(wanted)}")
        cells = tuple(None if cell == "" else cell for line in lines.values() for cell in line)
        chart = convert({**fields, "axes": to_builtins(axes), "cells": cells}, Chart)
    except (KeyError, TypeError, ValidationError) as error:
        raise Invalid(f"{where} is not whole: {error}") from error
    if faults := chart.faults():
        raise Invalid(f"{where}: {faults[0]}")
    return chart
