"""From the text of a map to its hexes: hexify lays the geography, then each hex gets the one ground that it has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from math import cos, radians
from typing import Any, Final

import msgspec
import numpy as np
from shapely import LineString, Point, Polygon

from sandtable.board import Hex, HexBoard, Map, Provenance, SideLayer, TerrainLayer
from sandtable.engine import Invalid
from sandtable.interchange import HexMapRules, Thing, make_hex_map, read_rules
from sandtable_grande_armee.maps.sources import Degrees, MapText, Stretch, read_map_text

SIZE: Final = 15.0
"""Kilometres from the middle of a hex to that of the next (public source: the hexes of the game are about so wide)."""
DEGREE: Final = 111.195
"""Kilometres of a degree of latitude."""
JOIN: Final = 0.25
"""Rivers that come within this part of a hex of each other meet."""
OVER: Final = ("water", "clear", "mountain", "rough", "wood")
"""Where several grounds cover enough of a hex the first of these is the one it has."""
MARKS: Final = ("fort", "town")
"""What stands beside the ground of its hex."""
WAYS: Final = ("pass", "valley")
RIVER: Final = "river"


@cache
def thuringia() -> Map:
    """Return the map of 1806; one value, built once."""
    return built(read_map_text("thuringia"))


@cache
def upper_danube() -> Map:
    """Return the map of 1809; one value, built once."""
    return built(read_map_text("upper_danube"))


def built(text: MapText) -> Map:
    """Return the map that a text describes; raises ``Invalid`` where a town would have no hex of its own."""
    made = make_hex_map(list(things(text)), rules_of(text))
    if lost := set(text.town) - set((made.map.hexes or _none()).names.values()):
        raise Invalid(f"{text.key}: {', '.join(sorted(lost))} shares the hex of a greater town, or lies off the map")
    board = settled(made.map.hexes or _none())
    return replace(made.map, hexes=board, provenance=(Provenance("house", source=text.source, confidence="medium"),))


def _none() -> HexBoard:
    raise Invalid("hexify made a map without hexes")


# --- what hexify is given ---------------------------------------------------------------------------------------------


def rules_of(text: MapText) -> HexMapRules:
    """Return what becomes of which features."""
    shares = dict.fromkeys(OVER, 0.5) | {"water": text.shores}
    rules: dict[str, Any] = {
        "key": text.key,
        "title": text.title,
        "says": text.says,
        "source": text.source,
        "licence": "MIT",
        "default": "clear",
        "join": JOIN,
        "hexes": {
            "size": SIZE,
            "box": text.box,
            "origin": text.origin,
            "columns": text.columns,
            "rows": text.rows,
        },
        "terrain": [{"terrain": one, "where": {"ground": one}, "share": share} for one, share in shares.items()],
        "hexside": [{"kind": RIVER, "where": {"river": "*"}}],
        "road": [{"kind": kind, "where": {"way": kind}} for kind in WAYS],
        "name": [
            {"where": {"town": "*", "mark": one}, "field": "town", "rank": "rank", "terrain": one} for one in MARKS
        ],
    }
    if text.theatre:
        rules["cut"] = {"where": {"theatre": "yes"}, "share": 0.5}
    return read_rules(msgspec.json.encode(rules), what=text.key)


def things(text: MapText) -> Iterator[Thing]:
    """Yield the features of a text, in longitudes and latitudes."""
    for stretch in text.ground:
        yield Thing({"ground": stretch.terrain}, outline_of(stretch))
    for river in text.river:
        yield Thing({"river": river.name}, LineString(river.course))
    for way in text.way:
        yield Thing({"way": way.kind}, LineString(way.course))
    for name, town in text.town.items():
        yield Thing({"town": name, "rank": town.rank, "mark": "fort" if town.fort else "town"}, Point(town.at))
    if text.theatre:
        yield Thing({"theatre": "yes"}, Polygon(text.theatre))


def outline_of(stretch: Stretch) -> Polygon:
    """Return what a stretch of ground covers."""
    if stretch.outline:
        return Polygon(stretch.outline)
    narrow = cos(radians(stretch.crest[0][1]))
    crest = LineString([(east * narrow, north) for east, north in stretch.crest])
    round_it = crest.buffer(stretch.breadth / 2 / DEGREE, quad_segs=4)
    widened: list[Degrees] = [(east / narrow, north) for east, north in round_it.exterior.coords]
    return Polygon(np.round(widened, 5).tolist())


# --- what is made of its hexes ----------------------------------------------------------------------------------------


def settled(board: HexBoard) -> HexBoard:
    """Return the board with one ground in every hex, and nothing but rivers on the hexsides."""
    terrain, sides = TerrainLayer(board.grid), SideLayer(board.grid)
    through = {kind: set(on_the_way(board, kind)) for kind in WAYS}
    for index in board.grid.indices.tolist():
        hex = board.grid.hex(index)
        marks = [mark for mark in MARKS if mark in board.terrain.of(hex)]
        ground = next((one for one in OVER if one in board.terrain.of(hex)), "clear")
        if ground == "mountain":
            ground = "rough" if hex in through["valley"] else "pass" if hex in through["pass"] else ground
        terrain.paint([hex], ground, *marks)
    for hex, direction in sides_with(board, RIVER):
        sides.add(hex, direction, RIVER)
    return board.after(terrain=terrain, sides=sides)


def on_the_way(board: HexBoard, kind: str) -> Iterator[Hex]:
    """Yield the hexes that ways of a kind lead through."""
    for hex, direction in sides_with(board, kind):
        yield hex
        yield hex.step(direction)


def sides_with(board: HexBoard, kind: str) -> Iterable[tuple[Hex, int]]:
    """Yield the hexsides with something on them, from each of their hexes that is on the map."""
    for index in board.grid.indices.tolist():
        hex = board.grid.hex(index)
        for direction in range(6):
            if any(one.kind == kind for one in board.sides.of(hex, direction)):
                yield hex, direction
