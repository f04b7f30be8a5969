"""Sittings of the Scenario workspace: lines that are done by mouse, or by keys alone."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Literal

from PySide6.QtCore import Qt

from sandtable_editor.scenario.begin.new_scenario_dialog import NewScenarioDialog
from sandtable_editor.scenario.open_scenario import RowName
from sandtable_editor.scenario.panels.properties import ScenarioPropertiesPanel
from tests.editor.scenario.carrying import drop_on_map, order
from tests.editor.scenario.laying import LayingBench

By = Literal["mouse", "keys"]
CONTROL = Qt.KeyboardModifier.ControlModifier


def lay_out(table: LayingBench, lines: Iterable[str], by: By) -> None:
    """Do lines one after the other."""
    fresh: list[RowName] = []
    for line in lines:
        word, _, rest = line.partition(" ")
        match word:
            case "new":
                _begin(table, rest, by)
            case "set":
                _set(table, rest)
            case "paint":
                _paint(table, rest, by)
            case "add":
                fresh = _add(table, rest, by)
            case "place":
                for row, place in zip(fresh, rest.split(", "), strict=True):
                    _place(table, row, place, by)
            case "save":
                table.window.activateWindow()
                table.settle()
                table.view.setFocus()
                table.key(Qt.Key.Key_S, CONTROL)
                assert not table.scenario.has_unsaved, table.screen()
                assert table.saved().digest == table.document.digest
            case "play":
                _play(table)
            case _:
                assert word == "back", line
                table.key(Qt.Key.Key_F5, widget=table.window)
                assert table.window.workspace is table.laying


def _begin(table: LayingBench, rest: str, by: By) -> None:
    title, _, what = rest.partition(": ")
    game, _, what = what.partition(" on ")
    sheet, _, sides = what.partition(", with ")
    table.window.show_workspace(table.laying)
    table.wait(lambda: table.laying.first_page.list.count() > 0)
    if by == "mouse":
        table.press("New scenario…")
    else:
        table.key(Qt.Key.Key_N, CONTROL, table.window)
    beginning = table.laying.beginning()
    table.wait(lambda: beginning.dialog is not None)
    dialog = beginning.dialog
    assert isinstance(dialog, NewScenarioDialog)
    dialog.game.setCurrentText(game)
    dialog.map.setCurrentIndex(next(at for at in range(dialog.map.count()) if sheet in dialog.map.itemText(at)))
    dialog.name.setText(title)
    dialog.sides.setText(sides)
    if by == "mouse":
        table.press("Begin", dialog)
    else:
        dialog.sides.setFocus()
        table.key(Qt.Key.Key_Return, widget=dialog.sides)
    table.wait(lambda: table.laying.desk is not None)
    table.settle_position()


def _set(table: LayingBench, rest: str) -> None:
    name, _, text = rest.partition(" = ")
    panel = table.panel("properties")
    assert isinstance(panel, ScenarioPropertiesPanel)
    box = panel.settings[name]
    box.setText(text)
    table.key(Qt.Key.Key_Return, widget=box)
    table.settle_position()


def _paint(table: LayingBench, rest: str, by: By) -> None:
    field, _, rest = rest.partition(" ")
    side, _, space = rest.partition(": ")
    paint = table.desk.page.control
    paint.by.setCurrentText(field)
    paint.sides.setCurrentText(side)
    if by == "mouse":
        spot = table.spot_of(space)
        table.drag_on_map(spot, spot)
    else:
        table.view.tool.go_to_space(table.space(space))
        table.key(Qt.Key.Key_Return, widget=table.view)
    table.key(Qt.Key.Key_Escape, widget=table.view)
    assert not paint.is_on
    assert side in table.document.setting[field].values()
    table.settle_position()


def _add(table: LayingBench, rest: str, by: By) -> list[RowName]:
    many, _, kind = rest.partition(" ")
    panel = order(table)
    panel.kinds.setCurrentText(kind)
    panel.many.setValue(int(many))
    if by == "mouse":
        table.click(panel.add)
    else:
        table.key(Qt.Key.Key_Space, widget=panel.add)
    fresh = list(table.scenario.selection)
    assert len(fresh) == int(many)
    return fresh


def _place(table: LayingBench, row: RowName, place: str, by: By) -> None:
    if by == "mouse":
        drop_on_map(table, [row], table.spot_of(place))
    else:
        panel = order(table)
        table.scenario.select([row])
        panel.place.setText(place)
        table.key(Qt.Key.Key_Return, widget=panel.place)
    assert table.document.rows[row[0]][row[1]]["area"] == place


def _play(table: LayingBench) -> None:
    table.wait(partial(_is_checked, table))
    errors = [one.words for one in table.scenario.checks.findings if one.severity == "error"]
    assert not errors, errors
    table.window.activateWindow()
    table.settle()
    table.view.setFocus()
    table.key(Qt.Key.Key_F5)
    table.wait(lambda: table.play.trial.is_on)
    assert table.campaign.referee.prompt is not None


def _is_checked(table: LayingBench) -> bool:
    return not table.scenario.checks.is_looking
