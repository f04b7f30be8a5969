"""What is asked of an SVG file in the worker process: what it holds, and the map that rules make of it."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from sandtable.interchange.drawings.drawn_things import SvgDrawing
from sandtable.interchange.drawings.map_making import make_map
from sandtable.interchange.drawings.mapping import SvgMapping
from sandtable.interchange.drawings.proposing import propose
from sandtable.interchange.drawings.walking import walk
from sandtable.interchange.geojson.packed_map import PackedMap, pack_map
from sandtable.interchange.worker_messages import WorkerTask

COARSE: Final = 0.25
"""Pixels that the curves of a preview may be left by."""


class SvgLook(Struct, frozen=True):
    """Look at a drawing; ``hidden`` layers too."""

    hidden: bool = False


class SvgImport(Struct, frozen=True):
    """Make a map of a drawing; without a mapping by the one that is proposed. ``key`` where the mapping has none."""

    key: str
    mapping: SvgMapping | None = None


def looking(data: bytes, wanted: SvgLook) -> SvgDrawing:
    """Return what is drawn; raises ``Invalid`` for the first thing that cannot be read."""
    return walk(data, COARSE, hidden=wanted.hidden)


def drawing_up(data: bytes, wanted: SvgImport) -> PackedMap:
    """Return the map; raises ``Invalid`` where none can be made."""
    mapping = wanted.mapping or propose(walk(data, COARSE))
    return pack_map(make_map(walk(data, mapping.fine, hidden=mapping.hidden), mapping, wanted.key))


LOOKING: Final = WorkerTask(looking, SvgLook, SvgDrawing)
DRAWING_UP: Final = WorkerTask(drawing_up, SvgImport, PackedMap)
