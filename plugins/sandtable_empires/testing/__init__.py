"""All seven powers on the whole of Europe, for tests: forces, wars and coalitions in a few lines.

>>> game = position(
...     war(FR, AU, RU), alliance(AU, RU),
...     corps("F I", FR, "Vienna", infantry=10, cavalry=2), leader("Davout", FR, "F I", tactical=5),
...     corps("A I", AU, "Vienna", infantry=9), corps("R I", RU, "Vienna", infantry=8),
...     at="France: land_combat",
... )
>>> game.play(Attack(AreaId("Vienna")))

Each power is a side of its name and holds its lands and those of the countries it controlled in 1805; nobody is at
war with anybody. Areas go by their names or by the ids of the map. Pieces belong to whoever plays their nation.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from sandtable import testing
from sandtable.engine import Game, InstalledGame, Invalid, Row, RuleModule
from sandtable_empires.model import Corps, Fleet, Garrison, Leader, Nation, NationId
from sandtable_empires.system import EMPIRES
from sandtable_empires.testing.europe import (
    AU,
    FR,
    GB,
    POWERS,
    PR,
    RU,
    SP,
    TU,
    area,
    cession,
    control,
    europe,
    holdings,
    nation_named,
    purse,
)  # fmt: skip
from sandtable_empires.testing.pieces import (
    NOBODY,
    alliance,
    combined_movement,
    corps,
    depot,
    fleet,
    garrison,
    guerillas,
    leader,
    siege,
    war,
)  # fmt: skip

if TYPE_CHECKING:
    from sandtable.engine.running.chance import DiceSource, Outcome
    from sandtable.engine.state.state import State
    from sandtable.testing import Play

Piece = Row | Iterable[Row]
"""What a builder returns."""
PIECES: Final = (Corps, Garrison, Leader, Fleet)


@cache
def _lay_ground(extra: tuple[type[RuleModule], ...]) -> tuple[InstalledGame, State]:
    family = InstalledGame(EMPIRES, extra)
    return family, testing.ground(family, *europe())


def position(
    *pieces: Piece,
    at: str = "",
    on: Iterable[str] = (),
    parameters: Mapping[str, Mapping[str, Any]] | None = None,
    dice: Iterable[int | Outcome] | None = None,
    source: DiceSource | None = None,
    do: Callable[[Game], Awaitable[None]] | None = None,
    extra: Iterable[type[RuleModule]] = (),
) -> Play:
    """Lay pieces out on Europe and go on to the first prompt; all else is as in ``sandtable.testing.position``."""
    family, land = _lay_ground(tuple(extra))
    rows = laid_out(*pieces)
    return testing.position(
        family, *rows, at=at, on=on, parameters=parameters, dice=dice, source=source, do=do, over=land
    )


def laid_out(*pieces: Piece) -> list[Row]:
    """Return the rows that pieces come to: those to add to ``europe()``, or to put in place of its own.

    Of the land and of purses the last word counts; raises ``Invalid`` for a corps or a garrison that is there twice.
    """
    found: dict[tuple[type[Row], str], Row] = {}
    for row in _each(pieces):
        if isinstance(row, PIECES) and (type(row), row.id) in found:
            raise Invalid(f"{type(row).stored} {row.id} is there twice")
        found[type(row), row.id] = row
    played = {row.id: row for row in found.values() if isinstance(row, Nation)}
    return [_with_owner(row, played) for row in found.values()]


def _each(pieces: Iterable[Piece]) -> Iterator[Row]:
    for piece in pieces:
        if isinstance(piece, Row):
            yield piece
        else:
            yield from piece


def _with_owner(row: Row, played: Mapping[NationId, Nation]) -> Row:
    """Return a piece with the side that plays its nation, where nothing else was said."""
    if not isinstance(row, PIECES) or row.side != NOBODY:
        return row
    nation = played.get(row.nation) or nation_named(row.nation)
    if nation.side is None:
        raise Invalid(
            f"{row.id}: nobody plays {nation.id}; put it under a power, as control(FRANCE, {nation.id!r}) does"
        )
    return replace(row, side=nation.side)


__all__ = [
    "AU", "FR", "GB", "POWERS", "PR", "RU", "SP", "TU", "Piece", "alliance", "area", "cession", "combined_movement",
    "control", "corps", "depot", "europe", "fleet", "garrison", "guerillas", "holdings", "laid_out", "leader",
    "position", "purse", "siege", "war",
]  # fmt: skip
