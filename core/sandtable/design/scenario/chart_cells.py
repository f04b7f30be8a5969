"""The charts of a scenario cell by cell: what is printed, what lies over it, and who has put that there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from sandtable.engine.errors import Invalid
from sandtable.engine.state.charts import Cell, Chart, DesignedCell, DesignedChart

if TYPE_CHECKING:
    from sandtable.design.scenario.designed import DesignedScenario
    from sandtable.engine.running.game import RunningGame
    from sandtable.engine.state.charts import Overlay

Keys = tuple[str, ...]


class ChartCell(Struct, frozen=True):
    """All that lies at the place of a cell: what counts is the option's, else the designer's, else what is printed."""

    keys: Keys
    printed: Cell
    origin: str
    source: str = ""
    designed: DesignedCell | None = None
    option: str = ""
    """The rule that puts ``over`` in its place."""
    over: Cell = None

    @property
    def cell(self) -> Cell:
        """What counts."""
        if self.option:
            return self.over
        return self.designed.cell if self.designed is not None else self.printed

    @property
    def whence(self) -> str:
        """Where what counts comes from: seed, public source, house, designer, option."""
        return "option" if self.option else "designer" if self.designed is not None else self.origin

    @property
    def meets(self) -> bool:
        """Whether an option goes over what the designer has put there."""
        return bool(self.option) and self.designed is not None

    @property
    def words(self) -> str:
        """Say what lies here, the uppermost last."""
        parts = [f"printed {cell_text(self.printed) or 'nothing'} ({join_source(self.origin, self.source)})"]
        if (one := self.designed) is not None:
            whence = "; ".join(filter(None, (one.source, one.note)))
            now = cell_text(one.cell) or "nothing"
            parts.append(f"changed by the designer to {now} ({whence or 'without a source'})")
            if one.was != self.printed:
                parts.append(f"when that was done, {cell_text(one.was) or 'nothing'} was printed there")
        if self.option:
            parts.append(f"{self.option} puts {cell_text(self.over) or 'nothing'} over it")
        return "; ".join(parts)


def join_source(origin: str, source: str) -> str:
    """Return an origin with its source."""
    return f"{origin}: {source}" if source else origin


def charts_in(design: DesignedScenario) -> dict[str, Chart]:
    """Return the printed charts of a scenario by their ids; those that are not sound are left out, for lint tells."""
    found: dict[str, Chart] = {}
    for id in sorted(design.ids(Chart.stored)):
        chart = design.typed(Chart.stored, id)
        if isinstance(chart, Chart) and not chart.faults():
            found[id] = chart
    return found


def cells_of_chart(design: DesignedScenario, chart: Chart, game: RunningGame | None = None) -> dict[Keys, ChartCell]:
    """Return the cells of a chart in their order; ``game`` says which options are in force."""
    designed = designed_cells(design, chart.id)
    over = _options_over(chart, game)
    return {
        keys: ChartCell(keys, printed, chart.origin, chart.source, designed.get(keys), *over.get(keys, ("", None)))
        for keys, printed in zip(chart.cell_keys(), chart.cells, strict=True)
    }


def designed_cells(design: DesignedScenario, chart: str) -> dict[Keys, DesignedCell]:
    """Return the cells that the designer has changed."""
    row = design.rows.get(DesignedChart.stored, {}).get(chart)
    return {} if row is None else {one.keys: one for one in msgspec.convert(row, DesignedChart).cells}


def _options_over(chart: Chart, game: RunningGame | None) -> dict[Keys, tuple[str, Cell]]:
    """Return the cells that options in force put over a chart, each with its rule."""
    overlays: tuple[Overlay, ...] = () if game is None else tuple(game.rulebook.overlays.get(chart.id, ()))
    keys = list(chart.cell_keys())
    found: dict[Keys, tuple[str, Cell]] = {}
    for overlay in overlays:
        for at, cell in overlay.cells:
            try:
                found[keys[chart.place_of(*at)]] = (overlay.rule, cell)
            except Invalid:
                continue  # lint names a cell that the chart does not have
    return found


def cell_text(cell: Cell) -> str:
    """Return a cell as it is written; an empty one is nothing."""
    return "" if cell is None else str(cell)


def read_cell(text: str, chart: Chart) -> Cell:
    """Return the cell that is written: a whole number where one is written, else text; nothing written is nothing.

    Raises ``Invalid`` where all cells of the chart are numbers and none is written.
    """
    text = text.strip()
    if not text:
        return None
    try:
        return int(text)
    except ValueError:
        pass
    if all(isinstance(one, int) for one in chart.cells):
        raise Invalid(f"{text!r} is not a whole number, as all cells of the chart {chart.title} are: write one")
    return text
