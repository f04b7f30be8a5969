"""Playing on the map that is drawn: which scenarios lie on it, one of them chosen, the map saved first."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QMenu

from sandtable.engine.errors import SandtableError
from sandtable.engine.words import sentence
from sandtable_editor.shell.pieces import as_tip, fit

if TYPE_CHECKING:
    from sandtable_editor.map.desk import MapDesk


class MapPlaying(QObject):
    """Offers the scenarios on the map of a desk. ``wanted`` names the library and the scenario to be played."""

    wanted = Signal(object, str)
    refused = Signal(str, str)

    def __init__(self, desk: MapDesk) -> None:
        super().__init__(desk)
        self._desk = desk

    def offer(self) -> None:
        """Save the map, and show the scenarios that lie on it; with one alone there is nothing to choose."""
        from sandtable.play.begin.map_scenarios import scenarios_on

        draft = self._desk.design.draft
        try:
            if draft.has_unsaved:
                self._desk.design.save()
            found = scenarios_on(draft.library, draft.key)
        except SandtableError as error:
            self.refused.emit("The map cannot be played now", sentence(str(error)))
            return
        if not found:
            self.refused.emit(
                "Nothing to play",
                f"No scenario in {draft.library.name} lies on this map: make one for it, "
                "or draw on a map that has one.",
            )
        elif len(found) == 1:
            self.wanted.emit(draft.library, found[0].key)
        else:
            menu = QMenu(self._desk.view)
            for one in found:
                action = menu.addAction(fit(one.title).replace("&", "&&"))
                action.setToolTip(as_tip("" if one.is_current else "It is bound to the map as it is now, if it can be"))
                action.triggered.connect(partial(self._choose, one.key))
            menu.aboutToHide.connect(menu.deleteLater)
            menu.popup(QCursor.pos())

    def _choose(self, key: str) -> None:
        self.wanted.emit(self._desk.design.draft.library, key)
