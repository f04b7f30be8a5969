"""Panels behind others wait until somebody looks, and show then what one made anew shows, after any edits."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QEvent, QModelIndex, QObject, Qt
from PySide6.QtGui import QBrush, QColor, QFont
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QSpinBox,
    QWidget,
)

from sandtable.design.history import DesignEdit
from sandtable.design.scenario.note_edits import WriteNote
from sandtable.design.scenario.row_edits import ChangeRows, CopyRow, RemoveRows
from sandtable.design.scenario.scenario_edits import SetScenario
from sandtable_editor.canvas import MapView
from sandtable_editor.rules.workspace import RulesWorkspace
from sandtable_editor.scenario.panels import panel_classes
from sandtable_editor.scenario.panels.panel import ScenarioPanel
from sandtable_editor.scenario.time_strip import TimeStrip
from tests.editor.scenario.laying import LayingBench

EDITS, EVERY = 12, 4
ROLES = (
    Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ForegroundRole, Qt.ItemDataRole.FontRole,
    Qt.ItemDataRole.BackgroundRole, Qt.ItemDataRole.ToolTipRole,
)  # fmt: skip
KINDS = {kind.key: kind for kind in panel_classes()}


def cells(model: QAbstractItemModel, above: QModelIndex) -> list[object]:
    """Return what stands in a model, and below it."""
    found: list[object] = []
    for row in range(model.rowCount(above)):
        for column in range(1 if isinstance(model, QAbstractListModel) else model.columnCount(above)):
            index = model.index(row, column, above)
            found.append(tuple(look(index.data(role)) for role in ROLES))
        found.append(cells(model, model.index(row, 0, above)))
    return found


def look(value: object) -> str:
    """Return what can be compared of what a cell looks like."""
    if isinstance(value, QBrush):
        return f"{value.color().name(QColor.NameFormat.HexArgb)} {value.style()}"
    return value.toString() if isinstance(value, QFont) else str(value)


def words(widget: QWidget) -> object:
    """Return what a widget says."""
    if isinstance(widget, QHeaderView):
        return None
    if isinstance(widget, QAbstractItemView):
        return cells(widget.model(), QModelIndex())
    if isinstance(widget, QComboBox):
        return [widget.currentText(), *(widget.itemText(at) for at in range(widget.count()))]
    if isinstance(widget, QPlainTextEdit):
        return widget.toPlainText()
    if isinstance(widget, QLabel | QLineEdit | QSpinBox | QAbstractButton):
        return widget.text()
    return list(widget.chips) if isinstance(widget, TimeStrip) else None


def contents(panel: QWidget) -> list[tuple[str, str, bool, str]]:
    """Return all that can be read in a panel."""
    seen = [one for one in panel.findChildren(QWidget) if one.isVisibleTo(panel)]
    return sorted(
        (type(one).__name__, one.accessibleName(), one.isEnabled(), str(said))
        for one in seen
        if (said := words(one)) is not None
    )


def edit_of(bench: LayingBench, rng: Random, number: int) -> DesignEdit:
    """Return any edit."""
    design = bench.scenario.design
    corps = rng.choice(sorted(design.ids("Corps")))
    return rng.choice(
        (
            ChangeRows("Corps", (corps,), {"area": rng.choice(("valladolid", "toledo", "madrid", None))}),
            ChangeRows("Corps", (corps,), {"infantry": rng.randrange(1, 9)}),
            ChangeRows("Arrival", (rng.choice(sorted(design.ids("Arrival"))),), {"turn": rng.randrange(2, 12)}),
            ChangeRows("Calendar", ("calendar",), {"last": rng.randrange(6, 15)}),
            CopyRow("Corps", corps, (f"copy {number}",), {"title": f"Copy {number}"}),
            RemoveRows("War", (rng.choice(sorted(design.ids("War"))),)),
            SetScenario(title=f"Another {number}"),
            WriteNote(f"note-{number}", "Some words", f"A note {number}"),
        )
    )


def do_some(bench: LayingBench, rng: Random, begun: int) -> None:
    for number in range(begun, begun + EVERY):
        if rng.random() < 0.25:
            bench.scenario.undo()
        elif len(bench.scenario.design.ids("War")) and len(bench.scenario.design.ids("Arrival")):
            bench.scenario.do(edit_of(bench, rng, number))
    bench.settle()


@pytest.mark.parametrize("key", sorted(KINDS))
def test_a_panel_that_comes_forward_shows_what_one_made_anew_shows(laid: LayingBench, key: str) -> None:
    rng, panel = Random(key), laid.panel(key)
    behind = "charts" if key != "charts" else "time_line"
    for begun in range(0, EDITS, EVERY):
        if panel.side == "bottom" and rng.random() < 0.7:  # else it is followed while it is seen
            laid.panel(behind)
        do_some(laid, rng, begun)
        laid.settle_position()
        laid.panel(key)
        anew = KINDS[key](laid.scenario)
        anew.resize(panel.size())
        anew.show()
        laid.settle()
        assert contents(panel) == contents(anew)
        anew.close()
        anew.deleteLater()


def watched(panel: ScenarioPanel, filled: list[str]) -> Callable[[], None]:
    """Return what fills a panel and notes that it has."""
    was = panel.refill

    def refill() -> None:
        filled.append(panel.key)
        was()

    return refill


def test_a_panel_behind_another_is_filled_only_when_somebody_looks(
    laid: LayingBench, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled: list[str] = []
    for panel in laid.desk.docks.panels.values():
        assert isinstance(panel, ScenarioPanel)
        monkeypatch.setattr(panel, "refill", watched(panel, filled))
    charts, corps = laid.panel("charts"), min(laid.scenario.design.ids("Corps"))
    filled.clear()
    laid.scenario.do(ChangeRows("Corps", (corps,), {"infantry": 3}))
    assert filled == ["charts"]
    laid.settle()
    assert sorted(filled) == ["charts", "history", "order_of_battle", "properties"]
    assert not {"time_line", "tables", "relations", "powers", "aims", "notes"} & {*filled}
    filled.clear()
    laid.panel("time_line")
    assert filled == ["time_line"]
    laid.panel("charts")
    assert filled == ["time_line"]
    assert charts.is_seen


class Order(QObject):
    """Notes when the map is painted, among other things."""

    def __init__(self, view: MapView, done: list[str]) -> None:
        super().__init__(view)
        self._done = done
        view.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            self._done.append("map")
        return False


def test_the_map_is_painted_before_panels_that_can_wait(laid: LayingBench, monkeypatch: pytest.MonkeyPatch) -> None:
    panel, done = laid.desk.docks.panels["order_of_battle"], list[str]()
    assert isinstance(panel, ScenarioPanel)
    laid.wait(lambda: laid.view.is_at_rest)
    monkeypatch.setattr(panel, "refill", watched(panel, done))
    order = Order(laid.view, done)
    laid.desk.map.placing.place([("Corps", "Dupont's Corps")], laid.space("valladolid"))
    laid.wait(lambda: "order_of_battle" in done)
    assert done.index("map") < done.index("order_of_battle")
    laid.view.viewport().removeEventFilter(order)


def test_panels_stay_as_wide_as_they_are_after_a_look_at_another_workspace(table: LayingBench) -> None:
    rules = RulesWorkspace(table.window, table.all_games, lambda: None)
    table.window.add_workspace(rules)
    table.window.resize(1270, 750)
    table.open_copy()
    table.rest()
    before = {key: dock.width() for key, dock in table.desk.docks.docks.items() if dock.isVisible()}
    rules.middle().setMinimumWidth(table.desk.page.width() + 100)
    table.window.show_workspace(rules)
    table.rest()
    table.window.show_workspace(table.laying)
    table.rest()
    after = {key: dock.width() for key, dock in table.desk.docks.docks.items() if dock.isVisible()}
    assert after == before
    assert table.window.width() == 1270
