"""Grande Armée on a meadow: a campaign with the units that a test lays out."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from PySide6.QtWidgets import QApplication

from sandtable.board import Map
from sandtable.engine import InstalledGame, Row, Scenario, Side, SideId, SpaceId
from sandtable.play.table.sitting import Wishes
from sandtable_grande_armee.charts import charts
from sandtable_grande_armee.model import Army, Calendar, Unit
from sandtable_grande_armee.system import GRANDE_ARMEE
from sandtable_grande_armee.testing import FRANCE, PRUSSIA, meadow
from tests.editor.workbench import Workbench

EDGES = {FRANCE: "west", PRUSSIA: "north"}


def family_of(
    *pieces: Row | Iterable[Row], sheet: Map | None = None, forts: Mapping[str, SideId] | None = None
) -> InstalledGame:
    """Return the game with one scenario: these pieces on a map."""
    rows = [row for piece in pieces for row in ((piece,) if isinstance(piece, Row) else piece)]

    def start() -> list[Row]:
        sides = [Side(FRANCE), Side(PRUSSIA)]
        armies = [Army(FRANCE, "west", (PRUSSIA,)), Army(PRUSSIA, "north", (FRANCE,))]
        own = {(type(row), row.id) for row in rows}
        laid = [*sides, *armies, *charts(), Calendar("calendar", "1806-10-08", 3, 20)]
        return [*(row for row in laid if (type(row), row.id) not in own), *rows]

    scenario = Scenario(
        "meadow", "The Meadow", start, map=lambda: sheet or meadow(),
        setting=lambda: {"forts": {SpaceId(hex): side for hex, side in (forts or {}).items()}},
    )  # fmt: skip
    return InstalledGame(replace(GRANDE_ARMEE, scenarios=(scenario,)))


@contextmanager
def table(application: QApplication, folder: Path, family: InstalledGame, theme: str = "light") -> Generator[Workbench]:
    """Give a workbench on which the scenario of a family is played by one person; nothing may have failed in it."""
    bench = Workbench(application, folder, theme, family=family)
    try:
        bench.begin(Wishes(seed="1", seats="one"), scenario="meadow")
        bench.map.centre_on(SpaceId("0606"))  # what is dragged near the edge has the map move on
        bench.settle(4)
        yield bench
    finally:
        bench.close()
    assert not bench.reporter.faults, "\n".join(fault.details for fault in bench.reporter.faults)


def stands(bench: Workbench, unit: str) -> str:
    """Return the hex in which a unit stands, no text for one that is gone."""
    row = bench.campaign.game[Unit].get(unit)
    return str(row.hex) if row is not None else ""
