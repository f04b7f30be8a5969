"""Hexes laid over geography in the worker process: what it costs has limits, and Ctrl-C is heard meanwhile."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec import Struct

from sandtable.interchange.drawn import Drawn, built
from sandtable.interchange.geojson.carrying import Carried, carried
from sandtable.interchange.hexify.ground import Thing
from sandtable.interchange.hexify.making import made
from sandtable.interchange.hexify.rules import Rules
from sandtable.interchange.wire import Task


class Geography(Struct, frozen=True):
    """What is drawn in some files, and what it shall become; ``things`` have their properties as JSON."""

    things: list[tuple[bytes, Drawn]]
    rules: Rules


def laying(_: bytes, geography: Geography) -> Carried:
    """Return the hex map; raises ``Invalid`` where the rules make none."""
    things = [Thing(msgspec.json.decode(properties), built(drawn)) for properties, drawn in geography.things]
    return carried(made(things, geography.rules))


LAYING: Final = Task(laying, Geography, Carried, "making hexes of")
