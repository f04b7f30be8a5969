"""The workbench with a scenario on the desk, laid out with real mouse events and keys."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from sandtable.board.spaces import SpaceId
from sandtable.library.store.documents import ScenarioDocument
from sandtable.library.store.library_file import Library
from sandtable.play.begin.games import Games
from sandtable_editor.app import connect_trials
from sandtable_editor.canvas import MapView
from sandtable_editor.scenario.begin.scenario_shelf import ShelvedScenario, copy_to_own
from sandtable_editor.scenario.open_scenario import OpenScenario
from sandtable_editor.scenario.panels.panel import ScenarioPanel
from sandtable_editor.scenario.scenario_desk import ScenarioDesk
from sandtable_editor.scenario.workspace import ScenarioWorkspace
from tests.editor.workbench import LEFT, NONE, Workbench

PENINSULA = ShelvedScenario(None, "peninsula-1808", "The Peninsula, 1808", "Empires")


class LayingBench(Workbench):
    """A window with the Play and the Scenario workspace, and all games that are installed."""

    def __init__(self, application: QApplication, folder: Path, theme: str = "light") -> None:
        super().__init__(application, folder, theme)
        self.all_games = Games()
        self.laying = ScenarioWorkspace(self.window, self.all_games)
        self.window.add_workspace(self.laying)
        connect_trials(self.laying, self.play)
        self.window.resize(1280, 800)

    def open_copy(self, card: ShelvedScenario = PENINSULA, title: str = "") -> ScenarioDesk:
        """Copy a scenario that ships into the user's own library, and open it there."""
        return self.open_scenario(*copy_to_own(card, title or card.title, self.all_games))

    def open_scenario(self, library: Path, key: str) -> ScenarioDesk:
        """Open a scenario of a library."""
        self.laying.open_scenario(library, key)
        self.wait(lambda: self.laying.desk is not None and self.desk.scenario.position_now.is_settled)
        self.window.activateWindow()
        self.view.fit()
        self.settle()
        return self.desk

    @property
    def desk(self) -> ScenarioDesk:
        assert self.laying.desk is not None
        return self.laying.desk

    @property
    def scenario(self) -> OpenScenario:
        return self.desk.scenario

    @property
    def view(self) -> MapView:
        """The map as it is shown."""
        return self.desk.map.view

    @property
    def document(self) -> ScenarioDocument:
        """The scenario as it is laid out."""
        return self.scenario.design.document

    def saved(self) -> ScenarioDocument:
        """Return the scenario as its library has it."""
        with Library.open(self.scenario.draft.library) as library:
            return library.scenario(self.scenario.draft.key)

    def space(self, name: str) -> SpaceId:
        """Return a space of the map."""
        assert self.view.geography.knows(SpaceId(name))
        return SpaceId(name)

    def panel(self, key: str) -> ScenarioPanel:
        """Bring a panel forward and return it."""
        self.desk.docks.bring(key)
        self.settle()
        found = self.desk.docks.panels[key]
        assert isinstance(found, ScenarioPanel)
        return found

    def settle_position(self) -> None:
        """Wait until the scenario is laid out by all rules."""
        self.wait(lambda: self.scenario.position_now.is_settled)

    # -- the mouse

    def spot_of(self, space: str) -> QPointF:
        """Return where in the view a space is, having brought it into view."""
        if not self.view.viewport().rect().adjusted(40, 40, -40, -40).contains(self._stand(space).toPoint()):
            self.view.centre_on(SpaceId(space))
            self.settle()
        return self._stand(space)

    def _stand(self, space: str) -> QPointF:
        stand = self.view.geography.stand(SpaceId(space))
        assert stand is not None
        return self.view.on_view(QPointF(*stand))

    def spot_of_piece(self, piece: str) -> QPointF:
        """Return where in the view a counter is."""
        self.spot_of(self.view.counters[piece].space)
        return self.view.on_view(self.view.counters.middle(piece))

    def drag_on_map(self, start: QPointF, end: QPointF) -> None:
        """Drag on the map with the left button."""
        port = self.view.viewport()
        self._mouse(QEvent.Type.MouseMove, start, Qt.MouseButton.NoButton, Qt.MouseButton.NoButton)
        self._mouse(QEvent.Type.MouseButtonPress, start, LEFT, LEFT)
        for share in (0.1, 0.3, 0.6, 0.9, 1.0):
            self._mouse(QEvent.Type.MouseMove, start + (end - start) * share, Qt.MouseButton.NoButton, LEFT)
        self._mouse(QEvent.Type.MouseButtonRelease, end, LEFT, Qt.MouseButton.NoButton)
        assert port.isVisible()
        self.settle()

    def _mouse(self, kind: QEvent.Type, at: QPointF, button: Qt.MouseButton, down: Qt.MouseButton) -> None:
        port = self.view.viewport()
        everywhere = QPointF(port.mapToGlobal(at.toPoint()))
        QApplication.sendEvent(port, QMouseEvent(kind, at, everywhere, button, down, NONE))
        self.application.processEvents()

    def click_at(self, at: QPointF) -> None:
        """Click on the map."""
        QTest.mouseClick(self.view.viewport(), LEFT, NONE, at.toPoint())
        self.settle()
