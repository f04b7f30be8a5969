"""What is wrong with the design that is open, the worst first: a click goes there, a fix is an edit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final, Protocol

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QLabel, QListWidget, QListWidgetItem, QVBoxLayout

from sandtable.engine.words import sentence
from sandtable.library.files.report_words import count_of
from sandtable_editor.design.panel import DesignPanel
from sandtable_editor.shell.pieces import as_tip, beside, button, fit
from sandtable_editor.shell.theme import shades

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QPushButton

    from sandtable.design.history import DesignEdit
    from sandtable.lint.findings import Finding
    from sandtable_editor.design.standing_design import StandingDesign
    from sandtable_editor.shell.theme import Theme

FOUND: Final = Qt.ItemDataRole.UserRole
SEVERITIES: Final = ("error", "warning", "hint")


class StandingFindings(Protocol):
    """What looks at the design that is open; the panel is told whenever it finds something else."""

    wrong: str
    """Why it could not be looked at."""

    @property
    def findings(self) -> Sequence[Finding[Any]]: ...

    @property
    def is_looking(self) -> bool: ...


class FindingsPanel(DesignPanel):
    """The findings as a list, with what goes through them and what mends them; ``nothing`` says that there are none."""

    key, title = "problems", "Problems"
    nothing: ClassVar[str]
    edits: ClassVar[type[DesignEdit]]
    """The edits that mend something here."""

    def stack(self, design: StandingDesign, checks: StandingFindings, theme: Theme, *more: QPushButton) -> None:
        """Put the list and its buttons together, and show what is found."""
        self._design, self.checks = design, checks
        self._listed: object = None
        """The findings that are in the list, and the colours that they have there."""
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
        column.addWidget(beside(self.state, self.before, self.after, self.fix, *more))
        self.setFocusProxy(self.list)
        theme.changed.connect(self.show_findings)
        self.show_findings()

    def go_to(self, found: Finding[Any]) -> None:
        """Select what is wrong, and show where it is."""
        raise NotImplementedError

    # -- what is shown

    def show_findings(self) -> None:
        """Show what is found now; a list of the same stays as it is, what was chosen while it is there."""
        found = [*self.checks.findings], shades()
        if found != self._listed:
            self._listed = found
            self._list()
        self.state.setText(fit(self._state()))
        self._follow()

    def _list(self) -> None:
        chosen = self.finding
        row = self.list.currentRow()
        self.list.clear()
        for one in self.checks.findings:
            self.list.addItem(_item(one))
            if chosen is not None and one.name == chosen.name:
                self.list.setCurrentRow(self.list.count() - 1)
        if self.list.currentRow() < 0 and chosen is not None and self.list.count():
            self.list.setCurrentRow(min(row, self.list.count() - 1))

    def _state(self) -> str:
        if self.checks.wrong:
            return sentence(self.checks.wrong)
        found = self.checks.findings
        if not found:
            return "Checking…" if self.checks.is_looking else self.nothing
        counts = {kind: sum(one.severity == kind for one in found) for kind in SEVERITIES}
        return ", ".join(count_of(many, kind) for kind, many in counts.items() if many)

    @property
    def finding(self) -> Finding[Any] | None:
        """The one that is chosen."""
        return self.list.currentItem().data(FOUND) if self.list.currentRow() >= 0 else None

    def _follow(self, _: int = 0) -> None:
        found = self.finding
        fix = found.fix if found is not None else None
        self.fix.setEnabled(found is not None and self.mending(found) is not None)
        self.fix.setToolTip(as_tip(sentence(fix.says)) if fix is not None else "Nothing would surely mend this")
        for one in (self.before, self.after):
            one.setEnabled(self.list.count() > 0)

    # -- what is done

    def mending(self, found: Finding[Any]) -> DesignEdit | None:
        """Return the edit that mends a finding, if there is one that can be done here."""
        edit = found.fix.edit if found.fix is not None else None
        return edit if isinstance(edit, self.edits) else None

    def do(self, edit: DesignEdit) -> None:
        """Do an edit in the design that is open."""
        self._design.do(edit)

    def _look(self, _: object = None) -> None:
        if self.finding is not None:
            self.go_to(self.finding)

    def _step(self, way: int) -> None:
        many = self.list.count()
        if many:
            self.list.setCurrentRow((self.list.currentRow() + way) % many)
            self._look()

    def _fix(self) -> None:
        edit = self.mending(self.finding) if self.finding is not None else None
        if edit is not None:
            self.list.setFocus()  # a button that goes off hands the keyboard to whatever is next, such as a text
            self.do(edit)


def _item(found: Finding[Any]) -> QListWidgetItem:
    item = QListWidgetItem(fit(f"{found.severity.capitalize()}   {sentence(found.words)}"))
    item.setData(FOUND, found)
    item.setToolTip(as_tip(f"{found.code}: {sentence(found.words)}"))
    colours = {"error": shades().bad, "warning": shades().warm}
    item.setForeground(QColor(colours.get(found.severity, shades().text)))
    return item
