"""Tables the rules look up: designers edit them, and every one says where it comes from."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Literal, NewType

from msgspec import Meta, Struct

from sandtable.engine.errors import Invalid, unknown
from sandtable.engine.state import Row

ChartId = NewType("ChartId", str)
Cell = int | str | None
Origin = Literal["seed", "public source", "house", "option", "designer"]


class Axis(Struct, frozen=True):
    """One way into a chart: its title and its keys in printed order."""

    title: str
    keys: tuple[str, ...]


class Chart(Row, frozen=True):
    """A chart of one or more axes; ``cells`` holds its values row by row (last axis fastest)."""

    id: ChartId
    title: str
    axes: tuple[Axis, ...]
    cells: tuple[Cell, ...]
    origin: Origin = "house"
    source: str = ""
    confidence: Annotated[str, Meta(title="Confidence in the source")] = ""

    def at(self, *keys: object) -> Cell:
        """Return the cell at these keys (one for each axis, in order); raises ``Invalid`` naming the keys there are."""
        where = _places(self.axes)
        if len(keys) != len(self.axes):
            raise Invalid(
                f"chart {self.title} wants {len(self.axes)} keys "
                f"({', '.join(a.title for a in self.axes)}), not {len(keys)}"
            )
        place = 0
        for axis, places, key in zip(self.axes, where, keys, strict=True):
            if str(key) not in places:
                raise unknown(f"{axis.title} of chart {self.title}", str(key), axis.keys)
            place = place * len(places) + places[str(key)]
        return self.cells[place]

    def number(self, *keys: object) -> int:
        """Return a cell that must be a whole number."""
        cell = self.at(*keys)
        if isinstance(cell, int):
            return cell
        raise Invalid(f"chart {self.title} holds {cell!r} at {', '.join(map(str, keys))}, where a number belongs")

    def text(self, *keys: object) -> str:
        """Return a cell that must be a text."""
        cell = self.at(*keys)
        if isinstance(cell, str):
            return cell
        raise Invalid(f"chart {self.title} holds {cell!r} at {', '.join(map(str, keys))}, where a text belongs")

    def faults(self) -> list[str]:
        """Say what is wrong with the chart's shape."""
        size = 1
        for axis in self.axes:
            size *= len(axis.keys)
        found = [f"axis {axis.title} has a key twice" for axis in self.axes if len(set(axis.keys)) < len(axis.keys)]
        if size != len(self.cells):
            found.append(f"{len(self.cells)} cells where its axes make {size}")
        return [f"chart {self.title}: {fault}" for fault in found]


class Overlay(Struct, frozen=True):
    """Cells that a module puts in place of a chart's while it is on: ``(keys, cell)`` each."""

    chart: ChartId
    cells: tuple[tuple[tuple[str, ...], Cell], ...]
    rule: str

    def over(self, chart: Chart) -> Chart:
        """Return the chart with the overlay's cells; raises ``Invalid`` for a key the chart does not have."""
        cells = list(chart.cells)
        where = _places(chart.axes)
        for keys, cell in self.cells:
            chart.at(*keys)
            place = 0
            for places, key in zip(where, keys, strict=True):
                place = place * len(places) + places[key]
            cells[place] = cell
        return Chart(chart.id, chart.title, chart.axes, tuple(cells), "option", self.rule, chart.confidence)


@lru_cache(maxsize=512)
def _places(axes: tuple[Axis, ...]) -> tuple[dict[str, int], ...]:
    return tuple({key: at for at, key in enumerate(axis.keys)} for axis in axes)
