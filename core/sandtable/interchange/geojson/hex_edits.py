"""Hexes that were edited as polygons in another program, taken back into their layers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple, TypeVar

import numpy as np
from shapely.geometry.base import BaseGeometry

from sandtable.board.directions import Hex
from sandtable.board.hex_board import HexBoard
from sandtable.engine.errors import Invalid
from sandtable.interchange.geojson.clean_names import clean_name
from sandtable.interchange.geojson.hex_features import CARRIED, properties_of
from sandtable.library.files.report_words import join_names

T = TypeVar("T")

HIGHEST: Final = 2**15 - 1
MOVED: Final = 0.02
"""A hex whose middle lies farther from its place than this part of its width was moved."""


class DrawnHex(NamedTuple):
    """A hex as the file has it."""

    properties: dict[str, Any]
    geometry: BaseGeometry | None

    @property
    def number(self) -> str:
        return str(self.properties.get("number", ""))


class EditedBoard(NamedTuple):
    """The board with what was edited, and what is to be said of it."""

    board: HexBoard | None
    notices: list[str]


def apply_edits(board: HexBoard, drawn: Sequence[DrawnHex]) -> EditedBoard:
    """Return the board as the file's hexes have it; without any, nothing of it has changed.

    Terrain, elevation and name count. Where a hex lies and what runs along its sides the file cannot change.
    Raises ``Invalid`` for a value that no hex can have.
    """
    if not drawn:
        return EditedBoard(board, [])
    places = dict(_by_number((str(board.numbers.all[index]), index) for index in board.grid.indices.tolist()))
    listed_hexes = list(_by_number((one.number, one) for one in drawn))
    known = {place: one for place, one in listed_hexes if place in places}
    names = dict(board.names)
    was = set(board.terrain.sets)
    changes = {
        place.number: what
        for place, one in known.items()
        if (what := list(_apply_edit(board, names, places[place], one.properties)))
    }
    strange = {key for one in drawn for key in one.properties} - CARRIED
    told = {
        "hexes were edited, and are as the file has them": [
            f"{at} ({', '.join(what)})" for at, what in changes.items()
        ],
        "terrain that no hex had before": _new_terrain(board, was),
        "hexes that the map has not, or has already, were left out": [
            place.number for place, _ in listed_hexes if place not in places
        ],
        "hexes that are gone from the file stay on the map": [place.number for place in places if place not in known],
        "hexes that were moved stay where the grid has them": _moved_numbers(board, places, known),
        "properties that hexes have no room for, and were left out": sorted(strange),
    }
    notices = [f"{says}: {join_names(which, 5)}" for says, which in told.items() if which]
    derived = any(one.status == "derived" for things in board.sides.sets for one in things)
    if derived and any("elevation" in what for what in changes.values()):
        notices.append("slopes stay where they were derived from elevations before")
    return EditedBoard(replace(board, names=names), notices)


class NumberedPlace(NamedTuple):
    """A hex by its number; of those with one number the first, the second, ..."""

    number: str
    which: int


def _by_number(some: Iterable[tuple[str, T]]) -> Iterator[tuple[NumberedPlace, T]]:
    """Yield things under their numbers."""
    times: Counter[str] = Counter()
    for number, thing in some:
        times[number] += 1
        yield NumberedPlace(number, times[number]), thing


def _apply_edit(board: HexBoard, names: dict[Hex, str], index: int, properties: dict[str, Any]) -> Iterator[str]:
    """Take over what differs in one hex, and yield what that is."""
    number, hex = str(board.numbers.all[index]), board.grid.hex(index)
    was = properties_of(board, index)
    now = {key: "" if value is None and key != "elevation" else value for key, value in properties.items()}
    if now.get("terrain", was["terrain"]) != was["terrain"]:
        terrains = {clean_name(part) for part in str(now["terrain"]).split(",")} - {""}
        board.terrain.paint([hex], *terrains)
        yield "terrain"
    if now.get("name", was["name"]) != was["name"]:
        names.pop(hex, None)
        if name := clean_name(str(now["name"])):
            names[hex] = name
        yield "name"
    if now.get("elevation", was["elevation"]) != was["elevation"]:
        board.elevation[index] = _level(number, now["elevation"])
        yield "elevation"


def _level(number: str, given: object) -> int:
    """Return an elevation: some programs write 3.0, or a text, for 3; none is 0."""
    try:
        level = float(str(0 if given is None else given))
    except ValueError:
        level = 0.5
    if not (level.is_integer() and abs(level) <= HIGHEST):
        raise Invalid(f"has hex {number!r} at an elevation of {str(given)[:40]!r}: give a whole number of levels")
    return int(level)


def _new_terrain(board: HexBoard, was: set[tuple[str, ...]]) -> list[str]:
    """Return the words for terrain that came with the file; one of them may be a slip."""
    before = {word for some in was for word in some}
    return sorted({word for some in board.terrain.sets for word in some} - before)


def _moved_numbers(
    board: HexBoard, places: dict[NumberedPlace, int], known: dict[NumberedPlace, DrawnHex]
) -> list[str]:
    """Return the numbers of the hexes that do not lie where the grid has them."""
    grid, moved = board.grid, list[str]()
    rings = grid.outlines(np.array([places[place] for place in known], np.int64))
    for (place, one), ring in zip(known.items(), rings, strict=True):
        x, y = ring.mean(axis=0).tolist()
        middle = None if one.geometry is None or one.geometry.is_empty else one.geometry.centroid
        far = max(grid.hex_width, grid.hex_height) * MOVED
        if middle is not None and np.hypot(middle.x - x, middle.y - y) > far:
            moved.append(place.number)
    return moved
