"""The text of a scenario, written so that it reads back equal."""

from __future__ import annotations

from base64 import encodebytes
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, product
from typing import TYPE_CHECKING, Any, Final, cast

import msgspec

from sandtable.engine.errors import Invalid, SandtableError
from sandtable.engine.state.charts import Chart, DesignedChart, read_chart
from sandtable.engine.state.encoding import plain
from sandtable.engine.state.struct_fields import hints_of
from sandtable.library.text.field_values import NOTHING, written_value
from sandtable.library.text.toml_writing import in_order, key_text, line_text, table_text

if TYPE_CHECKING:
    from msgspec import Struct

    from sandtable.engine.rules.ground import Ground
    from sandtable.engine.state.row import Row
    from sandtable.library.store.documents import PresetDocument, ScenarioDocument

Table = Mapping[str, Any]
HEAD: Final = (
    "key", "game", "title", "says", "extends", "base", "map", "revision", "dates", "preset", "options", "off", "grants",
)  # fmt: skip
"""What stands at the head, in this order."""
CALLED: Final = {"preset": "begins_with"}
"""What is called otherwise in a text, for ``[[preset]]`` is one that it brings along."""


def scenario_text(
    document: ScenarioDocument,
    kinds: Mapping[str, type[Row]],
    ground: Ground[Any, Any] | None = None,
    presets: Iterable[PresetDocument] = (),
) -> str:
    """Return the text of a scenario, places by their ids; the same scenario has the same text.

    Raises ``Invalid`` naming a row that is none of the game's, or holds what no text can say.
    """
    parts = (
        _head(document),
        _setting(document, ground),
        _notes(document),
        _pictures(document),
        _over(document, kinds),
        _rows(document, kinds),
    )
    return "\n".join([*chain(*parts), *_presets(presets)])


def preset_text(presets: Iterable[PresetDocument]) -> str:
    """Return the text of presets, a table each."""
    return "\n".join(_presets(presets))


def _head(document: ScenarioDocument) -> Iterator[str]:
    for name in HEAD:
        if value := getattr(document, name):
            yield line_text(CALLED.get(name, name), plain(value) if name == "dates" else value)
    yield ""
    if document.parameters:
        yield from table_text("[parameters]", in_order(document.parameters))


def _setting(document: ScenarioDocument, ground: Ground[Any, Any] | None) -> Iterator[str]:
    """Yield what the scenario says of its map; what says something of many places has a line for each."""
    if not document.setting:
        return
    said = _fields(document.setting, ground.setting if ground else None, "setting")
    large = {name: cast("Table", value) for name, value in said.items() if isinstance(value, dict) and value}
    yield from table_text("[setting]", {name: value for name, value in said.items() if name not in large})
    for name, value in large.items():
        yield from table_text(f"[setting.{key_text(name)}]", value)


def _presets(presets: Iterable[PresetDocument]) -> Iterator[str]:
    for preset in presets:
        said = {name: value for name, value in msgspec.to_builtins(preset).items() if value}
        yield from table_text("[[preset]]", said)


def _notes(document: ScenarioDocument) -> Iterator[str]:
    for note in document.notes:
        yield from table_text("[[note]]", msgspec.to_builtins(note))


def _pictures(document: ScenarioDocument) -> Iterator[str]:
    """Yield the pictures of the notes, each under the hash of its content."""
    if not document.pictures:
        return
    yield "[picture]"
    for name, content in sorted(document.pictures.items()):
        lines = encodebytes(content).decode("ascii")
        yield f'{key_text(name)} = """\n{lines}"""'
    yield ""


def _over(document: ScenarioDocument, kinds: Mapping[str, type[Row]]) -> Iterator[str]:
    """Yield what it does to the rows of the scenario that it extends."""
    over = document.over
    for part, some in (("change", over.fields), ("was", over.was)):
        for table, rows in sorted(some.items()):
            kind, name = kinds.get(table), f"[{part}.{key_text(table)}]"
            said = {id: _fields(row, kind, f"{table} {id!r}") for id, row in sorted(rows.items())}
            yield from table_text(name, said)
    for table, texts in sorted(over.lost.items()):
        yield from table_text(f"[lost.{key_text(table)}]", dict(sorted(texts.items())))
    if over.gone:
        yield from table_text("[remove]", {table: list(ids) for table, ids in sorted(over.gone.items())})
    for one in over.printed:
        yield from table_text("[[printed]]", {"chart": one.chart, "at": one.at})


def _rows(document: ScenarioDocument, kinds: Mapping[str, type[Row]]) -> Iterator[str]:
    for table, rows in sorted(document.rows.items()):
        if table not in kinds:
            raise Invalid(f"{document.key} has rows of a table {table}, which its game does not have: take them out")
        if not rows:
            yield from (f"[{table}]", "")
        for id, row in sorted(rows.items()):
            chart = _chart(row) if table == Chart.stored else None
            cells = _cells(row) if table == DesignedChart.stored else None
            if chart is not None:
                yield from _chart_text(chart)
            elif cells is not None:
                yield from cells
            else:
                yield from table_text(f"[[{table}]]", _fields({"id": id, **row}, kinds[table], f"{table} {id!r}"))


def _fields(said: Table, kind: type[Struct] | None, where: str) -> dict[str, Any]:
    """Return the fields of a row, or of the setting, as a text has them."""
    hints: dict[str, Any] = {}
    if kind is not None:
        hints = dict(zip(kind.__struct_encode_fields__, hints_of(kind).values(), strict=True))
    places = {name: at for at, name in enumerate(hints)}
    found: dict[str, Any] = {}
    for name in sorted(said, key=lambda one: (places.get(one, len(places)), one)):
        try:
            found[name] = in_order(written_value(said[name], hints.get(name, Any)))
        except Invalid as error:
            raise Invalid(f"{where}: {name} {error}") from error
    return found


# --- charts ---------------------------------------------------------------------------------------------------------


def _chart(row: Table) -> Chart | None:
    """Return a row as a chart whose text, line by line, reads back equal; ``None`` for another."""
    try:
        chart = msgspec.convert(row, Chart)
        again = read_chart("", _chart_fields(chart))
    except (msgspec.ValidationError, SandtableError, IndexError):
        return None
    return chart if plain(again) == row and again.cells == chart.cells else None


def _cells(row: Table) -> list[str] | None:
    """Return the text of cells that a designer has changed; ``None`` for a row that is not as it is read back."""
    try:
        designed = msgspec.convert(row, DesignedChart)
    except msgspec.ValidationError:
        return None
    keys = [one.keys for one in designed.cells]
    if not keys or keys != sorted(set(keys)) or plain(designed) != row:
        return None
    lines: list[str] = []
    for one in designed.cells:
        said = {"chart": designed.id, "at": one.keys, "cell": NOTHING if one.cell is None else one.cell}
        given = {name: getattr(one, name) for name in ("was", "source", "note")}
        lines += table_text(
            "[[cell]]", {**said, **{name: value for name, value in given.items() if value not in (None, "")}}
        )
    return lines


def _chart_fields(chart: Chart) -> dict[str, Any]:
    said = plain(chart)
    del said["axes"], said["cells"]
    axes = [{"title": axis.title, "keys": list(axis.keys)} for axis in chart.axes]
    return {**said, "axis": axes, "cells": dict(_lines(chart))}


def _lines(chart: Chart) -> Iterator[tuple[str, list[int | str]]]:
    """Yield the cells along the last axis, by the keys of the others."""
    cells, length = ["" if cell is None else cell for cell in chart.cells], len(chart.axes[-1].keys)
    for at, keys in enumerate(product(*(axis.keys for axis in chart.axes[:-1]))):
        yield " / ".join(keys) or "all", cells[at * length : (at + 1) * length]


def _chart_text(chart: Chart) -> Iterator[str]:
    said = _chart_fields(chart)
    axes, cells = said.pop("axis"), said.pop("cells")
    yield "[[chart]]"
    yield from (line_text(name, value) for name, value in said.items())
    for axis in axes:
        yield "[[chart.axis]]"
        yield from (line_text(name, value) for name, value in axis.items())
    yield from table_text("[chart.cells]", cells)
