"""The rules of the house: made by form, changed, kept in the library and in the campaign, shared."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from sandtable.design.rules.rule_edits import KeepHouseRule
from sandtable.engine.errors import Invalid, SandtableError
from sandtable.engine.rules.forms.rule_text import read_rules
from sandtable.engine.words import sentence
from sandtable.interchange.foreign_files import foreign_text
from sandtable.library.text.house_rule_text import house_rule_text
from sandtable.lint.house_rules import require_sound
from sandtable_editor.rules.shared_files import LARGEST, SharedFiles
from sandtable_editor.shell.pieces import Sentence, as_tip, beside, button, faint, fit

if TYPE_CHECKING:
    from sandtable.engine.rules.forms.rule_document import HouseRules
    from sandtable_editor.rules.desk import RulesDesk
    from sandtable_editor.rules.house_dialog import HouseRuleDialog

KEY: Final = Qt.ItemDataRole.UserRole


class HousePanel(QWidget):
    """A list, and what can be done. ``carry_wanted``: a rule is to go into the campaign on the table."""

    title = "House rules"
    carry_wanted = Signal(object)

    def __init__(self, desk: RulesDesk) -> None:
        super().__init__()
        self.desk = desk
        self.dialog: HouseRuleDialog | None = None
        self.files = SharedFiles(self, desk, "House rules")
        self.list = QListWidget()
        self.list.setAccessibleName("House rules")
        self.list.itemActivated.connect(self.edit)
        self.list.currentItemChanged.connect(self._look)
        self.says = Sentence()
        self.new = button("&New by form…", self.make, "Make a house rule without code")
        self.change = button("&Change…", self.edit, "Change this house rule, or make another of it")
        self.remove = button("Rem&ove", self.take_out, "Take it out of your library; it can be undone")
        self.share = button("Sh&are…", self.ask_export, "Write it to a file, for others to take")
        self.read = button(
            "Take from a fi&le…", self.ask_import, "Keep the house rule of a file, once its examples come out"
        )
        self.carry = button(
            "Put &into the campaign", self._carry, "Have the campaign on the table carry it from now on"
        )
        column = QVBoxLayout(self)
        column.addWidget(faint("Rules of your own, kept in your library for every campaign of this game."))
        column.addWidget(beside(self.new, self.read))
        column.addWidget(self.list, 1)
        column.addWidget(self.says)
        column.addWidget(beside(self.change, self.share, self.remove))
        column.addWidget(self.carry)
        self.carry.setVisible(desk.target.is_campaign)
        desk.changed.connect(self.follow)
        self.follow()

    @property
    def known(self) -> dict[str, HouseRules]:
        """The house rules by form that there are: of the game as it is here, and those of the library."""
        return {**self.desk.family.by_form, **self.desk.design.house}

    @property
    def chosen(self) -> HouseRules | None:
        """The house rule that is looked at."""
        at = self.list.currentRow()
        return self.known.get(self.list.item(at).data(KEY)) if at >= 0 else None

    def follow(self) -> None:
        """List them as they are now."""
        here = self.chosen.key if self.chosen is not None else ""
        self.list.blockSignals(True)
        self.list.clear()
        for key, one in sorted(self.known.items(), key=lambda each: each[1].title):
            own = "" if key in self.desk.design.house else " (not in your library)"
            fault = self.desk.family.left_out.get(key, "")
            item = QListWidgetItem(fit(f"{one.title}{own}{' — does not fit' if fault else ''}"))
            item.setData(KEY, key)
            item.setToolTip(as_tip(fault or one.says))
            self.list.addItem(item)
            if key == here:
                self.list.setCurrentItem(item)
        if self.list.count() and self.list.currentRow() < 0:
            self.list.setCurrentRow(0)
        self.list.blockSignals(False)
        self._look()

    def _look(self) -> None:
        one = self.chosen
        for made in (self.change, self.share, self.carry):
            made.setEnabled(one is not None)
        self.remove.setEnabled(one is not None and one.key in self.desk.design.house)
        if one is None:
            self.says.setText("")
            return
        module: Any = self.desk.family.modules.get(one.key)
        told = " ".join(module.sentences.values()) if module is not None else self.desk.family.left_out.get(one.key, "")
        self.says.setText(fit(sentence(told or one.says)))

    # -- made and kept

    def make(self) -> None:
        """Show an empty form."""
        self._open(None)

    def edit(self, _: object = None) -> None:
        """Show the form of the chosen rule."""
        if self.chosen is not None:
            self._open(self.chosen)

    def _open(self, rules: HouseRules | None) -> None:
        from sandtable_editor.rules.house_dialog import HouseRuleDialog

        self.dialog = HouseRuleDialog(self.desk.family, self.desk.window.jobs, self, rules)
        self.dialog.kept.connect(partial(self.keep, was=rules))
        self.dialog.open()

    def keep(self, rules: HouseRules, was: HouseRules | None = None) -> None:
        """Keep a house rule in the user's library."""
        known = self.desk.family.modules.get(rules.key)
        if known is not None and rules.key not in self.known and was is None:
            self.desk.refused.emit(f"There is a module {rules.key} of this game already: give the rule another title.")
            return
        self.desk.do(KeepHouseRule(rules.key, rules))

    def take_out(self) -> None:
        """Take the chosen rule out of the library."""
        if self.chosen is not None:
            self.desk.do(KeepHouseRule(self.chosen.key, None))

    def _carry(self) -> None:
        if self.chosen is not None:
            self.carry_wanted.emit(self.chosen)

    # -- shared

    def ask_export(self) -> None:
        """Ask for a file to write the chosen rule to."""
        if self.chosen is not None:
            self.files.ask_where("Share a house rule", f"{self.chosen.key}.toml", self.write)

    def write(self, path: str) -> None:
        """Write the chosen rule to a file."""
        if self.chosen is not None:
            self.files.write(path, house_rule_text(self.chosen))

    def ask_import(self) -> None:
        """Ask for a file with a house rule."""
        self.files.ask_which("Take a house rule from a file", self.take)

    def take(self, path: str) -> None:
        """Keep the house rule of a file, once its examples have come out."""
        family = self.desk.family
        try:
            rules = read_rules(foreign_text(Path(path), LARGEST), Path(path).name)
            if rules.game != family.system.key:
                raise Invalid(f"{rules.title} is a house rule of {rules.game}, not of this game")
        except SandtableError as error:
            self.files.refuse(error)
            return
        jobs = self.desk.window.jobs
        job = jobs.run(
            "Playing the examples", lambda _: require_sound(family, rules), lambda _: self.keep(rules),
            self.files.refuse,
        )  # fmt: skip
        jobs.wait_for(job)
