"""Hexes laid over geography in the worker process: what it costs has limits, and Ctrl-C is heard meanwhile."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec import Struct

from sandtable.interchange.geojson.packed_map import PackedMap, pack_map
from sandtable.interchange.hexify.ground import Thing
from sandtable.interchange.hexify.hex_map_making import make_hex_map
from sandtable.interchange.hexify.hex_map_rules import HexMapRules
from sandtable.interchange.plain_geometry import PlainGeometry, build_geometry
from sandtable.interchange.worker_messages import WorkerTask


class Geography(Struct, frozen=True):
    """What is drawn in some files, and what it shall become; ``things`` have their properties as JSON."""

    things: list[tuple[bytes, PlainGeometry]]
    rules: HexMapRules


def laying(_: bytes, geography: Geography) -> PackedMap:
    """Return the hex map; raises ``Invalid`` where the rules make none."""
    things = [Thing(msgspec.json.decode(properties), build_geometry(drawn)) for properties, drawn in geography.things]
    return pack_map(make_hex_map(things, geography.rules))


LAYING: Final = WorkerTask(laying, Geography, PackedMap, "making hexes of")
