"""What stands at the foot of the window while a map is open: how many problems there are, and how near it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from sandtable.library.files.report_words import count_of, join_names
from sandtable_editor.shell.pieces import as_tip, choice_box, fit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QLineEdit

    from sandtable.board.maps import Map
    from sandtable.lint.findings import Finding
    from sandtable_editor.map.desk import MapDesk
    from sandtable_editor.map.standing_lint import StandingLint

STEPS: Final = (50, 100, 200, 400, 800, 1_600)
"""Percent that can be chosen, as far as the map comes so near; 100 shows the whole map."""
SIGNS: Final = {"error": "✕", "warning": "⚠", "hint": "·"}


class MapFoot(QWidget):
    """Counters of problems, which lead to them, and a box for the zoom, in percent of the whole map."""

    def __init__(self, desk: MapDesk) -> None:
        super().__init__()
        self._desk = desk
        self._lint: StandingLint | None = None
        self.problems = QToolButton()
        self.problems.setAutoRaise(True)
        self.problems.clicked.connect(lambda: desk.bring_panel("problems"))
        self.zoom = choice_box("Zoom, in percent of the whole map")
        self.zoom.setEditable(True)
        self.zoom.setInsertPolicy(self.zoom.InsertPolicy.NoInsert)
        self.zoom.setToolTip("How near the map is: 100 % shows all of it")
        self.line.setAccessibleName("Zoom, in percent of the whole map")
        self.zoom.textActivated.connect(self._take)
        self.line.returnPressed.connect(lambda: self._take(self.line.text()))
        self.line.editingFinished.connect(self.tell_zoom)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.problems)
        row.addWidget(self.zoom)
        desk.view.view_changed.connect(self.tell_zoom)
        self.count(())
        self.tell_zoom()

    @property
    def line(self) -> QLineEdit:
        """What is typed into."""
        found = self.zoom.lineEdit()
        assert found is not None
        return found

    # -- problems

    def follow(self, lint: StandingLint) -> None:
        """Count what the checks find from now on."""
        self._lint = lint
        lint.changed.connect(self._count)
        self._count()

    def _count(self) -> None:
        if self._lint is not None:
            self.count(self._lint.findings)

    def count(self, findings: Sequence[Finding[Map]]) -> None:
        """Show how many problems of each kind there are."""
        counts = {kind: sum(one.severity == kind for one in findings) for kind in SIGNS}
        shown = [f"{SIGNS[kind]} {many}" for kind, many in counts.items() if many]
        words = join_names(count_of(many, kind) for kind, many in counts.items() if many) or "no problems"
        self.problems.setText("  ".join(shown))
        self.problems.setVisible(bool(shown))
        self.problems.setToolTip(as_tip(f"The checks find {words}: click to see"))
        self.problems.setAccessibleName(fit(f"Problems: {words}"))

    # -- zoom

    def tell_zoom(self) -> None:
        """Show how near the map is, unless somebody is typing it."""
        if self.line.hasFocus() and self.line.isModified():
            return
        with QSignalBlocker(self.zoom):
            offered = [f"{one:,} %" for one in STEPS if one <= self.closest]
            if [self.zoom.itemText(at) for at in range(self.zoom.count())] != offered:
                self.zoom.clear()
                self.zoom.addItems(offered)
            self.zoom.setEditText(f"{self.percent:,} %")
        self.line.setModified(False)

    @property
    def percent(self) -> int:
        """How near the map is: 100 shows all of it."""
        view = self._desk.view
        return round(100 * view.zoom / view.navigation.whole_zoom())

    @property
    def closest(self) -> int:
        """How near it can come."""
        navigation = self._desk.view.navigation
        return round(100 * navigation.closest_zoom() / navigation.whole_zoom())

    def _take(self, text: str) -> None:
        """Go as near as is written."""
        written = text.replace("%", "").replace(",", "").strip()
        view = self._desk.view
        if written.isdecimal() and int(written):
            view.zoom_by(min(int(written), 10**6) / 100 * view.navigation.whole_zoom() / view.zoom)
        self.line.setModified(False)
        self.tell_zoom()
        view.setFocus()
