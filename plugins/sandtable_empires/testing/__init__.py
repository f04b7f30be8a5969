"""Positions for tests, in a few lines: all seven powers on the whole of Europe, or three on a small Iberia.

>>> game = position(
...     war(FR, AU, RU), alliance(AU, RU),
...     corps("F I", FR, "Vienna", infantry=10, cavalry=2), leader("Davout", FR, "F I", tactical=5),
...     corps("A I", AU, "Vienna", infantry=9), corps("R I", RU, "Vienna", infantry=8),
...     at="France: land_combat",
... )
>>> game.play(Attack(area("Vienna")))

Each power is a side of its name and holds its lands and those of the countries it controlled in 1805; nobody is at
war with anybody. Areas go by their names or by the ids of the map. Pieces belong to whoever plays their nation.

``position(..., land=iberia)`` is quicker, and has numbers that one can keep in mind: 14 areas, Spain and its British
allies at war with France in May 1808.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from sandtable import testing
from sandtable.engine import Game, InstalledGame, RuleModule
from sandtable_empires.charts import campaign_charts
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.system import EMPIRES
from sandtable_empires.testing.europe import AU, FR, GB, POWERS, PR, RU, SP, TU, area, europe, province
from sandtable_empires.testing.fights import ATTACKER, BATTLE, DEFENDER, attack, battle, choose_chits
from sandtable_empires.testing.holdings import cession, control, holdings, purse, status
from sandtable_empires.testing.iberia import iberia
from sandtable_empires.testing.lands import Alteration, Land, Piece, alter, calendar, laid_out
from sandtable_empires.testing.pieces import (
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
    from sandtable.engine import Board, DiceSource, State
    from sandtable.testing import Cells, Dice, Play


@cache
def _installed(extra: tuple[type[RuleModule], ...]) -> InstalledGame:
    return InstalledGame(EMPIRES, extra)


@cache
def _ground(family: InstalledGame, land: Land) -> State:
    return testing.ground(family, *land())


def position(
    *pieces: Piece,
    land: Land = europe,
    at: str = "",
    order: Iterable[str] = (),
    on: Iterable[str] = (),
    grants: Iterable[str] = (),
    parameters: Mapping[str, Mapping[str, Any]] | None = None,
    charts: Cells | None = None,
    dice: Dice | None = None,
    source: DiceSource | None = None,
    do: Callable[[Game], Awaitable[None]] | None = None,
    extra: Iterable[type[RuleModule]] = (),
    family: InstalledGame | None = None,
    board: Board | None = None,
    mends: bool = False,
) -> Play:
    """Lay pieces out on a land and go on to the first prompt; all else is as in ``sandtable.testing.position``.

    ``family`` is the game with other modules than its own (``extra`` are besides them); ``board`` the map, for fleets.
    A campaign of all phases (``grants``) has its charts.
    """
    family = family or _installed(tuple(extra))
    words = tuple(grants)
    rows = (*(campaign_charts() if CAMPAIGN in words else ()), *laid_out(*pieces, land=land))
    return testing.position(
        family, *rows, at=at, order=order, on=on, grants=words, parameters=parameters, charts=charts, dice=dice,
        source=source, do=do, over=_ground(family, land), mends=mends, board=board,
    )  # fmt: skip


__all__ = [
    "ATTACKER", "AU", "BATTLE", "DEFENDER", "FR", "GB", "POWERS", "PR", "RU", "SP", "TU", "Alteration", "Land", "Piece",
    "alliance", "alter", "area", "attack", "battle", "calendar", "cession", "choose_chits", "combined_movement",
    "control", "corps", "depot", "europe", "fleet", "garrison", "guerillas", "holdings", "iberia", "laid_out", "leader",
    "position", "province", "purse", "siege", "status", "war",
]  # fmt: skip
