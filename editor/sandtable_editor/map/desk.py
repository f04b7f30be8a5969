"""The map on the desk: what is shown, done, selected, and the tool in hand. What tools and panels see."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from PySide6.QtCore import QObject, QPointF, Qt, Signal

from sandtable.board.edge_at import link_ends
from sandtable.board.next_place import next_place
from sandtable_editor.design.hints import Hints
from sandtable_editor.map.crosshair import Crosshair
from sandtable_editor.map.deleting import delete_edits, delete_title
from sandtable_editor.map.design_history import MapDesign
from sandtable_editor.map.drawn_map import DrawnMap
from sandtable_editor.map.layers import MapLayers
from sandtable_editor.map.place_box import PlaceBox
from sandtable_editor.map.pointing import MapPointing
from sandtable_editor.map.selection import Selection
from sandtable_editor.map.selection_marks import mark_selected
from sandtable_editor.map.snapper import Snapper
from sandtable_editor.map.switches import DrawingSwitches
from sandtable_editor.map.tool_in_hand import ToolInHand
from sandtable_editor.map.vertex_choice import VertexChoice
from sandtable_editor.shell.theme import magnified, tone

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from PySide6.QtGui import QKeySequence
    from PySide6.QtWidgets import QMenu

    from sandtable.board.shapes import Place
    from sandtable.design.draft import MapDraft
    from sandtable.design.patch import MapPatch
    from sandtable_editor.map.guides import Guides
    from sandtable_editor.map.selection import Selected
    from sandtable_editor.shell.workspace import Workbench

Held = Qt.KeyboardModifier
HELD: Final = Held.ShiftModifier | Held.ControlModifier | Held.AltModifier
SWITCHES: Final = ("draw_snap", "draw_trace")
"""The commands that switch how every tool draws."""
CLIPBOARD: Final = ("map_cut", "map_copy", "map_paste")
"""The commands whose keys are the map's while it has the focus, and those of a text or a table elsewhere."""


class MapDesk(QObject):
    """An open map. ``shown_changed``: the map that is shown is another; ``where_changed``: so is what is pointed at."""

    tool_changed = Signal(object)
    shown_changed = Signal(object)
    """The map has changed, and is shown so: the ``MapPatch``."""
    where_changed = Signal(str)
    panel_wanted = Signal(str)
    """A panel is to come forward."""
    panels_turned_away = Signal()
    """All panels are to go, or to come back."""
    condition_wanted = Signal()
    """A condition is to be written by which spaces are selected."""
    commands_wanted = Signal()
    """Commands are about to be shown: what can be done now is to be looked up."""

    def __init__(self, draft: MapDraft, window: Workbench) -> None:
        super().__init__(window)
        self.window = window
        self.design = MapDesign(draft, self)
        self.selection = Selection(self)
        self.vertices = VertexChoice(self)
        self.view = DrawnMap()
        self.crosshair, self.hints = Crosshair(self.view), Hints(self.view)
        self.pointing = MapPointing(self.view)
        self.switches = DrawingSwitches(self)
        self.snapper = Snapper(self.view, self.crosshair, self.switches)
        self.place_box = PlaceBox(self.view)
        self.menu_makers: list[Callable[[QMenu, Place], object]] = []
        """Add to the menu of a place what else can be done there."""
        self.wear()
        self.view.show_map(self.design.map)
        self.layers = MapLayers(self.design, self.view, self.pointing, self.selection, window.settings)
        self.tools: dict[str, ToolInHand] = {}
        self.tool = ToolInHand()
        self._held = Held.NoModifier
        self._follow()

    def _follow(self) -> None:
        self.design.changed.connect(self._show)
        self.design.noted.connect(self.hints.note)
        self.design.refused.connect(self.refuse)
        self.selection.changed.connect(lambda: mark_selected(self.selection, self.view))
        self.selection.held_back.connect(self._say_held_back)
        self.view.modifiers_changed.connect(self._follow_modifiers)
        self.switches.changed.connect(self.say_hint)
        self.selection.changed.connect(self.say_hint)
        self.layers.changed.connect(self._say_anew)
        self.place_box.wanted.connect(self._go_to_place)
        self.place_box.refused.connect(self.refuse)
        self.window.theme.changed.connect(self.wear)

    @property
    def guides(self) -> Guides:
        """What tools draw over the map."""
        return self.view.guides

    def _go_to_place(self, at: Place) -> None:
        self.tool.go_to_place(at)

    # -- what is shown

    def _show(self, patch: MapPatch) -> None:
        self.view.show_map(self.design.map)
        self.selection.keep_there(self.design.map)
        mark_selected(self.selection, self.view)
        self.tool.map_changed()
        self.begin_step()
        self.say_hint()
        self.shown_changed.emit(patch)

    def wear(self) -> None:
        """Take the colours of the theme."""
        self.view.set_theme(tone(), magnified())
        self.view.guides.palette = self.view.map_scene.look.palette
        mark_selected(self.selection, self.view)

    def look_at(self, box: tuple[float, float, float, float] | None, room: float | None = None) -> None:
        """Go to a part of the map (left, low, right, high), with some room around it, or so much."""
        if box is None:
            return
        left, low, right, high = box
        middle = self.view.geography.on_canvas(((left + right) / 2, (low + high) / 2))
        room = room if room is not None else 0.35 * max(right - left, high - low) + 0.6 * self.view.typical()
        size = self.view.viewport().size()
        zoom = min(size.width() / (right - left + 2 * room), size.height() / (high - low + 2 * room))
        self.view.zoom_by(zoom / self.view.zoom)
        self.view.navigation.centre(QPointF(*middle))

    def look_at_selection(self) -> None:
        """Go to what is selected."""
        from sandtable_editor.map.frames import frame_of

        self.look_at(frame_of(self.selection.now, self.design.map))

    # -- tools

    def equip(self, tools: Iterable[ToolInHand]) -> None:
        """Lay these tools on the desk, and take up the first."""
        self.tools = {tool.key: tool for tool in tools}
        self.tool = next(iter(self.tools.values()))
        self.view.set_tool(self.tool)
        self.tool.taken_up()

    def take(self, key: str) -> None:
        """Take up a tool."""
        tool = self.tools[key]
        if tool is not self.tool and tool.is_fit():
            self.hints.forget()
            self.design.end_nudging()
            self.crosshair.let_go()
            at = self.tool.at
            self.tool = tool
            self.view.set_tool(tool)
            tool.at = at
            tool.taken_up()
            self.tool_changed.emit(tool)
        self.view.setFocus()
        self.say_hint()

    def do_by_key(self, key: QKeySequence) -> bool:
        """Do the command of a tool, of drawing or of the clipboard that has this key; return whether one has."""
        commands = self.window.commands
        for one in (*(f"tool_{tool}" for tool in self.tools), *SWITCHES, *CLIPBOARD):
            if key in commands[one].shortcuts():
                self.commands_wanted.emit()
                commands[one].trigger()
                return commands[one].isEnabled()
        return False

    def begin_step(self) -> None:
        """Something is done again: what was said last has been read."""
        self.hints.forget()

    def escape(self) -> None:
        """Do what Esc does where nothing else had a use for it: take up the first tool."""
        self.take(next(iter(self.tools)))

    # -- what is said

    def say_hint(self) -> None:
        """Say what can be done now, with the keys that are held down."""
        self.hints.say_hint(self.tool.why_not() or self.tool.hint(self.modifiers()))

    def _say_anew(self) -> None:
        self.begin_step()
        self.say_hint()

    def know_modifiers(self, modifiers: Held) -> None:
        """Take note of which keys are held down."""
        self._held = modifiers & HELD

    def _follow_modifiers(self, modifiers: Held) -> None:
        self.know_modifiers(modifiers)
        self.tool.modifiers_changed(self.modifiers())
        self.say_hint()

    def _say_held_back(self, held_back: Selected) -> None:
        """Say why something was not selected."""
        self.hints.note([self.layers.words_of(held_back)])

    def refuse(self, why: str) -> None:
        """Say at the mouse, or at the crosshair, why something cannot be done."""
        viewport = self.view.viewport()
        if self.crosshair.at is not None:
            spot = self.view.spot_of(self.crosshair.at).toPoint()
        else:
            spot = viewport.mapFromGlobal(self.view.cursor().pos())
            if not viewport.rect().contains(spot):
                spot = viewport.rect().center()
        self.hints.refuse(why, spot)

    def say_where(self, at: Place | None) -> None:
        """Say which place is pointed at, in map units, and which hex lies there."""
        self.where_changed.emit("" if at is None else self.words_of_place(at))

    def words_of_place(self, at: Place) -> str:
        """Return a place in words: its coordinates, and the number of its hex or the name of its space."""
        digits, unit = self.view.digits, self.design.map.info.unit
        words = f"{at[0]:.{digits}f}, {at[1]:.{digits}f}{' ' + unit if unit else ''}"
        space = self.pointing.space_at(at)
        if space is None:
            return words
        hex = self.design.map.has_hex(space)
        return f"{words} · {'hex ' if hex else ''}{space if hex else self.design.map.name(space)}"

    # -- places

    def next_target(self, at: Place, across: int, down: int) -> Place | None:
        """Return the next vertex, place or middle of a hex in view, in a direction as on the screen."""
        way = (float(across), float(down if self.view.geography.downwards else -down))
        places = self._targets()
        found = next_place(places, at, way)
        return None if found is None else (float(places[found][0]), float(places[found][1]))

    def _targets(self) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
        from sandtable_editor.map.frames import places_in

        left, top, right, bottom = self.view.window_box()
        one, other = (self.view.geography.on_map(QPointF(*corner)) for corner in ((left, top), (right, bottom)))
        return places_in(self.design.map, (*map(min, one, other), *map(max, one, other)))  # type: ignore[arg-type]

    def place_of_selection(self) -> Place | None:
        """Return where the first thing that is selected stands."""
        sheet, now = self.design.map, self.selection.now
        for id in (*now.spaces, *now.hexes):
            if sheet.knows(id):
                return sheet.locate(id)
        ends = [found for pair in now.edges if (found := link_ends(sheet, pair)) is not None]
        return ends[0][0] if ends else None

    def ask_place(self, begun: str = "") -> None:
        """Ask for a place to go to, with what is typed already."""
        self.place_box.ask(self.design.map, begun)

    # -- the selection

    def delete_selected(self) -> bool:
        """Take what is selected off the map, as one edit; return whether there was anything."""
        now = self.selection.now
        edits = delete_edits(now, self.design.map)
        if edits:
            self.design.do_all(edits, delete_title(now))
        return bool(edits)

    def ask_condition(self) -> None:
        """Have a condition written by which spaces are selected."""
        self.bring_panel("tables")
        self.condition_wanted.emit()

    def bring_panel(self, key: str) -> None:
        """Have a panel come forward."""
        self.panel_wanted.emit(key)

    def modifiers(self) -> Held:
        """Return which of Shift, Ctrl and Alt are held down, with those that the button is held with."""
        return self._held | self.crosshair.gripped_with

    # -- closing

    def close(self) -> None:
        """Put the map away: whatever is not saved stays in its draft. Raises ``Invalid`` where its file is gone."""
        self.tool.cancel()
        self.view.setParent(None)
        self.view.deleteLater()
        self.deleteLater()
        self.design.draft.close()
