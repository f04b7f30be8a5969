"""What stands on the map and how it is coloured, as the seat at the screen sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QComboBox

from sandtable.present import presentation
from sandtable.present.on_map import OnMap, shown_on
from sandtable_editor.shell.pieces import choice_box

if TYPE_CHECKING:
    from collections.abc import Callable

    from sandtable.board.maps import Map
    from sandtable.engine.running.game import RunningGame
    from sandtable.present import Counter, MapMode, Sign
    from sandtable_editor.canvas import MapView

GROUND = "Terrain"


class MapPieces:
    """The counters, the signs and the colours of one map, with the list from which the colours are chosen."""

    def __init__(self, view: MapView, whole_mode: Callable[[MapMode], MapMode | None]) -> None:
        """``whole_mode`` returns a way to colour the map with its colours, ``None`` while they are worked out."""
        self._view, self._whole_mode = view, whole_mode
        self.modes = choice_box("What the colours of the map show")
        self.modes.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.modes.setToolTip("What the colours of the map show")
        self.modes.currentIndexChanged.connect(self.colour)
        self.mode: MapMode | None = None
        self._known_modes: list[MapMode] = []
        self.signs: dict[str, list[Sign]] = {}
        """What is the matter with spaces."""
        self.lost: list[Counter] = []
        """What stands in spaces that this map does not have."""

    def show(self, game: RunningGame | None, board: Map) -> None:
        """Show a position, nothing while the screen is nobody's."""
        counters, signs, self.lost = shown_on(game, board) if game is not None else OnMap([], [], [])
        self._view.set_counters(counters)
        self.signs = {}
        for sign in signs:
            self.signs.setdefault(sign.space, []).append(sign)
        self._view.set_signs(signs)
        self.modes.setEnabled(game is not None)
        self._known_modes = presentation.map_modes(game) if game is not None else []
        if game is not None:
            self._list_modes()
        self.colour()

    def ask_mode(self) -> None:
        """Open the list of what the colours may show, with the keyboard in it."""
        if self.modes.isVisible():
            self.modes.setFocus()
            self.modes.showPopup()

    def _list_modes(self) -> None:
        titles = [GROUND, *(mode.title for mode in self._known_modes)]
        if titles != [self.modes.itemText(at) for at in range(self.modes.count())]:
            chosen = self.modes.currentText()
            self.modes.blockSignals(True)
            self.modes.clear()
            self.modes.addItems(titles)
            self.modes.setCurrentIndex(max(0, titles.index(chosen) if chosen in titles else 0))
            self.modes.blockSignals(False)
        self.modes.setVisible(len(titles) > 1)

    def colour(self) -> None:
        """Colour the map by what is chosen; colours of before stay until those of now are known."""
        at = self.modes.currentIndex() - 1
        mode = self._known_modes[at] if 0 <= at < len(self._known_modes) else None
        whole = self._whole_mode(mode) if mode is not None else None
        if whole is None and mode is not None and self.mode is not None and self.mode.key == mode.key:
            return
        self.mode = whole
        self._view.set_mode(whole)
