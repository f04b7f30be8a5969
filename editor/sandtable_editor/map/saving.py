"""Saving a map: into its library, as another one, or not at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.design.draft import MapDraft
from sandtable_editor.design import saving

if TYPE_CHECKING:
    from sandtable_editor.map.desk import MapDesk
    from sandtable_editor.shell.workspace import Workbench


class MapSaving(saving.DesignSaving):
    """Saves the map of one desk."""

    def __init__(self, window: Workbench, desk: MapDesk) -> None:
        design = desk.design
        super().__init__(
            window, design, design.draft, lambda: design.map.title, MapDraft.begin, what="map", work="drawing"
        )


def key_of(title: str) -> str:
    """Return the key that a map of a title is kept under."""
    return saving.key_of(title, "map")
