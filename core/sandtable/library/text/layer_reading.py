"""What a text says beside its rows: notes, cells that a designer changed, what it does to the scenario it extends."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Protocol, cast

import msgspec
from msgspec import Struct

from sandtable.engine.errors import unknown
from sandtable.engine.state.charts import Cell, ChartId, DesignedCell, DesignedChart
from sandtable.engine.state.struct_fields import hints_of
from sandtable.engine.unfit import unfit
from sandtable.library.store.scenario_parts import PrintedCell, RowChanges, Rows, ScenarioNote, picture_faults
from sandtable.library.text.field_values import NOTHING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sandtable.engine.errors import Invalid
    from sandtable.engine.state.row import Row

Table = dict[str, Any]


class TextInHand(Protocol):
    """A text that is read: what it says, and how what is wrong in it is told with its line."""

    said: Table
    kinds: Mapping[str, type[Row]]

    def wrong(self, table: str, row: str, why: str, field: str = "", number: int = 1) -> Invalid: ...
    def tables(self, key: str) -> list[Table]: ...
    def values(self, said: Table, kind: type[Struct], table: str, row: str) -> Table: ...


class CellText(Struct, frozen=True, forbid_unknown_fields=True):
    """A cell that a designer has changed, as a text has it."""

    chart: str
    at: tuple[str, ...]
    cell: Cell = None
    was: Cell = None
    source: str = ""
    note: str = ""


class LayerReading:
    """Reads them, of a text that is read."""

    def __init__(self, reading: TextInHand) -> None:
        self.reading = reading

    def illustrated_notes(self) -> tuple[tuple[ScenarioNote, ...], dict[str, bytes]]:
        """Read what is noted, and the pictures that it shows."""
        notes = self.notes()
        return notes, self.pictures(notes)

    def notes(self) -> tuple[ScenarioNote, ...]:
        """Read what is noted, ``[[note]]`` each."""
        found: dict[str, ScenarioNote] = {}
        for number, table in enumerate(self.reading.tables("note"), 1):
            for name in table:
                if name not in ScenarioNote.__struct_fields__:
                    raise self.reading.wrong(
                        "note", "", str(unknown("field", name, ScenarioNote.__struct_fields__)), name, number
                    )
            try:
                note = msgspec.convert(table, ScenarioNote)
            except msgspec.ValidationError as error:
                raise self.reading.wrong(
                    "note", "", f"number {number} is wrong: {unfit(error)}", number=number
                ) from error
            if found.setdefault(note.id, note) is not note:
                raise self.reading.wrong("note", note.id, "it stands there twice: take one out")
        return tuple(found.values())

    def pictures(self, notes: tuple[ScenarioNote, ...]) -> dict[str, bytes]:
        """Read the pictures that notes show, ``[picture]``: base64 under the hash of each."""
        said: Any = self.reading.said.get("picture", {})
        if not isinstance(said, dict):
            raise self.reading.wrong("picture", "", "write a table [picture], with each picture under its hash")
        found: dict[str, bytes] = {}
        for name, text in cast("dict[str, Any]", said).items():
            try:
                found[name] = b64decode("".join(str(text).split()), validate=True)
            except ValueError as error:
                raise self.reading.wrong("picture", name, f"it is not base64 ({error}): export it again") from error
        if faults := picture_faults(notes, found):
            raise self.reading.wrong("picture", "", f"{faults[0]}: export the scenario again, or take it out")
        return dict(sorted(found.items()))

    def designed_charts(self) -> Iterator[DesignedChart]:
        """Read the cells that a designer has changed, ``[[cell]]`` each."""
        cells: dict[str, dict[tuple[str, ...], DesignedCell]] = {}
        for number, said in enumerate(self.reading.tables("cell"), 1):
            table = {name: None if value is NOTHING else value for name, value in said.items()}
            try:
                cell = msgspec.convert(table, CellText)
            except msgspec.ValidationError as error:
                raise self.reading.wrong(
                    "cell", "", f"number {number} is wrong: {unfit(error)}", number=number
                ) from error
            mine = cells.setdefault(cell.chart, {})
            if cell.at in mine:
                twice = f"number {number} names chart {cell.chart!r} at {', '.join(cell.at)} once more"
                raise self.reading.wrong("cell", "", twice, number=number)
            mine[cell.at] = DesignedCell(cell.at, cell.cell, cell.was, cell.source, cell.note)
        for chart, some in sorted(cells.items()):
            yield DesignedChart(ChartId(chart), tuple(cell for _, cell in sorted(some.items())))

    def over(self) -> RowChanges:
        reading = self.reading
        there = [part for part in ("change", "was", "lost", "remove", "printed") if reading.said.get(part)]
        if there and not reading.said.get("extends"):
            raise reading.wrong(there[0], "", 'it changes another scenario: say which one with extends = "..."')
        return RowChanges(
            self.partial_rows("change", named=True), self.gone(), self.printed(),
            self.partial_rows("was", named=False), self.lost(),
        )  # fmt: skip

    def lost(self) -> dict[str, dict[str, str]]:
        """Return what no upgrade could bring up: of each row a text."""
        try:
            return msgspec.convert(self.mapping("lost"), dict[str, dict[str, str]])
        except msgspec.ValidationError as error:
            raise self.reading.wrong("lost", "", str(unfit(error))) from error

    def gone(self) -> dict[str, tuple[str, ...]]:
        reading = self.reading
        found: dict[str, tuple[str, ...]] = {}
        for table, ids in self.mapping("remove").items():
            if table not in reading.kinds:
                raise reading.wrong("remove", "", str(unknown("table", table, reading.kinds)), table)
            if not (isinstance(ids, list) and all(isinstance(one, str) for one in cast("Any", ids))):
                raise reading.wrong("remove", "", f"{table}: name the rows that go, each in quotes", table)
            found[table] = tuple(cast("list[str]", ids))
        return found

    def printed(self) -> tuple[PrintedCell, ...]:
        reading = self.reading
        found: list[PrintedCell] = []
        for number, table in enumerate(reading.tables("printed"), 1):
            try:
                found.append(msgspec.convert(table, PrintedCell))
            except msgspec.ValidationError as error:
                raise reading.wrong(
                    "printed", "", f"number {number} is wrong: {unfit(error)}", number=number
                ) from error
        return tuple(found)

    def partial_rows(self, part: str, *, named: bool) -> Rows:
        """Return rows by table of which only some fields stand there: ``[change.Corps]``, one in a line."""
        found: Rows = {}
        for table, rows in self.mapping(part).items():
            kind = self.reading.kinds.get(table)
            if kind is None:
                raise self.reading.wrong(part, table, str(unknown("table", table, self.reading.kinds)))
            if not isinstance(rows, dict):
                raise self.reading.wrong(part, table, f"it is not a table: write [{part}.{table}], then the rows")
            for id, said in cast("Table", rows).items():
                if not isinstance(said, dict):
                    raise self.reading.wrong(part, id, f"it is not a row: write {id} = {{ ... }} with its fields")
                fields = self.reading.values(cast("Table", said), kind, part, id)
                found.setdefault(table, {})[id] = self.sound_fields(part, id, kind, fields) if named else fields
        return found

    def sound_fields(self, part: str, id: str, kind: type[Row], fields: Table) -> Table:
        """Return the fields of a row; raises ``Invalid`` for a value that the field cannot hold."""
        hints = dict(zip(kind.__struct_encode_fields__, hints_of(kind).values(), strict=True))
        for name, value in fields.items():
            try:
                msgspec.convert(value, hints[name])
            except msgspec.ValidationError as error:
                raise self.reading.wrong(part, id, f"{name}: {unfit(error).says}", name) from error
        return fields

    def mapping(self, part: str) -> Table:
        """Return a part that has names in it."""
        said = self.reading.said.get(part, {})
        if not isinstance(said, dict):
            raise self.reading.wrong(part, "", f"it is not a table: write [{part}.Corps], and below it what it says")
        return cast("Table", said)
