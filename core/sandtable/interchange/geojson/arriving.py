"""A whole GeoJSON file made a map, in the worker process: shapes, borders and what is to be said of them."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from sandtable.interchange.geojson import foreign, ours
from sandtable.interchange.geojson.carrying import Carried, carried
from sandtable.interchange.geojson.parsing import taken_apart
from sandtable.interchange.geojson.placing import Wanted
from sandtable.interchange.geojson.reading import Reading
from sandtable.interchange.geojson.texts import cleaned
from sandtable.interchange.wire import Task


def arriving(data: bytes, reading: Reading) -> Carried:
    """Return the map that a file holds; raises ``Invalid`` for the first thing in it that no map can have."""
    reading = replace(reading, title=cleaned(reading.title), kind=cleaned(reading.kind))
    apart = taken_apart(data, Wanted(reading.project, reading.mend, reading.snap))
    return carried(ours.map_of(apart, reading) if apart.parsed.ours else foreign.map_of(apart, reading))


ARRIVING: Final = Task(arriving, Reading, Carried)
