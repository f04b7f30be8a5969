"""The form of a new place: what areas are asked, and of a port the land and the sea, and whether it has a box."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QCheckBox, QComboBox

from sandtable.board.spaces import SpaceId
from sandtable.board.vocabulary import PORT
from sandtable.design.port_places import lands_near, seas_near
from sandtable_editor.map.tools.areas.space_form import SpaceForm
from sandtable_editor.shell.pieces import choice_box, fit, name_box

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sandtable.board.shapes import Place
    from sandtable_editor.map.desk import MapDesk

KINDS: Final = ("city", "fortress", "town", PORT, "box")
"""What places are most of the time; any other word may be written."""


class PlaceForm(SpaceForm):
    """Asks for the words of a new place."""

    unnamed = "place"

    def __init__(self, desk: MapDesk) -> None:
        super().__init__(desk, kinds=KINDS)
        self.name.setAccessibleName("Name of the place")
        name_box(self.kind, "Kind of place")
        self.land, self.sea = choice_box("Land of the port"), choice_box("Sea of the port")
        self.box = QCheckBox("With a blockade box")
        self.box.setAccessibleName("With a blockade box")
        for title, field in (("Land:", self.land), ("Sea:", self.sea)):
            field.setMinimumContentsLength(14)
            self.rows.addRow(title, field)
        self.rows.addRow(self.box)
        self.kind.editTextChanged.connect(self._follow_kind)

    def suggest(self, at: Place) -> None:
        """Suggest the lands and seas about a place, the nearest first; the map may have others than it had."""
        sheet = self._desk.design.map
        with QSignalBlocker(self.land), QSignalBlocker(self.sea):
            self._fill(self.land, lands_near(sheet, at))
            self._fill(self.sea, seas_near(sheet, at))

    def _fill(self, box: QComboBox, ids: Iterable[SpaceId]) -> None:
        """Offer spaces; what is chosen stays while it is shown and is still there."""
        chosen = box.currentData() if self.asking else None
        box.clear()
        for id in ids:
            box.addItem(fit(self._desk.design.map.name(id)), str(id))
        if (there := box.findData(chosen)) > 0:
            box.setCurrentIndex(there)

    @property
    def is_port(self) -> bool:
        """Whether a port is asked for."""
        return self.kind.currentText().strip() == PORT

    @property
    def ends(self) -> tuple[SpaceId, SpaceId] | None:
        """The land and the sea that are chosen; ``None`` where the map has no land, or no sea."""
        land, sea = self.land.currentData(), self.sea.currentData()
        return None if land is None or sea is None else (SpaceId(land), SpaceId(sea))

    def _follow_kind(self) -> None:
        for field in (self.land, self.sea, self.box):
            self.rows.setRowVisible(field, self.is_port)
        self.adjustSize()
