"""The charts of a scenario: missing ones, and those of another shape than the rules look up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from sandtable.engine.errors import Invalid
from sandtable.engine.state.charts import Chart, DesignedCell, DesignedChart
from sandtable.engine.words import in_a_row
from sandtable.lint.registry import code
from sandtable.lint.scenario_looking import each_chart

if TYPE_CHECKING:
    from sandtable.engine.rules.rulebook import Rulebook
    from sandtable.library.store.documents import ScenarioDocument
    from sandtable.lint.draft import Draft
    from sandtable.lint.findings import Finding

SHOWN: Final = 3
"""Cells of a chart that are told one by one; of more only how many there are."""

MISSING = code("chart-missing", "scenario", "error", "A chart that the rules in force look up is not in the scenario.")
SHAPE = code(
    "chart-shape", "scenario", "error", "A chart with more or fewer cells than its axes make, or with a key twice."
)
MISFIT = code(
    "chart-misfit", "scenario", "error",
    "A chart that is not what the rules in force look up: other axes or keys, a text where a number belongs, a number "
    "out of its bounds.",
)  # fmt: skip


MISPLACED = code("chart-cell-misplaced", "scenario", "error", "A cell that a designer changed, and no chart has.")
COVERED = code(
    "chart-cell-covered", "scenario", "hint",
    "A cell that a designer changed and an option in force changes too: the option's counts.",
)  # fmt: skip
REPRINTED = code(
    "chart-cell-reprinted", "scenario", "warning",
    "A cell that a designer changed, and whose printed value is another now than it was then.",
)  # fmt: skip
SAME = code("chart-cell-same", "scenario", "hint", "A cell that a designer changed to what is printed there.")


def _charts(draft: Draft) -> Iterable[str]:
    """Return the ids of all charts that are there, that a designer has changed, and that rules in force look up."""
    there = {*draft.ids.get(Chart.stored, ()), *draft.document.rows.get(DesignedChart.stored, {})}
    return there | _needed_charts(draft.rulebook) if draft.rulebook is not None else there


def _check(draft: Draft, id: str) -> Iterator[Finding[ScenarioDocument]]:
    """Look at a chart, at what a designer has changed in it, and at what the rules look up in it."""
    chart = draft.chart(id)
    faults = chart.faults() if chart is not None else []
    if chart is not None and faults:
        yield from (SHAPE.finding(draft.place(row=chart), fault) for fault in faults)
        chart = None
    designed = draft.designed(id)
    if chart is not None and designed is not None:
        yield from _check_designed(draft, designed, chart)
        chart = _over(designed, chart)
    if draft.rulebook is not None:
        yield from _check_lookups(draft, draft.rulebook, id, chart)


CHECKS: Final = (each_chart(_charts, _check),)


def _over(row: DesignedChart, chart: Chart) -> Chart:
    """Return a chart with those of its designer's cells that it has."""
    for overlay in row.overlays():
        with suppress(Invalid):  # that one is told of the cell
            chart = overlay.over(chart)
    return chart


def _check_designed(draft: Draft, row: DesignedChart, printed: Chart) -> Iterator[Finding[ScenarioDocument]]:
    """Look at the cells that a designer changed; the chart of that id has them afterwards."""
    for one, overlay in zip(row.cells, row.overlays(), strict=True):
        where = f"chart {row.id!r} at {', '.join(one.keys)}"
        try:
            overlay.over(printed)
        except Invalid as error:
            yield MISPLACED.finding(draft.place(row=row), f"{where} is changed, but {error}")
            continue
        there = printed.at(*one.keys)
        if one.was is not None and one.was != there:
            words = f"{where} was {one.was} when it was changed to {one.cell}, and {there} is printed now: look it over"
            yield REPRINTED.finding(draft.place(row=row), words)
        elif there == one.cell:
            yield SAME.finding(
                draft.place(row=row), f"{where} is changed to {there}, which is printed there: take it out"
            )
        yield from _check_covered(draft, row, one, where)


def _check_covered(
    draft: Draft, row: DesignedChart, one: DesignedCell, where: str
) -> Iterator[Finding[ScenarioDocument]]:
    """Name the options in force that put a cell over the designer's."""
    for overlay in draft.rulebook.overlays.get(row.id, ()) if draft.rulebook is not None else ():
        for keys, cell in overlay.cells:
            if keys == one.keys:
                words = f"{where} is {one.cell} by its designer, and {overlay.rule} puts {cell} over it: {cell} counts"
                yield COVERED.finding(draft.place(row=row), words)


def _check_lookups(
    draft: Draft, rulebook: Rulebook, id: str, sound: Chart | None
) -> Iterator[Finding[ScenarioDocument]]:
    """Look for a chart that rules need, and for what they do not find in one whose shape is ``sound``."""
    place = draft.place(table=Chart.stored, id=id)
    if id not in draft.ids.get(Chart.stored, ()) and (who := _who_needs(rulebook, id)):
        yield MISSING.finding(place, f"there is no chart {id!r}, which {_look_up(who)} up: add it")
    if sound is None:
        return
    for fault, who in _misfits(rulebook, sound).items():
        yield MISFIT.finding(place, f"chart {id!r} is not as {_look_up(who)} it up: {fault}")
    for overlay in rulebook.overlays.get(id, ()):
        try:
            overlay.over(sound)
        except Invalid as error:
            yield MISFIT.finding(place, f"the cells of {overlay.rule} do not fit chart {id!r}: {error}")


def _look_up(who: list[str]) -> str:
    return f"module {who[0]} looks" if len(who) == 1 else f"modules {in_a_row(who)} look"


def _misfits(rulebook: Rulebook, chart: Chart) -> dict[str, list[str]]:
    """Return what of a chart is not as the rules need it, each with the modules that look it up."""
    found: dict[str, list[str]] = {}
    for key, module in rulebook.modules.items():
        for lookup in module.charts:
            faults = lookup.faults(chart) if lookup.chart == chart.id else []
            if len(faults) > SHOWN:
                faults = [f"{'; '.join(faults[:SHOWN])}; and {len(faults) - SHOWN} more cells like these"]
            for fault in faults:
                found.setdefault(fault, []).append(key)
    return found


def _needed_charts(rulebook: Rulebook) -> set[str]:
    """Return the charts that the rules in force need."""
    return {
        one.chart for module in rulebook.modules.values() for some in (module.charts, module.overlays) for one in some
    }


def _who_needs(rulebook: Rulebook, id: str) -> list[str]:
    """Return the modules in force that need a chart."""
    return [
        key
        for key, module in rulebook.modules.items()
        if any(one.chart == id for some in (module.charts, module.overlays) for one in some)
    ]
