"""A whole GeoJSON file made a map, in the worker process: shapes, borders and what is to be said of them."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from sandtable.interchange.geojson import foreign_maps, own_maps
from sandtable.interchange.geojson.clean_names import clean_name
from sandtable.interchange.geojson.import_options import ImportOptions
from sandtable.interchange.geojson.packed_map import PackedMap, pack_map
from sandtable.interchange.geojson.parsing import take_apart
from sandtable.interchange.geojson.placing import PlacingOptions
from sandtable.interchange.worker_messages import WorkerTask


def arriving(data: bytes, reading: ImportOptions) -> PackedMap:
    """Return the map that a file holds; raises ``Invalid`` for the first thing in it that no map can have."""
    reading = replace(reading, title=clean_name(reading.title), kind=clean_name(reading.kind))
    apart = take_apart(data, PlacingOptions(reading.project, reading.mend, reading.snap))
    return pack_map(own_maps.map_of(apart, reading) if apart.parsed.ours else foreign_maps.map_of(apart, reading))


ARRIVING: Final = WorkerTask(arriving, ImportOptions, PackedMap)
