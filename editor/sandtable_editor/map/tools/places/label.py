"""Labels: dragged to where they are read best, and sent back to where their area has most room."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt
from shapely import Point

from sandtable.design.edits.spaces import MoveLabel
from sandtable.design.edits.together import Together
from sandtable_editor.map.crosshair import NUDGE
from sandtable_editor.map.guides import Guide, GuideWords, Handles, RubberLine
from sandtable_editor.map.map_keys import ARROWS, FAR
from sandtable_editor.map.tools.places.standing import label_at
from sandtable_editor.map.tools.tool import Held, MapTool

if TYPE_CHECKING:
    from collections.abc import Iterable

    from PySide6.QtGui import QKeyEvent

    from sandtable.board.shapes import Place
    from sandtable.board.spaces import SpaceId
    from sandtable_editor.map.desk import MapDesk

SLOP: Final = 4.0
"""Logical pixels up to which a drag is a click."""


class LabelTool(MapTool):
    """Moves labels, and places."""

    key, title, group, letter = "label", "Label", "places", "X"
    draws_in = ("ground", "places")
    says = "Move a label, or a place: drag it; a double click sends a label back to where its area has most room"

    def __init__(self, desk: MapDesk) -> None:
        super().__init__(desk)
        self._taken: tuple[SpaceId, Place] | None = None

    def pressed(self, at: Place, modifiers: Held) -> None:
        space = label_at(self.desk, at)
        self._taken = (space, at) if space is not None else None
        if space is None:
            self.desk.selection.clear()
        elif modifiers & Qt.KeyboardModifier.ShiftModifier:
            self.desk.selection.select(spaces=dict.fromkeys((*self.desk.selection.spaces, space)))
        else:
            self.desk.selection.select(spaces=[space])

    def moved(self, at: Place, modifiers: Held) -> None:
        space = self._taken[0] if self._taken is not None and self.held else label_at(self.desk, at)
        goes = self._taken is not None and self.held and self._far(at)
        self.desk.guides.show_guides([] if space is None else self._ghost(space, at if goes else None))

    def released(self, at: Place, modifiers: Held) -> None:
        taken, goes = self._taken, self._far(at)
        self._taken = None
        self.desk.guides.clear()
        if taken is not None and goes:
            self.desk.design.do(MoveLabel(taken[0], at))

    def double(self, at: Place) -> None:
        self._taken = None
        space = label_at(self.desk, at)
        if space is not None:
            self._send_back([space])

    def on_key(self, event: QKeyEvent) -> bool:
        """Nudge with the arrows what the mouse has selected; other keys are as in every tool."""
        way = ARROWS.get(Qt.Key(event.key()))
        free = self.desk.crosshair.at is None and not self.held
        if way is None or not free or event.modifiers() & Held.ControlModifier or not self._labelled():
            return super().on_key(event)
        self.desk.begin_step()
        self._nudge(*way, FAR if event.modifiers() & Held.ShiftModifier else 1)
        return True

    def _labelled(self) -> list[SpaceId]:
        sheet = self.desk.design.map
        return [id for id in self.desk.selection.spaces if sheet.knows(id) and sheet.locate(id) is not None]

    def _nudge(self, across: int, down: int, many: int) -> None:
        """Move the labels that are selected a little."""
        view, sheet = self.desk.view, self.desk.design.map
        far = view.stride / NUDGE * many
        way = far if view.geography.downwards else -far
        edits = [
            MoveLabel(id, (round(x + across * far, 9) + 0.0, round(y + down * way, 9) + 0.0))
            for id in self._labelled()
            for x, y in (sheet.locate(id) or (0.0, 0.0),)
        ]
        one = edits[0] if len(edits) == 1 else Together.of(edits, f"Move {len(edits)} labels")
        self.desk.design.nudge(one)

    def back(self) -> bool:
        return self._send_back(self.desk.selection.spaces)

    def escape(self) -> bool:
        begun, self._taken = self._taken is not None, None
        self.desk.guides.clear()
        return begun

    def map_changed(self) -> None:
        """What was taken may be gone."""
        self.escape()

    def _far(self, at: Place) -> bool:
        """Tell whether the mouse has gone so far that it is a drag."""
        if self._taken is None:
            return False
        x, y = self._taken[1]
        return hypot(at[0] - x, at[1] - y) > self.desk.view.units(SLOP)

    def _send_back(self, spaces: Iterable[SpaceId]) -> bool:
        """Have labels stand where their areas have most room."""
        edits = [MoveLabel(space) for space in spaces]
        self.desk.design.do_all(edits, f"Set {len(edits)} labels back")
        return bool(edits)

    def _ghost(self, space: SpaceId, to: Place | None) -> list[Guide]:
        """Return where a label stands, and where it would."""
        sheet = self.desk.design.map
        here = sheet.locate(space)
        if to is None or here is None:
            return [Handles((here,))] if here is not None else []
        outside = sheet.areas is not None and space in sheet.areas and not sheet.areas[space].covers(Point(to))
        words = f"{sheet.name(space)} (outside its area)" if outside else sheet.name(space)
        line = RubberLine((here, to), "quiet" if outside else "good", dashed=True)
        return [line, Handles((to,), frozenset((to,))), GuideWords(to, words)]

    def hint(self, modifiers: Held) -> str:
        if self._taken is not None:
            return f"Let go where {self.desk.design.map.name(self._taken[0])} is to stand · Esc: leave it"
        here = label_at(self.desk, self.at) if self.at is not None else None
        name = self.desk.design.map.name(here) if here is not None else ""
        if name and modifiers & Qt.KeyboardModifier.ShiftModifier:
            return f"Click: select {name} too · Backspace: send those that are selected back"
        return (
            f"Drag: move {name or 'a label or a place'} · Double click: back to where its area has most room · "
            "Click: select, Shift: this one too, Backspace: send them back"
        )
