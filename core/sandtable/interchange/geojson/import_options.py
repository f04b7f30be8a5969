"""What is asked of a GeoJSON file, and what comes of it."""

from __future__ import annotations

from typing import Literal, NamedTuple

from msgspec import Struct

from sandtable.board.maps import Map


class ImportOptions(Struct, frozen=True, kw_only=True):
    """How to take a file that was not written from a map; one that was needs none of this.

    ``name_field``, ``id_field``, ``kind_field``: the properties that hold these, where they have unusual names.
    ``kind``: that of polygons which do not say. ``project``: longitudes and latitudes become kilometres on paper
    (``lcc``), stay as they are (``none``), or the former where they look like such (``auto``). ``mend``: shapes
    that are not sound are mended. ``snap``: borders that nearly fit are put together within so many map units, and
    gaps as narrow are closed.
    ``tolerance``: how far apart borders may run and still count as shared.
    """

    key: str = ""
    title: str = ""
    name_field: str = ""
    id_field: str = ""
    kind_field: str = ""
    kind: str = "land"
    project: Literal["auto", "lcc", "none"] = "auto"
    mend: bool = False
    snap: float = 0.0
    tolerance: float | None = None


class ImportedMap(NamedTuple):
    """A map that has come in, and what was done to it on the way."""

    map: Map
    notices: list[str]
