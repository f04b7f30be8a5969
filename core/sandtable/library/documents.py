"""What a library holds beside maps: scenarios and presets, as plain data that needs no game to be read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import Struct

from sandtable.engine.errors import Invalid
from sandtable.engine.options import Preset
from sandtable.engine.system import Scenario
from sandtable.engine.written import plain

if TYPE_CHECKING:
    from sandtable.engine.family import Family
    from sandtable.engine.state import Row

Rows = dict[str, dict[str, dict[str, Any]]]
"""Rows as plain data, by table name and id."""

LONGEST_KEY: Final = 120
"""Characters of the longest key."""


def checked_key(what: str, key: str) -> str:
    """Return a key that something may be kept under: a line of visible characters; raises ``Invalid`` for another."""
    if 0 < len(key) <= LONGEST_KEY and key.isprintable() and key == key.strip():
        return key
    raise Invalid(
        f"{what} cannot be called {key[:LONGEST_KEY]!r}: "
        f"give it a key of 1 to {LONGEST_KEY} visible characters, without space around it"
    )


class ScenarioHead(Struct, frozen=True, kw_only=True):
    """What a list of scenarios tells of each."""

    key: str
    game: str
    title: str
    says: str = ""
    map: str = ""
    revision: str = ""


class ScenarioDocument(Struct, frozen=True, kw_only=True):
    """A scenario: the rows it begins with (sides, pieces, charts), its options, the revision of the map it is for.

    ``map`` is a map's key and ``revision`` the digest it had when the scenario was last looked over.
    """

    key: str
    game: str
    title: str
    says: str = ""
    map: str = ""
    revision: str = ""
    rows: Rows = {}
    options: tuple[str, ...] = ()
    parameters: dict[str, dict[str, Any]] = {}

    def read(self, family: Family) -> list[Row]:
        """Return the rows; raises ``Invalid`` naming the first that is not one of this game, and why."""
        if family.system.key != self.game:
            raise Invalid(
                f"scenario {self.key} is one of {self.game}, not of {family.system.key}: open it with its game"
            )
        return [_row(family, self.key, name, id, row) for name, rows in self.rows.items() for id, row in rows.items()]

    def scenario(self, family: Family) -> Scenario:
        """Return it as something that can be begun."""
        rows = self.read(family)
        return Scenario(self.key, self.title, lambda: list(rows), self.says, self.options, self.parameters)


class PresetDocument(Struct, frozen=True, kw_only=True):
    """A named choice of options for a game; it adds to and takes from the one it extends."""

    key: str
    game: str
    title: str
    extends: str = ""
    on: tuple[str, ...] = ()
    off: tuple[str, ...] = ()
    parameters: dict[str, dict[str, Any]] = {}

    def preset(self) -> Preset:
        """Return it as the engine has it."""
        return Preset(self.key, self.title, self.extends, self.on, self.off, self.parameters)


def _row(family: Family, key: str, name: str, id: str, row: dict[str, Any]) -> Row:
    try:
        return msgspec.convert(row, family.schema.kind(name))
    except msgspec.ValidationError as error:
        raise Invalid(f"scenario {key}: {name} {id!r} is no sound row: {error}") from error


def rows_as_documents(rows: Iterable[Row]) -> Rows:
    """Return rows as plain data without their defaults, by table name and id."""
    found: Rows = {}
    for row in rows:
        found.setdefault(type(row).stored, {})[row.id] = plain(row)
    return {name: dict(sorted(table.items())) for name, table in sorted(found.items())}
