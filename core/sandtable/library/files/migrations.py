"""From an older version of a file to the one that is written now: a step each, all of them or none.

A step is a function from one version to the next. It stands in `STEPS` under the kind of file and the version it
starts from, and the older schema stays in `schema`, so that the gate still knows old files. Documents are not written
anew: how each was written stands in its epoch, and what reads them knows every way (`engine.journal.documents`).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sandtable.engine.errors import Invalid
from sandtable.library.files.copies import copy_file
from sandtable.library.files.gate import FileHeader, same_schema
from sandtable.library.files.schema import HOUSE_RULES
from sandtable.library.files.sqlite_errors import path_text

if TYPE_CHECKING:
    from sqlite_utils import Database

Step = Callable[["Database"], None]
Steps = Mapping[int, Step]
"""What leads on from each version."""


def _as_it_is(database: Database) -> None:
    """Change no table: what is written from now on is only written otherwise."""


def _with_house_rules(database: Database) -> None:
    """Give a library the table of house rules."""
    for statement in HOUSE_RULES:
        database.conn.execute(statement)


STEPS: Final[Mapping[str, Steps]] = {
    "library": {1: _with_house_rules},
    "campaign": {1: _as_it_is, 2: _as_it_is},
    "draft": {},
    "scenario draft": {},
}


def migrate(path: Path, connection: sqlite3.Connection, head: FileHeader, steps: Steps) -> None:
    """Bring an open file to the version of its kind; on any failure it is what it was.

    The connection must be in no transaction. What a step leaves behind is compared with the schema of the
    version it leads to.
    """
    kind = head.kind
    if head.version == kind.version:
        return
    from sqlite_utils import Database  # it takes longer to load than a campaign to open, and files are seldom older

    database = Database(connection, recursive_triggers=False, execute_plugins=False)
    connection.execute("PRAGMA foreign_keys=OFF")  # a step may rebuild a table that others refer to
    try:
        with database.atomic():
            for version in range(head.version, kind.version):
                if version not in steps:
                    raise Invalid(
                        f"{path_text(path)} is a {kind.name} of version {version}: "
                        f"this program cannot bring it up to date"
                    )
                steps[version](database)
                same_schema(path, connection, head._replace(version=version + 1))
            connection.execute(f"PRAGMA user_version={kind.version}")
            if connection.execute("PRAGMA foreign_key_check").fetchone():
                raise Invalid(f"{path_text(path)} could not be brought to version {kind.version}; it was not changed")
    finally:
        connection.execute("PRAGMA foreign_keys=ON")


def back_up(source: Path, path: Path, version: int) -> Path:
    """Copy what is to be migrated to a free name beside ``path``, and wait until it is on disk; returns the copy."""
    backup = _free(path, version)
    copy_file(source, backup)
    return backup


def _free(path: Path, version: int) -> Path:
    for number in range(1, 1000):
        more = "" if number == 1 else f"-{number}"
        backup = path.with_name(f"{path.name}.version-{version}{more}")  # no list of campaigns takes it for one
        if not backup.exists():
            return backup
    raise Invalid(f"there are too many copies of {path_text(path)} beside it: move some away")
