"""What stands in the files: the tables of libraries, campaigns and drafts, version by version.

A library and a campaign have the tables of maps and scenarios in common (a campaign carries its own copy of
both); a campaign has those of its journal besides. All text that is not an id is a JSON document. No view, no
trigger, no function: the gate compares this text with that of a file before it asks the file anything.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

Statements = tuple[str, ...]
Schema = Mapping[tuple[str, str], str]
"""The statements as SQLite keeps them, spaces evened out, by type and name."""


class FileKind(NamedTuple):
    """A kind of file: how it is called, the number in its header, its tables at each version."""

    name: str
    application: int
    versions: tuple[Statements, ...]
    """Those of version 1 first."""

    @property
    def version(self) -> int:
        """The version that is written now."""
        return len(self.versions)

    def statements(self, version: int) -> Statements:
        """Return the statements that make an empty file."""
        return self.versions[version - 1]

    def schema(self, version: int) -> Schema:
        """Return what stands in the schema of a sound file."""
        return _schema(self.statements(version))


def _statements(text: str) -> Statements:
    return tuple(" ".join(statement.split()) for statement in text.split(";") if statement.strip())


# One row. `changes` counts units of work: a side file that would take it back is not of this file.
FILE: Final = _statements("""
CREATE TABLE file (one INTEGER PRIMARY KEY CHECK (one = 1), id TEXT NOT NULL, changes INTEGER NOT NULL) STRICT;
""")

# A row of `maps` is a revision: `content` holds the hashes of its parts, `seal` that of the row. One per key is
# current; others stay as long as a scenario is bound to them. Geometry is WKB: polygons and multipolygons in `areas`,
# lines and multilines in `lines`. Layers of hexes lie in squares of 64 by 64, each compressed; one that is not there is
# all zero. Images go by their hash, so that revisions and maps share them.
MAPS: Final = _statements("""
CREATE TABLE maps (
    id INTEGER PRIMARY KEY, key TEXT NOT NULL, revision TEXT NOT NULL, current INTEGER NOT NULL,
    document TEXT NOT NULL, content TEXT NOT NULL, seal TEXT NOT NULL, UNIQUE (key, revision)
) STRICT;
CREATE TABLE spaces (
    map INTEGER NOT NULL REFERENCES maps (id) ON DELETE CASCADE, id TEXT NOT NULL, document TEXT NOT NULL,
    PRIMARY KEY (map, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE edges (
    map INTEGER NOT NULL REFERENCES maps (id) ON DELETE CASCADE, a TEXT NOT NULL, b TEXT NOT NULL,
    document TEXT NOT NULL, PRIMARY KEY (map, a, b)
) STRICT, WITHOUT ROWID;
CREATE TABLE places (
    map INTEGER NOT NULL REFERENCES maps (id) ON DELETE CASCADE, space TEXT NOT NULL, document TEXT NOT NULL,
    PRIMARY KEY (map, space)
) STRICT, WITHOUT ROWID;
CREATE TABLE regions (
    map INTEGER NOT NULL REFERENCES maps (id) ON DELETE CASCADE, id TEXT NOT NULL, document TEXT NOT NULL,
    PRIMARY KEY (map, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE provenance (
    map INTEGER NOT NULL REFERENCES maps (id) ON DELETE CASCADE, number INTEGER NOT NULL, document TEXT NOT NULL,
    PRIMARY KEY (map, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE areas (
    id INTEGER PRIMARY KEY, map INTEGER NOT NULL REFERENCES maps (id) ON DELETE CASCADE, space TEXT NOT NULL,
    geometry BLOB NOT NULL, UNIQUE (map, space)
) STRICT;
CREATE VIRTUAL TABLE boxes USING rtree (id, west, east, south, north);
CREATE TABLE lines (
    map INTEGER NOT NULL REFERENCES maps (id) ON DELETE CASCADE, id TEXT NOT NULL, document TEXT NOT NULL,
    geometry BLOB NOT NULL, PRIMARY KEY (map, id)
) STRICT;
CREATE TABLE chunks (
    map INTEGER NOT NULL REFERENCES maps (id) ON DELETE CASCADE, layer TEXT NOT NULL, square INTEGER NOT NULL,
    content BLOB NOT NULL, PRIMARY KEY (map, layer, square)
) STRICT;
CREATE TABLE images (hash TEXT NOT NULL PRIMARY KEY, content BLOB NOT NULL) STRICT;
CREATE TABLE underlays (
    map INTEGER NOT NULL REFERENCES maps (id) ON DELETE CASCADE, id TEXT NOT NULL, document TEXT NOT NULL,
    image TEXT NOT NULL REFERENCES images (hash), PRIMARY KEY (map, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX underlays_by_image ON underlays (image);
""")

# `document` is a scenario without its rows, `digest` the hash of all of it, `content` that of its rows as they stand.
SCENARIOS: Final = _statements("""
CREATE TABLE scenarios (
    id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, document TEXT NOT NULL, digest TEXT NOT NULL,
    content TEXT NOT NULL, seal TEXT NOT NULL
) STRICT;
CREATE TABLE pieces (
    scenario INTEGER NOT NULL REFERENCES scenarios (id) ON DELETE CASCADE, kind TEXT NOT NULL, id TEXT NOT NULL,
    document TEXT NOT NULL, PRIMARY KEY (scenario, kind, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE presets (key TEXT NOT NULL PRIMARY KEY, document TEXT NOT NULL, seal TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE charts (key TEXT NOT NULL PRIMARY KEY, document TEXT NOT NULL, seal TEXT NOT NULL) STRICT, WITHOUT ROWID;
""")

# House rules by form; a library of version 1 has none.
HOUSE_RULES: Final = _statements("""
CREATE TABLE house_rules (
    key TEXT NOT NULL PRIMARY KEY, document TEXT NOT NULL, seal TEXT NOT NULL
) STRICT, WITHOUT ROWID;
""")

# The header of a campaign (game, title, source of chance, the hash of its first position). Epochs and plies are only
# ever added to; `link` is the hash of the entry and of the link before it. The head says where the journal stands; its
# document holds the last links, so that entries missing at the end are noticed. Snapshots are compressed rows after a
# ply (0: the first rows).
JOURNAL: Final = _statements("""
CREATE TABLE campaign (one INTEGER PRIMARY KEY CHECK (one = 1), document TEXT NOT NULL, seal TEXT NOT NULL) STRICT;
CREATE TABLE epochs (number INTEGER PRIMARY KEY, document TEXT NOT NULL, link TEXT NOT NULL) STRICT;
CREATE TABLE plies (id INTEGER PRIMARY KEY, document TEXT NOT NULL, link TEXT NOT NULL) STRICT;
CREATE TABLE head (
    one INTEGER PRIMARY KEY CHECK (one = 1), ply INTEGER NOT NULL, document TEXT NOT NULL, seal TEXT NOT NULL
) STRICT;
CREATE TABLE snapshots (ply INTEGER PRIMARY KEY, content BLOB NOT NULL, seal TEXT NOT NULL) STRICT;
""")

# Version 2 of a campaign has the tables of version 1; its documents may be of the second encoding, which the programs
# of before would take for damage. Version 3 has them too; the documents of long plies are packed.
# A draft of a scenario holds that in place of a map, and no images.
# A draft holds the map that it began with in the tables of maps; `edits` is what was done since, each with what it
# changed (`patch`, packed) and the hash of itself and the one before it. `standing` says how many of them stand.
DRAFTS: Final = _statements("""
CREATE TABLE draft (one INTEGER PRIMARY KEY CHECK (one = 1), document TEXT NOT NULL, seal TEXT NOT NULL) STRICT;
CREATE TABLE edits (
    number INTEGER PRIMARY KEY, document TEXT NOT NULL, patch BLOB NOT NULL, link TEXT NOT NULL
) STRICT;
CREATE TABLE standing (
    one INTEGER PRIMARY KEY CHECK (one = 1), position INTEGER NOT NULL, saved INTEGER NOT NULL, revision TEXT NOT NULL,
    seal TEXT NOT NULL
) STRICT;
""")

FIRST_LIBRARY: Final = (*FILE, *MAPS, *SCENARIOS)
LIBRARY: Final = FileKind("library", 0x53544C42, (FIRST_LIBRARY, (*FIRST_LIBRARY, *HOUSE_RULES)))
CAMPAIGN: Final = FileKind("campaign", 0x53544350, ((*FILE, *MAPS, *SCENARIOS, *JOURNAL),) * 3)
DRAFT: Final = FileKind("draft", 0x53544452, ((*FILE, *MAPS, *DRAFTS),))
SCENARIO_DRAFT: Final = FileKind("scenario draft", 0x53545344, ((*FILE, *SCENARIOS, *DRAFTS),))
KINDS: Final = (LIBRARY, CAMPAIGN, DRAFT, SCENARIO_DRAFT)


def schema_of(connection: sqlite3.Connection) -> Schema:
    """Read the schema of a file, spaces evened out."""
    rows = connection.execute("SELECT type, name, sql FROM sqlite_schema").fetchall()
    return {(what, name): " ".join((sql or "").split()) for what, name, sql in rows}


@cache
def _schema(statements: Statements) -> Schema:
    connection = sqlite3.connect(":memory:")
    try:
        for statement in statements:
            connection.execute(statement)
        return schema_of(connection)
    finally:
        connection.close()
