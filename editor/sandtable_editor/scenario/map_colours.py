"""How the map of a scenario is coloured, and where a piece could go: by the real rules, beside the window's thread."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QCheckBox

from sandtable.engine.errors import SandtableError
from sandtable.engine.running.game import RunningGame
from sandtable.present import presentation
from sandtable.present.reach_in_turn import reach_in_turn
from sandtable_editor.shell.pieces import choice_box, fit, narrow

if TYPE_CHECKING:
    from collections.abc import Callable

    from sandtable.present import MapMode, Reach
    from sandtable_editor.canvas import MapView
    from sandtable_editor.scenario.open_scenario import OpenScenario, RowName
    from sandtable_editor.shell.jobs import BackgroundJob

GROUND: Final = "Terrain"
PAUSE: Final = 120
"""Milliseconds after the last change before colours and reach are worked out anew."""


class MapColours(QObject):
    """Colours the map by what is chosen, and shows how far a selected piece reaches while that is wanted."""

    def __init__(self, scenario: OpenScenario, view: MapView) -> None:
        super().__init__(view)
        self._scenario, self._view = scenario, view
        self._job: BackgroundJob | None = None
        self._keys: list[str] = []
        self.modes = narrow(choice_box("What the colours of the map show"), 8)
        self.modes.setToolTip("What the colours of the map show, by the rules as the scenario is laid out")
        self.reach = QCheckBox("&Reach")
        self.reach.setToolTip("Show how far the selected piece could go, by the rules")
        self._soon = QTimer(self, singleShot=True, interval=PAUSE)
        self._soon.timeout.connect(self._work_out)
        self.modes.currentIndexChanged.connect(self._again)
        self.reach.toggled.connect(self._again)
        scenario.laid_changed.connect(self._again)
        scenario.selected.connect(self._again)
        self._list_modes()

    @property
    def is_busy(self) -> bool:
        """Whether something that will be shown is being worked out."""
        return self._soon.isActive() or (self._job is not None and self._job.running)

    def _list_modes(self) -> None:
        modes = self._scenario.asked_all(presentation.map_modes)
        titles = [GROUND, *(fit(one.title) for one in modes)]
        self._keys = ["", *(one.key for one in modes)]
        if titles == [self.modes.itemText(at) for at in range(self.modes.count())]:
            return
        chosen = self.modes.currentText()
        self.modes.blockSignals(True)
        self.modes.clear()
        self.modes.addItems(titles)
        self.modes.setCurrentIndex(max(0, self.modes.findText(chosen)))
        self.modes.blockSignals(False)
        self.modes.setVisible(len(titles) > 1)

    def _again(self, _: object = None) -> None:
        self._soon.start()

    def _piece(self) -> str:
        rows = self._scenario.selection
        is_one = len(rows) == 1 and rows[0][1] in self._view.counters
        return rows[0][1] if self.reach.isChecked() and is_one and self._is_shown(rows[0]) else ""

    def _is_shown(self, row: RowName) -> bool:
        return self._view.counters[row[1]].kind == row[0]

    def _work_out(self) -> None:
        """Ask the rules, in a copy of the position that nobody else has."""
        if self._job is not None and self._job.running:
            self._job.cancel()
        self._job = None
        self._list_modes()
        game, at = self._scenario.laid, self.modes.currentIndex()
        key, piece = self._keys[at] if 0 < at < len(self._keys) else "", self._piece()
        if game is None or not (key or piece):
            self._show((None, None))
            return
        copy = RunningGame(game.family, game.state.clone())
        self._job = self._scenario.window.jobs.run(
            "Asking the rules", _question(copy, key, piece), self._show, self._fail
        )

    def _show(self, found: tuple[MapMode | None, Reach | None]) -> None:
        mode, reach = found
        if self._view.map_scene.look.mode != mode:
            self._view.set_mode(mode)
        if self._view.reach is not reach:
            self._view.show_reach(reach)

    def _fail(self, error: BaseException) -> None:
        if not isinstance(error, SandtableError):
            raise error
        self._show((None, None))
        self._scenario.note([str(error)])


def _question(game: RunningGame, key: str, piece: str) -> Callable[[object], tuple[MapMode | None, Reach | None]]:
    def ask(_: object) -> tuple[MapMode | None, Reach | None]:
        modes = [one for one in presentation.map_modes(game) if one.key == key] if key else []
        return (
            presentation.whole_mode(game, modes[0]) if modes else None,
            reach_in_turn(game, piece) if piece else None,
        )

    return ask
