"""What Grande Armée brings to the library that ships: its maps and its scenarios."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sandtable.library import Thing


def content() -> Iterator[Thing]:
    """Yield maps and scenarios."""
    from sandtable.engine import InstalledGame
    from sandtable.library import ScenarioDocument
    from sandtable_grande_armee.maps.build import thuringia, upper_danube
    from sandtable_grande_armee.system import GRANDE_ARMEE

    game = InstalledGame(GRANDE_ARMEE)
    boards = {"jena-1806": thuringia(), "wagram-1809": upper_danube(), "austria-1809": upper_danube()}
    yield from (thuringia(), upper_danube())
    for scenario in GRANDE_ARMEE.scenarios:
        yield ScenarioDocument.of(scenario, game, boards[scenario.key])
