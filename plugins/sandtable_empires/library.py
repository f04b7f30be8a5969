"""What Empires brings to the library that ships: the map of Europe and the campaigns on it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sandtable.library import Thing


def content() -> Iterator[Thing]:
    """Yield maps and scenarios."""
    from sandtable.engine import InstalledGame
    from sandtable.library import ScenarioDocument
    from sandtable_empires.maps.europe_1805 import europe_1805
    from sandtable_empires.system import EMPIRES

    board, game = europe_1805(), InstalledGame(EMPIRES)
    yield board
    for scenario in EMPIRES.scenarios:
        yield ScenarioDocument.of(scenario, game, board)
