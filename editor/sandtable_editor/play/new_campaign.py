"""Beginning a campaign: the scenario, who plays, the options, the dice, and what may be taken back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, cast

import msgspec
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QRadioButton,
    QSplitter,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from sandtable.engine.errors import SandtableError
from sandtable.engine.moving import TakeBack
from sandtable.engine.options import Choices
from sandtable.play.sitting import Sitting, Wishes, sit_down
from sandtable.play.starts import Start
from sandtable_editor.play.options_form import OptionsForm
from sandtable_editor.play.seats_form import SeatsForm
from sandtable_editor.shell.pieces import faint

if TYPE_CHECKING:
    from sandtable_editor.shell.jobs import Jobs

TAKE_BACK: Final[dict[TakeBack, str]] = {
    "free": "Everything may be taken back",
    "agree": "Past a throw, a reveal or somebody else's decision only when all agree",
    "never": "Never past a throw, a reveal or somebody else's decision",
}


class NewCampaign(QDialog):
    """The dialog; when it is accepted, ``sitting`` is the campaign that was begun."""

    def __init__(self, starts: Sequence[Start], jobs: Jobs, parent: QWidget | None = None, broken: str = "") -> None:
        super().__init__(parent)
        self.setWindowTitle("A new campaign")
        self.resize(980, 640)
        self.starts, self.jobs = list(starts), jobs
        self.sitting: Sitting | None = None
        self.list = QListWidget()
        self.list.setUniformItemSizes(True)
        for start in self.starts:
            item = QListWidgetItem(start.scenario.title)
            item.setToolTip(f"{start.family.system.title}: {start.scenario.says}")
            self.list.addItem(item)
        self.list.currentRowChanged.connect(self._look)
        self.tabs = QTabWidget()
        self.wrong = QLabel()
        self.wrong.setObjectName("bad")
        self.wrong.setWordWrap(True)
        self.wrong.hide()
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.begin = self.buttons.addButton("Begin", QDialogButtonBox.ButtonRole.AcceptRole)
        self.begin.setDefault(True)
        self.buttons.accepted.connect(self._begin)
        self.buttons.rejected.connect(self.reject)
        split = QSplitter()
        split.addWidget(self.list)
        split.addWidget(self.tabs)
        split.setStretchFactor(1, 1)
        split.setSizes([240, 740])
        split.setChildrenCollapsible(False)
        column = QVBoxLayout(self)
        column.addWidget(split, 1)
        if broken:
            column.addWidget(faint(broken))
        column.addWidget(self.wrong)
        column.addWidget(self.buttons)
        self.begin.setEnabled(False)
        if self.starts:
            self.list.setCurrentRow(0)
        else:
            self.tabs.hide()
            self._tell("No game with a scenario is installed; `sandtable plugins` says what was found.")

    # -- one scenario

    @property
    def start(self) -> Start:
        """The scenario that is chosen."""
        return self.starts[self.list.currentRow()]

    def _look(self) -> None:
        """Lay out the choices of the scenario."""
        self.tabs.clear()
        start = self.start
        try:
            rows = start.scenario.rows()
        except SandtableError as error:
            self.begin.setEnabled(False)
            self._tell(str(error))
            return
        given = {key: dict(values) for key, values in start.scenario.parameters.items()}
        self.seats = SeatsForm(rows)
        self.options = OptionsForm(start.family, Choices(frozenset(start.scenario.options), given), self.jobs)
        self.tabs.addTab(self._about(start), "The scenario")
        self.tabs.addTab(self.seats, "Who plays")
        self.tabs.addTab(self.options, f"Options ({len(start.family.options)})")
        self.tabs.addTab(self._table(), "Dice and taking back")
        self.seats.changed.connect(self._judge)
        self.options.judged.connect(self._judge)
        self._judge()

    def _about(self, start: Start) -> QWidget:
        page = QWidget()
        column = QVBoxLayout(page)
        title = QLabel(f"<h2>{start.scenario.title}</h2>")
        says = QLabel(start.scenario.says)
        says.setWordWrap(True)
        for widget in (title, faint(start.family.system.title), says):
            column.addWidget(widget)
        column.addStretch(1)
        return page

    def _table(self) -> QWidget:
        page = QWidget()
        form = QFormLayout(page)
        self.rolled = QRadioButton("The program rolls")
        self.typed = QRadioButton("We roll dice on the table and type in what they show")
        self.rolled.setChecked(True)
        self.seed = QLineEdit()
        self.seed.setPlaceholderText("drawn by itself")
        self.seed.setToolTip("The same seed and the same decisions throw the same dice")
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
        form.addRow("Taking back:", back)
        return page

    # -- whether it can begin

    def _judge(self) -> None:
        problem = self.seats.problem()
        self.begin.setEnabled(not problem and self.options.works)
        self._tell(problem or ("" if self.options.works else "These options cannot be used together; see Options."))

    def _tell(self, says: str) -> None:
        self.wrong.setText(says)
        self.wrong.setVisible(bool(says))

    def wishes(self) -> Wishes:
        """Return what was chosen."""
        base = frozenset(self.start.scenario.options)
        choices = self.options.choices
        plan, bots = self.seats.seats()
        taken: TakeBack = next(key for key, choice in self.take_back.items() if choice.isChecked())
        seed = self.seed.text().strip() or None
        return Wishes(
            seed=None if self.typed.isChecked() else seed,
            typed=self.typed.isChecked(),
            on=tuple(sorted(choices.on - base)),
            off=tuple(sorted(base - choices.on)),
            values=tuple(_settings(choices)),
            seats=plan,
            take_back=taken,
            bots=bots,
        )

    def _begin(self) -> None:
        self.setCursor(Qt.CursorShape.WaitCursor)
        try:
            self.sitting = sit_down(self.start, self.wishes(), file=None, new=True, last_good=False)
        except SandtableError as error:
            self._tell(str(error))
            return
        finally:
            self.unsetCursor()
        self.accept()


def _settings(choices: Choices) -> list[str]:
    """Return parameters as the command line writes them."""
    return [
        f"{key}.{name}={msgspec.json.encode(value).decode()}"
        for key, values in sorted(choices.parameters.items())
        for name, value in sorted(cast("dict[str, Any]", values).items())
    ]
