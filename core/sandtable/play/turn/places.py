"""Which spaces of the map the ids in actions mean."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, cast

from msgspec import Struct, structs

from sandtable.engine.words import fit

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.board.spaces import SpaceId


class Places:
    """Ids and spaces, both ways."""

    def __init__(self, board: Map | None = None, means: Iterable[tuple[str, SpaceId]] = ()) -> None:
        self._board = board
        self._means: dict[str, str] = dict(means)
        self._ids: dict[str, str] = {space: id for id, space in self._means.items()}

    def is_in_play(self, space: str) -> bool:
        """Tell whether the game is played in a space: one that an id means, in a game without such ids any."""
        return space in self._ids if self._ids else self.is_space(space)

    def pairs(self) -> list[tuple[str, str]]:
        """Return the ids that mean another space, each with its space."""
        return list(self._means.items())

    def spot(self, value: object) -> str:
        """Return what a value is pointed at by: its space, or the id of a piece."""
        id = spot_of(value)
        return self._means.get(id, id)

    def is_space(self, spot: str) -> bool:
        """Tell whether this is a space of the map."""
        return self._board is not None and self._board.knows(spot)

    def name(self, spot: str) -> str:
        """Return what a space is called on the map."""
        named = self._board.name(spot) if self._board is not None else spot
        return fit(named if named != spot else self.id_of(spot))

    def id_of(self, spot: str) -> str:
        """Return the id by which actions name what was pointed at."""
        return self._ids.get(spot, spot)


def spot_of(value: object) -> str:
    """Return the id that a value is pointed at by: itself, or the first text in it (a pose begins with its hexes)."""
    if isinstance(value, str):
        return value
    if isinstance(value, Struct):
        value = structs.astuple(value)
    fields = cast("tuple[object, ...]", value) if isinstance(value, tuple) else ()
    return next((spot for one in fields if (spot := spot_of(one))), "")
