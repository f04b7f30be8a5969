"""The Rules workspace: a scenario or the campaign on the table is chosen, and what it is played by."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QLabel, QMessageBox, QStackedWidget, QVBoxLayout, QWidget

from sandtable.engine.errors import SandtableError
from sandtable.engine.words import sentence
from sandtable_editor.shell.finder import SearchHit
from sandtable_editor.shell.pieces import beside, choice_box, faint, fit
from sandtable_editor.shell.workspace import Workspace

if TYPE_CHECKING:
    from sandtable.play.begin.games import Games
    from sandtable.play.begin.starts import Start
    from sandtable_editor.play.campaign_view import CampaignView
    from sandtable_editor.rules.desk import RulesDesk
    from sandtable_editor.rules.rules_page import RulesPage
    from sandtable_editor.rules.targets import RulesTarget
    from sandtable_editor.shell.workspace import Workbench


class RulesWorkspace(Workspace):
    """Choose, compare and make rules. What takes time to load comes with its first use."""

    propose_wanted = Signal(object)
    """Other options are to be put to the table of the campaign."""

    key, title = "rules", "Rules"
    keys = (
        ("Space", "Switch the option under the cursor on or off"),
        ("Arrows", "Go through the modules; right opens the rules of one"),
        ("Tab", "Go on to the module, then to the panels beside it"),
    )

    def __init__(self, window: Workbench, games: Games, on_table: Callable[[], CampaignView | None]) -> None:
        super().__init__(window)
        self.games, self._on_table = games, on_table
        self.desk: RulesDesk | None = None
        self.page: RulesPage | None = None
        self.targets: list[RulesTarget] = []
        self._starts: list[Start] | None = None
        self._for = choice_box("Rules for")
        self._for.activated.connect(self._choose)
        self._pages = QStackedWidget()
        self._empty = faint("Looking for games…")
        self._pages.addWidget(self._empty)
        self._whole = QWidget()
        column = QVBoxLayout(self._whole)
        column.setContentsMargins(0, 6, 0, 0)
        label = QLabel("  Rules &for:")
        label.setBuddy(self._for)
        column.addWidget(beside(label, self._for, stretch=1))
        column.addWidget(self._pages, 1)
        self._make_commands()

    # -- the workspace as the window sees it

    def middle(self) -> QWidget:
        return self._whole

    def come_forward(self) -> None:
        if self._starts is None:
            self.window.jobs.run("Looking for games", lambda _: self.games.starts(), self._take_starts)
        else:
            self._list()
        if self.desk is not None:
            self.desk.keep_in_step()
        self._follow()

    def undo(self) -> None:
        if self.desk is not None:
            self.desk.undo()

    def redo(self) -> None:
        if self.desk is not None:
            self.desk.redo()

    def escape(self) -> None:
        if self.page is not None:
            self.page.tree.words.clear()

    def find(self, text: str) -> Iterable[SearchHit]:
        return ()

    # -- what the rules are for

    def _take_starts(self, starts: list[Start]) -> None:
        self._starts = starts
        self._list()

    def _list(self) -> None:
        """List what rules can be chosen for; the campaign on the table comes first."""
        from sandtable_editor.rules.targets import target_of, target_of_campaign

        view = self._on_table()
        targets = [target_of(start) for start in self._starts or ()]
        if view is not None and view.campaign.view is not None:
            targets.insert(0, target_of_campaign(view))
        here = self.desk.target.name if self.desk is not None else ""
        self.targets = targets
        self._for.blockSignals(True)
        self._for.clear()
        self._for.addItems([fit(one.title) for one in targets])
        self._for.blockSignals(False)
        names = [one.name for one in targets]
        if here in names:
            at = names.index(here)
            self._for.setCurrentIndex(at)
            if targets[at].view is not (self.desk.target.view if self.desk is not None else None):
                self._choose(at)
        elif targets:
            self._choose(0)
        else:
            self._empty.setText("No game with a scenario is installed. Install one, then restart the workbench.")

    def _choose(self, at: int) -> None:
        if not 0 <= at < len(self.targets):
            return
        self._for.setCurrentIndex(at)
        self.open(self.targets[at])

    def open(self, target: RulesTarget) -> None:
        """Put the rules of a scenario or a campaign on the desk."""
        from sandtable_editor.rules.desk import RulesDesk
        from sandtable_editor.rules.rules_page import RulesPage

        try:
            desk = RulesDesk(target, self.window)
        except SandtableError as error:
            self.warn("These rules cannot be opened", sentence(str(error)))
            return
        desk.refused.connect(partial(self.warn, "That was not done"))
        desk.changed.connect(self._follow)
        page = RulesPage(desk)
        old, self.desk, self.page = self.page, desk, page
        self._pages.addWidget(page)
        self._pages.setCurrentWidget(page)
        if old is not None:
            self._pages.removeWidget(old)
            old.desk.deleteLater()
            old.deleteLater()
        if desk.draft.harm:
            self.warn("Damaged draft", sentence(desk.draft.harm))
        self._follow()

    # -- commands

    def _make_commands(self) -> None:
        add = partial(self.window.commands.add, within=self.key)
        keys = QKeySequence.StandardKey
        add(
            "preset_save", "Rules", "&Save as preset…", self._on_page(lambda page: page.presets.ask_title()), keys.Save,
            hint="Keep this choice under a name, in your own library",
        )  # fmt: skip
        add(
            "preset_export", "Rules", "S&hare as a file…", self._on_page(lambda page: page.presets.ask_export()),
            (keys.SaveAs, "Ctrl+Shift+S"), hint="Write this choice as a preset, for others to take",
        )  # fmt: skip
        add(
            "preset_import", "Rules", "&Take presets from a file…",
            self._on_page(lambda page: page.presets.ask_import()), "Ctrl+I",
            hint="Keep the presets of a file in your own library",
        )  # fmt: skip

    def _on_page(self, act: Callable[[RulesPage], object]) -> Callable[[], object]:
        """Return what does something on the page that is open."""

        def do() -> None:
            if self.page is not None:
                act(self.page)

        return do

    def _follow(self) -> None:
        desk, commands = self.desk, self.window.commands
        for command in self.window.commands:
            if command.within == self.key:
                command.action.setEnabled(desk is not None)
        if self.window.workspace is not self:
            return
        commands["undo"].setEnabled(desk is not None and desk.draft.document.can_undo)
        commands["redo"].setEnabled(desk is not None and desk.draft.document.can_redo)
        commands["find"].setEnabled(False)
        self.window.setWindowTitle("Rules — Sandtable")
        title = desk.target.title if desk is not None else ""
        self.window.status.where.setText(fit(title))

    # -- telling

    def warn(self, title: str, says: str) -> None:
        """Tell something that must be read, and wait for nothing."""
        box = QMessageBox(QMessageBox.Icon.Warning, fit(title), fit(says), QMessageBox.StandardButton.Ok, self.window)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.finished.connect(box.deleteLater)
        box.open()
