"""F5: a campaign that is thrown away, and back to the same selection; what was reached may be taken over."""

from __future__ import annotations

from pathlib import Path

import msgspec
from PySide6.QtCore import Qt

from sandtable.design.scenario.row_edits import RemoveRows
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
