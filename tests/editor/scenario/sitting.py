"""Sittings of the Scenario workspace: lines that are done by mouse, or by keys alone.

new TITLE: GAME on MAP, with SIDE, SIDE
say TEXT                        (what the scenario says of itself)
set FIELD = NAMES               (of what the game asks of its map)
paint FIELD SIDE: SPACE
begin with PRESET
war SIDE and SIDE
add 3 KIND                      (from the order of battle), then ``place SPACE, SPACE, later`` (where they stand)
paste TABLE                     (from a spreadsheet)
put ROW: SPACE                  (a corps, onto the map)
due TABLE ID: FIELD = TEXT; ... (added on the time line, its fields written in the tables)
write TABLE ID: FIELD = TEXT
cell CHART / KEY / KEY = TEXT
save
play, then lines of a sitting at the table (``hand`` is the hand of this sitting), then ``back``
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Literal

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from sandtable.engine.state.charts import DesignedChart
from sandtable_editor.scenario.begin.new_scenario_dialog import NewScenarioDialog
from sandtable_editor.scenario.open_scenario import RowName
from sandtable_editor.scenario.panels.properties import ScenarioPropertiesPanel
from sandtable_editor.scenario.panels.tables import ScenarioTablesPanel
from sandtable_editor.scenario.paste_dialog import PasteDialog
from tests.editor.play.sitting import Sitting
from tests.editor.scenario import by_forms
from tests.editor.scenario.carrying import drop_on_map, order
from tests.editor.scenario.laying import LayingBench

By = Literal["mouse", "keys"]
CONTROL = Qt.KeyboardModifier.ControlModifier


def lay_out(table: LayingBench, lines: Iterable[str], by: By, sheets: Mapping[str, str] | None = None) -> None:
    """Do lines one after the other; ``sheets`` are the tables of a spreadsheet, by their names."""
    sitting = LayingSitting(table, by, sheets or {})
    for line in lines:
        sitting.do(line.partition("#")[0].strip())


class LayingSitting:
    """Does at the window what lines say, with one hand."""

    def __init__(self, table: LayingBench, by: By, sheets: Mapping[str, str]) -> None:
        self.table, self.by, self.sheets = table, by, sheets
        self._fresh: list[RowName] = []
        self._at_table: Sitting | None = None

    def do(self, line: str) -> None:
        """Do a line; between ``play`` and ``back`` it is one at the table."""
        if not line:
            return
        if self._at_table is not None and line != "back":
            self._at_table.do(line.replace("hand ", f"{self.by} ", 1))
            return
        word, _, rest = line.partition(" ")
        what = getattr(self, f"_{word}", None)
        assert what is not None, f"no line begins with {word!r}"
        what(rest)

    def _come_forward(self) -> None:
        """Have the window in front: here nothing manages windows."""
        self.table.window.activateWindow()
        self.table.settle()

    def _new(self, rest: str) -> None:
        title, _, what = rest.partition(": ")
        game, _, what = what.partition(" on ")
        sheet, _, sides = what.partition(", with ")
        self.table.window.show_workspace(self.table.laying)
        self.table.wait(lambda: self.table.laying.first_page.list.count() > 0)
        if self.by == "mouse":
            self.table.press("New scenario…")
        else:
            self._come_forward()
            self.table.key(Qt.Key.Key_N, CONTROL, self.table.window)
        beginning = self.table.laying.beginning()
        self.table.wait(lambda: beginning.dialog is not None)
        dialog = beginning.dialog
        assert isinstance(dialog, NewScenarioDialog)
        self._fill(dialog, title, game, sheet, sides)
        if self.by == "mouse":
            self.table.press("Begin", dialog)
        else:
            self.table.key(Qt.Key.Key_Return, widget=dialog.sides)
        self.table.wait(lambda: self.table.laying.desk is not None)
        self.table.settle_position()

    def _fill(self, dialog: NewScenarioDialog, title: str, game: str, sheet: str, sides: str) -> None:
        """Fill in what a new scenario is to be."""
        by_mouse = self.by == "mouse"
        by_forms.write_over(self.table, dialog.name, title, by_mouse=by_mouse)
        by_forms.pick(self.table, dialog.game, game, by_mouse=by_mouse)
        maps = [dialog.map.itemText(at) for at in range(dialog.map.count())]
        by_forms.pick(self.table, dialog.map, next(one for one in maps if sheet in one), by_mouse=by_mouse)
        by_forms.write_over(self.table, dialog.sides, sides, by_mouse=by_mouse)
        assert (dialog.name.text(), dialog.game.currentText(), dialog.sides.text()) == (title, game, sides)

    def _say(self, text: str) -> None:
        panel = self.table.panel("properties")
        assert isinstance(panel, ScenarioPropertiesPanel)
        self._come_forward()
        panel.says.setFocus()
        self.table.write(text)
        panel.name.setFocus()
        self.table.settle()
        assert self.table.document.says == text

    def _set(self, rest: str) -> None:
        name, _, text = rest.partition(" = ")
        panel = self.table.panel("properties")
        assert isinstance(panel, ScenarioPropertiesPanel)
        box = panel.settings[name]
        self._come_forward()
        by_forms.write_over(self.table, box, text, by_mouse=self.by == "mouse")
        self.table.key(Qt.Key.Key_Return)
        self.table.settle_position()

    def _paint(self, rest: str) -> None:
        field, _, rest = rest.partition(" ")
        side, _, space = rest.partition(": ")
        paint = self.table.desk.page.control
        self._come_forward()
        by_forms.pick(self.table, paint.by, field, by_mouse=self.by == "mouse")
        by_forms.pick(self.table, paint.sides, side, by_mouse=self.by == "mouse")
        if self.by == "mouse":
            spot = self.table.spot_of(space)
            self.table.drag_on_map(spot, spot)
        else:
            self._come_forward()
            by_forms.find_on_map(self.table, self.table.view.geography.name(self.table.space(space)))
            self.table.key(Qt.Key.Key_Return, widget=self.table.view)
        self.table.key(Qt.Key.Key_Escape, widget=self.table.view)
        assert not paint.is_on
        assert side in self.table.document.setting[field].values()
        self.table.settle_position()

    def _add(self, rest: str) -> None:
        many, _, kind = rest.partition(" ")
        panel = order(self.table)
        self._come_forward()
        by_forms.pick(self.table, panel.kinds, kind, by_mouse=self.by == "mouse")
        self._come_forward()
        by_forms.write_over(self.table, panel.many, many, by_mouse=self.by == "mouse")
        by_forms.press(self.table, panel.add, by_mouse=self.by == "mouse")
        self._fresh = list(self.table.scenario.selection)
        assert len(self._fresh) == int(many)

    def _place(self, rest: str) -> None:
        for row, place in zip(self._fresh, rest.split(", "), strict=True):
            if place != "later":
                self._stand(row, place)

    def _begin(self, rest: str) -> None:
        preset = rest.removeprefix("with ")
        by_forms.begin_with(self.table, preset, by_mouse=self.by == "mouse")
        assert self.table.scenario.design.presets[self.table.document.preset].title == preset

    def _war(self, rest: str) -> None:
        one, other = rest.split(" and ")
        by_forms.relate(self.table, one, other, "W", by_mouse=self.by == "mouse")
        assert [one, other] in [row["nations"] for row in self.table.document.rows["War"].values()]

    def _due(self, rest: str) -> None:
        name, _, fields = rest.partition(": ")
        table, _, id = name.partition(" ")
        by_forms.add_dated(self.table, table, id, by_mouse=self.by == "mouse")
        assert id in self.table.document.rows[table], self.table.screen()
        for field in fields.split("; "):
            self._write(f"{name}: {field}")

    def _write(self, rest: str) -> None:
        name, _, what = rest.partition(": ")
        table, _, id = name.partition(" ")
        field, _, text = what.partition(" = ")
        was = self.table.scenario.position
        by_forms.write_row(self.table, table, id, field, text, by_mouse=self.by == "mouse")
        assert self.table.scenario.position == was + 1, self.table.screen()

    def _cell(self, rest: str) -> None:
        where, _, text = rest.partition(" = ")
        chart, *keys = where.split(" / ")
        by_forms.write_chart(self.table, chart, tuple(keys), text, by_mouse=self.by == "mouse")
        assert chart in self.table.document.rows[DesignedChart.stored]

    def _put(self, rest: str) -> None:
        name, _, place = rest.rpartition(": ")
        self._stand(("Corps", name), place)

    def _stand(self, row: RowName, place: str) -> None:
        if self.by == "mouse":
            drop_on_map(self.table, [row], self.table.spot_of(place))
        else:
            panel = order(self.table)
            self._come_forward()
            by_forms.go_to_row(self.table, panel.tree, row)
            by_forms.write_over(self.table, panel.place, place, by_mouse=False)
            self.table.key(Qt.Key.Key_Return, widget=QApplication.activePopupWidget() or panel.place)
        assert self.table.document.rows[row[0]][row[1]]["area"] == place

    def _paste(self, name: str) -> None:
        panel = self.table.panel("tables")
        assert isinstance(panel, ScenarioTablesPanel)
        panel.show_table(name)
        QGuiApplication.clipboard().setText(self.sheets[name])
        self._come_forward()
        panel.view.setFocus()
        self.table.key(Qt.Key.Key_V, CONTROL)
        dialog = panel.findChild(PasteDialog)
        assert dialog is not None
        assert dialog.found.missed == (), [one.words for one in dialog.found.missed]
        if self.by == "mouse":
            self.table.click(dialog.paste)
        else:
            self.table.key(Qt.Key.Key_Return, widget=dialog)
        self.table.settle()

    def _play(self, _: str) -> None:
        self.table.wait(partial(_is_checked, self.table))
        errors = [one.words for one in self.table.scenario.checks.findings if one.severity == "error"]
        assert not errors, errors
        self._come_forward()
        self.table.view.setFocus()
        self.table.key(Qt.Key.Key_F5)
        self.table.wait(lambda: self.table.play.trial.is_on)
        assert self.table.campaign.referee.prompt is not None
        self._at_table = Sitting(self.table)

    def _back(self, _: str) -> None:
        self._at_table = None
        self.table.key(Qt.Key.Key_F5, widget=self.table.window)
        assert self.table.window.workspace is self.table.laying

    def _save(self, _: str) -> None:
        self._come_forward()
        self.table.view.setFocus()
        self.table.key(Qt.Key.Key_S, CONTROL)
        assert not self.table.scenario.has_unsaved, self.table.desk.hints.line
        assert self.table.saved().digest == self.table.document.digest


def _is_checked(table: LayingBench) -> bool:
    return not table.scenario.checks.is_looking
