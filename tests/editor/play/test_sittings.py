"""Sittings that somebody played by hand in the window, played again: the engine, told the same, agrees throughout."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from PySide6.QtWidgets import QApplication

from sandtable.engine import InstalledGame
from sandtable.play.record.chronicle import Chronicle
from sandtable.play.table.sitting import Wishes
from sandtable.present import presentation
from sandtable_drill_ground.system import DRILL_GROUND
from sandtable_grande_armee.system import GRANDE_ARMEE
from tests.editor.play.ahead import Ahead
from tests.editor.play.sitting import Sitting, twin
from tests.editor.play.test_fields import at_march
from tests.editor.play.words import choose_index, parts_of, scenario, wishes
from tests.editor.workbench import FAMILY, Workbench
from tests.tiers import count

SITTINGS = sorted(Path(__file__).with_name("sittings").glob("*.txt"))
DESKS: Final = {
    "fords": "bench", "peninsula-1808": "peninsula", "austerlitz-1805": "peninsula", "drill_ground": "drill",
    "wagram-1809": "danube",
}  # fmt: skip
"""The fixture of the workbench on which each scenario is played."""
SHORT, LONG = count(5000), count(600)
"""So many lines of each part are played: a year in the window takes its time."""


def parts_played() -> list[tuple[Path, int]]:
    """Return the sittings with their parts; normally of a long one the first and the last."""
    numbers = {path: range(len(parts_of(path.read_text("utf-8").splitlines()))) for path in SITTINGS}
    return [(path, nth) for path, there in numbers.items() for nth in there if nth in (0, there[-1]) or LONG == 600]


@pytest.fixture
def drill(qapp: QApplication, tmp_path: Path, home: Path) -> Iterator[Workbench]:
    """Give a workbench on which the drill is played."""
    made = Workbench(qapp, tmp_path, family=InstalledGame(DRILL_GROUND))
    yield made
    made.close()
    assert not made.reporter.faults, "\n".join(fault.details for fault in made.reporter.faults)


@pytest.fixture
def danube(qapp: QApplication, tmp_path: Path, home: Path) -> Iterator[Workbench]:
    """Give a workbench on which Grande Armée is played."""
    made = Workbench(qapp, tmp_path, family=InstalledGame(GRANDE_ARMEE))
    yield made
    made.close()
    assert not made.reporter.faults, "\n".join(fault.details for fault in made.reporter.faults)


@pytest.mark.parametrize(
    ("path", "part"), parts_played(), ids=lambda one: one.stem if isinstance(one, Path) else str(one + 1)
)
def test_a_sitting_comes_out_as_in_the_engine(request: pytest.FixtureRequest, path: Path, part: int) -> None:
    lines = path.read_text("utf-8").splitlines()
    short, begun, key = scenario(lines) != "peninsula-1808", wishes(lines), scenario(lines)
    before = [line for one in parts_of(lines)[:part] for line in one]
    played = parts_of(lines)[part][: SHORT if short else LONG]
    bench: Workbench = request.getfixturevalue(DESKS[key])
    bench.window.resize(1280, 800)
    table, engine = bench.sit_down(begun, key), twin(bench.family, begun, key)
    board = presentation.board(engine.game)
    if board is not None:
        for referee in (table.referee, engine):
            Ahead(referee, board).read(before)
    bench.play.accept(table)
    bench.settle()
    sitting = Sitting(bench, engine)
    if bench.stands("curtain"):
        bench.click(bench.campaign_view.curtain.sit)
    sitting.read(played)
    assert sitting.acts >= 5


@pytest.mark.parametrize("path", SITTINGS, ids=lambda path: path.stem)
def test_a_sitting_read_without_a_window_comes_to_the_same(request: pytest.FixtureRequest, path: Path) -> None:
    lines = path.read_text("utf-8").splitlines()
    here = {
        "fords": FAMILY, "drill_ground": InstalledGame(DRILL_GROUND), "wagram-1809": InstalledGame(GRANDE_ARMEE),
    }  # fmt: skip
    family: InstalledGame = here.get(scenario(lines)) or request.getfixturevalue("empires")
    referee = twin(family, wishes(lines), scenario(lines))
    board = presentation.board(referee.game)
    assert board is not None
    Ahead(referee, board).read(line for part in parts_of(lines) for line in part)
    assert referee.journal.serial > 10
    chronicle = Chronicle(referee.game, referee.journal)
    chapters = {title for ply in referee.journal.line() for title in chronicle.chapter(ply)}
    assert not [title for title in chapters if "-0" in title], "a heading of the log is an id"
    if path.stem in ("drill-by-keys", "drill-by-mouse"):
        assert referee.game.ended is not None
        assert referee.game.ended.winner == "Blue"
    if path.stem == "austerlitz-1805":
        assert referee.game.ended is not None
        assert referee.game.ended.winner == "Austria"
        assert {"Battle of Munich", "Battle of Linz", "Battle of Innsbruck"} <= chapters
    if path.stem == "a-year-1808":
        assert referee.game.round == 13  # May 1809
        assert {"Battle of Saragossa", "Assault on Madrid", "Sortie from Madrid"} <= chapters
        assert not [title for title in chapters if title.startswith("Fighting at ")], "its window calls it otherwise"


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("mouse Fly: Blue 1", "'Fly' is not there"),
        ("mouse March: Blue 9", "'Blue 9' is not there"),
        ("drag Blue 1 -> Larkfield", "it was not done"),
        ("refused mouse March: Blue 1 / Birchley", "it was done"),
        ("why March", "'March' is not there"),
        ("sit", "nobody else is asked"),
        ("sing", "no line begins with 'sing'"),
    ],
)
def test_what_the_window_does_not_offer_fails(bench: Workbench, line: str, says: str) -> None:
    at_march(bench)
    with pytest.raises(AssertionError, match=f"line 1, .*{says}"):
        Sitting(bench).read([line])


def test_words_mean_what_they_begin() -> None:
    assert choose_index("army of a", [["Army of Aragon"], ["Army of Galicia"]]) == 0
    assert choose_index("Zara", [["Blockade of Zara"], ["Zara"]]) == 1
    assert choose_index("galicia", [["Army of Aragon"], ["Army of Galicia"]]) == 1
    with pytest.raises(AssertionError, match="not the only one; there is Army of Aragon, Army of Galicia"):
        choose_index("army", [["Army of Aragon"], ["Army of Galicia"]])
    words = "begin fords seed=3 seats=Anna=Blue,Bernd=Red on=mud,depots take_back=agree  # so"
    on, seats = ("mud", "depots"), "Anna=Blue,Bernd=Red"
    assert wishes([words]) == Wishes(seed="3", seats=seats, on=on, take_back="agree")
    ruled = wishes(["begin fords set=storms.commanders=not used, mud.points=2 seed=4"])
    assert ruled == Wishes(seed="4", values=("storms.commanders=not used", "mud.points=2"))
    assert scenario(["# a sitting", words]) == "fords"
