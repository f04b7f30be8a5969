"""The Map workspace: the first page, and the desk of the map that is open; its commands."""

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
from sandtable_editor.map.desk_commands import DeskCommands
from sandtable_editor.map.menu_groups import MENU_GROUPS
from sandtable_editor.map.panels.panel import MapPanel
from sandtable_editor.shell.finder import SearchHit
from sandtable_editor.shell.pieces import fit
from sandtable_editor.shell.workspace import Workspace

if TYPE_CHECKING:
    from sandtable.design.draft import MapDraft
    from sandtable.design.draft_rescue import DamagedDraft
    from sandtable_editor.map.begin.beginning import MapBeginning
    from sandtable_editor.map.begin.maps_page import MapsPage
    from sandtable_editor.map.desk import MapDesk
    from sandtable_editor.map.desk_docks import DeskDocks
    from sandtable_editor.map.desk_page import DeskPage
    from sandtable_editor.map.playing import MapPlaying
    from sandtable_editor.map.saving import MapSaving
    from sandtable_editor.shell.workspace import Workbench


class MapWorkspace(Workspace):
    """Draw maps: each edit is kept in a draft before it is seen. What takes time to load comes with its first use."""

    play_wanted = Signal(object, str)
    """A scenario is to be played: its library and its key."""

    key, title = "map", "Map"
    menu_groups = MENU_GROUPS
    keys = (
        ("Arrows", "Move the crosshair, with Shift by ten, with Ctrl to the next thing"),
        ("Space or Enter", "Click at the crosshair, twice to finish"),
        ("G", "Hold the button down at the crosshair, or let it go; with Shift or Alt these too"),
        ("Ins", "The same as G, with Ctrl too"),
        ("0 to 9", "Type a place to go to"),
        ("Esc", "Cancel the step, then select nothing"),
        ("Backspace", "Take back the last vertex"),
        ("Delete", "Take what is selected off the map"),
        ("Space, middle button", "Hold to move the map"),
        ("Wheel", "Zoom in and out; or scroll, with Shift sideways, if Settings say so: then Ctrl+wheel zooms"),
    )

    def __init__(self, window: Workbench) -> None:
        super().__init__(window)
        self.pages = QStackedWidget()
        self.desk: MapDesk | None = None
        self._page: DeskPage | None = None
        self._docks: DeskDocks | None = None
        self._first: MapsPage | None = None
        self._beginning: MapBeginning | None = None
        self._saving: MapSaving | None = None
        self._playing: MapPlaying | None = None
        self._where = ""
        self._ends = False
        """Whether the window is closing."""
        self._desk_commands = DeskCommands(self, lambda: self.desk)
        self._make_commands()

    # -- the workspace as the window sees it

    def middle(self) -> QWidget:
        return self.pages

    def docks(self) -> Iterable[QDockWidget]:
        return self._docks.docks.values() if self._docks is not None else ()

    def arrange(self) -> None:
        if self._docks is not None:
            self._docks.arrange()

    def place_new(self, docks: Sequence[QDockWidget]) -> None:
        if self._docks is not None:
            if docks:
                self._docks.place_new(docks)
            self._docks.come_and_go()

    def come_forward(self) -> None:
        if self.desk is None:
            self._show_first_page()
        self._follow()

    def undo(self) -> None:
        if self.desk is not None:
            self.desk.design.undo()

    def redo(self) -> None:
        if self.desk is not None:
            self.desk.design.redo()

    def escape(self) -> None:
        if self.desk is not None:
            self.desk.escape()

    def find(self, text: str) -> Iterable[SearchHit]:
        desk = self.desk
        if desk is None:
            return []
        return [SearchHit(name, space, partial(self._go_to, space)) for space, name in desk.view.find(text)]

    def _go_to(self, space: str) -> None:
        from sandtable.board.spaces import SpaceId

        desk = self.desk
        if desk is not None:
            id = SpaceId(space)
            hexes = () if id in desk.design.map.graph.spaces else (id,)
            desk.selection.select(spaces=() if hexes else (id,), hexes=hexes)
            desk.look_at_selection()
            desk.view.setFocus()

    def release_files(self) -> None:
        self._ends = True
        self.close_map()

    # -- commands

    def _make_commands(self) -> None:
        add, keys = partial(self.window.commands.add, within=self.key), QKeySequence.StandardKey
        add("new_map", "Map", "&New map…", self.new_map, keys.New, hint="Begin a map of areas or of hexes")
        add(
            "map_from_geography", "Map", "New map from &geography…", self.new_from_geography,
            hint="Make a map of hexes of files of geography, by rules",
        )  # fmt: skip
        add("open_library", "Map", "&Open a library…", self.open_library, keys.Open, hint="Show its maps")
        add("map_quick_open", "Map", "Open &quickly…", self.quick_open, "Ctrl+P", hint="Open a map by its title")
        add(
            "import_map", "Map", "&Import a map…", self.import_map, "Ctrl+I",
            hint="Make a map of a drawing (SVG), a GeoJSON file, or a text of areas or hexes",
        )  # fmt: skip
        add("map_save", "Map", "&Save", self.save, keys.Save, hint="Put the map as it is drawn into its library")
        add(
            "map_save_as", "Map", "Save &as…", self.save_as, (keys.SaveAs, "Ctrl+Shift+S"),
            hint="Put the map into its library as another one",
        )  # fmt: skip
        add(
            "map_discard", "Map", "&Discard the draft…", self.discard,
            hint="Let the map be as it is in the library, and forget what was done to it",
        )  # fmt: skip
        add(
            "map_play", "Map", "&Play on this map…", self.play_here, "F5",
            hint="Save the map, and begin a scenario that lies on it",
        )  # fmt: skip
        add(
            "map_close", "Map", "&Close", self.close_map, (keys.Close, "Ctrl+W"),
            hint="Close the map; what is not saved stays in its draft",
        )  # fmt: skip
        self._follow()

    def _follow(self) -> None:
        """Let be done what can be done now, and say where we are."""
        desk, commands = self.desk, self.window.commands
        for key in ("map_save", "map_save_as", "map_discard", "map_play", "map_close"):
            commands[key].setEnabled(desk is not None)
        self._desk_commands.follow()
        if self.window.workspace is not self:
            return
        commands["undo"].setEnabled(desk is not None and desk.design.document.can_undo)
        commands["redo"].setEnabled(desk is not None and desk.design.document.can_redo)
        commands["find"].setEnabled(desk is not None)
        self._say()

    def _say(self) -> None:
        """Say in the title and at the foot of the window which map is open, and whether it is saved."""
        desk, status = self.desk, self.window.status
        if desk is None:
            self.window.setWindowTitle("Sandtable")
            status.say_where("")
            status.hint.clear()
            return
        unsaved = desk.design.draft.has_unsaved
        title = desk.design.map.title or desk.design.map.key
        self.window.setWindowTitle(fit(f"{title}{'*' if unsaved else ''} — Sandtable"))
        status.say_where(fit(" · ".join(filter(None, (self._where, "not saved" if unsaved else "saved")))))
        status.hint.setText(desk.hints.line)

    def _say_where(self, where: str) -> None:
        self._where = where
        if self.window.workspace is self:
            self._say()

    def _say_hint(self, line: str) -> None:
        if self.window.workspace is self:
            self.window.status.hint.setText(line)

    # -- opening and closing

    @property
    def first_page(self) -> MapsPage:
        """What is shown while no map is open."""
        if self._first is None:
            from sandtable_editor.map.begin.beginning import MapBeginning
            from sandtable_editor.map.begin.maps_page import MapsPage

            self._first = MapsPage(self.window)
            self._beginning = MapBeginning(self.window, self._first)
            self._beginning.open_wanted.connect(self.open_map)
            self._beginning.refused.connect(self.warn)
            self.pages.addWidget(self._first)
        return self._first

    def beginning(self) -> MapBeginning:
        """Return what does what the first page asks for."""
        page = self.first_page
        assert self._beginning is not None, page
        return self._beginning

    def new_map(self) -> None:
        """Ask what a new map is to be."""
        self.beginning().new_map()

    def new_from_geography(self) -> None:
        """Ask for geography that hexes are made of."""
        self.beginning().from_geography()

    def open_library(self) -> None:
        """Put the map away, and ask for a library whose maps are shown."""
        self.close_map()
        self.beginning().ask_library()

    def quick_open(self) -> None:
        """Ask which map is to be opened, by its title."""
        from sandtable_editor.map.quick_open import ask_map

        ask_map(self.window, self.open_map, self.beginning().copy)

    def import_map(self) -> None:
        """Ask for a file that a map is made of."""
        self.beginning().ask_import()

    def _show_first_page(self) -> None:
        page = self.first_page
        page.look()
        self.pages.setCurrentWidget(page)
        page.list.setFocus()

    def open_map(self, library: Path, key: str) -> None:
        """Open a map of a library that can be written, with what was done to it and not saved."""
        from sandtable.design.draft import MapDraft
        from sandtable.design.draft_rescue import DamagedDraft

        try:
            draft = MapDraft.open(library, key)
        except DamagedDraft as error:
            self._ask_about(error, library, key)
            return
        except SandtableError as error:
            self.warn("The map cannot be opened", sentence(str(error)))
            return
        self.show_draft(draft)

    def _ask_about(self, damaged: DamagedDraft, library: Path, key: str) -> None:
        """Say that nothing of a draft can be read; the map is opened as it was saved once that is chosen."""
        from sandtable_editor.map.begin.damaged_draft import ask_about_damaged

        ask_about_damaged(self.window, damaged, partial(self.open_map, library, key), self.warn)

    def show_draft(self, draft: MapDraft) -> None:
        """Put a map on the desk."""
        from sandtable_editor.map.desk import MapDesk
        from sandtable_editor.map.desk_docks import DeskDocks
        from sandtable_editor.map.desk_page import DeskPage
        from sandtable_editor.map.panels.problems import ProblemsPanel
        from sandtable_editor.map.playing import MapPlaying
        from sandtable_editor.map.saving import MapSaving
        from sandtable_editor.map.tools import tool_classes

        self._put_away()
        desk = self.desk = MapDesk(draft, self.window)
        desk.equip(kind(desk) for kind in tool_classes())
        self._desk_commands.add()
        self._page, self._docks = DeskPage(desk), DeskDocks(desk, self.window)
        problems = self._docks.panels["problems"]
        assert isinstance(problems, ProblemsPanel)
        self._page.foot.follow(problems.lint)
        saving = self._saving = MapSaving(self.window, desk)
        saving.refused.connect(self.warn)
        saving.told.connect(self.tell)
        saving.open_wanted.connect(self.open_map)
        saving.begun_anew.connect(self.show_draft)
        self._playing = MapPlaying(desk)
        self._playing.refused.connect(self.warn)
        self._playing.wanted.connect(self.play_wanted.emit)
        self.pages.addWidget(self._page)
        self.pages.setCurrentWidget(self._page)
        self.window.show_workspace(self)
        self.window.list_commands()
        self.window.restore_layout()
        desk.design.saved_changed.connect(self._follow)
        desk.selection.changed.connect(self._desk_commands.follow)
        desk.commands_wanted.connect(self._desk_commands.follow)
        desk.shown_changed.connect(self._desk_commands.follow)
        desk.where_changed.connect(self._say_where)
        desk.hints.changed.connect(self._say_hint)
        desk.panel_wanted.connect(self._docks.bring)
        desk.panels_turned_away.connect(self._docks.turn_away)
        desk.say_hint()
        self._follow()
        desk.view.setFocus()
        if draft.harm:
            self.warn("Damaged draft", "\n".join(map(sentence, draft.harm)))
        if draft.meanwhile:
            self.warn("The map was changed meanwhile", sentence(draft.meanwhile))

    def close_map(self) -> None:
        """Put the map away; what is not saved stays in its draft."""
        if self.desk is None:
            return
        self._put_away()
        if self.window.workspace is self and not self._ends:
            self._show_first_page()
        self._follow()

    def _put_away(self) -> None:
        desk, page, docks = self.desk, self._page, self._docks
        if desk is None or page is None or docks is None:
            return
        self.window.keep_layout()
        self.desk = self._page = self._docks = self._saving = self._playing = None
        self._where = ""
        docks.close()
        try:
            desk.close()
        except SandtableError as error:  # the desk has gone all the same
            self.warn("The draft", sentence(str(error)))
        self.pages.removeWidget(page)
        page.put_away()

    @property
    def page(self) -> DeskPage:
        """What stands in the middle while a map is open."""
        assert self._page is not None
        return self._page

    def panel(self, key: str) -> MapPanel:
        """Return a panel of the map that is open."""
        assert self._docks is not None
        found = self._docks.panels[key]
        assert isinstance(found, MapPanel)
        return found

    # -- saving

    def save(self) -> None:
        """Put the map into its library."""
        if self._saving is not None:
            self._saving.save()

    def save_as(self) -> None:
        """Put the map into its library as another one."""
        if self._saving is not None:
            self._saving.save_as()

    def discard(self) -> None:
        """Forget what was done to the map and not saved, once the user has said so again."""
        if self._saving is not None:
            self._saving.ask_discard()

    # -- playing

    def play_here(self) -> None:
        """Save the map, and play a scenario on it."""
        if self._playing is not None:
            self._playing.offer()

    def draw_on(self, key: str) -> None:
        """Bring a map forward, by its key: the one that is open, else that of the first library that has it."""
        from sandtable.library.store.library_file import Library
        from sandtable_editor.shell.libraries import is_shipped

        if self.desk is not None and self.desk.design.map.key == key:
            self.window.show_workspace(self)
            return
        try:
            for path in self.first_page.libraries():
                with Library.open(path) as library:
                    is_there = bool(library.revisions(key))
                if is_there and is_shipped(path):
                    self.window.show_workspace(self)
                    self.beginning().copy(path, key)
                    return
                if is_there:
                    self.open_map(path, key)
                    return
        except SandtableError as error:
            self.warn("The map cannot be opened", sentence(str(error)))
            return
        says = f"None of the libraries that were opened here has the map {key}: open the one that has it first."
        self.warn("The map cannot be opened", says)

    # -- telling

    def tell(self, says: str) -> None:
        """Tell something that need not be read."""
        if self.desk is not None:
            self.desk.hints.note([says])
