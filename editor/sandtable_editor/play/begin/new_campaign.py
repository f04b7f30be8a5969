"""Beginning a campaign: the scenario, who plays, the options, the dice, and what may be taken back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Final

import shiboken6
from PySide6.QtWidgets import (
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QRadioButton,
    QSplitter,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from sandtable.engine.errors import SandtableError
from sandtable.engine.referee.history import TakeBack
from sandtable.engine.state.rows import Side
from sandtable.engine.words import sentence
from sandtable.library.campaigns.campaign_files import LONGEST, SUFFIX, require_name
from sandtable.play.begin.starts import Start, campaigns_folder, start_presets
from sandtable.play.table.sitting import Wishes, free_campaign, require_no_campaign
from sandtable.play.words.wording import side_name
from sandtable_editor.play.begin.campaign_beginning import BeginningDialog
from sandtable_editor.play.begin.damaged_library import tell_harm
from sandtable_editor.play.begin.game_list import GameList
from sandtable_editor.play.begin.preview import Preview
from sandtable_editor.play.forms.options_form import OptionsForm
from sandtable_editor.play.forms.seats_form import SeatsForm
from sandtable_editor.shell.dialog_buttons import do_or_cancel
from sandtable_editor.shell.pieces import Sentence, faint, fit, library_dialog
from sandtable_editor.shell.theme import roomy, scaled

if TYPE_CHECKING:
    from sandtable.engine.rules.options import Preset
    from sandtable.engine.state.row import Row
    from sandtable.play.begin.games import Games
    from sandtable_editor.shell.jobs import Jobs

TAKE_BACK: Final[dict[TakeBack, str]] = {
    "free": "Anything can be undone",
    "agree": "Past a throw, a reveal or another player's decision only if everyone agrees",
    "never": "Never past a throw, a reveal or another player's decision",
}


class NewCampaign(BeginningDialog):
    """The dialog: scenarios on the left, what is chosen for one on pages beside them."""

    def __init__(self, starts: Sequence[Start], games: Games, jobs: Jobs, parent: QWidget | None = None) -> None:
        super().__init__(jobs, parent)
        self.setWindowTitle("New campaign")
        self.resize(roomy(self, 980, 640))
        self.starts: list[Start] = []
        self.games, self.jobs = games, jobs
        self.unread = ""
        self.list = GameList()
        self.list.setUniformItemSizes(True)
        self.list.ensurePolished()  # or rows are laid out before they have their height
        self.list.setAccessibleName("Scenarios, by game")
        self._list(starts)
        self.list.currentRowChanged.connect(self._look)
        self.tabs = QTabWidget()
        self.name = QLineEdit()
        self.name.setAccessibleName("Name of the campaign")
        self.name.setMaxLength(LONGEST)
        self.name.setToolTip("What the campaign and its file are called; it can be renamed on the first page")
        self.tabs.setAccessibleName("Pages of the new campaign")
        self.buttons, self.begin = do_or_cancel(self, "Begin", self._begin)
        more = self.buttons.addButton("From a library…", QDialogButtonBox.ButtonRole.ActionRole)
        more.setToolTip("Also show the scenarios of a library")
        more.clicked.connect(self._ask_library)
        split = QSplitter()
        split.addWidget(self.list)
        split.addWidget(self.tabs)
        split.setStretchFactor(1, 1)
        split.setSizes([scaled(240), 740])  # on a small screen large letters take of what stands beside them
        split.setChildrenCollapsible(False)
        column = QVBoxLayout(self)
        column.addWidget(split, 1)
        if games.broken:
            column.addWidget(faint(games.broken))
        column.addWidget(self.wrong)
        named = QFormLayout()
        named.addRow("Name of the campaign:", self.name)
        column.addLayout(named)
        column.addWidget(self.bar)
        column.addWidget(self.buttons)
        self.begin.setEnabled(False)
        if starts:
            self.list.choose(0)
        else:
            self.tabs.hide()
            self.tell("No game with a scenario is installed. Install one, then restart the workbench.")

    # -- the scenarios

    def _list(self, starts: Iterable[Start]) -> None:
        """List scenarios too, each under its game."""
        for start in starts:
            self.starts.append(start)
            at = len(self.starts) - 1
            self.list.add(start.family.system.title, _title_of(start), start.scenario.says, at)

    def _ask_library(self) -> None:
        """Ask for a library's file."""
        dialog = library_dialog(self)
        dialog.fileSelected.connect(self.add_library)
        dialog.open()

    def add_library(self, path: str) -> None:
        """List the scenarios of a library too, and choose its first."""
        harm: list[str] = []
        self.jobs.run(
            f"Reading {fit(Path(path).name)}",
            lambda _: self.games.of_library(Path(path), harm),
            lambda starts: self._add(path, starts, harm),
            self._not_read,
        )

    def _add(self, path: str, starts: list[Start], harm: list[str]) -> None:
        if not shiboken6.isValid(self):
            return
        if harm:
            tell_harm(Path(path), harm, self.jobs, self)
        have = {(one.library, one.family.system.key, one.name) for one in self.starts}
        new = [one for one in starts if (one.library, one.family.system.key, one.name) not in have]
        if not starts:
            self.tell(f"{Path(path).name} has no scenario for an installed game.")
        if new:
            self.tabs.show()
            at = len(self.starts)
            self._list(new)
            self.list.choose(at)

    def _not_read(self, error: BaseException) -> None:
        if not isinstance(error, SandtableError):
            raise error
        if shiboken6.isValid(self):
            self.tell(sentence(str(error)))

    # -- one scenario

    @property
    def start(self) -> Start:
        """The scenario that is chosen."""
        number = self.list.chosen
        assert number is not None, "lines without a number cannot be chosen"
        return self.starts[number]

    def _look(self) -> None:
        """Lay out the choices of the scenario."""
        if self.list.chosen is None:
            return  # the name of a game
        self._clear()
        start, self.unread = self.start, ""
        try:
            rows = start.rows()
        except SandtableError as error:
            self.begin.setEnabled(False)
            self.tell(sentence(str(error)))
            return
        self.name.setPlaceholderText(fit(free_campaign(start).stem))
        self.seats = SeatsForm(rows)
        self.options = OptionsForm(start.family, start.begins_with, self.jobs, self._presets(start))
        self.tabs.addTab(self._about(start, rows), "Scenario")
        self.tabs.addTab(self.seats, "Players")
        self.tabs.addTab(self.options, "Options")
        self.tabs.addTab(self._table(), "Dice and undo")
        self._go_round()
        self.seats.changed.connect(self._judge)
        self.options.judged.connect(self._judge)
        self._judge()

    def _go_round(self) -> None:
        """Let ``Tab`` go from the pages, which are laid out last, to the name and the buttons below them."""
        last: QWidget = self.previousInFocusChain() or self
        below: list[QWidget] = [self.name, *self.buttons.buttons()]
        for widget in below:
            if widget is not last:
                QWidget.setTabOrder(last, widget)
                last = widget

    def _presets(self, start: Start) -> dict[str, Preset] | None:
        """Return the presets for a scenario; where a library's cannot be read, that is told, and the game's remain."""
        try:
            return start_presets(start)
        except SandtableError as error:
            self.unread = sentence(str(error))
            return None

    def _clear(self) -> None:
        """Let go of what was laid out; the tabs alone would keep it."""
        while (page := self.tabs.widget(0)) is not None:  # pyright: ignore[reportUnnecessaryComparison]  # at last
            self.tabs.removeTab(0)
            page.deleteLater()

    def _about(self, start: Start, rows: list[Row]) -> QWidget:
        page = QWidget()
        column = QVBoxLayout(page)
        title = Sentence(f"<h2>{escape(start.scenario.title)}</h2>")
        says = QLabel(start.scenario.says)
        says.setWordWrap(True)
        of = start.family.system.title + (f", from the library {start.library}" if start.library is not None else "")
        for widget in (title, faint(of), says):
            column.addWidget(widget)
        column.addSpacing(12)
        on = [start.family.option_title(key) for key in sorted(start.scenario.options)]
        facts = {
            "Sides": ", ".join(side_name(row) for row in rows if isinstance(row, Side)),
            "Options switched on": ", ".join(on) or "none; see Options",
        }
        form = QFormLayout()
        for name, said in facts.items():
            line = QLabel(said)
            line.setWordWrap(True)
            form.addRow(f"{name}:", line)
        column.addLayout(form)
        column.addWidget(Preview(start, rows), 1)
        return page

    def _table(self) -> QWidget:
        page = QWidget()
        form = QFormLayout(page)
        self.rolled = QRadioButton("The program rolls")
        self.typed = QRadioButton("We roll real dice and type in the results")
        self.rolled.setChecked(True)
        self.seed = QLineEdit()
        self.seed.setAccessibleName("Seed")
        self.seed.setPlaceholderText("Chosen at random")
        self.seed.setToolTip("The same seed and the same decisions give the same dice")
        self.typed.toggled.connect(self.seed.setDisabled)
        dice = QWidget()
        column = QVBoxLayout(dice)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.rolled)
        column.addWidget(self.typed)
        form.addRow("Dice:", dice)
        form.addRow("Seed:", self.seed)
        back = QWidget()
        column = QVBoxLayout(back)
        column.setContentsMargins(0, 0, 0, 0)
        self.take_back: dict[TakeBack, QRadioButton] = {}
        for key, says in TAKE_BACK.items():
            self.take_back[key] = QRadioButton(says)
            column.addWidget(self.take_back[key])
        self.take_back["free"].setChecked(True)
        form.addRow("Undo:", back)
        return page

    # -- whether it can begin

    def _judge(self) -> None:
        problem = self.seats.problem()
        self.begin.setEnabled(not problem and self.options.works)
        self.tell(
            problem or (self.unread if self.options.works else "These options cannot be used together; see Options.")
        )

    def wishes(self) -> Wishes:
        """Return what was chosen."""
        plan, bots = self.seats.seats()
        taken: TakeBack = next(key for key, choice in self.take_back.items() if choice.isChecked())
        seed = self.seed.text().strip() or None
        return Wishes(
            seed=None if self.typed.isChecked() else seed,
            typed=self.typed.isChecked(),
            seats=plan,
            take_back=taken,
            bots=bots,
            options=self.options.choices,
        )

    def _file(self) -> Path | None:
        """Return where the campaign is kept, ``None`` where nobody has named it; raises ``Invalid`` for a bad name."""
        name = self.name.text().strip()
        return campaigns_folder() / f"{require_name(name)}{SUFFIX}" if name else None

    def choices(self) -> Iterable[QWidget]:
        return self.list, self.tabs, self.name, self.begin

    def _begin(self) -> None:
        try:
            file = self._file()
            if file is not None:
                require_no_campaign(file)
        except SandtableError as error:
            self.tell(sentence(str(error)))
            return
        self.begin_campaign(self.start, self.wishes(), file)


def _title_of(start: Start) -> str:
    """Return the title of a scenario, with the library that it is from."""
    return start.scenario.title + (f" ({fit(start.library.name)})" if start.library is not None else "")
