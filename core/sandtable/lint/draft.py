"""A scenario under its checks: what can be read of it, with what it is for."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from sandtable.engine.errors import SandtableError
from sandtable.engine.rules.options import Choices
from sandtable.engine.state.charts import Chart, DesignedChart
from sandtable.engine.unfit import Unfit, unfit
from sandtable.lint.findings import Place

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.board.spaces import SpaceId
    from sandtable.engine.rules.rulebook import Rulebook
    from sandtable.engine.running.installed_game import InstalledGame
    from sandtable.engine.state.row import Row
    from sandtable.library.store.documents import ScenarioDocument
    from sandtable.lint.survey import Survey

RowName = tuple[str, str]
"""A row, by its table and its id."""


class UnsoundRow(NamedTuple):
    """A row that is none of this game's, and why; no reason when the game has no such table."""

    table: str
    id: str
    why: Unfit | None = None


class Draft:
    """A scenario with its game and its map, as far as they are there; ``old`` is the map it was last looked over on.

    ``newer`` is the map as it is now, where the scenario is looked at on the one that it is bound to.
    """

    def __init__(
        self, document: ScenarioDocument, sheet: Map | None, family: InstalledGame | None, old: Map | None = None,
        newer: Map | None = None,
    ) -> None:  # fmt: skip
        self.document = document
        self.map = sheet
        self.family = family
        self.old = old
        self.newer = newer

    def with_document(self, document: ScenarioDocument, rows: frozenset[RowName]) -> Draft:
        """Return the scenario as it is after an edit of these rows; what was read of the others is kept."""
        now = Draft(document, self.map, self.family, self.old, self.newer)
        known = dict(self._read)
        for table, id in rows:
            known.pop((table, id), None)
            if id in document.rows.get(table, {}):
                known[table, id] = now._read_row(table, id)
        now.__dict__["_read"] = known
        kept = ["survey", "_ground"]
        if self.has_choices_of(document):
            kept += ["choices", "rulebook"]
        if all((id in self.document.rows.get(table, {})) == ((table, id) in known) for table, id in rows):
            kept += ["ids", "ground_rows", "_ground_by_name"]
        now.__dict__.update({name: self.__dict__[name] for name in kept if name in self.__dict__})
        return now

    def has_choices_of(self, document: ScenarioDocument) -> bool:
        """Tell whether a scenario is played with the same options, parameters and grants."""
        mine = self.document
        return (mine.options, mine.parameters, mine.grants) == (document.options, document.parameters, document.grants)

    def place(
        self, *spaces: SpaceId, row: Row | None = None, table: str = "", id: str = "", field: str = "", region: str = ""
    ) -> Place:
        """Return a place in this scenario."""
        if row is not None:
            table, id = type(row).stored, row.id
        return Place("scenario", self.document.key, spaces, region, table=table, row=id, field=field)

    # --- its rows -----------------------------------------------------------------------------------------------

    @cached_property
    def _read(self) -> dict[RowName, Row | UnsoundRow]:
        return {(table, id): self._read_row(table, id) for table, its in self.document.rows.items() for id in its}

    def _read_row(self, table: str, id: str) -> Row | UnsoundRow:
        kinds = self.family.schema.kinds if self.family is not None else {}
        if table not in kinds:
            return UnsoundRow(table, id)
        try:
            return msgspec.convert(self.document.rows[table][id], kinds[table])
        except msgspec.ValidationError as error:
            return UnsoundRow(table, id, unfit(error))

    @property
    def names(self) -> list[RowName]:
        """What its own rows are called."""
        return [(table, id) for table, its in self.document.rows.items() for id in its]

    @property
    def rows(self) -> list[Row]:
        """Its own rows that are sound."""
        return [row for name in self.names if not isinstance(row := self._read[name], UnsoundRow)]

    @property
    def all_rows(self) -> list[Row]:
        """Its own rows that are sound, and those of the ground under them."""
        return [*self.ground_rows, *self.rows]

    def row(self, name: RowName) -> Row | None:
        """Return a row of its own, ``None`` for one that is not there, or is unsound."""
        row = self._read.get(name)
        return None if isinstance(row, UnsoundRow) else row

    def unsound(self, name: RowName) -> UnsoundRow | None:
        """Return what is wrong with a row of its own, ``None`` for one that is sound."""
        row = self._read[name]
        return row if isinstance(row, UnsoundRow) else None

    def laid_row(self, name: RowName) -> Row | None:
        """Return the row that is laid out under a name: its own, or where it has none that of the ground."""
        return self.row(name) if name in self._read else self._ground_by_name.get(name)

    @cached_property
    def ids(self) -> dict[str, set[str]]:
        """The ids that are there, by table: its own, sound or not, and those of the ground."""
        found = {table: set(its) for table, its in self.document.rows.items()}
        for row in self.ground_rows:
            found.setdefault(type(row).stored, set()).add(row.id)
        return found

    # --- its charts ---------------------------------------------------------------------------------------------

    def chart(self, id: str) -> Chart | None:
        """Return a chart as it is printed, ``None`` where there is none, or an unsound one."""
        row = self.laid_row((Chart.stored, id))
        return row if isinstance(row, Chart) else None

    def designed(self, id: str) -> DesignedChart | None:
        """Return what its designer has put over a chart."""
        row = self.row((DesignedChart.stored, id))
        return row if isinstance(row, DesignedChart) else None

    # --- the ground under it ------------------------------------------------------------------------------------

    @cached_property
    def ground_rows(self) -> list[Row]:
        """The rows of the ground under its own."""
        own = self.document.rows
        return [row for row in self._ground[0] if row.id not in own.get(type(row).stored, {})]

    @cached_property
    def _ground_by_name(self) -> dict[RowName, Row]:
        return {(type(row).stored, row.id): row for row in self.ground_rows}

    @property
    def ground_fault(self) -> SandtableError | None:
        """Why the ground cannot be laid out."""
        return self._ground[1]

    @cached_property
    def _ground(self) -> tuple[list[Row], SandtableError | None]:
        """All rows of the ground, those too in whose place the scenario has its own."""
        ground = self.family.system.ground if self.family is not None else None
        if ground is None or self.map is None:
            return [], None
        try:
            return list(ground.rows(self.map, self.document.setting)), None
        except SandtableError as error:
            return [], error

    @cached_property
    def survey(self) -> Survey | None:
        """The map under its checks."""
        from sandtable.lint.survey import Survey

        return Survey(self.map) if self.map is not None else None

    # --- what is in force ---------------------------------------------------------------------------------------

    @cached_property
    def choices(self) -> Choices:
        document = self.document
        return Choices(frozenset(document.options), document.parameters, grants=frozenset(document.grants))

    @cached_property
    def rulebook(self) -> Rulebook | None:
        """What counts under the scenario's options, ``None`` when they cannot be used together."""
        try:
            return self.family.rulebook(self.choices) if self.family is not None else None
        except SandtableError:
            return None
