"""Control by paint and by country, the colours of the map by the real rules, and what differs."""

from __future__ import annotations

import msgspec
from PySide6.QtCore import Qt

from sandtable_editor.scenario.control_paint import ControlPaint
from sandtable_editor.scenario.map_colours import MapColours
from sandtable_editor.scenario.panels.differences import ScenarioDifferencesPanel
from tests.editor.scenario.laying import LayingBench


def paint(table: LayingBench) -> ControlPaint:
    """Return what paints."""
    return table.desk.page.control


def test_areas_are_painted_over_as_one_edit_and_laid_out_so(table: LayingBench) -> None:
    table.open_copy()
    brush = paint(table)
    brush.by.setCurrentText("areas")
    brush.sides.setCurrentText("France")
    table.drag_on_map(table.spot_of("cordova"), table.spot_of("cordova"))
    assert table.document.setting["areas"]["cordova"] == "France"
    assert table.scenario.position == 1
    table.settle_position()
    game = table.scenario.laid
    assert game is not None
    area = game.state[game.family.schema.kinds["Area"]]["cordova"]
    assert msgspec.to_builtins(area)["holder"] == "France"
    table.key(Qt.Key.Key_Escape, widget=table.view)
    assert not brush.is_on


def test_colours_and_reach_come_from_the_rules_of_the_scenario_laid_out(table: LayingBench) -> None:
    table.open_copy()
    colours = table.desk.page.colours
    assert isinstance(colours, MapColours)
    table.wait(lambda: not colours.is_busy)  # what there is to choose from is known then
    colours.modes.setCurrentIndex(colours.modes.findText("Supply"))
    table.wait(lambda: not colours.is_busy)
    mode = table.view.map_scene.look.mode
    assert mode is not None
    assert mode.key == "supply"
    colours.reach.setChecked(True)
    table.scenario.select([("Corps", "Dupont's Corps")])
    table.wait(lambda: not colours.is_busy)
    assert table.view.reach is not None
    assert table.view.reach.costs


def test_what_differs_from_what_is_saved_is_told_and_marked(table: LayingBench) -> None:
    table.open_copy()
    table.drag_on_map(table.spot_of_piece("Dupont's Corps"), table.spot_of("valladolid"))
    panel = table.panel("differences")
    assert isinstance(panel, ScenarioDifferencesPanel)
    table.settle()
    assert panel.list.count() == 1
    panel.on_map.setChecked(True)
    assert {"toledo", "valladolid"} <= set(table.view.lit)
    table.laying.save()
    table.settle()
    assert panel.list.count() == 0
