"""From nothing to three months at the table: a map is drawn, a preset kept, a scenario laid out on it and played."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QInputDialog

from sandtable.engine.state.charts import DesignedChart
from sandtable.library.own import open_own_library
from sandtable_editor.rules.workspace import RulesWorkspace
from tests.editor.map.drawing import DrawingBench, blank_areas
from tests.editor.map.sitting import MapSitting
from tests.editor.map.test_from_nothing import sitting
from tests.editor.scenario.by_forms import answer, press
from tests.editor.scenario.laying import LayingBench
from tests.editor.scenario.sitting import By, lay_out

SITTINGS = Path(__file__).parent / "sittings"
CLUB = "Evening club"


def lines(name: str) -> list[str]:
    return (SITTINGS / f"{name}.txt").read_text("utf-8").splitlines()


@pytest.fixture(params=["mouse", "keys"])
def by(request: pytest.FixtureRequest) -> By:
    """Give the hand that does it all."""
    found: By = request.param
    return found


@pytest.fixture
def drawn(by: By, qapp: QApplication, tmp_path: Path, home: Path) -> Iterator[None]:
    """Have the map of the Map workspace's test drawn, with two powers on it, in the user's own library."""
    bench = DrawingBench(qapp, tmp_path)
    with open_own_library() as own:
        bench.library = own.path
    bench.open(blank_areas())
    MapSitting(bench, by).read([*sitting("eight-areas"), *sitting("a-strait"), *sitting("two-powers")])
    bench.close()
    yield
    assert not bench.reporter.faults


def keep_preset(table: LayingBench, by: By) -> None:
    """Switch an option on in the Rules workspace and keep what is chosen under a name."""
    rules = RulesWorkspace(table.window, table.all_games, lambda: None)
    table.window.add_workspace(rules)
    table.window.show_workspace(rules)
    table.wait(lambda: rules.page is not None)
    page, desk = rules.page, rules.desk
    assert page is not None
    assert desk is not None
    table.window.activateWindow()
    tree = page.tree.tree
    page.tree.show_module("guard_commitment")
    tree.setFocus()
    QTest.keyClick(tree, Qt.Key.Key_Space)
    table.wait(lambda: "guard_commitment" in desk.choices.on)
    table.wait(lambda: not page.verdict.is_busy)
    press(table, page.presets.save, by_mouse=by == "mouse")
    dialog = next(one for one in page.presets.findChildren(QInputDialog) if one.isVisible())
    answer(table, dialog, CLUB, by_mouse=by == "mouse")
    table.wait(lambda: any(one.title == CLUB for one in desk.presets.values()))


def test_a_scenario_is_made_from_nothing_and_three_months_are_played(drawn: None, table: LayingBench, by: By) -> None:
    keep_preset(table, by)
    lay_out(table, [*lines("two-powers"), "play", *lines("two-powers-played")], by)
    assert "Add 3 France corps" in [entry.says for entry in table.scenario.document.history.entries]
    game = table.campaign.game
    assert game.ended
    assert game.round == 3
    assert "guard_commitment" in game.rulebook.choices.on
    assert game.chart("terrain movement").number("clear") == 2
    table.key(Qt.Key.Key_F5, widget=table.window)
    assert table.window.workspace is table.laying
    made = table.saved()
    assert (made.preset, len(made.rows["Corps"])) == ("evening_club", 6)
    assert made.rows["Arrival"]["reserve"]["turn"] == 2
    (cell,) = made.rows[DesignedChart.stored]["terrain movement"]["cells"]
    assert cell["cell"] == 2
    assert {area["holder"] for area in table.scenario.design.ground["Area"].values()} == {"France", "Great Britain"}
