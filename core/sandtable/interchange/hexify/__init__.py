"""Hex maps from geography: rivers, mountains, woods, towns and roads as GeoJSON, and rules what becomes of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sandtable.interchange.drawn import Drawn
from sandtable.interchange.geojson.carrying import put_together
from sandtable.interchange.geojson.parsing import PARSE
from sandtable.interchange.geojson.placing import Wanted
from sandtable.interchange.geojson.reading import Arrived
from sandtable.interchange.hexify.rules import Rules, read_rules
from sandtable.interchange.hexify.working import LAYING, Geography
from sandtable.interchange.worker import Worker, shared


def hexify(
    files: Sequence[tuple[str, bytes]],
    rules: Rules,
    *,
    mend: bool = False,
    worker: Worker | None = None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Arrived:
    """Return the hex map that rules make of GeoJSON files, each given by what errors call it and its bytes.

    Raises ``Invalid`` for a file that is wrong, or makes no hexes; ``Overtaxed`` for what takes too long.
    """
    worker = worker or shared()
    things: list[tuple[bytes, Drawn]] = []
    notices: list[str] = []
    for what, data in files:
        parsed = worker.run(PARSE, data, Wanted("none", mend=mend), what=what, cancelled=cancelled)
        notices += parsed.notices
        things += [(one.properties, one.geometry) for one in parsed.features if one.geometry is not None]
    what = " and ".join(name for name, _ in files)
    done = put_together(worker.run(LAYING, b"", Geography(things, rules), what=what, cancelled=cancelled))
    return Arrived(done.map, [*notices, *done.notices])


__all__ = ["Rules", "hexify", "read_rules"]
