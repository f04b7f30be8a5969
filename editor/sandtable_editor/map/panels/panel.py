"""A panel of the Map workspace."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable_editor.design.panel import DesignPanel

if TYPE_CHECKING:
    from sandtable_editor.map.desk import MapDesk


class MapPanel(DesignPanel):
    """Shows something of a desk; made once for it, and put into a dock."""

    def __init__(self, desk: MapDesk) -> None:
        super().__init__()
        self.desk = desk
