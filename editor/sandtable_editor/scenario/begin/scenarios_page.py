"""The first page of the Scenario workspace: the scenarios there are, a new one, another library."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from sandtable.engine.words import sentence
from sandtable_editor.scenario.begin.scenario_shelf import ShelvedScenario, shelved_scenarios
from sandtable_editor.shell.libraries import is_shipped, known_libraries, remember_library, where_words
from sandtable_editor.shell.pieces import as_tip, beside, button, faint, fit

if TYPE_CHECKING:
    from sandtable.play.begin.games import Games
    from sandtable_editor.shell.jobs import BackgroundJob
    from sandtable_editor.shell.workspace import Workbench

WIDEST: Final = 1000
CARD: Final = Qt.ItemDataRole.UserRole
SHIPS: Final = "This scenario ships with the program and stays as it is: you work on a copy of it in your own library."


class ScenariosPage(QWidget):
    """What can be done while no scenario is open. ``open_wanted`` names a library that can be written, and a key."""

    open_wanted = Signal(object, str)
    copy_wanted = Signal(object)
    """A scenario that ships was chosen, a ``ShelvedScenario``: it is copied first."""
    new_wanted = Signal()
    library_wanted = Signal()

    def __init__(self, window: Workbench, games: Games) -> None:
        super().__init__()
        self._window, self._games = window, games
        self._job: BackgroundJob | None = None
        self.list = QListWidget()
        self.list.setAccessibleName("Scenarios")
        self.list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.list.setSpacing(2)
        self.list.itemActivated.connect(self._open)
        self.list.currentItemChanged.connect(self._follow)
        self.notice = faint("")
        self.new = button("&New scenario…", self.new_wanted.emit, "Begin a scenario: its game, map and sides", "commit")
        self.other = button("Open a &library…", self.library_wanted.emit, "Show the scenarios of another library")
        self.open = button("&Open", self._open, "Work on the chosen scenario (Enter)")
        self._lay_out()
        self._follow()

    def _lay_out(self) -> None:
        title = QLabel("Scenarios")
        font = title.font()
        font.setPointSizeF(font.pointSizeF() * 2.0)
        title.setFont(font)
        card = QFrame()
        card.setMaximumWidth(WIDEST)
        column = QVBoxLayout(card)
        column.addWidget(title)
        column.addWidget(faint("Every change is kept at once, in a draft beside its library, until you save."))
        column.addSpacing(10)
        column.addWidget(beside(self.new, self.other, QWidget(), stretch=2))
        column.addSpacing(10)
        column.addWidget(self.list, 1)
        column.addWidget(self.notice)
        column.addWidget(beside(self.open, QWidget(), stretch=1))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 16, 0, 16)
        row.addStretch(1)
        row.addWidget(card, 12)
        row.addStretch(1)

    def add_library(self, path: str) -> None:
        """Show the scenarios of another library too, from now on."""
        remember_library(self._window.settings, Path(path))
        self.look()

    def look(self) -> None:
        """Look for the scenarios there are; an older look that is under way counts no more."""
        if self._job is not None and self._job.running:
            self._job.cancel()
        libraries = known_libraries(self._window.settings)
        self._job = self._window.jobs.run(
            "Looking for scenarios",
            lambda progress: shelved_scenarios(libraries, self._games, progress),
            self.show_scenarios,
        )

    def show_scenarios(self, scenarios: list[ShelvedScenario]) -> None:
        """List these scenarios."""
        chosen = self.card
        self.list.clear()
        for one in scenarios:
            self.list.addItem(_item(one))
            if chosen is not None and (one.library, one.key) == (chosen.library, chosen.key):
                self.list.setCurrentRow(self.list.count() - 1)
        if self.list.currentRow() < 0 and self.list.count():
            self.list.setCurrentRow(0)
        self._follow()

    @property
    def card(self) -> ShelvedScenario | None:
        """The scenario that is chosen."""
        found = self.list.currentItem().data(CARD) if self.list.currentRow() >= 0 else None
        return found if isinstance(found, ShelvedScenario) else None

    def _follow(self) -> None:
        card = self.card
        ships = card is not None and stays(card)
        self.open.setEnabled(card is not None and bool(card.key) and not card.wrong)
        self.open.setText("&Copy and open…" if ships else "&Open")
        self.notice.setText(fit(SHIPS if ships else sentence(card.wrong) if card is not None and card.wrong else ""))

    def _open(self, _: object = None) -> None:
        card = self.card
        if card is None or not self.open.isEnabled():
            return
        if stays(card):
            self.copy_wanted.emit(card)
        else:
            self.open_wanted.emit(card.library, card.key)


def stays(card: ShelvedScenario) -> bool:
    """Tell whether nobody works on a scenario as it lies there: it ships, or is a game's own."""
    return card.library is None or is_shipped(card.library)


def _item(one: ShelvedScenario) -> QListWidgetItem:
    where = "Comes with its game" if one.library is None else where_words(one.library)
    lines = [one.title, " · ".join(filter(None, (one.game, where, one.draft)))]
    if one.wrong:
        lines.append(sentence(one.wrong))
    item = QListWidgetItem(fit("\n".join(filter(None, lines))))
    item.setToolTip(as_tip("\n".join(filter(None, (one.says, str(one.library or ""), one.wrong)))))
    item.setData(CARD, one)
    return item
