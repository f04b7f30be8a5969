"""Drawing an area: it ends at its neighbours, and what was clipped is said."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.design.edits.shapes import DrawArea
from sandtable_editor.map.tools.areas.naming import NamingTool

if TYPE_CHECKING:
    from sandtable.board.shapes import Place
    from sandtable.design.edits.edit import MapEdit
    from sandtable_editor.map.tools.areas.space_form import SpaceWords


class DrawAreaTool(NamingTool):
    """Draws an area place by place."""

    key, title, letter = "draw_area", "Draw area", "P"
    says = "Draw an area; where others are it ends at their borders"
    drawn = "an area"

    def edit(self, places: tuple[Place, ...], words: SpaceWords) -> MapEdit:
        return DrawArea(words.id, places, name=words.name, kind=words.kind)

    def asks(self, places: tuple[Place, ...]) -> str:
        return "New area"
