"""A picture of the map as it stands: what is in play of it, with what stands there, as shapes on paper.

It holds no more than the game it is made of shows; whoever makes it says who is looking.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from sandtable.play.picture.cutting import cutting_of
from sandtable.play.picture.hex_shapes import hex_shapes
from sandtable.play.words.present_words import describe_counter
from sandtable.present import presentation
from sandtable.present.terrain import look_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sandtable.board.maps import Map
    from sandtable.board.spaces import SpaceId
    from sandtable.engine.running.game import RunningGame
    from sandtable.play.picture.cutting import Cutting
    from sandtable.play.picture.shapes import Line, PictureShape
    from sandtable.present import Counter, MapMode

TINT: Final = 0.6
"""How much of a map mode's colour covers the ground."""


class PictureStack(Struct, frozen=True):
    """What stands in one place: at ``x`` and ``y``, in the colours of the uppermost; all of it in words."""

    x: float
    y: float
    colour: str
    ink: str
    strength: str
    titles: tuple[str, ...]


class MapPicture(Struct, frozen=True):
    """The part of a map that is in play, ``width`` by ``height``, ``y`` downwards; what is first lies lowest."""

    title: str
    width: float
    height: float
    shapes: tuple[PictureShape, ...]
    rivers: tuple[Line, ...]
    stacks: tuple[PictureStack, ...]
    mode: str = ""
    """What the colours show, where they show more than the ground."""
    legend: tuple[tuple[str, str], ...] = ()


def picture_of(game: RunningGame, width: float, height: float) -> MapPicture | None:
    """Return a picture of the position that is as large as this, ``None`` for a game without a map.

    What is smaller than a unit is left out, so ask for the size in which it is shown.
    """
    sheet = presentation.sheet(game)
    if sheet is None:
        return None
    counters = [one for one in presentation.counters(game) if sheet.knows(one.space)]
    mode = next((one for one in presentation.map_modes(game) if not one.on_demand), None)
    cutting = cutting_of(sheet, [one.space for one in counters], width, height)
    if cutting is None:
        return None
    shapes, rivers = _ground(sheet, cutting, mode)
    return MapPicture(
        sheet.title,
        width,
        height,
        tuple(shapes),
        tuple(rivers),
        tuple(_stacks(game, sheet, cutting, counters)),
        mode.title if mode is not None else "",
        mode.legend if mode is not None else (),
    )


def picture_of_map(sheet: Map, width: float, height: float) -> MapPicture | None:
    """Return a picture of a whole map without anything on it, ``None`` for an empty one."""
    cutting = cutting_of(sheet, sheet.spaces(), width, height)
    if cutting is None:
        return None
    shapes, lines = _ground(sheet, cutting, None)
    return MapPicture(sheet.title, width, height, tuple(shapes), tuple(lines), ())


def _ground(sheet: Map, cutting: Cutting, mode: MapMode | None) -> tuple[list[PictureShape], list[Line]]:
    fills: Mapping[SpaceId, str] = mode.fills if mode is not None else {}
    shapes = hex_shapes(sheet, cutting, fills)
    if sheet.areas is None:
        return shapes, []
    from sandtable.play.picture.area_shapes import area_shapes, rivers

    return [*shapes, *area_shapes(sheet, cutting, fills)], list(rivers(sheet, cutting))


def _stacks(game: RunningGame, sheet: Map, cutting: Cutting, counters: list[Counter]) -> list[PictureStack]:
    """Gather what stands in one space, in the order of the map from the top downwards: the lower one covers more."""
    by_space: dict[str, list[Counter]] = {}
    for one in sorted(counters, key=lambda one: -one.order):
        by_space.setdefault(one.space, []).append(one)
    found: list[PictureStack] = []
    for space, those in by_space.items():
        place = sheet.locate(space)
        if place is not None:
            top, (x, y) = those[0], cutting.place(*place)
            strength = top.strength if len(those) == 1 else f"×{len(those)}"
            titles = tuple(describe_counter(one) for one in those)
            found.append(PictureStack(x, y, top.colour, top.ink, strength, (sheet.name(space), *titles)))
    return sorted(found, key=lambda one: (one.y, one.x))


def colour_of(shape: PictureShape, *, dark: bool = False) -> str:
    """Return the colour of a shape, ``#rrggbb``: the ground with what the map mode lays over it."""
    look = look_of(shape.terrain)
    ground = look.night if dark else look.day
    return mix(ground, shape.fill, TINT) if shape.fill else ground


def mix(one: str, other: str, share: float) -> str:
    """Return a colour with this share of another in it."""
    parts = ((int(one[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in parts)
