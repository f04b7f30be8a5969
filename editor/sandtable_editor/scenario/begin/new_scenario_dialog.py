"""The dialog that begins a scenario: what it is called, its game, its map and sides, or what it is laid over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QFormLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from sandtable.engine.errors import Invalid
from sandtable.engine.words import sentence
from sandtable_editor.scenario.begin.new_choices import BaseChoice, MapChoice, NewScenario
from sandtable_editor.shell.dialog_buttons import do_or_cancel
from sandtable_editor.shell.libraries import where_words
from sandtable_editor.shell.pieces import choice_box, faint, fit

if TYPE_CHECKING:
    from sandtable_editor.scenario.begin.new_choices import NewScenarioChoices

FRESH: Final = "From nothing, on a map"
OVER: Final = "Over another scenario: it holds what differs from that"
NO_MAP: Final = "No map"


class NewScenarioDialog(QDialog):
    """Asks what the scenario is to be; ``wanted`` gives it, a ``NewScenario``."""

    wanted = Signal(object)

    def __init__(self, choices: NewScenarioChoices, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("New scenario")
        self._choices = choices
        self.name, self.sides = QLineEdit("New scenario"), QLineEdit()
        self.game, self.kind = choice_box("Game"), choice_box("What it is made of")
        self.map, self.base = choice_box("Map"), choice_box("Scenario that it is laid over")
        for key, title in choices.games:
            self.game.addItem(fit(title), key)
        self.kind.addItems([FRESH, OVER])
        self.wrong = QLabel()
        self.wrong.setObjectName("bad")
        self.wrong.setWordWrap(True)
        self.wrong.hide()
        self.form = QFormLayout()
        for text, widget in (
            ("&Title:", self.name), ("&Game:", self.game), ("Made &of:", self.kind), ("&Map:", self.map),
            ("&Sides:", self.sides), ("O&ver:", self.base),
        ):  # fmt: skip
            self.form.addRow(text, widget)
        self.name.setAccessibleName("Title")
        self.sides.setAccessibleName("Sides, separated by commas")
        self.sides.setPlaceholderText("France, Austria")
        self.says = faint("")
        buttons, self.begin = do_or_cancel(self, "Begin", self._begin)
        column = QVBoxLayout(self)
        for part in (self.says, self.wrong, buttons):
            column.addWidget(part)
        column.insertLayout(0, self.form)
        self.setMinimumWidth(460)
        self.game.currentIndexChanged.connect(self._follow)
        self.kind.currentIndexChanged.connect(self._follow)
        self._follow()
        self.name.setFocus()
        self.name.selectAll()

    def _follow(self) -> None:
        """Show what is to be said of the game and the kind that are chosen."""
        over, game = self.kind.currentText() == OVER, self.game.currentData()
        self.form.setRowVisible(self.map, not over)
        self.form.setRowVisible(self.sides, not over)
        self.form.setRowVisible(self.base, over)
        self._list_maps(str(game))
        chosen = self.base.currentText()
        self.base.clear()
        for base in self._choices.bases:
            if base.game == game:
                where = "comes with its game" if base.library is None else where_words(base.library).lower()
                self.base.addItem(fit(f"{base.title} ({where})"), base)
        self.base.setCurrentText(chosen)
        self.says.setText(
            "Its rows, options and charts are those of the other one; only what you change is kept."
            if over
            else "Sides can be added later, too; a game's templates come with them."
        )

    def _list_maps(self, game: str) -> None:
        chosen = self.map.currentText()
        self.map.clear()
        if game not in self._choices.asks_for_map:
            self.map.addItem(NO_MAP, None)
        for one in self._choices.maps:
            self.map.addItem(fit(f"{one.title} ({where_words(one.library).lower()})"), one)
        if (at := self.map.findText(chosen)) >= 0:
            self.map.setCurrentIndex(at)

    def _begin(self) -> None:
        try:
            made = self.made()
        except Invalid as error:
            self.refuse(str(error))
            return
        self.wrong.hide()
        self.wanted.emit(made)

    def refuse(self, why: str) -> None:
        """Say why it cannot be begun so; what was filled in stays."""
        self.wrong.setText(fit(sentence(why)))
        self.wrong.show()

    def made(self) -> NewScenario:
        """Return what is filled in; raises ``Invalid`` where something is missing."""
        title, game = self.name.text().strip(), self.game.currentData()
        if not title:
            raise Invalid("a scenario cannot be without a title: give it one")
        if self.kind.currentText() == OVER:
            base = self.base.currentData()
            if not isinstance(base, BaseChoice):
                raise Invalid("there is no scenario of this game to lay it over: begin it from nothing")
            return NewScenario(title, game, base=base)
        chosen = self.map.currentData()
        sides = tuple(one.strip() for one in self.sides.text().split(",") if one.strip())
        return NewScenario(title, game, chosen if isinstance(chosen, MapChoice) else None, sides=sides)
