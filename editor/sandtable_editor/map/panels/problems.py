"""What the checks find on the map: a click goes there, a fix is an edit, and what is right there can be allowed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QLabel, QListWidget, QListWidgetItem, QVBoxLayout

from sandtable.board.spaces import RegionId, pair_of
from sandtable.design.edits.edit import MapEdit
from sandtable.design.edits.fields import Allow
from sandtable.engine.words import sentence
from sandtable_editor.map.frames import frame_of
from sandtable_editor.map.panels.panel import MapPanel
from sandtable_editor.map.selection import Selected
from sandtable_editor.map.standing_lint import StandingLint
from sandtable_editor.shell.pieces import as_tip, beside, button, fit
from sandtable_editor.shell.theme import shades

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.lint.findings import Finding
    from sandtable_editor.map.desk import MapDesk

FOUND: Final = Qt.ItemDataRole.UserRole
NONE: Final = "Nothing is wrong with this map, as far as it can be checked."


class ProblemsPanel(MapPanel):
    """The findings, the worst first."""

    key, title, side = "problems", "Problems", "bottom"
    comes_by_itself = True

    def __init__(self, desk: MapDesk) -> None:
        super().__init__(desk)
        self.lint = StandingLint(desk)
        self._had = False
        self.state = QLabel()
        self.list = QListWidget()
        self.list.setAccessibleName("Problems")
        self.list.setUniformItemSizes(True)
        self.list.itemClicked.connect(self._look)
        self.list.itemActivated.connect(self._look)
        self.list.currentRowChanged.connect(self._follow)
        self.before = button("&Previous", lambda: self._step(-1), "Go to the problem before")
        self.after = button("&Next", lambda: self._step(1), "Go to the next problem")
        self.fix = button("&Fix", self._fix)
        self.allow = button("&Allow", self._allow, "Say that this is right as it is: it is not told again")
        column = QVBoxLayout(self)
        column.setContentsMargins(4, 4, 4, 4)
        column.addWidget(self.list, 1)
        column.addWidget(beside(self.state, self.before, self.after, self.fix, self.allow))
        self.setFocusProxy(self.list)
        self.lint.changed.connect(self.show_findings)
        desk.window.theme.changed.connect(self.show_findings)
        self.show_findings()

    def has_something(self) -> bool:
        return bool(self.lint.findings or self.lint.wrong)

    def show_findings(self) -> None:
        """Show what is found now; what was chosen stays so while it is there."""
        had = self._had
        self._had = self.has_something()
        chosen = self.finding
        row = self.list.currentRow()
        self.list.clear()
        for one in self.lint.findings:
            self.list.addItem(_item(one))
            if chosen is not None and one.name == chosen.name:
                self.list.setCurrentRow(self.list.count() - 1)
        if self.list.currentRow() < 0 and chosen is not None and self.list.count():
            self.list.setCurrentRow(min(row, self.list.count() - 1))
        self.state.setText(fit(self._state()))
        self._follow()
        if self._had and not had:
            self.filled.emit()

    def _state(self) -> str:
        if self.lint.wrong:
            return sentence(self.lint.wrong)
        if self.lint.is_looking:
            return "Checking…"
        found = self.lint.findings
        if not found:
            return NONE
        counts = {kind: sum(one.severity == kind for one in found) for kind in ("error", "warning", "hint")}
        return ", ".join(f"{many} {kind}{'s' * (many != 1)}" for kind, many in counts.items() if many)

    @property
    def finding(self) -> Finding[Map] | None:
        """The one that is chosen."""
        return self.list.currentItem().data(FOUND) if self.list.currentRow() >= 0 else None

    def _follow(self, _: int = 0) -> None:
        found = self.finding
        fix = found.fix if found is not None else None
        self.fix.setEnabled(fix is not None and isinstance(fix.edit, MapEdit))
        self.fix.setToolTip(as_tip(sentence(fix.says)) if fix is not None else "Nothing would surely mend this")
        self.allow.setEnabled(found is not None and allowance(found) is not None)
        for one in (self.before, self.after):
            one.setEnabled(self.list.count() > 0)

    def _look(self, _: object = None) -> None:
        """Select what is wrong, and go there."""
        found = self.finding
        if found is None:
            return
        selected = selected_by(found).there(self.desk.design.map)
        self.desk.selection.set(selected)
        frame = frame_of(selected, self.desk.design.map)
        if found.place.at is not None:
            x, y = found.place.at
            frame = (
                (x, y, x, y)
                if frame is None
                else (min(frame[0], x), min(frame[1], y), max(frame[2], x), max(frame[3], y))
            )
        self.desk.look_at(frame)

    def _step(self, way: int) -> None:
        many = self.list.count()
        if many:
            self.list.setCurrentRow((self.list.currentRow() + way) % many)
            self._look()

    def _fix(self) -> None:
        found = self.finding
        if found is not None and found.fix is not None and isinstance(found.fix.edit, MapEdit):
            self.desk.design.do(found.fix.edit)

    def _allow(self) -> None:
        edit = allowance(self.finding) if self.finding is not None else None
        if edit is not None:
            self.desk.design.do(edit)


def _item(found: Finding[Map]) -> QListWidgetItem:
    item = QListWidgetItem(fit(f"{found.severity.capitalize()}   {sentence(found.words)}"))
    item.setData(FOUND, found)
    item.setToolTip(as_tip(f"{found.code}: {sentence(found.words)}"))
    colours = {"error": shades().bad, "warning": shades().warm}
    item.setForeground(QColor(colours.get(found.severity, shades().text)))
    return item


def selected_by(found: Finding[Map]) -> Selected:
    """Return what a finding is about: an edge where it names two spaces."""
    spaces = tuple(found.place.spaces)
    return Selected(
        spaces=spaces,
        edges=(pair_of(*spaces),) if len(spaces) == 2 else (),
        lines=(found.place.line,) if found.place.line else (),
        regions=(RegionId(found.place.region),) if found.place.region else (),
    )


def allowance(found: Finding[Map]) -> Allow | None:
    """Return what says that a finding is right as it is, ``None`` where there is nothing to say it of."""
    place = found.place
    if place.spaces:
        return Allow(found.code, space=place.spaces[0])
    if place.region:
        return Allow(found.code, region=place.region)
    return Allow(found.code, line=place.line) if place.line else None


PANEL = ProblemsPanel
