"""What the tools of hexes have on their brush: one palette for a desk, so that they agree."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, Literal

from PySide6.QtCore import QObject, Signal

from sandtable.board.vocabulary import RIVERS, ROADS
from sandtable.present.terrain import LOOKS

if TYPE_CHECKING:
    from sandtable.board.layers import SetLayer
    from sandtable.board.maps import Map
    from sandtable_editor.map.desk import MapDesk

How = Literal["set", "add", "remove", "replace"]
Lift = Literal["raise", "lower", "set"]
WIDEST: Final = 12
"""Hexes around the middle of the largest brush."""
SIDES: Final = ("river", "stream", "canal", "wall", "ridge", "slope", "steep_slope", "coast")
WAYS: Final = ("road", "track", "railway", "major_road", "minor_road")


class HexPalette(QObject):
    """The choices of one desk."""

    changed = Signal()

    def __init__(self, desk: MapDesk) -> None:
        super().__init__(desk)
        self._desk = desk
        self.terrain: tuple[str, ...] = (_first_terrain(desk.design.map),)
        self.how: How = "set"
        self.instead_of = "clear"
        """What is replaced by brushes that replace."""
        self.radius = 0
        self.within = 0
        """How far a fill goes; 0: as far as there is the same."""
        self.stops_at_water = True
        self.side = "river"
        self.favours = False
        self.way = "road"
        self.bridges = True
        self.lift: Lift = "raise"
        self.level = 1
        self.slopes = True
        self.name = ""

    @classmethod
    def of(cls, desk: MapDesk) -> HexPalette:
        """Return the palette of a desk, made when it is first asked for."""
        return desk.findChild(cls) or cls(desk)

    def put(self, **choices: object) -> None:
        """Choose; all that show the palette are told."""
        before = {name: getattr(self, name) for name in choices}
        for name, value in choices.items():
            setattr(self, name, value)
        if before != choices:
            self.changed.emit()
            self._desk.say_hint()

    def widen(self, by: int) -> None:
        """Take a brush so much larger, or smaller."""
        self.put(radius=max(0, min(WIDEST, self.radius + by)))

    # --- the words there are ------------------------------------------------------------------------------------

    @property
    def terrains(self) -> tuple[str, ...]:
        """The terrains to choose from: those of the map first, then what is known besides."""
        board = self._desk.design.map.hexes
        return _words(board.terrain if board is not None else None, (*LOOKS, *self.terrain))

    @property
    def sides(self) -> tuple[str, ...]:
        """What can be laid along hexsides."""
        return _kinds(self._desk.design.map, (*SIDES, self.side), without=frozenset(WAYS) | ROADS | {"bridge"})

    @property
    def ways(self) -> tuple[str, ...]:
        """What can be laid through hexes."""
        return tuple(dict.fromkeys((*WAYS, self.way)))

    @property
    def stops(self) -> tuple[str, ...]:
        """What a fill does not go across."""
        return tuple(sorted(RIVERS)) if self.stops_at_water else ()

    @property
    def slope_names(self) -> dict[int, str]:
        """The slopes that follow from differences of levels."""
        return {1: "slope", 2: "steep_slope"} if self.slopes else {}


def terrain_of(text: str) -> tuple[str, ...]:
    """Return the terrains that somebody has typed, with commas between them."""
    return tuple(dict.fromkeys(word.strip() for word in text.split(",") if word.strip()))


def size_of(radius: int) -> str:
    """Return how many hexes a brush has."""
    many = 1 + 3 * radius * (radius + 1)
    return f"{many:,} {'hex' if many == 1 else 'hexes'}"


def _first_terrain(sheet: Map) -> str:
    """Return what a brush begins with: a terrain that the map has beside clear ground, if it has one."""
    board = sheet.hexes
    words = _words(board.terrain, ()) if board is not None else ()
    return next((one for one in words if one != "clear"), "forest")


def _words(layer: SetLayer[str] | None, more: Iterable[str]) -> tuple[str, ...]:
    used = sorted({word for words in layer.sets for word in words}) if layer is not None else []
    return tuple(dict.fromkeys((*used, *more)))


def _kinds(sheet: Map, more: Iterable[str], without: frozenset[str]) -> tuple[str, ...]:
    board = sheet.hexes
    used = sorted({one.kind for things in board.sides.sets for one in things}) if board is not None else []
    return tuple(dict.fromkeys(one for one in (*used, *more) if one not in without))
