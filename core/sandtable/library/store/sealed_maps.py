"""A map as a file has it: its rows, as they are, from one file into another, and nothing in them is read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sandtable.library.store.map_rows import PARTS
from sandtable.library.store.map_table import MapEntry
from sandtable.library.store.part_tables import Row


class SealedMap(NamedTuple):
    """The rows of a map with their keys, each part of which was compared with its seal; images by their hash."""

    entry: MapEntry
    rows: Mapping[str, Sequence[Row]]
    boxes: Sequence[Row]
    images: Mapping[str, bytes]

    def content(self) -> dict[str, list[Row]]:
        """Return what each part holds, as maps are made of it."""
        return {part.table: part.content_of(self.rows[part.table]) for part in PARTS}
