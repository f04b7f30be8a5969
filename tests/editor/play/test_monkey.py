"""A monkey at the window: it clicks, types, drags and turns the wheel, and nothing comes of it that nobody caught."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Final

import pytest
import shiboken6
from PySide6.QtCore import QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QWidget

from sandtable.engine import InstalledGame
from sandtable.engine.referee.replay import Mismatch, verify
from sandtable.lab.bots import RandomBot
from sandtable.library.campaigns.opening import open_campaign
from sandtable.play.table.sitting import Wishes
from tests.editor.workbench import FAMILY, LEFT, NONE, Workbench
from tests.tiers import ASKED, TIER, count

CLICKS = count(20_000)
BRANCHES = 4
"""The clicks in a game are shared by so many monkeys, so that each has a campaign of another kind."""
KEYS = (
    *"123456789", *"abcxyz ", "Return", "Return", "Esc", "Tab", "Shift+Tab", "Backspace", "Up", "Down", "Left", "Right",
    "Ctrl+Return", "Ctrl+Z", "Ctrl+Shift+Z", "Ctrl+F", "Ctrl+Shift+P", "Ctrl+0", "Ctrl++", "Ctrl+-", "Ctrl+H", "Ctrl+B",
    "Ctrl+L", "F11", "Home", "End", "PgDown", "Del", "Menu", "Ctrl+,", "Ctrl+R", "Ctrl+E", "Ctrl+J", "Ctrl+Shift+J",
    "Alt+Left", "Alt+Left", "Alt+Right", "N", "Shift+N", "0", "[", "]", "F",
)  # fmt: skip
CAMPAIGNS = [
    Wishes(seed="1", seats="one", on=("forced", "leaps")),
    Wishes(seed="2", seats="Anna=Blue,Bernd=Red", take_back="agree"),
    Wishes(seed="3", seats="Anna=Blue,bots=Red", bots=("Red",), on=("depots", "supply", "mud")),
    Wishes(typed=True, seats="one", take_back="never"),
]
PENINSULA = [
    Wishes(seed="1", seats="one"),
    Wishes(seed="2", seats="Anna=France,Bernd=Great Britain+Spain", take_back="agree"),
    Wishes(seed="3", seats="Anna=France+Great Britain,bots=Spain", bots=("Spain",)),
    Wishes(typed=True, seats="one", take_back="never"),
]
CLOSES: Final = 0.02
"""How often a command that the monkey gives is to close the campaign, so that there are several in its life."""
PLAYED: Final = 150
"""On the Peninsula each table begins with up to so many actions played, so that there is war to click in."""


class Monkey:
    """Chance is its own; it never quits the program by itself."""

    def __init__(self, bench: Workbench, seed: int, wishes: Wishes) -> None:
        self.bench, self.rng, self.wishes = bench, Random(seed), wishes
        self.tables = 0
        self.held: list[QWidget] = []

    def play(self, clicks: int) -> None:
        for _ in range(clicks):
            self.stay()
            act = self.rng.choices((self.click, self.key, self.drag, self.wheel, self.do), (60, 22, 8, 4, 6))[0]
            act()
            self.bench.settle(1)

    def stay(self) -> None:
        """See to it that there is something to play with."""
        for widget in QApplication.topLevelWidgets():
            if isinstance(widget, QFileDialog) and widget.isVisible():
                widget.reject()
        if not self.bench.window.isVisible():  # it was closed: the program is over, and is started again
            self.bench.play.close_campaign()
            self.bench.window.show()
        if self.bench.play.campaign_view is None and QApplication.activeModalWidget() is None:
            self.tables += 1
            self.begin(f"table-{self.tables}")

    def begin(self, name: str) -> None:
        """Put a campaign on the table, some way into it."""
        sitting = self.bench.sit_down(self.wishes, name=name)
        ahead = self.rng.randrange(PLAYED) if self.bench.family is not FAMILY and not self.wishes.typed else 0
        bot = RandomBot(f"{name} {ahead}")
        for _ in range(ahead):
            prompt = sitting.referee.prompt
            action = bot.answer(sitting.referee, prompt.open[0]) if prompt is not None else None
            if prompt is not None and action is not None:
                sitting.referee.play(action, prompt.open[0].side)
        self.bench.play.accept(sitting)
        self.bench.settle()

    def widget(self) -> QWidget:
        """Choose something that can be seen: in the menu that is open, the dialog in front, or the window."""
        popup, dialog = QApplication.activePopupWidget(), QApplication.activeModalWidget()
        roots = [popup] if popup is not None else [dialog] if dialog is not None else self.bench.roots()
        inside = [one for root in roots for one in (root, *root.findChildren(QWidget)) if shiboken6.isValid(one)]
        self.held = inside  # a wrapper is gone when that of its parent is, as in the list that a box opens
        seen = [one for one in inside if one.isVisible() and one.isEnabled()]
        if popup is None and dialog is None and self.bench.play.campaign_view is not None and self.rng.random() < 0.35:
            return self.bench.map.viewport()
        return self.rng.choice(seen)

    def spot(self, widget: QWidget) -> QPoint:
        return QPoint(self.rng.randrange(max(1, widget.width())), self.rng.randrange(max(1, widget.height())))

    def click(self) -> None:
        widget = self.widget()
        button = self.rng.choices((LEFT, Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton), (85, 12, 3))[0]
        press = QTest.mouseDClick if self.rng.random() < 0.08 else QTest.mouseClick
        press(widget, button, NONE, self.spot(widget))

    def key(self) -> None:
        self.bench.type_keys(self.rng.choice(KEYS))

    def drag(self) -> None:
        widget = self.widget()
        begin, end = self.spot(widget), self.spot(widget)
        QTest.mousePress(widget, LEFT, NONE, begin)
        QTest.mouseMove(widget, (begin + end) / 2)
        self.bench.settle(1)
        if not shiboken6.isValid(widget):  # it has gone under the hand, with what it held
            return
        QTest.mouseMove(widget, end)
        QTest.mouseRelease(widget, LEFT, NONE, end)

    def wheel(self) -> None:
        if self.bench.play.campaign_view is None:
            return
        view = self.bench.map.viewport()
        at, turn = QPointF(self.spot(view)), QPoint(0, self.rng.choice((-120, 120)))
        event = QWheelEvent(
            at, view.mapToGlobal(at), QPoint(), turn, Qt.MouseButton.NoButton, NONE, Qt.ScrollPhase.NoScrollPhase, False
        )
        QApplication.sendEvent(view, event)

    def do(self) -> None:
        """Do one of the commands, or have whoever is asked sit down."""
        if self.bench.play.campaign_view is not None and self.bench.campaign.turn_state == "curtain":
            self.bench.campaign_view.curtain.sit.click()
            return
        able = [one.action for one in self.bench.window.commands if one.action.isEnabled()]
        quiet = [one for one in able if one.objectName() not in ("quit", "open_campaign")]
        if QApplication.activeModalWidget() is None:
            close = self.bench.window.commands["close_campaign"]
            often = close.isEnabled() and self.rng.random() < CLOSES  # of so many commands it would hardly be met
            (close if often else self.rng.choice(quiet)).trigger()


@pytest.mark.parametrize("branch", range(BRANCHES))
def test_nothing_that_a_monkey_does_goes_uncaught(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch, branch: int
) -> None:
    let_loose(Monkey(bench, branch, CAMPAIGNS[branch]), CLICKS, monkeypatch)


@pytest.mark.parametrize("branch", range(BRANCHES))
def test_nor_on_the_peninsula(peninsula: Workbench, monkeypatch: pytest.MonkeyPatch, branch: int) -> None:
    let_loose(Monkey(peninsula, branch, PENINSULA[branch]), CLICKS, monkeypatch)


def let_loose(monkey: Monkey, clicks: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a monkey do its share of the clicks, then close everything; all that was kept is sound."""
    bench = monkey.bench
    monkeypatch.setattr(QDesktopServices, "openUrl", opens_nothing)
    bench.window.settings.put("play/pace", "at once")
    bench.window.resize(1000, 680)
    monkey.play(clicks // BRANCHES)
    for widget in QApplication.topLevelWidgets():
        if isinstance(widget, QDialog):
            widget.reject()
    bench.settle()
    bench.play.close_campaign()
    bench.settle()
    for path in sorted(bench.folder.glob("*.campaign")):
        assert sound(bench.family, path)
    assert TIER == "normal" or monkey.tables > 1


def opens_nothing(_: QUrl) -> bool:
    """Stand for what opens a folder or a page outside of the program."""
    return True


def sound(family: InstalledGame, path: Path) -> bool:
    """Tell whether a campaign opens and all its answers come out the same."""
    opened = open_campaign(family, path, reading=True)
    found = verify(family, opened.start, opened.referee.journal, every=ASKED)
    return not any(isinstance(one, Mismatch) for one in found)
