"""Lines across areas: one in two, a border drawn anew, a piece that goes to a neighbour."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import shapely

from sandtable.board.cutting import cut
from sandtable.board.shapes import noise
from sandtable.design.edits.shapes import Cede, Reshape, Split
from sandtable.engine.errors import Invalid
from sandtable_editor.map.guides import Guide, GuideWords
from sandtable_editor.map.tools.areas.ghosts import ghosts_of
from sandtable_editor.map.tools.areas.naming import NamingTool
from sandtable_editor.map.tools.outlining import OutliningTool
from sandtable_editor.map.tools.tool import Held

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sandtable.board.shapes import Place
    from sandtable.board.spaces import SpaceId
    from sandtable.design.edits.edit import MapEdit
    from sandtable.design.history import HistoryEntry
    from sandtable_editor.map.desk import MapDesk
    from sandtable_editor.map.tools.areas.space_form import SpaceWords

MOST_TRIED = 4
"""So many of the areas that a line runs through are tried, those with the longest stretch of it."""


def crossed(desk: MapDesk, places: tuple[Place, ...]) -> list[SpaceId]:
    """Return the areas that a line runs through or along, those that are selected first, then by how much of it."""
    areas = desk.design.map.areas
    if areas is None or len(set(places)) < 2:
        return []
    line = shapely.LineString(places)
    found = areas.near(line, max(areas.tolerance, noise(line)))
    within = {id: areas[id].intersection(line).length for id in found}
    chosen = set(desk.selection.spaces)
    return sorted(found, key=lambda id: (id not in chosen, -within[id], id))[:MOST_TRIED]


class Tried(NamedTuple):
    """An edit, and what it would do or why it cannot be done."""

    edit: MapEdit
    outcome: HistoryEntry | Invalid


def first_that_works(desk: MapDesk, edits: Sequence[MapEdit]) -> Tried:
    """Return the first of some edits that can be done, else the first."""
    tried: list[Tried] = []
    for edit in edits:
        tried.append(Tried(edit, desk.design.attempt(edit)))
        if not isinstance(tried[-1].outcome, Invalid):
            return tried[-1]
    return tried[0]


class SplitTool(NamingTool):
    """Cuts an area in two along a line."""

    key, title, letter = "split_area", "Split", "K"
    says = "Split an area along a line that runs right across it"
    least, closed, drawn, kinds = 2, False, "the cut", ()

    def is_fit(self) -> bool:
        return bool(self.desk.design.map.areas)

    def _try(self, places: tuple[Place, ...], words: SpaceWords) -> Tried:
        cut = crossed(self.desk, places) or [_nothing(self.desk)]
        return first_that_works(self.desk, [Split(id, places, words.id, words.name) for id in cut])

    def edit(self, places: tuple[Place, ...], words: SpaceWords) -> MapEdit:
        return self._try(places, words).edit

    def try_out(self, places: tuple[Place, ...]) -> HistoryEntry | Invalid:
        return self._try(places, self.nameless).outcome

    def asks(self, places: tuple[Place, ...]) -> str:
        edit = self.edit(places, self.nameless)
        return f"New part of {self.desk.design.map.name(edit.space)}" if isinstance(edit, Split) else self.title


class ReshapeTool(OutliningTool):
    """Draws the border of an area anew, from one place of it to another."""

    key, title, group = "reshape_area", "Reshape", "areas"
    draws_in = ("ground",)
    says = "Draw a border anew, from one place of it to another"
    least, closed, drawn = 2, False, "the new border"

    def is_fit(self) -> bool:
        return bool(self.desk.design.map.areas)

    def _try(self, places: tuple[Place, ...]) -> Tried:
        drawn = crossed(self.desk, places) or [_nothing(self.desk)]
        return first_that_works(self.desk, [Reshape(id, places) for id in drawn])

    def complete(self, places: tuple[Place, ...]) -> bool:
        return self.desk.design.do(self._try(places).edit) is not None

    def ghost(self, places: tuple[Place, ...]) -> list[Guide]:
        return ghosts_of(self._try(places).outcome)


class CedeTool(OutliningTool):
    """Cuts a piece off an area, and gives it to the neighbour that is clicked."""

    key, title, group = "cede_area", "Cede", "areas"
    draws_in = ("ground",)
    says = "Cut a piece off an area and give it to a neighbour"
    least, closed, drawn = 2, False, "the cut"

    def __init__(self, desk: MapDesk) -> None:
        super().__init__(desk)
        self._line: tuple[Place, ...] = ()
        self._giver: SpaceId | None = None

    def is_fit(self) -> bool:
        return bool(self.desk.design.map.areas)

    def complete(self, places: tuple[Place, ...]) -> bool:
        for giver in crossed(self.desk, places):
            takers = [edit for edit in self._edits(giver, places) if not isinstance(self._try(edit), Invalid)]
            if len(takers) == 1:
                return self.desk.design.do(takers[0]) is not None
            if takers:
                self._line, self._giver = places, giver
                return True
        self.desk.refuse("The line cuts nothing off that a neighbour could be given: draw it right across an area.")
        return False

    def _edits(self, giver: SpaceId, line: tuple[Place, ...], *, larger: bool = False) -> list[Cede]:
        sheet = self.desk.design.map
        at = self._larger(giver, line) if larger else None
        sides = sheet.graph.edges_of(giver)
        return [Cede(giver, edge.other(giver), line, at) for edge in sides if edge.contact == "border"]

    def _larger(self, giver: SpaceId, line: tuple[Place, ...]) -> Place | None:
        """Return a place in the larger piece of what a line cuts."""
        areas = self.desk.design.map.areas
        assert areas is not None
        point = cut(giver, areas[giver], shapely.LineString(line), areas.tolerance).larger.representative_point()
        return point.x, point.y

    def _try(self, edit: Cede) -> HistoryEntry | Invalid:
        return self.desk.design.attempt(edit)

    def _to(self, at: Place, modifiers: Held) -> Cede | None:
        """Return the edit that gives the piece to the area at a place."""
        to, giver = self.desk.pointing.space_at(at), self._giver
        if giver is None or to is None or to == giver:
            return None
        larger = bool(modifiers & Held.AltModifier)
        return next((edit for edit in self._edits(giver, self._line, larger=larger) if edit.to == to), None)

    def pressed(self, at: Place, modifiers: Held) -> None:
        if not self._line:
            super().pressed(at, modifiers)
            return
        edit = self._to(at, modifiers)
        if edit is None:
            self.desk.refuse("That is not a neighbour of the area that was cut: click the one that gets the piece.")
        elif self.desk.design.do(edit) is not None:
            self._end()

    def show(self, at: Place, modifiers: Held) -> None:
        if not self._line:
            super().show(at, modifiers)
            return
        self.pointed = at
        edit = self._to(at, modifiers)
        tried = self._try(edit) if edit is not None else None
        words = [GuideWords(at, f"to {self.desk.design.map.name(edit.to)}")] if edit is not None else []
        self.desk.guides.show_guides([*(ghosts_of(tried) if tried is not None else []), *words])

    def escape(self) -> bool:
        waited = bool(self._line)
        self._end()
        return super().escape() or waited

    def _end(self) -> None:
        self._line, self._giver = (), None
        self.desk.guides.clear()

    def hint(self, modifiers: Held) -> str:
        if self._line:
            return "Click the neighbour that gets the piece · Alt gives it the larger one · Esc gives it to nobody"
        return super().hint(modifiers)


def _nothing(desk: MapDesk) -> SpaceId:
    """Return what stands for an area where none is: the edit refuses it in its own words."""
    from sandtable.board.spaces import SpaceId

    return next(iter(desk.design.map.areas or ()), SpaceId("?"))
