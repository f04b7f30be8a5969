"""Maps as GeoJSON: ours there and back without loss, and anybody's made one of ours."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.board.maps import Map
from sandtable.engine.errors import Invalid
from sandtable.interchange.geojson.clean_names import slug
from sandtable.interchange.geojson.import_options import ImportedMap, ImportOptions
from sandtable.interchange.geojson.import_task import ARRIVING
from sandtable.interchange.geojson.packed_map import unpack_map
from sandtable.interchange.geojson.writing import write
from sandtable.interchange.images import checked_image
from sandtable.interchange.said_of import said_of
from sandtable.interchange.worker import Worker, shared_worker


def read(
    text: str | bytes,
    reading: ImportOptions = ImportOptions(),  # noqa: B008  # it never changes
    *,
    what: str = "the file",
) -> Map:
    """Return the map that a GeoJSON text holds; ``what`` is what errors call it.

    Raises ``Invalid`` for a text that no map can be made of.
    """
    return arrive(text, reading, what=what).map


def arrive(
    text: str | bytes,
    reading: ImportOptions = ImportOptions(),  # noqa: B008  # it never changes
    *,
    what: str = "the file",
    worker: Worker | None = None,
    cancelled: Callable[[], bool] = lambda: False,
) -> ImportedMap:
    """Return the map with notices of what was done to it on the way in."""
    worker = worker or shared_worker()
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    come = worker.run(ARRIVING, data, reading, what=what, cancelled=cancelled)
    try:
        arrived = unpack_map(come)
    except (Invalid, ValueError) as error:
        raise said_of(what, error) from error
    for underlay in arrived.map.underlays:
        checked_image(underlay.image, what=f"{what}, underlay {underlay.id!r}", worker=worker, cancelled=cancelled)
    return arrived


__all__ = ["ImportOptions", "ImportedMap", "arrive", "read", "slug", "write"]
