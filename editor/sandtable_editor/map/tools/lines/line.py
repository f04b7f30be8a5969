"""Lines that are drawn place by place: rivers, roads, walls; one that is selected goes on from its ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.board.line_ends import end_near, lengthen
from sandtable.design.edits.lines import DrawLine
from sandtable_editor.map.guides import GuideWords
from sandtable_editor.map.new_ids import free_id
from sandtable_editor.map.tools.lines.line_words import DRAWN, LineWords
from sandtable_editor.map.tools.outlining import CLOSE, OutliningTool
from sandtable_editor.map.tools.tool import Held

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from sandtable.board.maps import MapLine
    from sandtable.board.shapes import Place
    from sandtable_editor.map.desk import MapDesk


class LineTool(OutliningTool):
    """Draws lines."""

    key, title, letter, group = "line", "Line", "L", "lines"
    draws_in = ("lines",)
    says = "Draw a river, a road, a wall, place by place"
    least, closed, drawn = 2, False, "a line"

    def __init__(self, desk: MapDesk) -> None:
        super().__init__(desk)
        self.words = LineWords(desk, DRAWN)
        self._onto: MapLine | None = None
        """The line that goes on."""

    def options(self) -> QWidget:
        return self.words

    def taken_up(self) -> None:
        self.words.take_up_kinds()

    # -- where it begins

    def _end(self, at: Place) -> tuple[MapLine, Place] | None:
        """Return the selected line, and its end, from which a click goes on."""
        line = self.words.selected_line()
        end = end_near(line.geometry, at, self.desk.view.units(CLOSE)) if line is not None else None
        return (line, end) if line is not None and end is not None else None

    def begins(self, at: Place, modifiers: Held) -> bool:
        found = self._end(at)
        self._onto = found[0] if found is not None else None
        return True

    def _reached(self, at: Place, modifiers: Held) -> tuple[Place, ...]:
        found = self._end(at) if not self.clicks else None
        return (found[1],) if found is not None else super()._reached(at, modifiers)

    def show(self, at: Place, modifiers: Held) -> None:
        super().show(at, modifiers)
        found = self._end(at) if not self.clicks else None
        if found is not None:
            line, end = found
            self.desk.guides.show_guides(
                [*self.desk.guides.shown(), GuideWords(end, f"{line.name or line.id} goes on")]
            )

    # -- what comes of it

    def complete(self, places: tuple[Place, ...]) -> bool:
        edit = self._edit(places)
        if self.desk.design.do(edit) is None:
            return False
        self._onto = None
        self.words.forget_name()
        self.words.take_up_kinds()
        self.desk.selection.select(lines=[edit.id])
        return True

    def _edit(self, places: tuple[Place, ...]) -> DrawLine:
        there = {line.id: line for line in self.desk.design.map.lines}
        line = there.get(self._onto.id) if self._onto is not None else None
        if line is not None:
            return DrawLine(line.id, lengthen(line.geometry, places), line.kind, line.name)
        kind, name = self.words.kind, self.words.name
        return DrawLine(free_id(self.desk.design.map, name, kind), (places,), kind, name)

    def hint(self, modifiers: Held) -> str:
        line = self.words.selected_line()
        if not self.clicks and line is not None:
            return f"{super().hint(modifiers)} · Click an end of {line.name or line.id}: go on with it"
        return super().hint(modifiers)
