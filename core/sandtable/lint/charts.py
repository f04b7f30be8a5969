"""The charts of a scenario: missing ones, and those of another shape than the rules look up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from sandtable.engine.errors import Invalid
from sandtable.engine.state.charts import Chart
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


def check(draft: Draft) -> Iterator[Finding[ScenarioDocument]]:
    """Look at the charts that are there, and for those that should be."""
    charts = {row.id: row for row in draft.all_rows if isinstance(row, Chart)}
    sound: dict[str, Chart] = {}
    for chart in charts.values():
        faults = chart.faults()
        if not faults:
            sound[chart.id] = chart
        for fault in faults:
            yield SHAPE.finding(draft.place(row=chart), fault)
    if draft.rulebook is not None:
        yield from _check_lookups(draft, draft.rulebook, sound)


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
