"""A scenario under its checks: what can be read of it, with what it is for."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from sandtable.engine.errors import SandtableError
from sandtable.engine.rules.options import Choices
from sandtable.lint.findings import Place

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.board.spaces import SpaceId
    from sandtable.engine.rules.rulebook import Rulebook
    from sandtable.engine.running.installed_game import InstalledGame
    from sandtable.engine.state.row import Row
    from sandtable.library.store.documents import ScenarioDocument
    from sandtable.lint.survey import Survey


class UnsoundRow(NamedTuple):
    """A row that is none of this game's, and why; no reason when the game has no such table."""

    table: str
    id: str
    why: str = ""


class Draft:
    """A scenario with its game and its map, as far as they are there; ``old`` is the map it was last looked over on."""

    def __init__(
        self, document: ScenarioDocument, sheet: Map | None, family: InstalledGame | None, old: Map | None = None
    ) -> None:
        self.document = document
        self.map = sheet
        self.family = family
        self.old = old

    def place(
        self, *spaces: SpaceId, row: Row | None = None, table: str = "", id: str = "", field: str = "", region: str = ""
    ) -> Place:
        """Return a place in this scenario."""
        if row is not None:
            table, id = type(row).stored, row.id
        return Place("scenario", self.document.key, spaces, region, table=table, row=id, field=field)

    @cached_property
    def _sound_and_unsound(self) -> tuple[list[Row], list[UnsoundRow]]:
        rows: list[Row] = []
        unread: list[UnsoundRow] = []
        kinds = self.family.schema.kinds if self.family is not None else {}
        for table, its in self.document.rows.items():
            for id, document in its.items():
                if table not in kinds:
                    unread.append(UnsoundRow(table, id))
                    continue
                try:
                    rows.append(msgspec.convert(document, kinds[table]))
                except msgspec.ValidationError as error:
                    unread.append(UnsoundRow(table, id, str(error)))
        return rows, unread

    @property
    def rows(self) -> list[Row]:
        """Its own rows that are sound."""
        return self._sound_and_unsound[0]

    @property
    def all_rows(self) -> list[Row]:
        """Its own rows that are sound, and those of the ground under them."""
        return [*self._laid_out[0], *self.rows]

    @cached_property
    def ids(self) -> dict[str, set[str]]:
        """The ids that are there, by table: its own, sound or not, and those of the ground."""
        found = {table: set(its) for table, its in self.document.rows.items()}
        for row in self._laid_out[0]:
            found.setdefault(type(row).stored, set()).add(row.id)
        return found

    @property
    def ground_rows(self) -> list[Row]:
        """The rows of the ground under its own."""
        return self._laid_out[0]

    @property
    def ground_fault(self) -> SandtableError | None:
        """Why the ground cannot be laid out."""
        return self._laid_out[1]

    @cached_property
    def _laid_out(self) -> tuple[list[Row], SandtableError | None]:
        if self.family is None or self.map is None:
            return [], None
        try:
            return self.document.ground_rows(self.family, self.map), None
        except SandtableError as error:
            return [], error

    @property
    def unsound_rows(self) -> list[UnsoundRow]:
        """The rows that are not."""
        return self._sound_and_unsound[1]

    @cached_property
    def survey(self) -> Survey | None:
        """The map under its checks."""
        from sandtable.lint.survey import Survey

        return Survey(self.map) if self.map is not None else None

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
