"""A scenario that is worked on: its document, its game, its map, and what it extends."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace as replace_fields

from sandtable.engine.errors import SandtableError
from sandtable.engine.state.encoding import plain
from sandtable.library.store.layers import layer_over
from sandtable.library.text.place_names import PlaceNames

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sandtable.board.maps import Map
    from sandtable.engine.rules.options import Preset
    from sandtable.engine.running.installed_game import InstalledGame
    from sandtable.engine.state.row import Row
    from sandtable.library.store.documents import ScenarioDocument
    from sandtable.library.store.scenario_parts import Rows
    from sandtable.library.store.shelf import Shelf

Document = dict[str, Any]


def _as_kept(document: ScenarioDocument) -> ScenarioDocument:
    """Return a scenario as it comes out of a file: lists, where code has made it of tuples."""
    return replace_fields(document, rows=msgspec.json.decode(msgspec.json.encode(document.rows)))


@dataclass(frozen=True)
class DesignedScenario:
    """A scenario as edits see it; ``base`` is what it extends, as that is played."""

    document: ScenarioDocument
    family: InstalledGame
    map: Map | None = None
    base: ScenarioDocument | None = None
    base_digest: str = ""
    shelf: Shelf | None = None
    newest: Map | None = None
    """The map as its library has it now, where the scenario was opened on an older revision."""
    opened_on: Map | None = None
    """That revision."""

    @classmethod
    def of(
        cls, document: ScenarioDocument, shelf: Shelf, sheet: Map | None, newest: Map | None = None
    ) -> DesignedScenario:
        """Return a scenario with what it extends; raises ``Invalid`` where that is gone."""
        named = shelf.scenario(document.extends) if document.extends else None
        base = shelf.laid(named) if named is not None else None
        digest = named.digest if named is not None else ""
        document = _as_kept(document.upgrade(shelf.family))
        return cls(document, shelf.family, sheet, base and _as_kept(base), digest, shelf, newest, sheet)

    @property
    def presets(self) -> Mapping[str, Preset]:
        """The presets that it may begin with, by key."""
        return self.shelf.presets if self.shelf is not None else {}

    def with_document(self, document: ScenarioDocument) -> DesignedScenario:
        """Return it with another document; what does not depend on that is kept."""
        if document.revision != self.document.revision and (sheet := self._sheet_of(document)) is not self.map:
            return replace(self, document=document, map=sheet)
        fresh = replace(self, document=document)
        kept = ("places", "ground") if document.setting == self.document.setting else ("places",)
        fresh.__dict__.update({name: self.__dict__[name] for name in kept if name in self.__dict__})
        return fresh

    def _sheet_of(self, document: ScenarioDocument) -> Map | None:
        """Return the revision of the map that a scenario is bound to, if it is at hand."""
        at_hand = (self.newest, self.opened_on)
        return next((one for one in at_hand if one is not None and one.digest == document.revision), self.map)

    @property
    def newer(self) -> Map | None:
        """The map as its library has it now, where the scenario is on an older revision."""
        return None if self.newest is self.map else self.newest

    @cached_property
    def laid(self) -> ScenarioDocument:
        """The scenario over what it extends; its preset is not worked out."""
        return self.document if self.base is None else layer_over(self.document, self.base)

    @property
    def rows(self) -> Rows:
        """Its rows and those of its base."""
        return self.laid.rows

    @cached_property
    def ground(self) -> Rows:
        """The rows that the game lays out from the map, whether or not the scenario has its own in their place."""
        return self.ground_with(self.laid.setting)

    def ground_with(self, setting: Document) -> Rows:
        """Return the rows that the game would lay out from the map with another setting."""
        ground = self.family.system.ground
        if ground is None or self.map is None:
            return {}
        found: Rows = {}
        try:
            laid = ground.rows(self.map, setting)
        except SandtableError:
            return {}  # the setting is not finished: lint says so
        for row in laid:
            found.setdefault(type(row).stored, {})[row.id] = plain(row)
        return found

    @cached_property
    def places(self) -> PlaceNames:
        """What spaces and regions of the map are called."""
        return PlaceNames(self.map)

    def row(self, table: str, id: str) -> Document | None:
        """Return a row as it is: its own, of its base, or of the ground."""
        own = self.rows.get(table, {}).get(id)
        return own if own is not None else self.ground.get(table, {}).get(id)

    def ids(self, table: str) -> set[str]:
        """Return the ids of the rows of a table, those of the ground too."""
        return {*self.rows.get(table, {}), *self.ground.get(table, {})}

    def typed(self, table: str, id: str) -> Row | None:
        """Return a row as its game has it, ``None`` for none and for one that is unsound."""
        row = self.row(table, id)
        if row is None or table not in self.family.schema.kinds:
            return None
        try:
            return msgspec.convert(row, self.family.schema.kinds[table])
        except msgspec.ValidationError:
            return None

    def called(self, table: str, id: str) -> str:
        """Return what a row is called in a sentence: by its table and its id, and by a title that it has besides."""
        row = self.row(table, id) or {}
        title = row.get("title") or row.get("name") or ""
        return f"{table} {id}" + (f" ({title})" if title and title != id else "")
