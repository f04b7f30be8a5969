"""F5: a campaign that is thrown away, and back to the same selection; what was reached may be taken over."""

from __future__ import annotations

from pathlib import Path

import msgspec
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox

from sandtable.design.scenario.row_edits import RemoveRows
from sandtable.play.rules.code_template import write_code
from tests.editor.scenario.laying import LayingBench

CORPS = ("Corps", "Dupont's Corps")


def play(table: LayingBench) -> Path:
    """Try the scenario out; return the file of that campaign."""
    table.key(Qt.Key.Key_F5)
    table.wait(lambda: table.play.trial.is_on)
    return table.campaign.sitting.path


def in_front(table: LayingBench) -> object:
    return table.window.workspace


def test_f5_plays_the_scenario_as_it_stands_and_again_leads_back_to_the_same_selection(table: LayingBench) -> None:
    table.open_copy()
    table.drag_on_map(table.spot_of_piece(CORPS[1]), table.spot_of("valladolid"))
    assert table.scenario.selection == (CORPS,)
    file = play(table)
    assert in_front(table) is table.play
    corps = table.campaign.game.state[table.scenario.design.family.schema.kinds["Corps"]][CORPS[1]]
    assert msgspec.to_builtins(corps)["area"] == "valladolid"
    assert any("Trying out" in one for one in table.texts())
    table.key(Qt.Key.Key_F5, widget=table.window)
    assert in_front(table) is table.laying
    assert table.scenario.selection == (CORPS,)
    assert not file.exists()
    assert table.play.campaign_view is None
    assert table.scenario.position == 1


def test_a_campaign_that_was_on_the_table_is_there_again(table: LayingBench) -> None:
    kept = table.begin().sitting.path
    table.open_copy()
    play(table)
    table.press("Back to the scenario")
    table.wait(lambda: table.play.campaign is not None)
    assert table.campaign.sitting.path == kept


def test_a_position_that_is_taken_over_is_the_set_up_and_can_be_undone(table: LayingBench) -> None:
    table.open_copy()
    table.settle_position()
    play(table)
    referee = table.campaign.referee
    game = referee.game
    corps = game.family.schema.kinds["Corps"]
    game.state.gate.open = True  # as if much had been played
    game.state.change(game.state[corps][CORPS[1]], {"area": "valladolid"})
    game.state.gate.open = False
    table.press("Take this over")
    assert in_front(table) is table.laying
    assert table.document.rows["Corps"][CORPS[1]]["area"] == "valladolid"
    assert table.scenario.position == 1
    table.scenario.undo()
    assert table.document.rows["Corps"][CORPS[1]]["area"] == "toledo"


def test_a_scenario_that_cannot_be_begun_says_why_and_nothing_is_lost(table: LayingBench) -> None:
    table.open_copy()
    table.scenario.do(RemoveRows("Calendar", ("calendar",)))
    table.settle_position()
    table.key(Qt.Key.Key_F5)
    table.wait(lambda: "calendar" in table.screen())
    assert not table.play.trial.is_on
    assert in_front(table) is table.laying
    assert table.scenario.position == 1


def test_a_rules_file_that_is_left_out_is_told_before_the_scenario_is_tried_out(table: LayingBench, home: Path) -> None:
    """It is not silent: play without it, once it was said, or read and trust it, and the scenario is under it."""
    table.open_copy()
    family = table.scenario.design.family
    write_code(family, table.all_games.plugins().folder, "night_march", "Night march")
    table.key(Qt.Key.Key_F5)
    table.wait(lambda: any(one.isVisible() for one in table.window.findChildren(QMessageBox)))
    assert not table.play.trial.is_on
    box = next(one for one in table.window.findChildren(QMessageBox) if one.isVisible())
    assert box.text() == "night_march.py is left out of your games."
    table.press("Play without it", box)
    table.wait(lambda: table.play.trial.is_on)
    table.press("Back to the scenario")
    table.window.activateWindow()
    table.settle()
    play(table)  # it was said: nobody is asked again of the same file
    table.press("Back to the scenario")
    assert in_front(table) is table.laying
    table.window.activateWindow()
    rules = table.all_games.plugins().folder / "night_march.py"
    rules.write_text(rules.read_text("utf-8") + "# changed\n", "utf-8")
    table.settle()
    table.key(Qt.Key.Key_F5)
    table.wait(lambda: any(one.isVisible() for one in table.window.findChildren(QMessageBox)))
    table.press("Read and trust…")
    table.press("Trust it")
    table.wait(lambda: table.laying.desk is not None and "night_march" in table.scenario.design.family.options)
    table.settle_position()
