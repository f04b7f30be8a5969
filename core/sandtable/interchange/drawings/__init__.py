"""Drawings that were made elsewhere (SVG): what is in them, rules what becomes of it, and the map these make."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.engine.errors import Invalid
from sandtable.interchange.drawings.drawn_things import DrawnThing, SvgDrawing
from sandtable.interchange.drawings.mapping import ShapeRule, SvgMapping, read_mapping, write_mapping
from sandtable.interchange.drawings.proposing import Sort, lost_words, propose, remarks_of, sorts_of, words_of
from sandtable.interchange.drawings.svg_tasks import DRAWING_UP, LOOKING, SvgImport, SvgLook
from sandtable.interchange.geojson.import_options import ImportedMap
from sandtable.interchange.geojson.packed_map import unpack_map
from sandtable.interchange.said_of import said_of
from sandtable.interchange.worker import Worker, shared_worker


def look_at(
    data: bytes,
    *,
    what: str,
    hidden: bool = False,
    worker: Worker | None = None,
    cancelled: Callable[[], bool] = lambda: False,
) -> SvgDrawing:
    """Return what is drawn in an SVG file; ``what`` is what errors call it."""
    return (worker or shared_worker()).run(LOOKING, data, SvgLook(hidden), what=what, cancelled=cancelled)


def arrive(
    data: bytes,
    mapping: SvgMapping | None,
    *,
    key: str,
    what: str,
    worker: Worker | None = None,
    cancelled: Callable[[], bool] = lambda: False,
) -> ImportedMap:
    """Return the map that rules (none: those that are proposed) make of an SVG file, and what was done on the way."""
    worker = worker or shared_worker()
    come = worker.run(DRAWING_UP, data, SvgImport(key, mapping), what=what, cancelled=cancelled)
    try:
        return unpack_map(come)
    except (Invalid, ValueError) as error:
        raise said_of(what, error) from error


__all__ = [
    "DrawnThing", "ImportedMap", "ShapeRule", "Sort", "SvgDrawing", "SvgMapping", "arrive", "look_at", "lost_words",
    "propose", "read_mapping", "remarks_of", "sorts_of", "words_of", "write_mapping",
]  # fmt: skip
