"""The workbench as somebody at a desk uses it: real clicks and keys, and all that can be read on the screen."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar, cast

import shiboken6
from PySide6.QtCore import QAbstractListModel, QElapsedTimer, QKeyCombination, QPoint, QPointF, Qt, QThread
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QDialog,
    QGroupBox,
    QLabel,
    QLineEdit,
    QListView,
    QPlainTextEdit,
    QProgressBar,
    QPushButton,
    QSpinBox,
    QTabBar,
    QTextEdit,
    QToolButton,
    QWidget,
)

from sandtable.board.spaces import SpaceId
from sandtable.engine import Action, InstalledGame
from sandtable.engine.discovery.modules import Plugins, Report
from sandtable.engine.errors import unknown
from sandtable.play.begin.games import Games
from sandtable.play.begin.starts import Start
from sandtable.play.table.sitting import Sitting, Wishes, begin
from sandtable_editor.canvas import MapView
from sandtable_editor.play.campaign.campaign import Campaign, TurnState
from sandtable_editor.play.campaign_view import CampaignView
from sandtable_editor.play.record.log_panel import below
from sandtable_editor.play.turn.action_draft import ActionDraft
from sandtable_editor.play.turn.battle_window import BattleWindow
from sandtable_editor.play.workspace import PlayWorkspace
from sandtable_editor.shell.errors import Reporter
from sandtable_editor.shell.settings import Settings
from sandtable_editor.shell.theme import Theme
from sandtable_editor.shell.window import Window
from tests.games.fords import FORDS

W = TypeVar("W", bound=QWidget)
LEFT = Qt.MouseButton.LeftButton
NONE = Qt.KeyboardModifier.NoModifier
CTRL = Qt.KeyboardModifier.ControlModifier
FAMILY = InstalledGame(FORDS)


class OnePlugin(Plugins):
    """Only one game is installed."""

    def __init__(self, family: InstalledGame) -> None:
        super().__init__()
        self.family_here = family

    @property
    def games(self) -> tuple[str, ...]:
        return (self.family_here.system.key,)

    def family(self, game: str) -> InstalledGame:
        if game not in self.games:
            raise unknown("game", game, self.games)
        return self.family_here

    def families(self) -> dict[str, InstalledGame]:
        return {self.family_here.system.key: self.family_here}

    def report(self) -> Report:
        return Report(())


class OneGame(Games):
    """What can be played in these tests."""

    def __init__(self, family: InstalledGame) -> None:
        super().__init__()
        self.plugin = OnePlugin(family)

    def plugins(self) -> Plugins:
        return self.plugin

    def anew(self) -> Games:
        return self


class Workbench:
    """A window on a desk of its own; what is played there is a small game of these tests if nothing else is said."""

    def __init__(
        self, application: QApplication, folder: Path, theme: str = "light", *, family: InstalledGame = FAMILY
    ) -> None:
        self.application, self.folder, self.family = application, folder, family
        self.pressed_at = QPoint()
        self.reporter = Reporter()
        self.reporter.install()
        self.theme = Theme(application, theme)
        self.window = Window(Settings(), self.theme, self.reporter)
        self.window.complete()
        self.window.jobs.soon = 10.0  # what the hand asks is answered at once, however busy the machine is
        self.games = OneGame(family)
        self.play = PlayWorkspace(self.window, self.games)
        self.window.add_workspace(self.play)
        self.window.resize(1080, 680)
        self.window.show()
        QTest.qWaitForWindowExposed(self.window)

    def close(self) -> None:
        """Put everything away."""
        for widget in QApplication.topLevelWidgets():
            if isinstance(widget, QDialog):
                widget.reject()
        self.window.close()
        self.window.deleteLater()
        self.theme.deleteLater()
        self.reporter.uninstall()
        self.settle()

    # -- a campaign

    def sit_down(self, wishes: Wishes | None = None, scenario: str = "", name: str = "table") -> Sitting:
        """Begin a campaign, without the window; by default of the game's first scenario."""
        key = scenario or self.family.system.scenarios[0].key
        start = Start(self.family, self.family.scenario(key))
        return begin(start, wishes or Wishes(seed="1", seats="one"), self.folder / f"{name}.campaign")

    def begin(self, wishes: Wishes | None = None, *played: Action, scenario: str = "", name: str = "table") -> Campaign:
        """Begin a campaign and put it on the table, with these actions played already."""
        sitting = self.sit_down(wishes, scenario, name)
        for action in played:
            prompt = sitting.referee.prompt
            assert prompt is not None
            sitting.referee.play(action, prompt.open[0].side)
        self.play.accept(sitting)
        self.settle()
        return self.campaign

    @property
    def campaign_view(self) -> CampaignView:
        assert self.play.campaign_view is not None
        return self.play.campaign_view

    @property
    def campaign(self) -> Campaign:
        return self.campaign_view.campaign

    @property
    def draft(self) -> ActionDraft:
        return self.campaign_view.draft

    @property
    def map(self) -> MapView:
        assert self.campaign_view.board is not None
        return self.campaign_view.board.view

    # -- hands

    def settle(self, rounds: int = 2) -> None:
        """Let the window do what it has to do."""
        for _ in range(rounds):
            self.application.processEvents()
            self.application.sendPostedEvents(None, 52)  # DeferredDelete
        while self._is_thinking():
            QThread.msleep(1)
            self.application.processEvents()
        active = QApplication.activeWindow()
        if isinstance(active, BattleWindow):  # without a window manager it gets what it does not ask for
            self.window.activateWindow()
            self.application.processEvents()

    def rest(self, milliseconds: int = 50) -> None:
        """Let the window do what it has to do, and paint what it paints only some milliseconds later."""
        self.settle()
        QTest.qWait(milliseconds)

    def _is_thinking(self) -> bool:
        """Tell whether something that will be shown is being worked out."""
        view = self.play.campaign_view
        if view is None:
            return False
        draft = view.draft
        is_working = draft.is_working or draft.questions.is_busy or draft.unjudged.is_busy or view.idle.is_busy
        is_working = is_working or view.contests.is_busy or view.battle.story.is_busy
        return is_working or (view.board is not None and view.board.is_thinking)

    def wait(self, until: Callable[[], bool], milliseconds: int = 60_000) -> None:
        """Wait for something to come true."""
        clock = QElapsedTimer()
        clock.start()
        while not until():
            assert clock.elapsed() < milliseconds, "it does not come true"
            self.settle(1)
            QThread.msleep(1)
        self.settle()

    def forgive(self) -> None:
        """Take away what went wrong: it was meant to."""
        self.reporter.faults.clear()

    def tools(self) -> list[QToolButton]:
        """Return the tool buttons that can be seen."""
        return [one for root in self.roots() for one in root.findChildren(QToolButton) if one.isVisible()]

    def click(self, widget: QWidget, at: QPoint | None = None) -> None:
        """Click on a widget."""
        QTest.mouseClick(widget, LEFT, NONE, at if at is not None else QPoint())
        self.settle()

    def double_click(self, widget: QWidget, at: QPoint) -> None:
        """Click twice, as a hand does: the second press is the double click."""
        self.pressed_at = widget.mapToGlobal(at)
        QTest.mouseClick(widget, LEFT, NONE, at)
        self.settle()
        there = widget if shiboken6.isValid(widget) and widget.isVisible() else None
        if there is None:  # something else lies there now
            there = QApplication.widgetAt(self.pressed_at)
        if there is not None:
            QTest.mouseDClick(there, LEFT, NONE, at if there is widget else there.mapFromGlobal(self.pressed_at))
        self.settle()

    def press(self, text: str, within: QWidget | None = None) -> None:
        """Click on the button with this text."""
        self.click(self.button(text, within))

    def button(self, text: str, within: QWidget | None = None) -> QPushButton:
        """Return the button with this text that can be seen."""
        roots = [within] if within is not None else self.roots()
        found = [
            one
            for root in roots
            for one in root.findChildren(QPushButton)
            if one.isVisible() and text in (one.text(), one.text().replace("&", ""), one.text().lstrip("0123456789 "))
        ]
        seen = sorted({one.text() for root in roots for one in root.findChildren(QPushButton) if one.isVisible()})
        assert found, f"no button {text!r}; there is {seen}"
        return found[0]

    def key(self, key: Qt.Key, modifiers: Qt.KeyboardModifier = NONE, widget: QWidget | None = None) -> None:
        """Type a key where the keyboard is."""
        QTest.keyClick(widget or QApplication.focusWidget() or self.window, key, modifiers)
        self.settle()

    def write(self, text: str) -> None:
        """Type a text where the keyboard is."""
        QTest.keyClicks(QApplication.focusWidget() or self.window, text)
        self.settle()

    def type_keys(self, keys: str) -> None:
        """Type a combination as it is written: ``Ctrl+Shift+P``."""
        combination: QKeyCombination = cast("Any", QKeySequence(keys))[0]
        widget = QApplication.focusWidget() or self.window
        QTest.keyClick(widget, combination.key(), combination.keyboardModifiers())
        self.settle()

    def choose(self, row: int, view: QAbstractItemView | None = None) -> None:
        """Click on a row of a list (by default that of the field)."""
        listed = view or self.field(QListView)
        listed.scrollTo(listed.model().index(row, 0))  # as the wheel does: of a long list not all rows are seen
        rect = listed.visualRect(listed.model().index(row, 0))
        self.click(listed.viewport(), rect.center())

    def stands(self, turn_state: TurnState) -> bool:
        """Tell how far the campaign is."""
        return self.campaign.turn_state == turn_state

    def field(self, kind: type[W]) -> W:
        """Return the widget of a class in the field that is being filled."""
        assert self.campaign_view.prompt.field is not None
        found = self.campaign_view.prompt.field.findChildren(kind)
        assert found, f"no {kind.__name__} in the field"
        return found[0]

    # -- the map

    def spot(self, space: str) -> QPoint:
        """Return where on the map's widget a space can be clicked beside its counters, going nearer if need be."""
        self.map.close_fan()
        for _ in range(4):
            if (found := self._free_spot(space)) is not None:
                return found
            self.map.zoom_by(1.6)
            self.map.centre_on(SpaceId(space))
            self.settle()
        raise AssertionError(f"no free spot in {space}")

    def _free_spot(self, space: str) -> QPoint | None:
        centre = self.map.geography.place(SpaceId(space))
        assert centre is not None
        middle = self.map.on_view(QPointF(*centre))
        near = [(0, 0), (30, 30), (-30, -30), (40, -30), (-40, 30), (0, 45), (45, 0), (-45, 0), (0, -45)]
        raster = [(dx, dy) for dx in range(-64, 65, 4) for dy in range(-64, 65, 4)]
        for dx, dy in (*near, *sorted(raster, key=lambda spot: max(map(abs, spot)))):
            at = QPointF(QPointF(middle.x() + dx, middle.y() + dy).toPoint())  # where the click will be
            if self.map.space_at(at) == space and self.map.counters.at(self.map.on_canvas(at)) is None:
                return at.toPoint()
        return None

    def counter(self, piece: str) -> QPoint:
        """Return where on the map's widget a counter lies, fanning its stack out or going nearer if need be."""
        for _ in range(4):
            for fan in (False, True):
                if fan:
                    self.map.open_fan(piece)
                middle = self.map.on_view(self.map.counters.middle(piece)).toPoint()
                if self.map.counters.at(self.map.on_canvas(QPointF(middle))) == piece:
                    return middle
            self.map.zoom_by(1.6)
            self.map.centre_on(self.map.counters[piece].space)
            self.settle()
        raise AssertionError(f"{piece} is covered")

    def see(self, space: str) -> None:
        """Have a space in view, well away from the edge."""
        place = self.map.geography.stand(SpaceId(space))
        room = self.map.viewport().rect().adjusted(60, 60, -60, -60)
        if place is not None and not room.contains(self.map.on_view(QPointF(*place)).toPoint()):
            self.map.centre_on(SpaceId(space))
            self.settle()

    def click_space(self, space: str) -> None:
        """Click on a space."""
        self.see(space)
        self.click(self.map.viewport(), self.spot(space))

    def click_counter(self, piece: str) -> None:
        """Click on a counter."""
        self.see(self.map.counters[piece].space)
        self.click(self.map.viewport(), self.counter(piece))

    def hover(self, space: str) -> None:
        """Move the mouse over a space."""
        QTest.mouseMove(self.map.viewport(), self.spot(space))
        self.settle()

    def drag(self, piece: str, space: str, *, stack: bool = True) -> None:
        """Drag a counter to a space; out of its stack, or with all of it if it lies on top."""
        self.drop(self.carry(piece, space, stack=stack))

    def drop(self, at: QPoint) -> None:
        """Let go of what is dragged."""
        QTest.mouseRelease(self.map.viewport(), LEFT, NONE, at)
        self.settle()

    def carry(self, piece: str, space: str, *, stack: bool = True) -> QPoint:
        """Drag a counter to a space, and hold it there; return where."""
        end, begin, zoom = self.spot(space), self.counter(piece), 0.0
        while zoom != self.map.zoom:  # both may have to go nearer
            zoom, end = self.map.zoom, self.spot(space)
            begin = self.counter(piece)
        if not stack:
            self.map.open_fan(piece)
            begin = self.counter(piece)
        viewport = self.map.viewport()
        QTest.mousePress(viewport, LEFT, NONE, begin)
        for part in (0.2, 0.6, 1.0):
            QTest.mouseMove(viewport, begin + (end - begin) * part)
            self.settle(1)
        return end

    # -- eyes

    def roots(self, *, covered: bool = False) -> list[QWidget]:
        """Return the windows that can be seen (``covered``: all there are), dialogs first."""
        found = [one for one in QApplication.topLevelWidgets() if one.isVisible() or (covered and self._ours(one))]
        return sorted(found, key=lambda one: not isinstance(one, QDialog))

    def _ours(self, widget: QWidget) -> bool:
        """Tell whether a widget is of this window: what was closed before may not have gone yet."""
        while (above := widget.parentWidget()) is not None:
            widget = above
        return widget is self.window

    def texts(self, *, covered: bool = False) -> list[str]:
        """Return all that can be read; ``covered``: what is hidden or behind something too, so long as it is there."""
        widgets = [widget for root in self.roots(covered=covered) for widget in (root, *root.findChildren(QWidget))]
        return [text for widget in widgets if covered or widget.isVisible() for text in read(widget)]

    def screen(self, *, covered: bool = False) -> str:
        """Return all that can be read, in one text."""
        return "\n".join(self.texts(covered=covered))

    def plain_screen(self) -> str:
        """Return all that can be read, without the marks of rich text."""
        return html.unescape(re.sub(r"<[^>]*>", "", self.screen()))

    def log_text(self) -> str:
        """Return what the log says."""
        return "\n".join(items(self.campaign_view.log.tree))

    def log_lines(self) -> list[tuple[str, bool]]:
        """Return the lines of the log, and whether each stands out."""
        found: list[tuple[str, bool]] = []
        ahead = [self.campaign_view.log.tree.invisibleRootItem()]
        while ahead:
            item = ahead.pop()
            found.append((item.text(0), item.font(0).bold()))
            ahead += list(below(item))
        return found

    def grab(self, path: Path) -> None:
        """Take a picture of the window."""
        self.window.grab().save(str(path))


def read(widget: QWidget) -> Iterator[str]:
    """Yield what a widget shows."""
    yield widget.windowTitle()
    yield widget.toolTip()
    yield widget.statusTip()
    yield widget.accessibleDescription()
    match widget:
        case QLabel() | QAbstractButton():
            yield widget.text()
        case QLineEdit():
            yield widget.text()
            yield widget.placeholderText()
        case QPlainTextEdit() | QTextEdit():
            yield widget.toPlainText()
        case QComboBox():
            yield from (widget.itemText(at) for at in range(widget.count()))
        case QTabBar():
            yield from (widget.tabText(at) for at in range(widget.count()))
        case QGroupBox():
            yield widget.title()
        case QSpinBox():
            yield widget.text()
        case QProgressBar():
            yield widget.text()
        case QAbstractItemView():
            yield from items(widget)
        case MapView():
            yield from (widget.words_of(piece) for piece in widget.counters.pieces())
        case _:
            pass


def items(view: QAbstractItemView) -> Iterator[str]:
    """Yield what the rows of a list, table or tree show, with what lies under them."""
    model = view.model()
    if model is None:  # pyright: ignore[reportUnnecessaryComparison]  # a view may well have none
        return
    ahead = [model.index(-1, -1)]
    while ahead:
        parent = ahead.pop()
        columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount(parent)
        for row in range(model.rowCount(parent)):
            for column in range(columns):
                index = model.index(row, column, parent)
                for role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
                    yield str(index.data(role) or "")
            ahead.append(model.index(row, 0, parent))
