"""The Map workspace: the first page, and the desk of the map that is open; its commands."""

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
from sandtable_editor.map.desk_commands import DeskCommands
from sandtable_editor.map.menu_groups import MENU_GROUPS
from sandtable_editor.map.panels.panel import MapPanel
from sandtable_editor.shell.finder import SearchHit

if TYPE_CHECKING:
    from sandtable.design.draft import MapDraft
    from sandtable.design.draft_rescue import DamagedDraft
    from sandtable_editor.map.begin.beginning import MapBeginning
    from sandtable_editor.map.begin.maps_page import MapsPage
    from sandtable_editor.map.desk import MapDesk
    from sandtable_editor.map.desk_page import DeskPage
    from sandtable_editor.map.open_map import OpenMap  # noqa: F401  # in quotes below
    from sandtable_editor.shell.workspace import Workbench


class MapWorkspace(DesignWorkspace["OpenMap"]):
    """Draw maps: each edit is kept in a draft before it is seen. What takes time to load comes with its first use."""

    play_wanted = Signal(object, str)
    """A scenario is to be played: its library and its key."""

    key, title, done = "map", "Map", "drawn"
    for_open = ("map_play",)
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
        self._first: MapsPage | None = None
        self._beginning: MapBeginning | None = None
        self._desk_commands = DeskCommands(self, lambda: self.desk)
        self._make_commands()

    @property
    def desk(self) -> MapDesk | None:
        """What is shown, done and selected of the map that is open."""
        return self.on_desk.desk if self.on_desk is not None else None

    @property
    def page(self) -> DeskPage:
        """What stands in the middle while a map is open."""
        assert self.on_desk is not None
        return self.on_desk.page

    def panel(self, key: str) -> MapPanel:
        """Return a panel of the map that is open."""
        assert self.on_desk is not None
        found = self.on_desk.docks.panels[key]
        assert isinstance(found, MapPanel)
        return found

    # -- places

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
        self.add_file_commands()
        add(
            "map_play", "Map", "&Play on this map…", self.play_here, "F5",
            hint="Save the map, and begin a scenario that lies on it",
        )  # fmt: skip
        self.follow()

    def follow(self) -> None:
        super().follow()
        self._desk_commands.follow()

    # -- the first page

    @property
    def first_page(self) -> MapsPage:
        if self._first is None:
            from sandtable_editor.map.begin.beginning import MapBeginning
            from sandtable_editor.map.begin.maps_page import MapsPage

            self._first = MapsPage(self.window)
            self._beginning = MapBeginning(self.window, self._first)
            self.begin_with(self._first, self._beginning, self.open_map)
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
        """Ask for a library whose maps are shown; the map that is open is put away once one is chosen."""
        self.beginning().ask_library(self.close_design)

    def quick_open(self) -> None:
        """Ask which map is to be opened, by its title."""
        from sandtable_editor.map.quick_open import ask_map

        ask_map(self.window, self.open_map, self.beginning().copy)

    def import_map(self) -> None:
        """Ask for a file that a map is made of."""
        self.beginning().ask_import()

    # -- opening

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
        from sandtable_editor.map.open_map import OpenMap
        from sandtable_editor.map.tools import tool_classes

        self.put_away()
        desk = MapDesk(draft, self.window)
        desk.equip(kind(desk) for kind in tool_classes())
        self._desk_commands.add()
        shown = OpenMap(desk)
        shown.saving.begun_anew.connect(self.show_draft)
        shown.playing.refused.connect(self.warn)
        shown.playing.wanted.connect(self.play_wanted.emit)
        for changed in (desk.selection.changed, desk.commands_wanted, desk.shown_changed):
            changed.connect(self._desk_commands.follow)
        self.show_desk(shown, draft, self.open_map)

    # -- playing

    def play_here(self) -> None:
        """Save the map, and play a scenario on it."""
        if self.on_desk is not None:
            self.on_desk.playing.offer()

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
