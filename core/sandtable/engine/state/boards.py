"""What a game is played on, as far as the engine knows it: which spaces there are, and which lie beside which.

A position names its board in a row; the boards of a campaign are kept by their digests and read when they are wanted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, NewType, Protocol

from sandtable.engine.errors import Invalid, MapGone

if TYPE_CHECKING:
    from sandtable.engine.state.rows import OnBoard

SpaceId = NewType("SpaceId", str)
"""The id of a space; that of a hex is its printed number."""


class Board(Protocol):
    """A map, as the engine sees it; never changed, and open to all."""

    @property
    def key(self) -> str:
        """What the map is kept under, whatever its revision."""
        ...

    @property
    def digest(self) -> str:
        """The name of this revision: the same for the same content."""
        ...

    def knows(self, id: str) -> bool:
        """Tell whether there is such a space."""
        ...

    def name(self, id: str) -> str:
        """Return what players call a space."""
        ...

    def neighbours(self, id: str) -> tuple[SpaceId, ...]:
        """Return the spaces into which a way leads from this one."""
        ...

    def forbidden_neighbours(self, id: str) -> tuple[SpaceId, ...]:
        """Return the spaces between which and this one the designer has forbidden a way; none of what is no space."""
        ...


class NoBoard:
    """Stands where there is no board, and says why when it is asked for a space; ``name`` returns the id itself."""

    key = digest = ""

    def __init__(self, why: str, error: type[Invalid] = Invalid) -> None:
        self._why, self._error = why, error

    def knows(self, id: str) -> bool:
        raise self._error(self._why)

    def name(self, id: str) -> str:
        return id

    def neighbours(self, id: str) -> tuple[SpaceId, ...]:
        raise self._error(self._why)

    def forbidden_neighbours(self, id: str) -> tuple[SpaceId, ...]:
        return ()


class Boards:
    """The boards of a campaign by their digests; ``unread`` says how others are read, when one is first wanted."""

    def __init__(self, *boards: Board, unread: Mapping[str, Callable[[], Board]] = MappingProxyType({})) -> None:
        self._read: dict[str, Board] = {one.digest: one for one in boards}
        self._unread = dict(unread)

    def __contains__(self, digest: object) -> bool:
        return digest in self._read or digest in self._unread

    def add(self, board: Board) -> None:
        """Keep one more board."""
        self._read[board.digest] = board

    def of(self, row: OnBoard | None) -> Board:
        """Return the board that a position names, or what says that it has none; raises ``Invalid`` as reading does."""
        if row is None:
            return NoBoard("this game is played without a map")
        if row.digest not in self._read:
            if row.digest not in self._unread:
                return NoBoard(gone(row), MapGone)
            self._read[row.digest] = self._unread[row.digest]()
        return self._read[row.digest]


def gone(row: OnBoard) -> str:
    """Say that the revision of a map is not here, and what to do."""
    return (
        f"the campaign is played on revision {row.digest[:12]} of the map {row.key!r}, which is not in its file any "
        "more: take a copy of the file from before; nothing else is lost"
    )
