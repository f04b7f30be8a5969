"""The text of a map, read and checked: what a designer has written, before anything is made of it."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from sandtable.engine import Invalid

HERE = Path(__file__).parent
Degrees = tuple[float, float]
"""Longitude and latitude."""

GroundWord = Literal["clear", "rough", "wood", "mountain", "water"]


class Town(Struct, frozen=True, forbid_unknown_fields=True):
    """A town: the one of greater ``rank`` gets the hex. ``bank`` says on which side of rivers it lies.

    ``fort`` says what fortress it was, and how sure that is; which forts are in play is the scenario's word.
    """

    at: Degrees
    rank: int = 1
    bank: dict[str, Literal["north", "south", "east", "west"]] = {}
    fort: str = ""


class River(Struct, frozen=True, forbid_unknown_fields=True):
    """A river, from its source or where it comes onto the map."""

    name: str
    course: tuple[Degrees, ...]


class Stretch(Struct, frozen=True, forbid_unknown_fields=True):
    """A stretch of ground: within an ``outline``, or along a ``crest`` so broad as ``breadth`` says (kilometres)."""

    name: str
    terrain: GroundWord
    outline: tuple[Degrees, ...] = ()
    crest: tuple[Degrees, ...] = ()
    breadth: float = 0.0

    def __post_init__(self) -> None:
        if bool(self.outline) == bool(self.crest) or bool(self.crest) != (self.breadth > 0):
            raise ValueError(f"the ground {self.name!r} has an outline, or a crest and its breadth: give one of them")


class MountainWay(Struct, frozen=True, forbid_unknown_fields=True):
    """A way through mountains: hexes of a pass, or of a valley, which is rough ground."""

    name: str
    kind: Literal["pass", "valley"]
    course: tuple[Degrees, ...]


class MapText(Struct, frozen=True, forbid_unknown_fields=True):
    """A map as it is written: ``origin`` is where the middle of the first hex lies, kilometres from that of the box.

    ``theatre`` is what is on the map, all of it where it says nothing; of a lake ``shores`` must be covered.
    """

    key: str
    title: str
    says: str
    source: str
    box: tuple[float, float, float, float]
    columns: int
    rows: int
    origin: tuple[float, float]
    shores: float
    town: dict[str, Town]
    river: tuple[River, ...]
    ground: tuple[Stretch, ...]
    way: tuple[MountainWay, ...]
    theatre: tuple[Degrees, ...] = ()


def read_map_text(name: str) -> MapText:
    """Read ``name.toml``; raises ``Invalid`` naming the file and what is wrong in it."""
    path = HERE / f"{name}.toml"
    try:
        return msgspec.convert(tomllib.loads(path.read_text("utf-8")), MapText)
    except (OSError, tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise Invalid(f"{path.name} is not the text of a map: {error}") from error
