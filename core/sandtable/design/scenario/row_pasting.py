"""A table from a spreadsheet, laid onto the rows of a table: names matched, misses and doubles told."""

from __future__ import annotations

from collections import Counter
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

from msgspec import Struct

from sandtable.design.pasting import cells_of
from sandtable.design.scenario import row_changes
from sandtable.design.scenario.row_edits import AddRow, ChangeRows
from sandtable.design.scenario.row_forms import (
    RowField,
    candidates,
    field_named,
    form_of,
    read_text,
    required,
    value_in,
)
from sandtable.engine.errors import Invalid, unknown
from sandtable.engine.state.row import TITLES
from sandtable.library.files.report_words import join_names
from sandtable.library.store.documents import checked_key
from sandtable.library.text.place_names import NameOfSeveral

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sandtable.design.scenario.designed import DesignedScenario
    from sandtable.design.scenario.scenario_edits import ScenarioEdit

NEAR: Final = 0.7
"""From this likeness on a new row is told to be like one that is there."""
TAKEN_AWAY: Final = "-"
"""What a cell says that takes a value away."""


class Miss(Struct, frozen=True):
    """A row, or one cell of it, that fits nothing; ``near`` is what may be meant instead."""

    row: int
    who: str
    why: str
    column: str = ""
    written: str = ""
    near: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """Say it in a sentence."""
        where = f"row {self.row}" + (f" ({self.who})" if self.who else "") if self.row else "the head"
        return f"{where}: {self.why}"


class PastedRows(Struct, frozen=True):
    """What a pasted table would do: edits, which rows are changed, which are new, what is left out and why."""

    edits: tuple[ScenarioEdit, ...]
    rows: int
    changed: tuple[str, ...]
    fresh: tuple[str, ...]
    missed: tuple[Miss, ...]
    like: tuple[tuple[str, str], ...] = ()
    """New rows that are called much like one that is there."""

    @property
    def same(self) -> int:
        """How many rows are as they stand already."""
        return self.rows - len(self.changed) - len(self.fresh) - len({one.row for one in self.missed if one.row})


class _Line(NamedTuple):
    number: int
    id: str
    cells: dict[str, str]


def read_rows(
    design: DesignedScenario, table: str, text: str, instead: Mapping[tuple[int, str], str] | None = None
) -> PastedRows:
    """Read rows with a head: ``id``, or a title, says which row; every other column is a field of it.

    A row that is not there is a new one. An empty cell leaves its value alone, ``-`` takes it away. ``instead`` says
    what to read in place of a cell (its row, counted from 1 with the head, and its column). Raises ``Invalid`` for a
    table without such a head.
    """
    head, *body = cells_of(text, "copy a table with a head, one row a line")
    reading = _Reading(design, table, [one.strip() for one in head], instead or {})
    return reading.read(body)


class _Reading:
    """One table while it is read."""

    def __init__(
        self, design: DesignedScenario, table: str, names: Sequence[str], instead: Mapping[tuple[int, str], str]
    ) -> None:
        self.design, self.table, self.names, self.instead = design, table, names, instead
        self.missed: list[Miss] = []
        plain = [one.casefold() for one in names]
        if len(set(plain)) < len(plain) or "" in plain:
            raise Invalid("the head of the table has a column without a name, or two of one name: name each once")
        self.key = next((one for one in ("id", table.casefold(), *TITLES) if one in plain), "")
        if not self.key:
            raise Invalid(f"no column of the table ({', '.join(names)}) says which {table} is meant: call one id")
        self.column = names[plain.index(self.key)]
        self.fields = self._fields()

    def _fields(self) -> dict[str, RowField]:
        """Return the fields that columns stand for; a column that stands for none is told and left out."""
        found: dict[str, RowField] = {}
        for name in self.names:
            if name == self.column and (self.key not in TITLES):
                continue
            if name == self.column and any(one.name == self.key for one in form_of(self.design.family, self.table)):
                continue
            try:
                field = field_named(self.design, self.table, name)
            except Invalid as error:
                self.missed.append(Miss(0, "", f"{error}; the column is left out", name))
                continue
            if any(field == one for one in found.values()):
                raise Invalid(f"two columns of the table stand for {field.title}: leave one out")
            found[name] = field
        return found

    def read(self, body: Sequence[Sequence[str]]) -> PastedRows:
        lines = self._lines(body)
        start, edits = self.design, list[tuple[str, "ScenarioEdit"]]()
        waiting, faults = lines, dict[int, tuple[Miss, ...]]()
        while waiting:  # a row may name one that comes further below
            left: list[_Line] = []
            for line in waiting:
                try:
                    edits += [(line.id, edit)] if (edit := self._edit(line)) is not None else []
                except _MissingWord as error:
                    faults[line.number] = error.misses
                    left.append(line)
            if len(left) == len(waiting):
                self.missed += [miss for line in left for miss in faults[line.number]]
                break
            waiting = left
        fresh = tuple(id for id, edit in edits if isinstance(edit, AddRow))
        changed = tuple(id for id, edit in edits if isinstance(edit, ChangeRows))
        ids = sorted(start.ids(self.table))
        near = ((id, get_close_matches(id, ids, 1, NEAR)) for id in fresh)
        return PastedRows(
            tuple(edit for _, edit in edits), len(body), changed, fresh,
            tuple(sorted(self.missed, key=lambda one: (one.row, one.column))),
            tuple((id, there[0]) for id, there in near if there),
        )  # fmt: skip

    def _lines(self, body: Sequence[Sequence[str]]) -> list[_Line]:
        """Return the rows with the ids they mean; those that mean none, or one that another means too, are told."""
        found: list[_Line] = []
        for number, row in enumerate(body, 2):
            cells = {name: cell.strip() for name, cell in zip(self.names, row, strict=False)}
            cells |= {name: self.instead[number, name] for name in self.names if (number, name) in self.instead}
            wanted = cells.get(self.column, "")
            ids = self._ids(wanted)
            if not wanted:
                self.missed.append(Miss(number, "", f"it names no {self.table}", self.column))
            elif len(ids) > 1:
                why = f"{wanted!r} may be {' or '.join(ids[:4])}; say which by a column id"
                self.missed.append(Miss(number, wanted, why, self.column, wanted, tuple(ids)))
            else:
                found.append(_Line(number, ids[0] if ids else wanted, cells))
        return self._without_doubles(found)

    def _without_doubles(self, lines: list[_Line]) -> list[_Line]:
        many = {id for id, count in Counter(line.id for line in lines).items() if count > 1}
        for line in lines:
            if line.id in many:
                others = [str(one.number) for one in lines if one.id == line.id and one is not line]
                why = f"{line.id} stands in row {' and '.join(others)}, too: leave one of them out"
                self.missed.append(Miss(line.number, line.id, why, self.column, line.cells[self.column]))
        return [line for line in lines if line.id not in many]

    def _ids(self, wanted: str) -> list[str]:
        """Return the ids of the rows that are called so: by id, else by title, whatever the capitals."""
        ids = self.design.ids(self.table)
        if wanted in ids or not wanted:
            return [wanted]
        plain = wanted.casefold()
        by_id = [one for one in sorted(ids) if one.casefold() == plain]
        return by_id or [one for one in sorted(ids) if plain in self._titles(one)]

    def _titles(self, id: str) -> set[str]:
        row = self.design.row(self.table, id) or {}
        return {str(row[name]).casefold() for name in TITLES if row.get(name)}

    def _edit(self, line: _Line) -> ScenarioEdit | None:
        """Return what a row does, ``None`` where all is so already; the next is read on what it leaves."""
        design, table = self.design, self.table
        there = design.row(table, line.id)
        given = self._given(line)
        if there is None and self.key in TITLES:
            given = {self.key: line.cells[self.column], **given}
        if there is not None:
            known = {one.name: value_in(there, one) for one in self.fields.values()}
            given = {name: value for name, value in given.items() if _plain(known[name]) != _plain(value)}
            if not given:
                return None
        elif (stranger := self._stranger(line, given)) is not None:
            raise _MissingWord(stranger)
        who = f"{table} {line.id}"
        try:
            checked_key(f"a row of {table}", line.id)
            read = row_changes.read_fields(design, table, given, who)
            row = row_changes.sound(design, table, {**(there or {"id": line.id}), **read}, who)
        except Invalid as error:
            why = str(error).removeprefix(f"{who}: ")
            raise _MissingWord(Miss(line.number, line.id, why)) from error
        document = row_changes.change(design, table, line.id, read) if there else row_changes.put(design, table, row)
        self.design = design.with_document(document)
        return ChangeRows(table, (line.id,), given) if there is not None else AddRow(table, line.id, given)

    def _stranger(self, line: _Line, given: Mapping[str, Any]) -> Miss | None:
        """Tell of a row that is not there, and of which too little is said to be a new one."""
        lacks = [one.title for one in required(form_of(self.design.family, self.table)) if one.name not in given]
        if not lacks:
            return None
        ids = sorted(self.design.ids(self.table))
        called = {row_changes.row_title(self.design, self.table, id): id for id in ids}
        near = dict.fromkeys(called[one] for one in get_close_matches(line.id, called, 4, 0.5))
        why = unknown(self.table, line.id, called, f"a new one needs {join_names(lacks, 6, 'and')} too")
        return Miss(line.number, line.id, str(why), self.column, line.cells[self.column], tuple(near))

    def _given(self, line: _Line) -> dict[str, Any]:
        """Return what the cells of a row say; raises with all of them that mean nothing here."""
        found: dict[str, Any] = {}
        misses: list[Miss] = []
        for column, field in self.fields.items():
            cell = line.cells.get(column, "")
            if not cell:
                continue
            try:
                found[field.name] = read_text(self.design, field, "" if cell == TAKEN_AWAY else cell)
            except Invalid as error:
                near = self._near(cell, field, error)
                misses.append(Miss(line.number, line.id, f"{column}: {error}", column, cell, near))
        if misses:
            raise _MissingWord(*misses)
        return found

    def _near(self, cell: str, field: RowField, error: Invalid) -> tuple[str, ...]:
        """Return what may be meant in a cell: those that have the name, or what is written much like it."""
        if isinstance(error, NameOfSeveral):
            return error.ids
        return tuple(get_close_matches(cell, candidates(self.design, field), 4, 0.5))


def _plain(value: Any) -> Any:
    return list(cast("Iterable[Any]", value)) if isinstance(value, tuple | list) else value


class _MissingWord(Exception):
    """Cells of a row that mean nothing here."""

    def __init__(self, *misses: Miss) -> None:
        super().__init__(misses[0].why)
        self.misses = misses
