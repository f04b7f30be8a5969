"""Rows of a scenario put, changed and removed: in its own tables, or as what it does to those of its base."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from sandtable.engine.errors import Invalid, unknown
from sandtable.engine.state.encoding import plain, whole
from sandtable.engine.state.row import TITLES
from sandtable.engine.state.struct_fields import hints_of
from sandtable.engine.unfit import unfit
from sandtable.library.text.field_values import read_value
from sandtable.library.text.place_names import NameOfSeveral

if TYPE_CHECKING:
    from sandtable.design.scenario.designed import DesignedScenario, Document
    from sandtable.engine.state.row import Row
    from sandtable.library.store.documents import ScenarioDocument
    from sandtable.library.store.scenario_parts import RowChanges

Given = Mapping[str, Any]


def kind_of(design: DesignedScenario, table: str) -> type[Row]:
    """Return the class of a table; raises ``Invalid`` naming the nearest where there is none."""
    kinds = design.family.schema.kinds
    if table not in kinds:
        raise unknown("table", table, kinds, f"the game is {design.family.system.title}")
    return kinds[table]


def row_title(design: DesignedScenario, table: str, id: str) -> str:
    """Return what a row is called, if no other is called so; else its id."""
    row = design.row(table, id) or {}
    title = next((str(row[name]) for name in TITLES if row.get(name)), id)
    others = (design.row(table, one) or {} for one in design.ids(table) if one != id)
    return id if any(title in map(one.get, TITLES) for one in others) else title


def require_row(design: DesignedScenario, table: str, id: str) -> Document:
    """Return a row that is there; raises ``Invalid`` naming the nearest ids where it is not."""
    kind_of(design, table)
    row = design.row(table, id)
    if row is None:
        raise unknown(table, id, design.ids(table))
    return row


def read_fields(design: DesignedScenario, table: str, given: Given, who: str) -> Document:
    """Return fields as a document has them: places and rows may go by names that only one of them has."""
    kind = kind_of(design, table)
    hints = dict(zip(kind.__struct_encode_fields__, hints_of(kind).values(), strict=True))
    references = design.family.schema.references[kind]
    found: Document = {}
    for name, value in given.items():
        if name not in hints:
            raise unknown("field", name, hints, f"it is to be set of {who}")
        if name == "id":
            raise Invalid(f"{who} keeps its id: rename it with RenameRow")
        try:
            found[name] = read_value(value, hints[name], design.places)
            if name in references:
                found[name] = _named_rows(design, references[name].target, found[name])
        except Invalid as error:
            raise Invalid(f"{who}: {name}: {error}") from error
    return found


def _named_rows(design: DesignedScenario, target: type[Row], value: Any) -> Any:
    """Return ids in place of names that only one row of a table has; what is neither stays to be refused by lint."""
    if isinstance(value, str):
        return _named_row(design, target, value)
    if isinstance(value, list | tuple):
        return [_named_rows(design, target, one) for one in value]  # pyright: ignore[reportUnknownVariableType]
    return value


def _named_row(design: DesignedScenario, target: type[Row], text: str) -> str:
    ids = design.ids(target.stored)
    if text in ids or not text:
        return text
    called = [id for id in sorted(ids) if text in {(design.row(target.stored, id) or {}).get(name) for name in TITLES}]
    if len(called) > 1:
        raise NameOfSeveral(text, f"rows of {target.stored}", called)
    if not called:
        raise unknown(target.stored, text, ids, called=partial(row_title, design, target.stored))
    return called[0]


def sound(design: DesignedScenario, table: str, row: Document, who: str) -> Document:
    """Return a row as it is kept, without its defaults; raises ``Invalid`` for one that its table does not hold."""
    try:
        return plain(msgspec.convert(row, kind_of(design, table)))
    except msgspec.ValidationError as error:
        raise Invalid(f"{who}: {unfit(error)}") from error


# --- in the document ------------------------------------------------------------------------------------------------


def put(design: DesignedScenario, table: str, row: Document) -> ScenarioDocument:
    """Return the scenario with a row in place of whatever has its id."""
    document, id = design.document, row["id"]
    if design.base is not None and (there := design.base.rows.get(table, {}).get(id)) is not None:
        document = replace(document, over=_was(document.over, table, id, there))
    return _with_own(document, table, id, row)


def change(design: DesignedScenario, table: str, id: str, fields: Document) -> ScenarioDocument:
    """Return the scenario with some fields of a row changed; an overlay says them of a row of its base."""
    row, who = require_row(design, table, id), f"{table} {id}"
    now = sound(design, table, {**row, **fields}, who)
    in_base = design.base.rows.get(table, {}).get(id) if design.base is not None else None
    if in_base is None or id in design.document.rows.get(table, {}):
        return _with_own(design.document, table, id, now)
    whole_row = whole(msgspec.convert(now, kind_of(design, table)))
    return replace(design.document, over=_with_fields(design, table, id, {name: whole_row[name] for name in fields}))


def _with_fields(design: DesignedScenario, table: str, id: str, fields: Document) -> RowChanges:
    """Return what an overlay says of a row of its base; what is said as it is there is not said."""
    assert design.base is not None
    there = design.base.rows[table][id]
    base = whole(msgspec.convert(there, kind_of(design, table)))
    over = design.document.over
    said = {**over.fields.get(table, {}).get(id, {}), **fields}
    said = {name: value for name, value in said.items() if base.get(name) != value}
    before = over.was.get(table, {}).get(id, {})
    was = {name: before.get(name, there[name]) for name in said if name in before or name in there}
    return replace(over, fields=_with(over.fields, table, id, said), was=_with(over.was, table, id, was))


def remove(design: DesignedScenario, table: str, id: str) -> ScenarioDocument:
    """Return the scenario without a row; an overlay removes one of its base."""
    require_row(design, table, id)
    document = design.document
    if id not in design.rows.get(table, {}):
        raise Invalid(f"{table} {id} follows from the map: change the map or the setting, or what it says")
    document = _without_own(document, table, id)
    there = design.base.rows.get(table, {}).get(id) if design.base is not None else None
    if there is None:
        return document
    over = document.over
    gone = {**over.gone, table: tuple(sorted({*over.gone.get(table, ()), id}))}
    over = replace(over, fields=_with(over.fields, table, id, {}), gone=gone)
    return replace(document, over=_was(over, table, id, there))


def _with_own(document: ScenarioDocument, table: str, id: str, row: Document) -> ScenarioDocument:
    its = dict(sorted({**document.rows.get(table, {}), id: row}.items()))
    return replace(document, rows=dict(sorted({**document.rows, table: its}.items())))


def _without_own(document: ScenarioDocument, table: str, id: str) -> ScenarioDocument:
    its = {one: row for one, row in document.rows.get(table, {}).items() if one != id}
    rows = {**document.rows, table: its}
    return replace(document, rows={name: some for name, some in rows.items() if some})


def _was(over: RowChanges, table: str, id: str, there: Document) -> RowChanges:
    known = over.was.get(table, {}).get(id)
    return over if known == there else replace(over, was=_with(over.was, table, id, there))


def _with(rows: dict[str, dict[str, Document]], table: str, id: str, row: Document) -> dict[str, dict[str, Document]]:
    """Return rows with one of them, or without it where it says nothing."""
    its = {**rows.get(table, {}), id: row}
    its = {one: some for one, some in sorted(its.items()) if some}
    found = {**rows, table: its}
    return {name: some for name, some in sorted(found.items()) if some}


def apart(design: DesignedScenario, *steps: Callable[[DesignedScenario], ScenarioDocument]) -> ScenarioDocument:
    """Return the scenario after some steps, each on what the one before has left."""
    for step in steps:
        design = design.with_document(step(design))
    return design.document
