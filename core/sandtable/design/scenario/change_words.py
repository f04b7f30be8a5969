"""A change of rows in words, as a designer would say it: who moves where, and what else becomes what."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, cast

from sandtable.design.scenario.row_forms import form_of
from sandtable.design.scenario.scenario_edits import shown
from sandtable.library.files.report_words import join_names

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sandtable.design.scenario.designed import DesignedScenario
    from sandtable.design.scenario.row_forms import RowField

STANDING: Final = frozenset({"area", "hex", "space", "place"})
"""What a field is called that says where something stands."""
NAMED: Final = 3
"""So many rows and fields are named; the others are counted."""


def change_words(design: DesignedScenario, table: str, ids: Sequence[str], values: Mapping[str, Any]) -> str:
    """Say that rows of a table get these values."""
    fields = {one.name: one for one in form_of(design.family, table)} if table in design.family.schema.kinds else {}
    who = join_names([_title(design, table, id) for id in ids], NAMED, "and")
    if not set(values) <= set(fields):
        return f"Change {who}: {shown(values)}"
    if len(values) == 1:
        ((name, value),) = values.items()
        if _is_standing(fields[name]):
            return f"Take {who} off the map" if value in (None, "") else f"Move {who} to {place_name(design, value)}"
    says = [f"{fields[name].title.lower()} {_value(design, fields[name], value)}" for name, value in values.items()]
    return f"Change {who}: {join_names(says, NAMED, 'and')}"


def _is_standing(field: RowField) -> bool:
    """Tell whether a field says where something stands."""
    return field.kind == "place" and not field.many and (field.optional or field.name in STANDING)


def _title(design: DesignedScenario, table: str, id: str) -> str:
    row = design.row(table, id) or {}
    return str(row.get("title") or row.get("name") or id)


def place_name(design: DesignedScenario, place: Any) -> str:
    """Return what a space is called on the map; what is none stays as it is."""
    sheet = design.map
    return sheet.name(place) if sheet is not None and isinstance(place, str) and sheet.knows(place) else str(place)


def _value(design: DesignedScenario, field: RowField, value: Any) -> str:
    if value is None or value == "":
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        several = cast("Sequence[Any]", value)
        return join_names([_value(design, field, one) for one in several], NAMED, "and") if several else "nothing"
    if field.kind == "place":
        return place_name(design, value)
    return _title(design, field.target, value) if field.kind == "row" and isinstance(value, str) else str(value)
