"""What the checks find in the scenario: a click selects the row and shows the place, a fix is an edit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QLabel, QListWidget, QListWidgetItem, QVBoxLayout

from sandtable.design.scenario.scenario_edits import ScenarioEdit
from sandtable.engine.words import sentence
from sandtable_editor.scenario.panels.panel import ScenarioPanel
from sandtable_editor.shell.pieces import as_tip, beside, button, fit
from sandtable_editor.shell.theme import shades

if TYPE_CHECKING:
    from sandtable.library.store.documents import ScenarioDocument
    from sandtable.lint.findings import Finding
    from sandtable_editor.scenario.open_scenario import OpenScenario

FOUND: Final = Qt.ItemDataRole.UserRole
NONE: Final = "Nothing is wrong with this scenario, as far as it can be checked."


class ScenarioProblemsPanel(ScenarioPanel):
    """The findings, the worst first."""

    key, title, order = "problems", "Problems", 10

    def __init__(self, scenario: OpenScenario) -> None:
        super().__init__(scenario)
        self.checks = scenario.checks
        self.state = QLabel()
        self.list = QListWidget()
        self.list.setAccessibleName("Problems")
        self.list.setUniformItemSizes(True)
        self.list.itemClicked.connect(self._look)
        self.list.itemActivated.connect(self._look)
        self.list.currentRowChanged.connect(self._follow)
        self.before = button("&Previous", lambda: self._step(-1), "Go to the problem before")
        self.after = button("Ne&xt", lambda: self._step(1), "Go to the next problem")
        self.fix = button("&Fix", self._fix)
        column = QVBoxLayout(self)
        column.setContentsMargins(4, 4, 4, 4)
        column.addWidget(self.list, 1)
        column.addWidget(beside(self.state, self.before, self.after, self.fix))
        self.setFocusProxy(self.list)
        self.checks.changed.connect(self.show_findings)
        scenario.window.theme.changed.connect(self.show_findings)
        self.show_findings()

    def show_findings(self) -> None:
        """Show what is found now; what was chosen stays so while it is there."""
        chosen = self.finding
        row = self.list.currentRow()
        self.list.clear()
        for one in self.checks.findings:
            self.list.addItem(_item(one))
            if chosen is not None and one.name == chosen.name:
                self.list.setCurrentRow(self.list.count() - 1)
        if self.list.currentRow() < 0 and chosen is not None and self.list.count():
            self.list.setCurrentRow(min(row, self.list.count() - 1))
        self.state.setText(fit(self._state()))
        self._follow()

    def _state(self) -> str:
        if self.checks.wrong:
            return sentence(self.checks.wrong)
        found = self.checks.findings
        if not found:
            return "Checking…" if self.checks.is_looking else NONE
        counts = {kind: sum(one.severity == kind for one in found) for kind in ("error", "warning", "hint")}
        return ", ".join(f"{many} {kind}{'s' * (many != 1)}" for kind, many in counts.items() if many)

    @property
    def finding(self) -> Finding[ScenarioDocument] | None:
        """The one that is chosen."""
        return self.list.currentItem().data(FOUND) if self.list.currentRow() >= 0 else None

    def _follow(self, _: int = 0) -> None:
        found = self.finding
        fix = found.fix if found is not None else None
        self.fix.setEnabled(fix is not None and isinstance(fix.edit, ScenarioEdit))
        self.fix.setToolTip(as_tip(sentence(fix.says)) if fix is not None else "Nothing would surely mend this")
        for one in (self.before, self.after):
            one.setEnabled(self.list.count() > 0)

    def _look(self, _: object = None) -> None:
        """Select the row that is wrong, and show where it is."""
        found = self.finding
        if found is None:
            return
        place = found.place
        if place.table and place.row:
            self.scenario.select([(place.table, place.row)])
        for space in place.spaces[:1]:
            self.scenario.place_wanted.emit(space)

    def _step(self, way: int) -> None:
        many = self.list.count()
        if many:
            self.list.setCurrentRow((self.list.currentRow() + way) % many)
            self._look()

    def _fix(self) -> None:
        found = self.finding
        if found is not None and found.fix is not None and isinstance(found.fix.edit, ScenarioEdit):
            self.scenario.do(found.fix.edit)


def _item(found: Finding[ScenarioDocument]) -> QListWidgetItem:
    item = QListWidgetItem(fit(f"{found.severity.capitalize()}   {sentence(found.words)}"))
    item.setData(FOUND, found)
    item.setToolTip(as_tip(f"{found.code}: {sentence(found.words)}"))
    colours = {"error": shades().bad, "warning": shades().warm}
    item.setForeground(QColor(colours.get(found.severity, shades().text)))
    return item


PANEL = ScenarioProblemsPanel
