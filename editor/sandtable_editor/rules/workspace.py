"""The Rules workspace: a scenario or the campaign on the table is chosen, and what it is played by."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QFileDialog, QLabel, QStackedWidget, QVBoxLayout, QWidget

from sandtable.engine.errors import SandtableError
from sandtable.engine.words import sentence
from sandtable_editor.rules.rules_files import RulesFiles
from sandtable_editor.shell.finder import SearchHit
from sandtable_editor.shell.pieces import beside, choice_box, faint, fit
from sandtable_editor.shell.workspace import Workspace

if TYPE_CHECKING:
    from sandtable.engine.rules.forms.rule_document import HouseRules
    from sandtable.play.begin.games import Games
    from sandtable.play.begin.starts import Start
    from sandtable_editor.play.campaign_view import CampaignView
    from sandtable_editor.rules.desk import RulesDesk
    from sandtable_editor.rules.rules_page import RulesPage
    from sandtable_editor.rules.targets import RulesTarget
    from sandtable_editor.shell.workspace import Workbench


class RulesWorkspace(Workspace):
    """Choose, compare and make rules. What takes time to load comes with its first use."""

    reopen_wanted = Signal()
    """The campaign on the table is to be opened anew: its rules were read again."""
    rules_changed = Signal()
    """Rules were read again, or house rules are others: whoever holds a game holds one of before."""
    play_wanted = Signal()
    """The campaign on the table is to come to the front: something is put to its table."""

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
        self._wanted = ""
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
        self.files = RulesFiles(window, games, lambda: self.desk.family if self.desk is not None else None)
        self.files.refused.connect(partial(self.warn, "Rules files"))
        self.files.read_again.connect(self._read_again)
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
        if self.page is not None:
            self.page.here.follow()
        self.window.status.hint.setText("Space: switch an option · F9: what it changes here · Ctrl+N: a house rule")
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
        here = self.desk.target.name if self.desk is not None else self._wanted
        self.targets = targets
        self._for.blockSignals(True)
        self._for.clear()
        self._for.addItems([fit(one.title) for one in targets])
        self._for.blockSignals(False)
        names = [one.name for one in targets]
        if here in names:
            at = names.index(here)
            self._for.setCurrentIndex(at)
            if self.desk is None or targets[at].view is not self.desk.target.view:
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
        desk.house_changed.connect(self._forget_games)
        page = RulesPage(desk)
        page.house.carry_wanted.connect(self.carry)
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

        add(
            "house_new", "Rules", "&New house rule…", self._on_page(lambda page: page.house.make()), keys.New,
            hint="Make a house rule by form, without code",
        )  # fmt: skip
        add(
            "house_code", "Rules", "New house rule with &code…", self.files.ask_title,
            hint="Write a rules file in Python with its test, from a template",
        )  # fmt: skip
        add(
            "house_trust", "Rules", "T&rust a rules file…", self.files.ask_trust,
            hint="Have a rules file be run as it is now",
        )  # fmt: skip
        add(
            "rules_reload", "Rules", "Re&load the rules", self.files.reload, keys.Refresh,
            hint="Read rules files again; the campaign on the table goes on under them from its save point",
        )  # fmt: skip
        add(
            "rules_here", "Rules", "&What changes here", self._on_page(lambda page: page.work_out_here()), "F9",
            hint="What this choice changes in the campaign, or when the scenario begins",
        )  # fmt: skip
        add(
            "rules_sheet", "Rules", "Write a s&heet…", self.ask_sheet, keys.Print,
            hint="Write what is played by, as a page of HTML or PDF",
        )  # fmt: skip
        add(
            "rules_propose", "Rules", "&Propose to the table…", self.propose,
            hint="Put this choice to the table of the campaign",
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
        differs = desk is not None and desk.target.is_campaign and desk.choices != desk.target.choices
        commands["rules_propose"].setEnabled(differs)
        if self.window.workspace is not self:
            return
        commands["undo"].setEnabled(desk is not None and desk.draft.document.can_undo)
        commands["redo"].setEnabled(desk is not None and desk.draft.document.can_redo)
        commands["find"].setEnabled(False)
        self.window.setWindowTitle("Rules — Sandtable")
        title = desk.target.title if desk is not None else ""
        self.window.status.say_where(fit(title))

    # -- the campaign on the table

    def propose(self) -> None:
        """Put the choice to the table: it comes into force at the end of a step, when everybody has agreed."""
        desk = self.desk
        view = desk.target.view if desk is not None else None
        if desk is None or view is None:
            return
        missing = sorted(desk.choices.on - view.campaign.referee.family.options.keys())
        if missing:
            self.warn("That was not done", f"The campaign does not carry {', '.join(missing)} yet: put it in first.")
            return
        if problems := view.campaign.referee.family.problems(desk.choices):
            self.warn("That was not done", sentence("; ".join(problems)))
            return
        self.play_wanted.emit()
        view.council.propose_options(desk.choices)

    def carry(self, rules: HouseRules) -> None:
        """Have the campaign on the table carry a house rule from now on."""
        from sandtable.library.campaigns.carried_rules import keep_rules

        desk = self.desk
        view = desk.target.view if desk is not None else None
        if desk is None or view is None:
            return
        if why := self._why_not_now(view):
            self.warn("That was not done", why)
            return
        try:
            keep_rules(view.campaign.referee, rules, anew=True)
        except SandtableError as error:
            self.warn("That was not done", sentence(str(error)))
            return
        self.reopen_wanted.emit()

    def _why_not_now(self, view: CampaignView) -> str:
        """Say why a campaign cannot be opened anew now; nothing where it can."""
        at = view.campaign.referee.journal.at
        if view.campaign.is_playing:
            return "Something is still being worked out in the campaign: wait for it, or break it off."
        if at is not None and not at.is_save_point:
            return "A question is open in the middle of something: answer it first. Rules change at a save point."
        return ""

    def _forget_games(self) -> None:
        """Have games be looked for anew, with the house rules that there are now."""
        self.games.look_again()
        self._starts = None
        self.rules_changed.emit()

    def _read_again(self) -> None:
        """Go on with rules that were read again: here, and in the campaign on the table."""
        self._starts = None
        self.rules_changed.emit()
        view = self._on_table()
        if view is not None:
            if why := self._why_not_now(view):
                self.warn("The campaign goes on as it is", why)
            else:
                self.reopen_wanted.emit()
        desk, self.desk = self.desk, None
        if desk is not None:
            self._wanted = desk.target.name
        self.window.show_workspace(self)
        self.come_forward()

    # -- the sheet

    def ask_sheet(self) -> None:
        """Ask for a file to write the sheet of the rules to."""
        dialog = QFileDialog(self.window, "Write a sheet of the rules", "rules.html", "HTML (*.html);;PDF (*.pdf)")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("html")
        dialog.filterSelected.connect(partial(_take_kind, dialog))
        dialog.fileSelected.connect(self.write_sheet)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def write_sheet(self, target: str) -> None:
        """Write what is chosen as a sheet."""
        from sandtable.interchange.foreign_files import write_text
        from sandtable.play.rules.rules_sheet import RulesSheet
        from sandtable_editor import printing

        desk = self.desk
        if desk is None:
            return
        path = Path(target)
        sheet = RulesSheet(desk.family, desk.target.plain_title, desk.choices)
        try:
            if path.suffix.casefold() == ".pdf":
                printing.sheet(sheet.page(), path, sheet.title)
            else:
                write_text(path, sheet.page())
        except SandtableError as error:
            self.warn("The sheet was not written", sentence(str(error)))
            return
        self.window.status.hint.setText(fit(f"Written to {path}."))


def _take_kind(dialog: QFileDialog, chosen: str) -> None:
    """Have the file that is named be of the kind that was chosen."""
    suffix = "pdf" if "pdf" in chosen else "html"
    dialog.setDefaultSuffix(suffix)
    dialog.selectFile(Path(dialog.selectedFiles()[0]).with_suffix(f".{suffix}").name)
