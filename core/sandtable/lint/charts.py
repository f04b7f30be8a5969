"""The charts of a scenario: missing ones, and those of another shape than the rules look up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from sandtable.engine.errors import Invalid
from sandtable.engine.state.charts import Chart, DesignedCell, DesignedChart
from sandtable.engine.words import in_a_row
from sandtable.lint.registry import code

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


def check(draft: Draft) -> Iterator[Finding[ScenarioDocument]]:
    """Look at the charts that are there, at what a designer has changed in them, and for those that should be."""
    charts = {row.id: row for row in draft.all_rows if isinstance(row, Chart)}
    sound: dict[str, Chart] = {}
    for chart in charts.values():
        faults = chart.faults()
        if not faults:
            sound[chart.id] = chart
        for fault in faults:
            yield SHAPE.finding(draft.place(row=chart), fault)
    for row in draft.rows:
        if isinstance(row, DesignedChart) and row.id in sound:
            yield from _check_designed(draft, row, sound)
    if draft.rulebook is not None:
        yield from _check_lookups(draft, draft.rulebook, sound)


def _check_designed(draft: Draft, row: DesignedChart, sound: dict[str, Chart]) -> Iterator[Finding[ScenarioDocument]]:
    """Look at the cells that a designer changed; the chart of that id has them afterwards."""
    printed = chart = sound[row.id]
    for one, overlay in zip(row.cells, row.overlays(), strict=True):
        where = f"chart {row.id!r} at {', '.join(one.keys)}"
        try:
            chart = overlay.over(chart)
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
    sound[row.id] = chart


def _check_covered(
    draft: Draft, row: DesignedChart, one: DesignedCell, where: str
) -> Iterator[Finding[ScenarioDocument]]:
    """Name the options in force that put a cell over the designer's."""
    for overlay in draft.rulebook.overlays.get(row.id, ()) if draft.rulebook is not None else ():
        for keys, cell in overlay.cells:
            if keys == one.keys:
                words = f"{where} is {one.cell} by its designer, and {overlay.rule} puts {cell} over it: {cell} counts"
                yield COVERED.finding(draft.place(row=row), words)


def _check_lookups(draft: Draft, rulebook: Rulebook, sound: dict[str, Chart]) -> Iterator[Finding[ScenarioDocument]]:
    there = draft.ids.get(Chart.stored, set[str]())
    for id, who in sorted(_needed_charts(rulebook).items()):
        if id not in there:
            words = f"there is no chart {id!r}, which {_look_up(who)} up: add it"
            yield MISSING.finding(draft.place(table=Chart.stored, id=id), words)
    for (id, fault), who in _misfits(rulebook, sound).items():
        words = f"chart {id!r} is not as {_look_up(who)} it up: {fault}"
        yield MISFIT.finding(draft.place(table=Chart.stored, id=id), words)
    for id, overlays in sorted(rulebook.overlays.items()):
        for overlay in overlays if id in sound else ():
            try:
                overlay.over(sound[id])
            except Invalid as error:
                words = f"the cells of {overlay.rule} do not fit chart {id!r}: {error}"
                yield MISFIT.finding(draft.place(table=Chart.stored, id=id), words)


def _look_up(who: list[str]) -> str:
    return f"module {who[0]} looks" if len(who) == 1 else f"modules {in_a_row(who)} look"


def _misfits(rulebook: Rulebook, sound: dict[str, Chart]) -> dict[tuple[str, str], list[str]]:
    """Return what is not as the rules need it, chart by chart, each with the modules that look it up."""
    found: dict[tuple[str, str], list[str]] = {}
    for key, module in rulebook.modules.items():
        for lookup in module.charts:
            chart = sound.get(lookup.chart)
            faults = lookup.faults(chart) if chart is not None else []
            if len(faults) > SHOWN:
                faults = [f"{'; '.join(faults[:SHOWN])}; and {len(faults) - SHOWN} more cells like these"]
            for fault in faults:
                found.setdefault((lookup.chart, fault), []).append(key)
    return dict(sorted(found.items()))


def _needed_charts(rulebook: Rulebook) -> dict[str, list[str]]:
    """Return the charts that the rules in force need, each with the modules that do."""
    found: dict[str, list[str]] = {}
    for key, module in rulebook.modules.items():
        for id in (*(lookup.chart for lookup in module.charts), *(overlay.chart for overlay in module.overlays)):
            if key not in found.setdefault(id, []):
                found[id].append(key)
    return found
