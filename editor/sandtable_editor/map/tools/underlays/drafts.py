"""Areas flooded from a scan are drafts until somebody says that they are right."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sandtable.design.edits.flooded import ConfirmAreas, draft_areas
from sandtable_editor.map.desk_command import DeskCommand

if TYPE_CHECKING:
    from sandtable_editor.map.desk import MapDesk


def confirm_drafts(desk: MapDesk) -> None:
    """Confirm the drafts that are selected, or all where none is."""
    drafts = draft_areas(desk.design.map)
    chosen = tuple(id for id in drafts if id in desk.selection.spaces)
    if drafts:
        desk.design.do(ConfirmAreas(chosen or drafts))


COMMANDS: Final = (
    DeskCommand(
        "map_confirm_drafts", "Draw", "Confirm dra&fts", confirm_drafts, "Ctrl+Shift+D",
        hint="Say that areas flooded from a scan are right: those that are selected, else all",
        may=lambda desk: bool(draft_areas(desk.design.map)),
    ),
)  # fmt: skip
