"""Whether the hexes of a map have what a game reads: their terrains, and what lies on their sides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from sandtable.board.side_fitness import features_by_kind, side_misfits
from sandtable.engine.errors import Invalid
from sandtable.engine.rules.ground import MapKind, MapPart, Misfit

if TYPE_CHECKING:
    from sandtable.board.hex_board import HexBoard


def count_on_hexes(board: HexBoard, of: MapPart) -> Counter[str]:
    """Return how many hexes there are of each terrain, or how many sides with each kind along or across them."""
    if of == "terrain":
        return _terrains(board)
    return Counter({kind: len(sides) for (course, kind), sides in features_by_kind(board).items() if course == of})


def hex_misfits(board: HexBoard, kinds: Sequence[type[MapKind]]) -> Iterator[Misfit]:
    """Yield terrains that a game does not know, if it reads any, and what is wrong on hexsides."""
    yield from _strange_terrain(board, [kind.kind for kind in kinds if kind.of == "terrain"])
    yield from side_misfits(board, kinds)


def _terrains(board: HexBoard) -> Counter[str]:
    cells = board.terrain.cells[board.grid.present]
    return Counter({word: int(sum(cells == at)) for at, words in enumerate(board.terrain.sets) for word in words})


def _strange_terrain(board: HexBoard, known: list[str]) -> Iterator[Misfit]:
    if not known:
        return
    for word, count in sorted(_terrains(board).items()):
        if count and word not in known:
            hexes, them = ("1 hex has", "it") if count == 1 else (f"{count} hexes have", "them")
            words = f"{hexes} the terrain {word!r}, which the game does not know"
            yield Misfit("terrain", words, f"paint {them} as {' or '.join(known)}", _first_hex(board, word))


def _first_hex(board: HexBoard, terrain: str) -> str:
    """Return the number of the first hex with a terrain, nothing where it cannot be printed."""
    cells = np.flatnonzero(board.terrain.where(terrain))
    try:
        return str(board.numbers.all[cells[0]])
    except Invalid:
        return ""
