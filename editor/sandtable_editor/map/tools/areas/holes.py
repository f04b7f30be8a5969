"""Holes, lakes and enclaves; islands."""

from __future__ import annotations

from typing import TYPE_CHECKING

import shapely

from sandtable.board.spaces import SpaceId
from sandtable.design.edits.shapes import AddPart, CutHole, DropPart
from sandtable_editor.map.tools.areas.ghosts import ghosts_of
from sandtable_editor.map.tools.areas.naming import NamingTool
from sandtable_editor.map.tools.outlining import OutliningTool
from sandtable_editor.map.tools.tool import Held

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.board.shapes import Place
    from sandtable.design.edits.edit import MapEdit
    from sandtable_editor.map.guides import Guide
    from sandtable_editor.map.tools.areas.space_form import SpaceWords


def area_at(sheet: Map, at: Place) -> SpaceId | None:
    """Return the area at a place."""
    return next(iter(sheet.areas.touching(shapely.Point(at))), None) if sheet.areas is not None else None


class HoleTool(NamingTool):
    """Cuts a hole into an area: a lake, an enclave, or nothing."""

    key, title = "cut_hole", "Lake or hole"
    says = "Cut a lake, an enclave or a hole into an area"
    drawn, kinds, may_be_empty = "the hole", ("lake", "land", "sea"), True

    def is_fit(self) -> bool:
        return bool(self.desk.design.map.areas)

    def edit(self, places: tuple[Place, ...], words: SpaceWords) -> MapEdit:
        space = area_at(self.desk.design.map, places[0]) or SpaceId("?")
        if words.empty:
            return CutHole(space, places)
        return CutHole(space, places, words.id, words.name, words.kind)

    def begins(self, at: Place, modifiers: Held) -> bool:
        if area_at(self.desk.design.map, at) is None:
            self.desk.refuse("A hole lies inside an area: begin it there.")
            return False
        return True

    def asks(self, places: tuple[Place, ...]) -> str:
        return f"In {self.desk.design.map.name(area_at(self.desk.design.map, places[0]) or '')}"


class IslandTool(OutliningTool):
    """Draws another part of an area."""

    key, title, group = "draw_island", "Island", "areas"
    draws_in = ("ground",)
    says = "Draw another part of an area: an island of it"
    drawn = "the island"

    def is_fit(self) -> bool:
        return bool(self.desk.design.map.areas)

    @property
    def space(self) -> SpaceId | None:
        """The area that gets the part: the one that is selected."""
        areas = self.desk.design.map.areas
        chosen = [id for id in self.desk.selection.spaces if areas is not None and id in areas]
        return chosen[0] if len(chosen) == 1 else None

    def begins(self, at: Place, modifiers: Held) -> bool:
        here = area_at(self.desk.design.map, at)
        if modifiers & Held.AltModifier:
            if here is not None:
                self.desk.design.do(DropPart(here, at))
            return False
        if self.space is None:
            if here is None:
                self.desk.refuse("It is not said whose island it is: click the area first.")
            else:
                self.desk.selection.select(spaces=(here,))
            return False
        return True

    def complete(self, places: tuple[Place, ...]) -> bool:
        return self.space is not None and self.desk.design.do(AddPart(self.space, places)) is not None

    def ghost(self, places: tuple[Place, ...]) -> list[Guide]:
        return ghosts_of(self.desk.design.attempt(AddPart(self.space, places))) if self.space is not None else []

    def hint(self, modifiers: Held) -> str:
        if self.clicks:
            return super().hint(modifiers)
        if self.space is None:
            return "Click the area that the island belongs to · Alt+click takes a part away"
        name = self.desk.design.map.name(self.space)
        return f"Click where an island of {name} begins · Alt+click takes a part away"
