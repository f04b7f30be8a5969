"""Hex maps from geography: rivers, mountains, woods, towns and roads as GeoJSON, and rules what becomes of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sandtable.interchange.geojson.import_options import ImportedMap
from sandtable.interchange.geojson.packed_map import unpack_map
from sandtable.interchange.geojson.parsing import PARSE
from sandtable.interchange.geojson.placing import PlacingOptions
from sandtable.interchange.hexify.hex_map_rules import HexMapRules, read_rules
from sandtable.interchange.hexify.hexify_task import LAYING, Geography
from sandtable.interchange.plain_geometry import PlainGeometry
from sandtable.interchange.worker import Worker, shared_worker


def hexify(
    files: Sequence[tuple[str, bytes]],
    rules: HexMapRules,
    *,
    mend: bool = False,
    worker: Worker | None = None,
    cancelled: Callable[[], bool] = lambda: False,
) -> ImportedMap:
    """Return the hex map that rules make of GeoJSON files, each given by what errors call it and its bytes.

    Raises ``Invalid`` for a file that is wrong, or makes no hexes; ``Overtaxed`` for what takes too long.
    """
    worker = worker or shared_worker()
    things: list[tuple[bytes, PlainGeometry]] = []
    notices: list[str] = []
    for what, data in files:
        parsed = worker.run(PARSE, data, PlacingOptions("none", mend=mend), what=what, cancelled=cancelled)
        notices += parsed.notices
        things += [(one.properties, one.geometry) for one in parsed.features if one.geometry is not None]
    what = " and ".join(name for name, _ in files)
    done = unpack_map(worker.run(LAYING, b"", Geography(things, rules), what=what, cancelled=cancelled))
    return ImportedMap(done.map, [*notices, *done.notices])


__all__ = ["HexMapRules", "hexify", "read_rules"]
