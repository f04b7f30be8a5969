"""What differs between two scenarios, presets or charts: rows by field, cells, options, what they are for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import TYPE_CHECKING, Any, Final

import msgspec

from sandtable.engine.errors import SandtableError
from sandtable.engine.state.charts import Chart, DesignedChart
from sandtable.engine.state.encoding import whole
from sandtable.engine.state.row_fields import title_of
from sandtable.library.diff.differences import (
    NOTHING,
    Difference,
    describe_value,
    differ,
    differing_items,
    fields_changed,
)
from sandtable.library.diff.row_names import BY_ID, RowNames
from sandtable.library.store.documents import PresetDocument, ScenarioDocument
from sandtable.library.store.scenario_parts import RowChanges, ScenarioNote

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.engine.running.installed_game import InstalledGame
    from sandtable.engine.state.row import Row

Document = dict[str, Any]
HEAD: Final = ("key", "game", "title", "says", "map", "revision", "dates", "preset", "extends", "base")


def scenario_changes(
    a: ScenarioDocument, b: ScenarioDocument, family: InstalledGame | None = None, maps: Iterable[Map] = ()
) -> tuple[Difference, ...]:
    """Say in words what makes ``b`` of ``a``; fields have the titles that the game gives them, if it is given.

    Places have their names on ``maps``.
    """
    names = RowNames(family.schema, (), maps) if family is not None else BY_ID
    a, b = upgraded_document(a, family), upgraded_document(b, family)
    head = fields_changed("scenario", (), "the scenario", a, b, HEAD)
    setting = (
        Difference(
            "setting", (name,), f"setting {name}: {_value(a.setting, name)} → {_value(b.setting, name)}", was, now
        )
        for name, was, now in differing_items(a.setting, b.setting)
    )
    rows = row_changes(a.rows, b.rows, family, names)
    empty = [table for table, was, now in differing_items(a.rows, b.rows) if not was and not now]
    nothing = (
        Difference("rows", (table,), f"{table} is {'listed' if table in b.rows else 'not listed'}, without rows")
        for table in empty
    )
    chosen = (*_options(a.options, b.options), *_parameters(a.parameters, b.parameters), *_grants(a.grants, b.grants))
    return (
        *head,
        *setting,
        *chosen,
        *_off(a, b),
        *_notes(a, b),
        *_pictures(a, b),
        *rows,
        *nothing,
        *_over(a.over, b.over),
    )


def _off(a: ScenarioDocument, b: ScenarioDocument) -> Iterator[Difference]:
    return _options(a.off, b.off, " off")


def _notes(a: ScenarioDocument, b: ScenarioDocument) -> Iterator[Difference]:
    """Say which notes came, went and changed."""
    before, after = ({one.id: one for one in some.notes} for some in (a, b))
    for id, was, now in differing_items(before, after):
        how = "is new" if was is None else "is gone" if now is None else "is another now"
        text = describe_value((now or was).text) if (now or was) is not None else ""  # type: ignore[union-attr]
        yield Difference("note", (id,), f"note {id} {how} ({text})", *(_plain_note(one) for one in (was, now)))
    if before == after and a.notes != b.notes:
        yield Difference("note", (), "the notes stand in another order", list(before), list(after))


def _plain_note(note: ScenarioNote | None) -> Any:
    return None if note is None else msgspec.to_builtins(note)


def _pictures(a: ScenarioDocument, b: ScenarioDocument) -> Iterator[Difference]:
    """Say which pictures of notes came and went."""
    for name in sorted({*a.pictures} ^ {*b.pictures}):
        there = name in b.pictures
        words = f"the picture {name[:12]}... of a note is {'new' if there else 'gone'}"
        yield Difference("picture", (name,), words)


def _over(a: RowChanges, b: RowChanges) -> Iterator[Difference]:
    """Say what two overlays do differently to rows of their base."""
    for table, was, now in differing_items(a.fields, b.fields):
        for id, before, after in differing_items(was or {}, now or {}):
            for field, one, other in differing_items(before or {}, after or {}):
                words = f"{table} {id} of the base: {field} {_said(before, field)} → {_said(after, field)}"
                yield Difference("row-changed", (table, id, field), words, one, other)
    for table, was_gone, is_gone in differing_items(a.gone, b.gone):
        for id in sorted({*(was_gone or ())} ^ {*(is_gone or ())}):
            removed = id in (is_gone or ())
            words = f"{table} {id} of the base is {'removed' if removed else 'there again'}"
            yield Difference("row-gone" if removed else "row-added", (table, id), words)
        if set(was_gone or ()) == set(is_gone or ()):
            yield Difference("row-gone", (table,), f"{table} removed of the base are named in another order")
    for cell in sorted({*a.printed} ^ {*b.printed}, key=lambda one: (one.chart, one.at)):
        again = "as printed again" if cell in b.printed else "as the base has it again"
        yield Difference("chart-cell", (cell.chart, *cell.at), f"chart {cell.chart} at {', '.join(cell.at)}: {again}")
    if a.was != b.was:
        yield Difference("base", (), "how the base was when it was looked over is another now")


def _said(fields: Document | None, name: str) -> str:
    return describe_value(fields[name]) if fields is not None and name in fields else "as in the base"


def upgraded_document(document: ScenarioDocument, family: InstalledGame | None) -> ScenarioDocument:
    """Return a scenario as its game has it now, where that is known; what cannot be brought up stays as it is."""
    if family is None or family.system.key != document.game:
        return document
    try:
        return document.upgrade(family)
    except SandtableError:
        return document


def preset_changes(a: PresetDocument, b: PresetDocument) -> tuple[Difference, ...]:
    """Say in words what makes one preset of another."""
    head = fields_changed("preset", (), "the preset", a, b, ("key", "game", "title", "extends"))
    return (
        *head, *_options(a.on, b.on, " on"), *_options(a.off, b.off, " off"), *_parameters(a.parameters, b.parameters)
    )  # fmt: skip


def _options(a: tuple[str, ...], b: tuple[str, ...], how: str = "") -> Iterator[Difference]:
    """Say which options are chosen now; with ``how`` they are those that a preset switches on or off."""
    verb = f"is switched{how}" if how else "is on"
    return _words(a, b, f"option{how.replace(' ', '-')}", verb, f"the options{how}")


def _grants(a: tuple[str, ...], b: tuple[str, ...]) -> Iterator[Difference]:
    """Say which words are granted now."""
    return _words(a, b, "grant", "is granted", "the grants")


def _words(a: tuple[str, ...], b: tuple[str, ...], kind: str, verb: str, many: str) -> Iterator[Difference]:
    for key in (one for one in a if one not in b):
        yield Difference(kind, (key,), f"{key} {verb} no longer", True, False)
    for key in (one for one in b if one not in a):
        yield Difference(kind, (key,), f"{key} {verb} now", False, True)
    if a != b and set(a) == set(b):
        words = f"{many} are named in another order: {describe_value(a)} → {describe_value(b)}"
        yield Difference(kind, (), words, a, b)


def _parameters(a: Mapping[str, Mapping[str, Any]], b: Mapping[str, Mapping[str, Any]]) -> Iterator[Difference]:
    for module, was, now in differing_items(a, b):
        if not was and not now:
            yield Difference(
                "parameter", (module,), f"{module} is {'listed' if module in b else 'not listed'}, without parameters"
            )
        for name, before, after in differing_items(was or {}, now or {}):
            words = f"{module}.{name}: {_value(was, name)} → {_value(now, name)}"
            yield Difference("parameter", (module, name), words, before, after)


def _value(given: Mapping[str, Any] | None, name: str) -> str:
    return describe_value(given[name]) if given is not None and name in given else "default"


# --- rows -----------------------------------------------------------------------------------------------------------


def row_changes(
    a: Mapping[str, Mapping[str, Document]],
    b: Mapping[str, Mapping[str, Document]],
    family: InstalledGame | None,
    names: RowNames = BY_ID,
) -> Iterator[Difference]:
    """Say what makes some rows of others, table by table; ``names`` are what rows are called in words."""
    for table, was, now in differing_items(a, b):
        yield from _rows(table, was or {}, now or {}, family, names)


def _rows(
    table: str, a: Mapping[str, Document], b: Mapping[str, Document], family: InstalledGame | None, names: RowNames
) -> Iterator[Difference]:
    kind = family.schema.kinds.get(table) if family is not None else None
    for id, before, after in differing_items(a, b):
        was, now = _with_defaults(kind, before), _with_defaults(kind, after)
        called, named = names.phrase(table, id), names.row(table, id) is not None  # then the name says enough
        if table == DesignedChart.stored and (cells := _designed(id, was, now)) is not None:
            yield from cells
        elif was is None:
            yield Difference("row-added", (table, id), f"{called} is new{'' if named else _gist(now)}", None, now)
        elif now is None:
            yield Difference("row-gone", (table, id), f"{called} is gone{'' if named else _gist(was)}", was, None)
        elif table == Chart.stored:
            yield from _chart_rows(id, was, now)
        else:
            yield from _fields(table, id, was, now, kind, names)


def _gist(row: Document | None) -> str:
    """Return the fields of a row that say something, shortly."""
    parts = [
        f"{name} {text}"
        for name, value in (row or {}).items()
        if name != "id" and (text := describe_value(value)) != NOTHING
    ]
    return f" ({', '.join(parts[:4])}{', ...' if len(parts) > 4 else ''})" if parts else ""


def _fields(
    table: str, id: str, was: Document, now: Document, kind: type[Row] | None, names: RowNames = BY_ID
) -> Iterator[Difference]:
    called = names.phrase(table, id)
    for field, before, after in differing_items(was, now):
        title = title_of(kind, field) if kind is not None else field.replace("_", " ")
        one, other = (
            describe_value(names.value(kind, field, row[field])) if field in row else "default" for row in (was, now)
        )
        yield Difference("row-changed", (table, id, field), f"{called}: {title} {one} → {other}", before, after)


def _with_defaults(kind: type[Row] | None, row: Document | None) -> Document | None:
    """Return a row with the fields that are not written; one that cannot be read stays as it is."""
    if kind is None or row is None:
        return row
    try:
        found: Document = whole(msgspec.convert(row, kind))
    except msgspec.ValidationError:
        return row
    return found


# --- charts ---------------------------------------------------------------------------------------------------------


def chart_changes(a: Chart, b: Chart) -> tuple[Difference, ...]:
    """Say in words what makes one chart of another: cell by cell where they have the same axes, else as a whole."""
    return tuple(_chart(a, b))


def _chart(one: Chart, other: Chart) -> Iterator[Difference]:
    name = f"chart {one.id}"
    yield from fields_changed("chart", (one.id,), name, one, other, ("id", "title", "origin", "source", "confidence"))
    if one.axes != other.axes:
        words = f"{name} has other axes: {_axes(one)} → {_axes(other)}"
        yield Difference("chart-axes", (one.id,), words, msgspec.to_builtins(one.axes), msgspec.to_builtins(other.axes))
    elif len(one.cells) == len(other.cells) and not one.faults():
        for keys, before, after in zip(product(*(axis.keys for axis in one.axes)), one.cells, other.cells, strict=True):
            if differ(before, after):
                words = f"{name} at {', '.join(keys)}: {describe_value(before)} → {describe_value(after)}"
                yield Difference("chart-cell", (one.id, *keys), words, before, after)
        return
    if differ(one.cells, other.cells):
        cells = f"{len(one.cells)} → {len(other.cells)}" if len(one.cells) != len(other.cells) else f"{len(one.cells)}"
        yield Difference("chart-cells", (one.id,), f"{name} has other cells ({cells})", one.cells, other.cells)


def _chart_rows(id: str, was: Document, now: Document) -> Iterator[Difference]:
    """Compare two rows as charts, or field by field if they are none."""
    try:
        one, other = msgspec.convert(was, Chart), msgspec.convert(now, Chart)
    except msgspec.ValidationError:
        yield from _fields(Chart.stored, id, was, now, None)
        return
    changes = chart_changes(one, other)
    yield from changes
    if not changes:  # a default is written out in one and not in the other
        yield from _fields(Chart.stored, id, was, now, None)


def _designed(id: str, was: Document | None, now: Document | None) -> list[Difference] | None:
    """Say cell by cell what a designer has changed; ``None`` for rows that hold no such cells, or the same."""
    try:
        before, after = (
            {one.keys: one for one in msgspec.convert(row, DesignedChart).cells} if row is not None else {}
            for row in (was, now)
        )
    except msgspec.ValidationError:
        return None
    found: list[Difference] = []
    for keys, one, other in differing_items(before, after):
        what, where = (id, *keys), f"chart {id} at {', '.join(keys)}"
        if other is None:
            says = f"{where}: as printed again, no longer {describe_value(one and one.cell)}"
        elif one is None:
            says = f"{where}: {describe_value(other.was)} → {describe_value(other.cell)}"
        elif differ(one.cell, other.cell):
            says = f"{where}: {describe_value(one.cell)} → {describe_value(other.cell)}"
        else:
            says = f"{where}: its source or note is another now"
        was_said, is_said = (None if some is None else msgspec.to_builtins(some) for some in (one, other))
        found.append(Difference("chart-cell", what, says, was_said, is_said))
    return found or None


def _axes(chart: Chart) -> str:
    return " × ".join(f"{axis.title} ({', '.join(axis.keys)})" for axis in chart.axes) or "none"
