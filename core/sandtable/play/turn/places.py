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
        self._spaces: frozenset[str] = frozenset(board.graph.spaces) if board is not None else frozenset()
        self._names: dict[str, str] = {id: fit(one.name) for id, one in board.graph.spaces.items()} if board else {}
        self._means: dict[str, str] = dict(means)
        self._ids: dict[str, str] = {space: id for id, space in self._means.items()}

    @property
    def in_play(self) -> frozenset[str]:
        """The spaces that the game is played in: those its ids mean, of a game without such ids all."""
        return frozenset(self._ids) or self._spaces

    def pairs(self) -> list[tuple[str, str]]:
        """Return the ids that mean another space, each with its space."""
        return list(self._means.items())

    def spot(self, value: object) -> str:
        """Return what a value is pointed at by: its space, or the id of a piece."""
        id = spot_of(value)
        return self._means.get(id, id)

    def is_space(self, spot: str) -> bool:
        """Tell whether this is a space of the map."""
        return spot in self._spaces

    def name(self, spot: str) -> str:
        """Return what a space is called on the map."""
        return self._names.get(spot) or fit(self.id_of(spot))

    def id_of(self, spot: str) -> str:
        """Return the id by which actions name what was pointed at."""
        return self._ids.get(spot, spot)


def spot_of(value: object) -> str:
    """Return the id that a value is pointed at by: itself, or the first text in it (a pose begins with its hex)."""
    if isinstance(value, str):
        return value
    if isinstance(value, Struct):
        value = structs.astuple(value)
    fields = cast("tuple[object, ...]", value) if isinstance(value, tuple) else ()
    return next((one for one in fields if isinstance(one, str)), "")
