"""How a position for a test is made."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from sandtable import testing
from sandtable.board import HexBoard, HexGrid, Map, MapInfo
from sandtable.engine import InstalledGame, Row, RuleModule, Side, SideId, SpaceId
from sandtable_grande_armee.charts import charts as printed
from sandtable_grande_armee.model import Army, Calendar, Disruption, Fort, FortId, MapSide, Rating, Unit, UnitId
from sandtable_grande_armee.system import GRANDE_ARMEE

if TYPE_CHECKING:
    from sandtable.engine import DiceSource
    from sandtable.testing import Cells, Dice, Play

FRANCE: Final = SideId("France")
PRUSSIA: Final = SideId("Prussia")
RUSSIA: Final = SideId("Russia")
AUSTRIA: Final = SideId("Austria")
BESIDE: Final = ("town", "fort")
"""Words that stand beside the other terrain of a hex."""
EDGES: Final[Mapping[SideId, MapSide]] = {FRANCE: "west", PRUSSIA: "north", RUSSIA: "east", AUSTRIA: "east"}


def unit(id: str, side: SideId, kind: str, hex: str | None) -> Unit:
    """Make a unit."""
    return Unit(UnitId(id), side, kind, None if hex is None else SpaceId(hex))


def leader(id: str, side: SideId, hex: str, attack: int = 2, defence: int = 2) -> tuple[Unit, Rating]:
    """Make a leader with his ratings."""
    return unit(id, side, "leader", hex), Rating(UnitId(id), attack, defence)


def disrupted(id: str, idle: int = 0) -> Disruption:
    """Make a unit disrupted."""
    return Disruption(UnitId(id), idle)


@cache
def meadow(river: str = "", **terrain: str) -> Map:
    """Return a map of 20 columns of 14 hexes, clear but for what is painted on it (rivers by pairs of hexes)."""
    board = HexBoard.blank(HexGrid(20, 14, "flat", "odd", 10.0))
    numbers = board.numbers
    board.terrain.paint(list(board.grid), "clear")
    for word, hexes in terrain.items():
        for number in hexes.split():
            board.terrain.paint([numbers.hex(number)], *(("clear", word) if word in BESIDE else (word,)))
    for pair in river.split():
        here, there = (numbers.hex(number) for number in pair.split("-"))
        board.sides.add(here, here.neighbours().index(there), "river")
    return Map(MapInfo("meadow", "The Meadow"), hexes=board)


def position(
    *pieces: Row | Iterable[Row],
    sheet: Map | None = None,
    forts: Mapping[str, SideId | None] | None = None,
    on: Iterable[str] = (),
    at: str = "",
    parameters: Mapping[str, Mapping[str, Any]] | None = None,
    charts: Cells | None = None,
    dice: Dice | None = None,
    source: DiceSource | None = None,
    extra: Iterable[type[RuleModule]] = (),
    **given: Any,
) -> Play:
    """Lay units out on a map and go on to the first prompt; the sides that they name are at war with each other.

    All else is as in ``sandtable.testing.position``. ``forts`` says whose a fort is, by its hex.
    """
    return testing.position(
        _installed(tuple(extra)), *laid_out(*pieces, forts=forts), board=sheet or meadow(), on=on, at=at,
        parameters=parameters, charts=charts, dice=dice, source=source, **given,
    )  # fmt: skip


def laid_out(*pieces: Row | Iterable[Row], forts: Mapping[str, SideId | None] | None = None) -> list[Row]:
    """Return units with all that a game of them needs: sides at war with each other, armies, charts, a calendar."""
    rows = [row for piece in pieces for row in ((piece,) if isinstance(piece, Row) else piece)]
    sides = sorted({row.side for row in rows if isinstance(row, Unit)} | {FRANCE})
    if len(sides) == 1:
        sides.append(PRUSSIA)
    armies = [Army(side, EDGES.get(side, "east"), tuple(one for one in sides if one != side)) for side in sides]
    ground: list[Row] = [
        *map(Side, sides), *armies, *printed(), Calendar("calendar", "1806-10-08", 3, 20),
        *(Fort(FortId(SpaceId(hex)), holder) for hex, holder in (forts or {}).items()),
    ]  # fmt: skip
    own = {(type(row), row.id) for row in rows}
    return [*(row for row in ground if (type(row), row.id) not in own), *rows]


@cache
def _installed(extra: tuple[type[RuleModule], ...]) -> InstalledGame:
    return InstalledGame(GRANDE_ARMEE, extra)
