"""A table from a spreadsheet, laid onto the spaces of a map: rows matched by id or name, misses told."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from sandtable.board.spaces import SpaceId, Value
from sandtable.design.attribute_values import read_value
from sandtable.design.edits.fields import SetFields
from sandtable.engine.errors import Invalid
from sandtable.library.files.report_words import join_names

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.board.spaces import Space

MOST_ROWS: Final = 50_000
OWN: Final = ("id", "name", "kind")


class PastedTable(Struct, frozen=True):
    """What a pasted table would change, and what of it fits nothing."""

    edits: tuple[SetFields, ...]
    rows: int
    missed: tuple[str, ...]
    """A sentence for each row that names no space, or several."""


def read_table(sheet: Map, text: str) -> PastedTable:
    """Read rows with a head: ``id`` or ``name`` say which space, every other column is a field of it.

    Cells are divided by tabs, else by semicolons or commas. An empty cell leaves its value alone; ``-`` takes it away.
    With both columns the id says which space, and the name is what it will be called. Raises ``Invalid`` for a table
    without such a head.
    """
    head, *rows = cells_of(text, "copy a table with a head, one row a space")
    names = [one.strip() for one in head]
    plain = [one.casefold() for one in names]
    if len(set(plain)) < len(plain) or "" in plain:
        raise Invalid("the head of the table has a column without a name, or two of one name: name each once")
    key = "id" if "id" in plain else "name" if "name" in plain else ""
    if not key:
        raise Invalid(f"no column of the table ({', '.join(names)}) says which space is meant: call one id or name")
    edits: list[SetFields] = []
    missed: list[str] = []
    by_name, held = _by_name(sheet), _held(sheet)
    for number, row in enumerate(rows, 2):
        values = {name: cell.strip() for name, cell in zip(names, row, strict=False)}
        wanted = values.get(names[plain.index(key)], "")
        found = _spaces(sheet, by_name, key, wanted)
        if len(found) != 1:
            missed.append(_missed(number, wanted, found))
        else:
            try:
                edit = _edit(sheet.graph[found[0]], values, key, held)
            except Invalid as error:
                missed.append(f"row {number} ({wanted}): {error}")
            else:
                edits += [edit] if edit is not None else []
    return PastedTable(tuple(edits), len(rows), tuple(missed))


def cells_of(text: str, wanted: str) -> list[list[str]]:
    """Return the cells of a table as spreadsheets copy it; raises ``Invalid`` for none, with what is ``wanted``."""
    lines = text.strip("\r\n")
    if not lines.strip():
        raise Invalid(f"there is nothing to paste: {wanted}")
    divided = next((sign for sign in "\t;," if sign in lines.splitlines()[0]), "\t")
    rows = [row for row in csv.reader(io.StringIO(lines), delimiter=divided) if any(cell.strip() for cell in row)]
    if len(rows) > MOST_ROWS:
        raise Invalid(f"the table has {len(rows):,} rows: paste up to {MOST_ROWS:,} at once")
    return rows


def _by_name(sheet: Map) -> dict[str, list[SpaceId]]:
    found: dict[str, list[SpaceId]] = {}
    for space in sheet.graph.spaces.values():
        found.setdefault(space.name.casefold(), []).append(space.id)
    return found


def _spaces(sheet: Map, by_name: dict[str, list[SpaceId]], key: str, wanted: str) -> Sequence[SpaceId]:
    if key == "id":
        return [SpaceId(wanted)] if wanted in sheet.graph.spaces else []
    return by_name.get(wanted.casefold(), []) if wanted else []


def _missed(number: int, wanted: str, found: Sequence[SpaceId]) -> str:
    if not wanted:
        return f"row {number} names no space"
    if not found:
        return f"row {number}: no space is called {wanted!r}"
    return f"row {number}: {wanted!r} may be {join_names(found, last='or')}; say which by a column id"


def _edit(space: Space, values: dict[str, str], key: str, held: Mapping[str, Sequence[Value]]) -> SetFields | None:
    """Return what a row changes of a space, ``None`` where all is so already."""
    given = {name: cell for name, cell in values.items() if cell and name.casefold() != key}
    own = {name.casefold(): cell for name, cell in given.items() if name.casefold() in OWN}
    name, kind = own.get("name"), own.get("kind")
    attributes = dict(_attributes(space, given, held))
    if name == space.name:
        name = None
    if kind == space.kind:
        kind = None
    return SetFields((space.id,), name, kind, attributes) if name or kind or attributes else None


def _attributes(
    space: Space, given: dict[str, str], held: Mapping[str, Sequence[Value]]
) -> Iterator[tuple[str, Value | None]]:
    for name, cell in given.items():
        if name.casefold() not in OWN:
            value = None if cell == "-" else read_value(cell, held.get(name, ()))
            if space.get(name) != value:
                yield name, value


def _held(sheet: Map) -> dict[str, list[Value]]:
    """Return what values the spaces of a map have, by attribute: a number stays one."""
    found: dict[str, list[Value]] = {}
    for space in sheet.graph.spaces.values():
        for name, value in space.attributes:
            found.setdefault(name, []).append(value)
    return found
