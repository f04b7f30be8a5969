"""The tool that selects: a click takes what lies on top, Alt what lies beneath, a drag all that lies in its box."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication

from sandtable_editor.canvas.widget.keys import nearest_space, neighbour_of
from sandtable_editor.map.guides import RubberBox
from sandtable_editor.map.selection import Selected, title_of
from sandtable_editor.map.tools.select.menu import show_menu
from sandtable_editor.map.tools.tool import MapTool

if TYPE_CHECKING:
    from sandtable.board.shapes import Place
    from sandtable.board.spaces import SpaceId
    from sandtable_editor.map.desk import MapDesk
    from sandtable_editor.map.tools.tool import Held

Shift, Alt = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.AltModifier
SLOP: Final = 0.5
"""Of the distance from which on the system calls something a drag; a box begins there."""


class SelectTool(MapTool):
    """Selects spaces, hexes, lines and underlays."""

    key, title, letter, group = "select", "Select", "S", "select"
    says = "Select what is on the map"
    cursor = Qt.CursorShape.ArrowCursor

    def __init__(self, desk: MapDesk) -> None:
        super().__init__(desk)
        self._from: Place | None = None
        self._box = False
        self._focus: SpaceId | None = None
        self._beneath: tuple[Place, int] | None = None
        """Where Alt was clicked last, and how deep."""

    def hint(self, modifiers: Held) -> str:
        if self._box:
            return "Let go: select all that lies in the box · Shift: select it too · Esc: leave it"
        there = self.desk.pointing.all_at(self.at) if self.at is not None else []
        if modifiers & Alt:
            return f"Click: select {self._title(there, self._next_depth(len(there)))}, which lies beneath"
        if modifiers & Shift:
            chosen = bool(there) and not there[0].without(self.desk.selection.now)
            verb = "let go of" if chosen else "select"
            return f"Click: {verb} {self._title(there)}{'' if chosen else ' too'} · Drag: select all in a box too"
        here = self._title(there) if self.at is not None else "what is there"
        return (
            f"Click: select {here} · Drag: all in a box · Shift: more · Alt: what lies beneath · "
            "Tab: the next space · Right click: what can be done"
        )

    def _title(self, there: list[Selected], depth: int = 0) -> str:
        return title_of(there[depth], self.desk.design.map) if there else "nothing"

    def _next_depth(self, many: int) -> int:
        """Return how deep a click with Alt would look here."""
        same = self._beneath is not None and self._beneath[0] == self.at
        return (self._beneath[1] + 1 if same and self._beneath is not None else 1) % max(1, many)

    # -- clicks and boxes

    def pressed(self, at: Place, modifiers: Held) -> None:
        self._from, self._box = at, False

    def moved(self, at: Place, modifiers: Held) -> None:
        if self._from is None or not self.held:
            return
        far = max(abs(at[0] - self._from[0]), abs(at[1] - self._from[1]))
        self._box |= far >= self.desk.view.units(QApplication.startDragDistance() * SLOP)
        if self._box:
            self.desk.guides.show_guides([RubberBox(self._from, at)])

    def released(self, at: Place, modifiers: Held) -> None:
        start, self._from = self._from, None
        self.desk.guides.clear()
        if start is None:
            return
        if self._box:
            self._box = False
            self._select(self.desk.pointing.within(start, at), add=bool(modifiers & Shift))
        else:
            self._click(at, modifiers)

    def _click(self, at: Place, modifiers: Held) -> None:
        there = self.desk.pointing.all_at(at)
        depth = self._depth(at, len(there)) if modifiers & Alt else 0
        if not modifiers & Alt:
            self._beneath = None
        found = there[depth] if there else Selected()
        self._focus = next(iter((*found.spaces, *found.hexes)), None)
        if modifiers & Shift:
            self.desk.selection.toggle(found)
        else:
            self.desk.selection.set(found)

    def _depth(self, at: Place, many: int) -> int:
        """Return how deep to look: beneath what is selected, and deeper with each click at the same place."""
        same = self._beneath is not None and self._beneath[0] == at
        depth = (self._beneath[1] + 1 if same and self._beneath is not None else 1) % max(1, many)
        self._beneath = at, depth
        return depth

    def _select(self, found: Selected, *, add: bool) -> None:
        if add:
            self.desk.selection.add(found)
        else:
            self.desk.selection.set(found)

    def double(self, at: Place) -> None:
        """Take up the vertices of an area; of anything else bring the form forward."""
        areas, now = self.desk.design.map.areas, self.desk.selection.now
        if len(now) == 1 and now.spaces and areas is not None and now.spaces[0] in areas:
            self.desk.take("vertices")
        else:
            self.desk.bring_panel("fields")

    def right(self, at: Place, modifiers: Held, spot: QPoint) -> None:
        there = self.desk.pointing.all_at(at)
        if there and not any(one.without(self.desk.selection.now) == Selected() for one in there):
            self.desk.selection.set(there[0])
        show_menu(self.desk, at, spot)

    def escape(self) -> bool:
        was, self._from, self._box = self._box, None, False
        self.desk.guides.clear()
        return was

    # -- by keys

    def step(self, at: Place, across: int, down: int, many: int) -> Place:
        """Go to the neighbour in a direction; on a map without spaces, as other tools do."""
        view = self.desk.view
        here = self._focus if self._focus is not None and view.geography.knows(self._focus) else None
        if here is None or many > 1:
            return super().step(at, across, down, many)
        there = neighbour_of(view, here, float(across), float(down))
        return self._go_to_space(there) or at if there is not None else at

    def next(self, way: int) -> bool:
        """Select the next space, in order of their ids; after the last the focus leaves the map."""
        spaces = [id for id in self.desk.design.map.graph.spaces if self.desk.view.geography.place(id) is not None]
        if not spaces:
            return False
        first = 0 if way > 0 else len(spaces) - 1
        at = first if self._focus is None or self._focus not in spaces else spaces.index(self._focus) + way
        if not 0 <= at < len(spaces):
            self._focus = None
            self.desk.view.frame_space(None)
            return False
        self.go_to_space(spaces[at])
        self.desk.selection.select(spaces=[spaces[at]])
        return True

    def go_to_space(self, space: SpaceId) -> None:
        place = self._go_to_space(space)
        if place is not None:
            self.desk.crosshair.go_to(place)

    def _go_to_space(self, space: SpaceId) -> Place | None:
        view = self.desk.view
        place = view.geography.place(space)
        if place is None:
            return None
        self._focus = space
        view.frame_space(space)
        view.say_focus("", space)
        return view.geography.on_canvas(place)

    @property
    def focused_space(self) -> SpaceId | None:
        return self._focus

    def taken_up(self) -> None:
        if self._focus is None and self.desk.crosshair.at is not None:
            self._focus = nearest_space(self.desk.view, self.desk.view.spot_of(self.desk.crosshair.at))

    def map_changed(self) -> None:
        if self._focus is not None and not self.desk.design.map.knows(self._focus):
            self._focus = None

    def cancel(self) -> None:
        super().cancel()
        self.desk.view.frame_space(None)
