"""Hex maps from geography: rivers, mountains, woods, towns and roads as GeoJSON, and rules what becomes of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from sandtable.engine.errors import Invalid
from sandtable.interchange.drawn import built
from sandtable.interchange.geojson.parsing import PARSE
from sandtable.interchange.geojson.placing import Wanted
from sandtable.interchange.geojson.reading import Arrived
from sandtable.interchange.hexify.ground import Thing
from sandtable.interchange.hexify.making import made
from sandtable.interchange.hexify.rules import Rules, read_rules
from sandtable.interchange.worker import Worker, shared


def hexify(
    files: Sequence[tuple[str, bytes]],
    rules: Rules,
    *,
    mend: bool = False,
    worker: Worker | None = None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Arrived:
    """Return the hex map that rules make of GeoJSON files, each given by what errors call it and its bytes."""
    things: list[Thing] = []
    notices: list[str] = []
    for what, data in files:
        wanted = Wanted("none", mend=mend)
        parsed = (worker or shared()).run(PARSE, data, wanted, what=what, cancelled=cancelled)
        notices += parsed.notices
        try:
            things += [
                Thing(msgspec.json.decode(one.properties), built(one.geometry))
                for one in parsed.features
                if one.geometry is not None
            ]
        except Invalid as error:
            raise Invalid(f"{what}: {error}") from error
    done = made(things, rules)
    return Arrived(done.map, [*notices, *done.notices])


__all__ = ["Rules", "hexify", "read_rules"]
