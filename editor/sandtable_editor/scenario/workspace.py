"""The Scenario workspace: the first page, and the scenario that is open; its commands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QDockWidget, QStackedWidget, QWidget

from sandtable.engine.errors import SandtableError
from sandtable.engine.words import sentence
from sandtable_editor.scenario.menu_groups import SCENARIO_MENUS
from sandtable_editor.shell.finder import SearchHit
from sandtable_editor.shell.pieces import fit
from sandtable_editor.shell.workspace import Workspace

if TYPE_CHECKING:
    from sandtable.design.scenario_draft import ScenarioDraft
    from sandtable.engine.running.installed_game import InstalledGame
    from sandtable.engine.state.state import State
    from sandtable.play.begin.games import Games
    from sandtable_editor.scenario.begin.scenario_beginning import ScenarioBeginning
    from sandtable_editor.scenario.begin.scenarios_page import ScenariosPage
    from sandtable_editor.scenario.scenario_desk import ScenarioDesk
    from sandtable_editor.shell.workspace import Workbench


class ScenarioWorkspace(Workspace):
    """Lay scenarios out: each edit is kept in a draft before it is seen."""

    play_wanted = Signal(object)
    """The scenario is to be tried out: a ``Start``."""

    key, title = "scenario", "Scenario"
    menu_groups = SCENARIO_MENUS
    keys = (
        ("Tab, Enter", "Go to the next counter on the map, pick it up, drop it"),
        ("Arrows", "Go to the next space on the map"),
        ("Esc", "Leave what is carried where it was"),
        ("Space, middle button", "Hold to move the map"),
        ("Wheel", "Zoom in and out"),
    )

    def __init__(self, window: Workbench, games: Games) -> None:
        super().__init__(window)
        self.games = games
        self.pages = QStackedWidget()
        self.desk: ScenarioDesk | None = None
        self._first: ScenariosPage | None = None
        self._beginning: ScenarioBeginning | None = None
        self._has_panels = self._ends = False
        """Whether the window is closing."""
        self._make_commands()

    # -- the workspace as the window sees it

    def middle(self) -> QWidget:
        return self.pages

    def docks(self) -> Iterable[QDockWidget]:
        return self.desk.docks.docks.values() if self.desk is not None else ()

    def arrange(self) -> None:
        if self.desk is not None:
            self.desk.docks.arrange()

    def place_new(self, docks: Sequence[QDockWidget]) -> None:
        if self.desk is not None:
            if docks:
                self.desk.docks.place_new(docks)
            self.desk.docks.come_and_go()

    def come_forward(self) -> None:
        if self.desk is None:
            self._show_first_page()
        self._follow()

    def undo(self) -> None:
        if self.desk is not None:
            self.desk.scenario.undo()

    def redo(self) -> None:
        if self.desk is not None:
            self.desk.scenario.redo()

    def escape(self) -> None:
        if self.desk is not None:
            self.desk.escape()

    def find(self, text: str) -> Iterable[SearchHit]:
        desk = self.desk
        if desk is None or desk.scenario.design.map is None:
            return []
        return [SearchHit(name, space, partial(desk.go_to, space)) for space, name in desk.map.view.find(text)]

    def release_files(self) -> None:
        self._ends = True
        self.close_scenario()

    # -- commands

    def _make_commands(self) -> None:
        add, keys = partial(self.window.commands.add, within=self.key), QKeySequence.StandardKey
        add(
            "new_scenario", "Scenario", "&New scenario…", self.new_scenario, keys.New,
            hint="Begin a scenario: its game, map and sides",
        )  # fmt: skip
        add("open_scenarios", "Scenario", "&Open a library…", self.open_library, keys.Open, hint="Show its scenarios")
        add(
            "scenario_save", "Scenario", "&Save", self.save, keys.Save,
            hint="Put the scenario as it is laid out into its library",
        )  # fmt: skip
        add(
            "scenario_save_as", "Scenario", "Save &as…", self.save_as, (keys.SaveAs, "Ctrl+Shift+S"),
            hint="Put the scenario into its library as another one",
        )  # fmt: skip
        add(
            "scenario_discard", "Scenario", "&Discard the draft…", self.discard,
            hint="Let the scenario be as it is in the library, and forget what was done to it",
        )  # fmt: skip
        add(
            "scenario_play", "Scenario", "&Play from here", self.play_here, "F5",
            hint="Try the scenario out as it stands, in a campaign that is thrown away",
        )  # fmt: skip
        add(
            "scenario_close", "Scenario", "&Close", self.close_scenario, (keys.Close, "Ctrl+W"),
            hint="Close the scenario; what is not saved stays in its draft",
        )  # fmt: skip
        add("scenario_fit", "View", "Whole &map", self._fit, "Ctrl+0")
        add("scenario_zoom_in", "View", "Zoom &in", partial(self._zoom, 1.25), ("Ctrl++", "Ctrl+="))
        add("scenario_zoom_out", "View", "Zoom &out", partial(self._zoom, 0.8), "Ctrl+-")
        add("scenario_delete", "Edit", "&Delete…", self.delete, hint="Take what is selected out; who names it is told")
        self._follow()

    def _fit(self) -> None:
        if self.desk is not None:
            self.desk.map.view.fit()

    def _zoom(self, by: float) -> None:
        if self.desk is not None:
            self.desk.map.view.zoom_by(by)

    def delete(self) -> None:
        """Take what is selected out of the scenario."""
        from sandtable_editor.scenario.deleting_rows import ask_to_delete

        if self.desk is not None:
            ask_to_delete(self.desk.scenario, self.desk.scenario.selection)

    def _add_panel_commands(self) -> None:
        """Add a command for each panel that has a key, the first time that a scenario is opened."""
        from sandtable_editor.scenario.panels import panel_classes

        if self._has_panels:
            return
        self._has_panels = True
        for one in panel_classes():
            if one.keys:
                bring = partial(self._bring, one.key)
                self.window.commands.add(f"scenario_{one.key}", "View", one.title, bring, one.keys, within=self.key)

    def _bring(self, panel: str) -> None:
        if self.desk is not None:
            self.desk.docks.bring(panel)

    def _follow(self) -> None:
        """Let be done what can be done now, and say where we are."""
        desk, commands = self.desk, self.window.commands
        for key in (
            "scenario_save",
            "scenario_save_as",
            "scenario_discard",
            "scenario_play",
            "scenario_close",
            "scenario_fit",
            "scenario_zoom_in",
            "scenario_zoom_out",
            "scenario_delete",
        ):
            commands[key].setEnabled(desk is not None)
        if self.window.workspace is not self:
            return
        commands["undo"].setEnabled(desk is not None and desk.scenario.document.can_undo)
        commands["redo"].setEnabled(desk is not None and desk.scenario.document.can_redo)
        commands["find"].setEnabled(desk is not None and desk.scenario.design.map is not None)
        self._say()

    def _say(self) -> None:
        """Say in the title and at the foot of the window which scenario is open, and whether it is saved."""
        desk, status = self.desk, self.window.status
        if self.window.workspace is not self:
            return
        if desk is None:
            self.window.setWindowTitle("Sandtable")
            status.say_where("")
            status.hint.clear()
            return
        unsaved = desk.scenario.has_unsaved
        title = desk.scenario.design.document.title
        self.window.setWindowTitle(fit(f"{title}{'*' if unsaved else ''} — Sandtable"))
        status.say_where(fit(" · ".join(filter(None, (desk.where, "not saved" if unsaved else "saved")))))
        status.hint.setText(desk.hints.line)

    # -- opening and closing

    @property
    def first_page(self) -> ScenariosPage:
        """What is shown while no scenario is open."""
        if self._first is None:
            from sandtable_editor.scenario.begin.scenario_beginning import ScenarioBeginning
            from sandtable_editor.scenario.begin.scenarios_page import ScenariosPage

            self._first = ScenariosPage(self.window, self.games)
            self._beginning = ScenarioBeginning(self.window, self._first, self.games)
            self._beginning.open_wanted.connect(self.open_scenario)
            self._beginning.refused.connect(self.warn)
            self.pages.addWidget(self._first)
        return self._first

    def beginning(self) -> ScenarioBeginning:
        """Return what does what the first page asks for."""
        page = self.first_page
        assert self._beginning is not None, page
        return self._beginning

    def new_scenario(self) -> None:
        """Ask what a new scenario is to be."""
        self.beginning().new_scenario()

    def open_library(self) -> None:
        """Put the scenario away, and ask for a library whose scenarios are shown."""
        self.close_scenario()
        self.beginning().ask_library()

    def _show_first_page(self) -> None:
        page = self.first_page
        page.look()
        self.pages.setCurrentWidget(page)
        page.list.setFocus()

    def open_scenario(self, library: Path, key: str) -> None:
        """Open a scenario of a library that can be written, with what was done to it and not saved."""

        def look(_: object) -> InstalledGame:
            from sandtable.library.store.library_file import Library

            with Library.open(library) as there:
                game = there.scenario(key).game
            return self.games.family(game)

        self.window.jobs.run("Opening", look, partial(self._open, library, key), self._cannot_open)

    def _open(self, library: Path, key: str, family: InstalledGame) -> None:
        from sandtable.design.scenario_draft import ScenarioDraft

        desk = self.desk
        if desk is not None and (desk.scenario.draft.library, desk.scenario.draft.key) == (library, key):
            self.window.show_workspace(self)
            return
        try:
            draft = ScenarioDraft.open(library, key, family)
        except SandtableError as error:
            self._cannot_open(error)
            return
        self.show_draft(draft)

    def _cannot_open(self, error: BaseException) -> None:
        if not isinstance(error, SandtableError):
            raise error
        self.warn("The scenario cannot be opened", sentence(str(error)))

    def show_draft(self, draft: ScenarioDraft) -> None:
        """Put a scenario on the desk."""
        from sandtable_editor.scenario.scenario_desk import ScenarioDesk

        self._put_away()
        desk = self.desk = ScenarioDesk(draft, self.window)
        desk.saving.refused.connect(self.warn)
        desk.saving.open_wanted.connect(self.open_scenario)
        desk.saving.begun_anew.connect(self.show_draft)
        desk.playing.refused.connect(self.warn)
        desk.playing.wanted.connect(self.play_wanted.emit)
        desk.said.connect(self._say)
        desk.scenario.saved_changed.connect(self._follow)
        self.pages.addWidget(desk.page)
        self.pages.setCurrentWidget(desk.page)
        self._add_panel_commands()
        self.window.show_workspace(self)
        self.window.list_commands()
        self.window.restore_layout()
        self._follow()
        desk.map.view.setFocus()
        if draft.harm:
            self.warn("Damaged draft", "\n".join(map(sentence, draft.harm)))
        if draft.meanwhile:
            self.warn("The scenario was changed meanwhile", sentence(draft.meanwhile))

    def close_scenario(self) -> None:
        """Put the scenario away; what is not saved stays in its draft."""
        if self.desk is None:
            return
        self._put_away()
        if self.window.workspace is self and not self._ends:
            self._show_first_page()
        self._follow()

    def _put_away(self) -> None:
        desk = self.desk
        if desk is None:
            return
        self.window.keep_layout()
        self.desk = None
        self.pages.removeWidget(desk.page)
        try:
            desk.close()
        except SandtableError as error:  # the desk has gone all the same
            self.warn("The draft", sentence(str(error)))

    # -- saving

    def save(self) -> None:
        """Put the scenario into its library."""
        if self.desk is not None:
            self.desk.saving.save()

    def save_as(self) -> None:
        """Put the scenario into its library as another one."""
        if self.desk is not None:
            self.desk.saving.save_as()

    def discard(self) -> None:
        """Forget what was done to the scenario and not saved, once the user has said so again."""
        if self.desk is not None:
            self.desk.saving.ask_discard()

    # -- playing

    def play_here(self) -> None:
        """Try the scenario out as it stands."""
        if self.desk is not None:
            self.desk.playing.play()

    def come_back(self) -> None:
        """The trial is over: the scenario stands as it stood, with what was selected."""
        self.window.show_workspace(self)
        if self.desk is not None:
            self.desk.map.view.setFocus()

    def take_over(self, reached: State) -> None:
        """Make a position that was reached the set-up of the scenario that is open."""
        if self.desk is not None:
            self.desk.playing.take_over(reached)
