"""What is wrong with a foreign file, said of it: "map.svg has no shapes", "map.geojson: line 3 is not JSON"."""

from __future__ import annotations

from typing import Final

from sandtable.engine.errors import Invalid

PREDICATES: Final = frozenset(("cannot", "covers", "draws", "has", "holds", "is", "lies", "says", "was"))
"""Words with which a reader of files goes on where the name of the file is the subject of its sentence."""


def said_of(what: str, fault: object) -> Invalid:
    """Return what is wrong with a file as an error that names it."""
    words = str(fault)
    return Invalid(f"{what} {words}" if words.partition(" ")[0] in PREDICATES else f"{what}: {words}")
