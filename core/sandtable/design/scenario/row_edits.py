"""Edits of the rows of a scenario: put, changed, copied, renamed, removed; and of the cells of its charts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import msgspec
from msgspec.structs import replace

from sandtable.design.scenario import row_changes as rows
from sandtable.design.scenario.change_words import change_words
from sandtable.design.scenario.namers import id_type, namers_of, with_new_name, without_name
from sandtable.design.scenario.scenario_edits import ScenarioEdit
from sandtable.engine.errors import Invalid, unknown
from sandtable.engine.state.charts import Cell, Chart, DesignedCell, DesignedChart
from sandtable.engine.state.encoding import plain
from sandtable.library.files.report_words import count_of, join_names
from sandtable.library.store.documents import checked_key
from sandtable.library.store.scenario_parts import PrintedCell

if TYPE_CHECKING:
    from sandtable.design.scenario.designed import DesignedScenario
    from sandtable.library.store.documents import ScenarioDocument

TOLD = 4
"""So many rows that name one are told."""


class AddRow(ScenarioEdit, frozen=True):
    """Put a row into a table. Places, and rows that it names, may go by names that only one of them has."""

    table: str
    id: str
    fields: dict[str, Any] = {}

    def change(self, design: DesignedScenario, notes: list[str]) -> ScenarioDocument:
        _require_new(design, self.table, self.id)
        who = f"{self.table} {self.id}"
        fields = rows.read_fields(design, self.table, self.fields, who)
        return rows.put(design, self.table, rows.sound(design, self.table, {"id": self.id, **fields}, who))

    def says(self, design: DesignedScenario) -> str:
        return f"Add {self.table} {self.id}"


class ChangeRows(ScenarioEdit, frozen=True):
    """Change fields of one row, or of several of a table at once; null is nothing, where a field may hold that."""

    table: str
    rows: tuple[str, ...]
    fields: dict[str, Any]

    def change(self, design: DesignedScenario, notes: list[str]) -> ScenarioDocument:
        for id in self.rows:
            rows.require_row(design, self.table, id)
            fields = rows.read_fields(design, self.table, self.fields, f"{self.table} {id}")
            design = design.with_document(rows.change(design, self.table, id, fields))
        return design.document

    def says(self, design: DesignedScenario) -> str:
        return change_words(design, self.table, self.rows, self.fields)


class CopyRow(ScenarioEdit, frozen=True):
    """Copy a row under new ids, each with the same fields but those that are given; rows that add to it go along."""

    table: str
    row: str
    ids: tuple[str, ...]
    fields: dict[str, Any] = {}

    def change(self, design: DesignedScenario, notes: list[str]) -> ScenarioDocument:
        row = rows.require_row(design, self.table, self.row)
        kind = rows.kind_of(design, self.table)
        for id in self.ids:
            _require_new(design, self.table, id)
            who = f"{self.table} {id}"
            fields = rows.read_fields(design, self.table, self.fields, who)
            fresh = rows.sound(design, self.table, {**row, "id": id, **fields}, who)
            design = design.with_document(rows.put(design, self.table, fresh))
            for companion in design.family.schema.companions[kind]:
                beside = design.rows.get(companion.stored, {}).get(self.row)
                if beside is not None:
                    design = design.with_document(rows.put(design, companion.stored, {**beside, "id": id}))
        return design.document

    def says(self, design: DesignedScenario) -> str:
        return f"Copy {design.called(self.table, self.row)} as {join_names(list(self.ids), 3, 'and')}"


class RenameRow(ScenarioEdit, frozen=True):
    """Give a row another id; whatever names it follows."""

    table: str
    row: str
    to: str

    def change(self, design: DesignedScenario, notes: list[str]) -> ScenarioDocument:
        row = rows.require_row(design, self.table, self.row)
        _require_new(design, self.table, self.to)
        kind, named = rows.kind_of(design, self.table), namers_of(design, self.table, self.row)
        if setting := [one for one in named if not one.id]:
            raise Invalid(f"{design.called(self.table, self.row)} is named by {setting[0]}: change that first")
        document = rows.put(design, self.table, {**row, "id": self.to})
        for companion in design.family.schema.companions[kind]:
            beside = design.rows.get(companion.stored, {}).get(self.row)
            if beside is not None:
                document = rows.put(design.with_document(document), companion.stored, {**beside, "id": self.to})
                document = rows.remove(design.with_document(document), companion.stored, self.row)
        design = design.with_document(document)
        for table, id in dict.fromkeys((one.table, one.id) for one in named):
            namer = design.typed(table, id)
            assert namer is not None
            fields = msgspec.to_builtins(with_new_name(namer, kind, self.row, self.to))
            design = design.with_document(rows.change(design, table, id, fields))
        notes += [f"{count_of(len(named), 'row')} that named it, too"] if named else []
        return rows.remove(design, self.table, self.row)

    def says(self, design: DesignedScenario) -> str:
        return f"Rename {design.called(self.table, self.row)} to {self.to}"


class RemoveRows(ScenarioEdit, frozen=True):
    """Take rows out. Where others name them it is refused, telling who, unless `named` says what becomes of those.

    "remove" takes them out too, and whoever names them; "clear" lets them name nobody, where they may.
    """

    table: str
    rows: tuple[str, ...]
    named: Literal["refuse", "remove", "clear"] = "refuse"

    def change(self, design: DesignedScenario, notes: list[str]) -> ScenarioDocument:
        todo, goes = [(self.table, id) for id in self.rows], {(self.table, id) for id in self.rows}
        while todo:
            table, id = todo.pop(0)
            rows.require_row(design, table, id)
            named = [one for one in namers_of(design, table, id) if (one.table, one.id) not in goes]
            if named and (self.named == "refuse" or not all(one.id for one in named)):
                raise Invalid(_removal_notes(design, table, id, [str(one) for one in named]))
            for one in named:
                if self.named == "remove":
                    todo.append((one.table, one.id))
                    goes.add((one.table, one.id))
                    notes.append(f"{design.called(one.table, one.id)} goes too: it named {table} {id}")
                else:
                    cleared = without_name(design, one, rows.kind_of(design, table), id)
                    design = design.with_document(rows.change(design, one.table, one.id, cleared))
                    notes.append(f"{design.called(one.table, one.id)} names {table} {id} no more")
        for table, id in sorted(goes):
            for companion in (*design.family.schema.companions[rows.kind_of(design, table)],):
                if id in design.rows.get(companion.stored, {}):
                    design = design.with_document(rows.remove(design, companion.stored, id))
            if design.row(table, id) is not None:
                design = design.with_document(rows.remove(design, table, id))
        return design.document

    def says(self, design: DesignedScenario) -> str:
        return f"Remove {_named(design, self.table, self.rows)}"


def _removal_notes(design: DesignedScenario, table: str, id: str, named: list[str]) -> str:
    who = join_names(named, TOLD, "and")
    fixed = any(one.startswith("the setting") for one in named)
    offer = (
        "change the setting first"
        if fixed
        else 'take those out too (named = "remove"), or let them forget it ("clear")'
    )
    return f"{design.called(table, id)} is named by {who}: {offer}"


def _named(design: DesignedScenario, table: str, ids: tuple[str, ...]) -> str:
    if len(ids) == 1:
        return design.called(table, ids[0])
    return f"{table} {join_names(list(ids), 3, 'and')}"


def _require_new(design: DesignedScenario, table: str, id: str) -> None:
    rows.kind_of(design, table)
    checked_key(f"a row of {table}", id)
    if id in design.rows.get(table, {}):
        raise Invalid(f"there is a {design.called(table, id)} already: choose another id")


# --- charts ---------------------------------------------------------------------------------------------------------


class SetCell(ScenarioEdit, frozen=True):
    """Put something over a cell of a chart; what is printed stays beside it. It needs a source, or a note."""

    chart: str
    at: tuple[str, ...]
    cell: Cell
    source: str = ""
    note: str = ""

    def change(self, design: DesignedScenario, notes: list[str]) -> ScenarioDocument:
        printed = _printed(design, self.chart, self.at)
        keys = _keys(design, self.chart, self.at)
        fresh = DesignedCell(keys, self.cell, printed, self.source, self.note)
        return _with_cells(design, self.chart, {keys: fresh})

    def says(self, design: DesignedScenario) -> str:
        return f"Put {'nothing' if self.cell is None else self.cell} at {', '.join(self.at)} of the chart {self.chart}"


class PrintCell(ScenarioEdit, frozen=True):
    """Let a cell of a chart be as it is printed again."""

    chart: str
    at: tuple[str, ...]

    def change(self, design: DesignedScenario, notes: list[str]) -> ScenarioDocument:
        keys = _keys(design, self.chart, self.at)
        if keys not in _cells(design.rows.get(DesignedChart.stored, {}).get(self.chart)):
            raise Invalid(f"the chart {self.chart} is as printed at {', '.join(keys)}: nothing was put over it")
        document = _with_cells(design, self.chart, {keys: None})
        if design.base is not None and keys in _cells(design.base.rows.get(DesignedChart.stored, {}).get(self.chart)):
            again = PrintedCell(self.chart, keys)
            over = document.over
            if again not in over.printed:
                document = replace(document, over=replace(over, printed=(*over.printed, again)))
        return document

    def says(self, design: DesignedScenario) -> str:
        return f"Let the chart {self.chart} be as printed at {', '.join(self.at)}"


def _chart(design: DesignedScenario, id: str) -> Chart:
    chart = design.typed(Chart.stored, id)
    if not isinstance(chart, Chart):
        raise unknown("chart", id, design.ids(Chart.stored))
    return chart


def _printed(design: DesignedScenario, id: str, at: tuple[str, ...]) -> Cell:
    return _chart(design, id).at(*at)


def _keys(design: DesignedScenario, id: str, at: tuple[str, ...]) -> tuple[str, ...]:
    """Return the keys of a cell as the axes have them, also where a number in a band was given."""
    chart = _chart(design, id)
    return list(chart.cell_keys())[chart.place_of(*at)]


def _cells(row: dict[str, Any] | None) -> dict[tuple[str, ...], DesignedCell]:
    return {} if row is None else {one.keys: one for one in msgspec.convert(row, DesignedChart).cells}


def _with_cells(
    design: DesignedScenario, chart: str, changed: dict[tuple[str, ...], DesignedCell | None]
) -> ScenarioDocument:
    """Return the scenario with cells of its own over a chart; ``None`` takes one away."""
    document = design.document
    own = _cells(document.rows.get(DesignedChart.stored, {}).get(chart))
    cells = {keys: one for keys, one in sorted({**own, **changed}.items()) if one is not None}
    over = document.over
    put = {keys for keys, one in changed.items() if one is not None}
    kept = tuple(one for one in over.printed if one.chart != chart or one.at not in put)
    document = replace(document, over=replace(over, printed=kept)) if kept != over.printed else document
    its = {id: row for id, row in document.rows.get(DesignedChart.stored, {}).items() if id != chart}
    if cells:
        its[chart] = plain(DesignedChart(id_type(Chart)(chart), tuple(cells.values())))
    tables = {**document.rows, DesignedChart.stored: dict(sorted(its.items()))}
    return replace(document, rows={name: some for name, some in sorted(tables.items()) if some})
