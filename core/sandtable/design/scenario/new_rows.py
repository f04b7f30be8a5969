"""A row that a designer adds by its id alone: what it must hold is filled with the least that fits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sandtable.design.scenario.row_edits import AddRow
from sandtable.design.scenario.row_forms import form_of, required

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sandtable.design.scenario.designed import DesignedScenario
    from sandtable.design.scenario.row_forms import RowField


def new_row(design: DesignedScenario, table: str, id: str, given: Mapping[str, Any] | None = None) -> AddRow:
    """Return the edit that adds a row with these fields, and with the least that fits in what else it must hold."""
    fields, taken = dict(given or {}), dict[str, int]()
    for one in required(form_of(design.family, table)):
        if one.name not in fields:
            fields[one.name] = id if one.name == "title" else _least(design, one, taken)
    return AddRow(table, id, fields)


def _least(design: DesignedScenario, field: RowField, taken: dict[str, int]) -> Any:
    """Return something that a field may hold; of rows each field another."""
    if field.many:
        return []
    if field.target:
        ids, at = sorted(design.ids(field.target)), taken.get(field.target, 0)
        taken[field.target] = at + 1
        return ids[at % len(ids)] if ids else ""
    if field.kind == "place" and design.map is not None:
        return str(next(iter(design.map.graph.spaces), ""))
    return {"number": field.least or 0, "yes or no": False, "choice": next(iter(field.choices), "")}.get(field.kind, "")
