"""The tool for edges: a drag from space to space says how it is between them, a click selects what lies there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from sandtable.board.edge_at import edge_at
from sandtable.board.spaces import SpaceId, pair_of
from sandtable.design.edits.edges import SayEdge
from sandtable_editor.map.edge_marks import EdgeMarks
from sandtable_editor.map.guides import GuideWords, Role, RubberLine
from sandtable_editor.map.selection import Selected
from sandtable_editor.map.tools.tool import Held, MapTool
from sandtable_editor.shell.pieces import choice_box

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.board.shapes import Place
    from sandtable.board.spaces import Pair
    from sandtable_editor.map.desk import MapDesk

Says = Literal["open", "forbid", "one way", "take back"]
WORDS: Final[dict[Says, str]] = {
    "open": "Add or confirm a way",
    "forbid": "Forbid it",
    "one way": "Lead one way only",
    "take back": "Take back what was said",
}
ROLES: Final[dict[Says, Role]] = {"open": "good", "forbid": "bad", "one way": "accent", "take back": "quiet"}
NEAR: Final = 8.0
"""Logical pixels round a place in which an edge is pointed at."""


class EdgesTool(MapTool):
    """Adds, confirms, forbids and takes back edges."""

    key, title, letter, group = "edges", "Edges", "E", "edges"
    draws_in = ("edges",)
    says = "Say how it is between two spaces: drag from one to the other"

    def __init__(self, desk: MapDesk) -> None:
        super().__init__(desk)
        self._from: tuple[SpaceId, Place] | None = None
        self._moved = False
        self._asked: tuple[tuple[Place, Map, float], Pair | None] | None = None
        self._marks = EdgeMarks()
        self._marks.hide()
        desk.view.scene().addItem(self._marks)
        self.choice = choice_box("What a drag says")
        for says, words in WORDS.items():
            self.choice.addItem(words, says)

    def options(self) -> QWidget:
        bar = QWidget()
        row = QHBoxLayout(bar)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(QLabel("A drag:"))
        row.addWidget(self.choice)
        row.addStretch(1)
        return bar

    def hint(self, modifiers: Held) -> str:
        if self._from is not None:
            name = self.desk.design.map.name(self._from[0])
            return (
                f"Let go in another space: {WORDS[self._what(modifiers)].lower()} between it and {name} · Esc: leave it"
            )
        here = self._edge_at(self.at) if self.at is not None else None
        names = f"{self.desk.design.map.name(here[0])}–{self.desk.design.map.name(here[1])}" if here else ""
        if modifiers & Held.ShiftModifier:
            also = f" · Click: select {names} too" if names else ""
            return f"Drag from space to space: forbid a way{also}"
        if modifiers & Held.AltModifier:
            return "Drag from space to space: take back what was said"
        chosen = WORDS[self._what(modifiers)].lower()
        return f"Drag from space to space: {chosen} · Shift: forbid it · Alt: take it back · " + (
            f"Click: select {names} · Double click: its form" if names else "Click on an edge: select it"
        )

    # -- what is shown

    def taken_up(self) -> None:
        self._show()
        self._marks.show()

    def map_changed(self) -> None:
        if self.desk.tool is self:
            self._show()

    def _show(self) -> None:
        self._marks.palette = self.desk.view.map_scene.look.palette
        self._marks.show_edges(self.desk.design.map, self.desk.view.geography)

    def cancel(self) -> None:
        super().cancel()
        self._marks.hide()

    # -- drags and clicks

    def pressed(self, at: Place, modifiers: Held) -> None:
        space = self.desk.pointing.space_at(at)
        self._from, self._moved = (space, at) if space is not None else None, False

    def moved(self, at: Place, modifiers: Held) -> None:
        if self._from is None or not self.held:
            self._point(at)
            return
        start, sheet = self._from[0], self.desk.design.map
        there = self.desk.pointing.space_at(at)
        self._moved |= there != start
        says = self._what(modifiers)
        begin = sheet.locate(start) or self._from[1]
        end = (sheet.locate(there) or at) if there is not None and there != start else at
        words = f"{sheet.name(start)}–{sheet.name(there)}" if there is not None and there != start else "…"
        self.desk.guides.show_guides(
            [RubberLine((begin, end), ROLES[says], dashed=says == "forbid", width=3.0), GuideWords(end, words)]
        )

    def _edge_at(self, at: Place) -> Pair | None:
        """Return the edge at a place; it is looked for once, though the hint and what is shown both ask."""
        asked = at, self.desk.design.map, self.desk.view.units(NEAR)
        if self._asked is None or self._asked[0] != asked:
            self._asked = asked, edge_at(asked[1], at, asked[2])
        return self._asked[1]

    def _point(self, at: Place) -> None:
        """Show which edge a click would select."""
        pair = self._edge_at(at)
        if pair is None:
            self.desk.guides.clear()
            return
        self.desk.guides.show_guides([GuideWords(at, edge_words(self.desk.design.map, *pair))])

    def released(self, at: Place, modifiers: Held) -> None:
        start, self._from = self._from, None
        self.desk.guides.clear()
        there = self.desk.pointing.space_at(at)
        if start is None or there is None or there == start[0] or not self._moved:
            self._select(at, add=bool(modifiers & Held.ShiftModifier))
            return
        edit = said(self.desk.design.map, start[0], there, self._what(modifiers))
        if self.desk.design.do(edit) is not None:
            self.desk.selection.select(edges=[pair_of(start[0], there)])

    def _select(self, at: Place, *, add: bool) -> None:
        pair = self._edge_at(at)
        found = Selected(edges=(pair,)) if pair is not None else Selected()
        if add:
            self.desk.selection.toggle(found)
        else:
            self.desk.selection.set(found)

    def double(self, at: Place) -> None:
        self.desk.bring_panel("edges")

    def right(self, at: Place, modifiers: Held, spot: object) -> None:
        self._select(at, add=False)
        self.desk.bring_panel("edges")

    def escape(self) -> bool:
        begun, self._from = self._from is not None, None
        self.desk.guides.clear()
        return begun

    def _what(self, modifiers: Held) -> Says:
        """Return what a drag says now."""
        if modifiers & Qt.KeyboardModifier.ShiftModifier:
            return "forbid"
        if modifiers & Qt.KeyboardModifier.AltModifier:
            return "take back"
        chosen: Says = self.choice.currentData()
        return chosen


def said(sheet: Map, a: SpaceId, b: SpaceId, says: Says) -> SayEdge:
    """Return the edit that says it; a way that is there already is confirmed, and one that was forbidden is opened."""
    edge = sheet.graph.edge(a, b)
    match says:
        case "forbid":
            return SayEdge(a, b, "forbidden")
        case "take back":
            return SayEdge(a, b, "derived")
        case "one way":
            return SayEdge(a, b, one_way=True)
        case _:
            return SayEdge(a, b, "added" if edge is None else "confirmed", contact=_contact(sheet, a, b))


def _contact(sheet: Map, a: SpaceId, b: SpaceId) -> Literal["border"] | None:
    """Return "border" for two spaces that touch at a corner: whoever opens a way there lets it be used."""
    edge = sheet.graph.edge(a, b)
    return "border" if edge is not None and edge.contact == "corner" else None


def edge_words(sheet: Map, a: SpaceId, b: SpaceId) -> str:
    """Return what is known of an edge, in a few words."""
    edge, names = sheet.graph.edge(a, b), f"{sheet.name(a)}–{sheet.name(b)}"
    if edge is None:
        return f"{names}: no edge"
    things = [one.kind for one in (*edge.along, *edge.across)]
    known = [edge.status, *(["corner"] if edge.contact == "corner" else []), *(["one way"] if edge.one_way else [])]
    return f"{names}: {', '.join([*known, *things])}"
