"""A panel of the Map workspace: what it is, and where it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from sandtable_editor.map.desk import MapDesk

Side = Literal["left", "right", "bottom"]


class MapPanel(QWidget):
    """Shows something of a desk; made once for it, and put into a dock."""

    key: ClassVar[str]
    title: ClassVar[str]
    side: ClassVar[Side] = "right"
    keys: ClassVar[str] = ""
    """The key that brings it forward, as it is printed."""
    shown_at_first: ClassVar[bool] = True

    def __init__(self, desk: MapDesk) -> None:
        super().__init__()
        self.desk = desk

    def brought_forward(self) -> None:
        """Somebody has asked for it by its key."""
        self.setFocus()
