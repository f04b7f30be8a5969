"""The mistakes of a campaign of Empires planted by form, cell by cell: each is the same mistake, or refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

import pytest
from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QApplication, QMessageBox

from sandtable.design.scenario.row_forms import form_of, text_of
from sandtable.design.scenario_draft import ScenarioDraft
from sandtable.library.store.library_file import Library
from sandtable_editor.scenario.open_scenario import OpenScenario
from sandtable_editor.scenario.panels.tables import ScenarioTablesPanel
from sandtable_empires.maps.europe_1805 import europe_1805
from tests.plugins.empires.mistakes import MISTAKES
from tests.plugins.empires.planting import Rows, as_written, changed_fields
from tests.plugins.empires.test_planted_mistakes import as_they_were, empires, laid_out, planted, says_where


class NoJobs:
    """Works nothing out beside the window's thread: what a mistake makes of the position is asked elsewhere."""

    running = False

    def run(self, *_: object) -> NoJobs:
        return self

    def cancel(self) -> None:
        """There is nothing to stop."""


class Desk(QObject):
    """What a scenario wants to know of a window."""

    jobs = NoJobs()


@pytest.fixture(scope="module")
def panel(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ScenarioTablesPanel]:
    path = tmp_path_factory.mktemp("forms") / "mine.db"
    with Library.create(path) as library:
        library.put_map(europe_1805())
        library.put_scenario(laid_out())
    draft = ScenarioDraft.open(path, laid_out().key, empires())
    desk = Desk()
    scenario = OpenScenario(draft, cast("Any", desk), desk)
    made = ScenarioTablesPanel(scenario)
    made.show()
    yield made
    made.close()
    scenario.close()


def write(panel: ScenarioTablesPanel, id: str, fields: dict[str, Any]) -> None:
    """Write what a row says of each field, as its form has it."""
    design = panel.scenario.design
    for field in form_of(design.family, panel.table):
        if field.name in fields:
            row = panel.model.row_of(id)
            assert row is not None
            cell = panel.model.index(row, panel.model.heads.index(field.name))
            panel.model.setData(cell, text_of(design, field, fields[field.name]), Qt.ItemDataRole.EditRole)


def plant(panel: ScenarioTablesPanel, before: Rows, after: Rows) -> None:
    """Make the one of the other by hand: rows are taken out, written, added and written."""
    for table in sorted({*before, *after}):
        was, now = before.get(table, {}), after.get(table, {})
        if was == now:
            continue
        panel.show_table(table)
        for id in sorted({*was} - {*now}):
            panel.scenario.select([(table, id)])
            panel.removing.click()
        for id, row in sorted(now.items()):
            if id not in was:
                panel.add_row(id)
                write(panel, id, {name: value for name, value in row.items() if name != "id"})
            elif row != was[id]:
                write(panel, id, changed_fields(empires().schema.kinds[table], was[id], row))


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_planted_by_form_is_the_same_mistake_or_refused_with_its_place(
    panel: ScenarioTablesPanel, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What comes of it is the campaign in which lint finds the mistake; what no row can hold is refused at once."""
    scenario, refusals = panel.scenario, list[str]()
    asked: list[str] = []

    monkeypatch.setattr(QMessageBox, "open", lambda box: asked.append(box.text()))
    scenario.go_to(0)
    scenario.refused.connect(refusals.append)
    wanted = planted(name)
    plant(panel, as_they_were(), wanted)
    scenario.refused.disconnect(refusals.append)
    assert asked == []
    if refusals:
        assert says_where(refusals[0], name), refusals
        return
    assert as_written(scenario.design.document.rows, empires().schema.kinds) == wanted
