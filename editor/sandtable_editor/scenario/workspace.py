"""The Scenario workspace: the first page, and the scenario that is open; its commands."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeySequence

from sandtable.engine.errors import SandtableError
from sandtable.engine.words import sentence
from sandtable_editor.design.design_workspace import DesignWorkspace
from sandtable_editor.scenario.menu_groups import SCENARIO_MENUS
from sandtable_editor.shell.finder import SearchHit

if TYPE_CHECKING:
    from sandtable.design.scenario_draft import ScenarioDraft
    from sandtable.engine.running.installed_game import InstalledGame
    from sandtable.engine.state.state import State
    from sandtable.play.begin.games import Games
    from sandtable.play.begin.starts import Start
    from sandtable_editor.rules.rules_files import RulesFiles
    from sandtable_editor.scenario.begin.scenario_beginning import ScenarioBeginning
    from sandtable_editor.scenario.begin.scenarios_page import ScenariosPage
    from sandtable_editor.scenario.scenario_desk import ScenarioDesk
    from sandtable_editor.shell.workspace import Workbench


class ScenarioWorkspace(DesignWorkspace["ScenarioDesk"]):
    """Lay scenarios out: each edit is kept in a draft before it is seen."""

    play_wanted = Signal(object)
    """The scenario is to be tried out: a ``Start``."""

    key, title, done = "scenario", "Scenario", "laid out"
    for_open = (
        "scenario_take_in", "scenario_export", "scenario_play",
        "scenario_fit", "scenario_zoom_in", "scenario_zoom_out", "scenario_delete",
    )  # fmt: skip
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
        self._first: ScenariosPage | None = None
        self._beginning: ScenarioBeginning | None = None
        self._files: RulesFiles | None = None
        self._has_panels = self._has_new_rules = False
        """Whether rules were read again since the scenario was opened."""
        self._make_commands()

    @property
    def desk(self) -> ScenarioDesk | None:
        """The scenario that is open, with all that stands around it."""
        return self.on_desk

    def come_forward(self) -> None:
        super().come_forward()
        if self._has_new_rules:
            self._open_again()

    # -- places

    def find(self, text: str) -> Iterable[SearchHit]:
        desk = self.desk
        if desk is None or desk.scenario.design.map is None:
            return []
        return [SearchHit(name, space, partial(desk.go_to, space)) for space, name in desk.map.view.find(text)]

    # -- commands

    def _make_commands(self) -> None:
        add, keys = partial(self.window.commands.add, within=self.key), QKeySequence.StandardKey
        add(
            "new_scenario", "Scenario", "&New scenario…", self.new_scenario, keys.New,
            hint="Begin a scenario: its game, map and sides",
        )  # fmt: skip
        add("open_scenarios", "Scenario", "&Open a library…", self.open_library, keys.Open, hint="Show its scenarios")
        add(
            "import_scenario", "Scenario", "&Import a scenario…", self.import_scenario, "Ctrl+I",
            hint="Make a scenario of a text, in TOML",
        )  # fmt: skip
        self.add_file_commands()
        add(
            "scenario_take_in", "Scenario", "&Take in a text…", self.take_in, "Ctrl+Shift+I",
            hint="Make the scenario as a text has it: one edit, which can be taken back",
        )  # fmt: skip
        add(
            "scenario_export", "Scenario", "&Export…", self.export, "Ctrl+E",
            hint="Write the scenario as a text, in TOML, to be read, compared and sent",
        )  # fmt: skip
        add(
            "scenario_play", "Scenario", "&Play from here", self.play_here, "F5",
            hint="Try the scenario out as it stands, in a campaign that is thrown away",
        )  # fmt: skip
        add("scenario_fit", "View", "Whole &map", self._fit, "Ctrl+0")
        add("scenario_zoom_in", "View", "Zoom &in", partial(self._zoom, 1.25), ("Ctrl++", "Ctrl+="))
        add("scenario_zoom_out", "View", "Zoom &out", partial(self._zoom, 0.8), "Ctrl+-")
        add("scenario_delete", "Edit", "&Delete…", self.delete, hint="Take what is selected out; who names it is told")
        self.follow()

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

    # -- the first page

    @property
    def first_page(self) -> ScenariosPage:
        if self._first is None:
            from sandtable_editor.scenario.begin.scenario_beginning import ScenarioBeginning
            from sandtable_editor.scenario.begin.scenarios_page import ScenariosPage

            self._first = ScenariosPage(self.window, self.games)
            self._beginning = ScenarioBeginning(self.window, self._first, self.games)
            self.begin_with(self._first, self._beginning, self.open_scenario)
        return self._first

    def beginning(self) -> ScenarioBeginning:
        """Return what does what the first page asks for."""
        page = self.first_page
        assert self._beginning is not None, page
        return self._beginning

    @property
    def files(self) -> RulesFiles:
        """What is done with rules files before a scenario is tried out."""
        if self._files is None:
            from sandtable_editor.rules.rules_files import RulesFiles

            self._files = RulesFiles(self.window, self.games, self._family)
            self._files.refused.connect(partial(self.warn, "Rules files"))
            self._files.read_again.connect(self._open_again)
        return self._files

    def _family(self) -> InstalledGame | None:
        return self.desk.scenario.design.family if self.desk is not None else None

    def new_scenario(self) -> None:
        """Ask what a new scenario is to be."""
        self.beginning().new_scenario()

    def open_library(self) -> None:
        """Ask for a library whose scenarios are shown; the scenario that is open is put away once one is chosen."""
        self.beginning().ask_library(self.close_design)

    def import_scenario(self) -> None:
        """Ask for a text that a scenario is made of."""
        self.beginning().ask_import()

    # -- opening

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

    def expect_new_rules(self) -> None:
        """Rules were read again, or kept: the scenario that is open goes on under them when it comes forward."""
        self._has_new_rules = self.desk is not None

    def _open_again(self) -> None:
        self._has_new_rules = False
        desk = self.desk
        if desk is not None:
            library, key = desk.scenario.draft.library, desk.scenario.draft.key
            self.close_design()
            self.open_scenario(library, key)

    def show_draft(self, draft: ScenarioDraft) -> None:
        """Put a scenario on the desk."""
        from sandtable_editor.scenario.scenario_desk import ScenarioDesk

        self.put_away()
        desk = ScenarioDesk(draft, self.window)
        self._add_panel_commands()
        desk.saving.begun_anew.connect(self.show_draft)
        desk.playing.refused.connect(self.warn)
        desk.playing.wanted.connect(self._play)
        self.show_desk(desk, draft, self.open_scenario)

    def take_in(self) -> None:
        """Ask for a text that the scenario is to be as."""
        from sandtable_editor.scenario.begin.import_text import ask_take_in

        if self.desk is not None:
            ask_take_in(self.desk)

    def export(self) -> None:
        """Ask where the scenario is written to, as a text."""
        from sandtable_editor.scenario.export_text import ask_export

        if self.desk is not None:
            ask_export(self.desk)

    # -- playing

    def play_here(self) -> None:
        """Try the scenario out as it stands."""
        if self.desk is not None:
            self.desk.playing.play()

    def _play(self, start: Start) -> None:
        """Play, once it is told which rules files are left out."""
        self.files.tell_left_out("Play without it", partial(self.play_wanted.emit, start))

    def come_back(self) -> None:
        """The trial is over: the scenario stands as it stood, with what was selected."""
        self.window.show_workspace(self)
        if self.desk is not None:
            self.desk.map.view.setFocus()

    def take_over(self, reached: State) -> None:
        """Make a position that was reached the set-up of the scenario that is open."""
        if self.desk is not None:
            self.desk.playing.take_over(reached)
