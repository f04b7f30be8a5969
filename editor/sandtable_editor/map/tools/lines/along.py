"""What lies along borders: a stroke lays it on the edges, and draws it there; Alt takes it off."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtWidgets import QLabel, QWidget
from shapely import get_coordinates, get_parts

from sandtable.board.line_ends import line_without
from sandtable.board.stroked_borders import borders_along
from sandtable.design.edits.edges import LayAlong
from sandtable.design.edits.lines import DrawLine, RemoveLine
from sandtable.library.files.report_words import count_of
from sandtable_editor.map.guides import Guide, GuideWords, Role, RubberLine
from sandtable_editor.map.new_ids import free_id
from sandtable_editor.map.tools.lines.line_words import LAID, LineWords
from sandtable_editor.map.tools.tool import Held, MapTool
from sandtable_editor.shell.pieces import choice_box

if TYPE_CHECKING:
    from sandtable.board.shapes import Place
    from sandtable.board.spaces import Pair
    from sandtable.design.edits.edit import MapEdit
    from sandtable_editor.map.desk import MapDesk

NEAR: Final = 8.0
"""Logical pixels round the stroke in which a border is followed."""


class AlongTool(MapTool):
    """Lays rivers and walls along borders, and takes them off."""

    key, title, group = "along", "Along borders", "lines"
    draws_in = ("edges",)
    says = "Lay a river or a wall along borders: drag along them"

    def __init__(self, desk: MapDesk) -> None:
        super().__init__(desk)
        self._stroke: list[Place] = []
        self.words = LineWords(desk, LAID)
        self.choice = choice_box("What a stroke does")
        self.choice.addItem("Lays it there", False)
        self.choice.addItem("Takes it off", True)
        self.words.row.insertWidget(0, QLabel("A stroke:"))
        self.words.row.insertWidget(1, self.choice)

    def options(self) -> QWidget:
        return self.words

    def is_fit(self) -> bool:
        return self.desk.design.map.areas is not None

    def taken_up(self) -> None:
        self.words.take_up_kinds()

    # -- strokes

    def pressed(self, at: Place, modifiers: Held) -> None:
        self._stroke = [at]
        self._show(at, modifiers)

    def moved(self, at: Place, modifiers: Held) -> None:
        if self._stroke and self.held:
            self._stroke.append(at)
        self._show(at, modifiers)

    def released(self, at: Place, modifiers: Held) -> None:
        stroke, self._stroke = [*self._stroke, at], []
        self.desk.guides.clear()
        if len(stroke) < 2:
            return
        borders = self._borders(stroke)
        if not borders:
            self.desk.refuse("No border between two areas with an edge lies along this stroke: drag along one.")
        elif self._takes_off(modifiers):
            self._take_off(borders)
        else:
            self._lay(borders)

    def double(self, at: Place) -> None:
        """The first click of two has laid it already."""

    def escape(self) -> bool:
        begun, self._stroke = bool(self._stroke), []
        self.desk.guides.clear()
        return begun

    def _borders(self, stroke: list[Place]) -> list[Pair]:
        return borders_along(self.desk.design.map, stroke, self.desk.view.units(NEAR))

    def _takes_off(self, modifiers: Held) -> bool:
        return bool(modifiers & Held.AltModifier) or self.choice.currentData()

    # -- what comes of it

    def _lay(self, borders: list[Pair]) -> None:
        kind, name = self.words.kind, self.words.name
        line = self._line()
        if self.desk.design.do(LayAlong(kind, tuple(borders), line, name)) is not None:
            self.desk.selection.select(lines=[line])
            self.words.take_up_kinds()

    def _line(self) -> str:
        """Return the id of the line that is drawn: the one of that name, else the one selected, else a new one."""
        kind, name = self.words.kind, self.words.name
        for line in self.desk.design.map.lines:
            if name and (line.name, line.kind) == (name, kind):
                return line.id
        chosen = self.words.selected_line()
        if chosen is not None and chosen.kind == kind:
            return chosen.id
        return free_id(self.desk.design.map, name, kind)

    def _take_off(self, borders: list[Pair]) -> None:
        """Take it off the edges, and off the lines of its kind that are drawn there."""
        sheet, kind = self.desk.design.map, self.words.kind
        areas = sheet.areas
        assert areas is not None
        bare = [pair for pair in borders if not self._bears(pair)]
        gone = [areas.borders.line(pair) for pair in borders if pair not in bare]
        if not gone:
            self.desk.refuse(f"No {kind} lies along this stroke: there is nothing to take off.")
            return
        edits: list[MapEdit] = [LayAlong(kind, tuple(pair for pair in borders if pair not in bare), remove=True)]
        for line in sheet.lines:
            if line.kind == kind and any(line.geometry.intersection(one).length for one in gone):
                rest = line_without(line.geometry, gone)
                edits.append(DrawLine(line.id, rest, kind) if rest else RemoveLine(line.id))
        self.desk.design.do_all(edits, f"Take {kind} off {count_of(len(gone), 'border')}")

    def _bears(self, pair: Pair) -> bool:
        """Tell whether what is chosen lies along the border of a pair."""
        edge = self.desk.design.map.graph.edge(*pair)
        return edge is not None and any(one.kind == self.words.kind for one in edge.along)

    # -- what is shown

    def _show(self, at: Place, modifiers: Held) -> None:
        """Show the borders of the stroke, or the one that a click would take."""
        areas = self.desk.design.map.areas
        if areas is None:
            return
        found = self._borders(self._stroke or [at])
        role: Role = "bad" if self._takes_off(modifiers) else "good"
        guides: list[Guide] = []
        for pair in found:
            for part in get_parts(areas.borders.line(pair)).tolist():
                places = tuple((float(x), float(y)) for x, y in get_coordinates(part).tolist())
                guides.append(RubberLine(places, role, width=4.0))
        if found and self._stroke:
            guides.append(GuideWords(at, count_of(len(found), "border")))
        self.desk.guides.show_guides(guides)

    def map_changed(self) -> None:
        self.desk.guides.clear()

    def hint(self, modifiers: Held) -> str:
        this = f"this {self.words.kind}"
        if self._stroke:
            does = f"take {this} off" if self._takes_off(modifiers) else f"lay {this} along"
            return f"Let go: {does} these borders · Esc: leave it"
        if self._takes_off(modifiers):
            return f"Click a border or drag along several: take {this} off"
        return f"Click a border or drag along several: lay {this} there · Alt: take it off"
