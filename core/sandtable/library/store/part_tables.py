"""The tables that hold the parts of a map or a scenario: read in order, and written only where they change."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Any, NamedTuple

Row = tuple[Any, ...]


class PartTable(NamedTuple):
    """A table whose rows belong to a row of another: ``of`` that one's column, ``keys`` what tells its own apart."""

    table: str
    of: str
    keys: tuple[str, ...]
    values: tuple[str, ...]
    told: bool = False
    """The values tell the keys, which are not read then."""

    def content(self, connection: sqlite3.Connection, owner: int, *, plain: bool = False) -> list[Row]:
        """Return what the rows of one owner hold, in order of their keys; ``plain``: without asking an index."""
        columns = self.values if self.told else (*self.keys, *self.values)
        return self._rows(connection, owner, columns, "NOT INDEXED" if plain else "")

    def rows(self, connection: sqlite3.Connection, owner: int) -> list[Row]:
        """Return the rows of one owner as ``put`` takes them, with their keys."""
        return self._rows(connection, owner, (*self.keys, *self.values))

    def content_of(self, rows: Sequence[Row]) -> list[Row]:
        """Return what ``content`` gives of rows with their keys."""
        many = len(self.keys)
        ordered = sorted(rows, key=lambda row: row[:many])
        return [row[many:] for row in ordered] if self.told else ordered

    def _rows(self, connection: sqlite3.Connection, owner: int, columns: Sequence[str], how: str = "") -> list[Row]:
        return connection.execute(
            f"SELECT {', '.join(columns)} FROM {self.table} {how} WHERE {self.of} = ? ORDER BY {', '.join(self.keys)}",
            (owner,),
        ).fetchall()

    def put(self, connection: sqlite3.Connection, owner: int, rows: Sequence[Row]) -> tuple[list[Row], list[Row]]:
        """Make these the rows of one owner; returns the rows that went and those that came, changed ones in both."""
        columns = (*self.keys, *self.values)
        there = set(self._rows(connection, owner, columns))
        wanted = set(rows)
        gone, fresh = sorted(there - wanted), sorted(wanted - there)
        many = len(self.keys)
        stay = {row[:many] for row in fresh}
        where = " AND ".join(f"{key} = ?" for key in (self.of, *self.keys))
        connection.executemany(
            f"DELETE FROM {self.table} WHERE {where}",
            [(owner, *row[:many]) for row in gone if row[:many] not in stay],
        )
        connection.executemany(
            f"INSERT INTO {self.table} ({self.of}, {', '.join(columns)}) VALUES (?{', ?' * len(columns)}) "
            f"ON CONFLICT ({self.of}, {', '.join(self.keys)}) DO UPDATE SET "
            + ", ".join(f"{value} = excluded.{value}" for value in self.values),
            [(owner, *row) for row in fresh],
        )
        return gone, fresh
