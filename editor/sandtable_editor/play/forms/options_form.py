"""Choosing options and rulings: what each does or decides, their parameters, and live whether the set works."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import partial
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QFormLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from sandtable.engine.errors import Invalid, SandtableError
from sandtable.engine.rules.option_solver import parameters
from sandtable.engine.rules.options import Choices, resolve
from sandtable.engine.rules.rulings import Parameter, parameters_of
from sandtable.engine.running import switching
from sandtable.engine.words import sentence
from sandtable.play.begin.presets import presets_for
from sandtable.play.rules.option_words import lacking_facts, lacking_lines
from sandtable.play.words.wording import describe
from sandtable_editor.play.forms.forms import ChoiceEditor, Editor, editor_for
from sandtable_editor.play.forms.options_html import (
    option_html,
    parameter_lines,
    rule_html,
    ruling_html,
)
from sandtable_editor.shell.pieces import (
    Sentence,
    as_tip,
    beside,
    button,
    choice_box,
    clear,
    faint,
    library_dialog,
    scrolling,
)
from sandtable_editor.shell.theme import shades

if TYPE_CHECKING:
    from sandtable.engine.rules.options import Preset
    from sandtable.engine.rules.rulebooks import Rulebooks
    from sandtable_editor.shell.jobs import Jobs

KEY: Final = Qt.ItemDataRole.UserRole
PAUSE: Final = 120
"""Milliseconds after the last change before the set is looked at."""
OWN: Final = "Custom"


class OptionsForm(QWidget):
    """The options of a game, and its rulings. ``changed``: another choice; ``judged``: it is known whether it works."""

    changed = Signal()
    judged = Signal(bool)

    def __init__(
        self,
        family: Rulebooks,
        choices: Choices,
        jobs: Jobs,
        presets: Mapping[str, Preset] | None = None,
        locked: Collection[str] = (),
    ) -> None:
        """Offer these presets (default: those of the game). ``locked``: options, and rulings as they are written."""
        super().__init__()
        self.family, self.jobs, self.locked = family, jobs, frozenset(locked)
        self._on = set(choices.on)
        self._values: dict[str, dict[str, Any]] = {key: dict(given) for key, given in choices.parameters.items()}
        self._order = choices.order
        self._grants = choices.grants
        self.works = True
        self.words = QLineEdit()
        self.words.setAccessibleName("Find an option")
        self.words.setPlaceholderText("Filter options and rulings")
        self.words.setClearButtonEnabled(True)
        self.words.textChanged.connect(self._narrow)
        self.presets = choice_box("Preset")
        self.presets.addItem(OWN)
        self.presets.activated.connect(self._take_preset)
        self.more = button("From a library…", self._ask_library, "Also offer the presets of a library")
        self._presets: dict[str, Preset] = {}
        own = {preset.key: preset for preset in family.system.presets}
        self.add_presets(presets if presets is not None else own)
        self.list = QListWidget()
        self.list.setAccessibleName("Options")
        self.list.setUniformItemSizes(True)
        self.list.itemChanged.connect(self._on_check)
        self.list.currentItemChanged.connect(self._look)
        self.explanation = scrolling(None, "About the option")
        self.verdict = QVBoxLayout()
        self._judge_soon = QTimer(self, singleShot=True, interval=PAUSE)
        self._judge_soon.timeout.connect(self.judge)
        self._asked = 0
        self._rulings = {one.key: one for one in family.rulings()}
        self._heading = QListWidgetItem("Rulings")
        self._lay_out()
        self._list_options()
        self.judge()

    def _lay_out(self) -> None:
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        for widget in (beside(self.presets, self.more), self.words, self.list):
            column.addWidget(widget)
        split = QSplitter()
        split.addWidget(left)
        split.addWidget(self.explanation)
        split.setStretchFactor(0, 2)
        split.setStretchFactor(1, 3)
        split.setChildrenCollapsible(False)
        whole = QVBoxLayout(self)
        whole.addWidget(split, 1)
        whole.addLayout(self.verdict)

    # -- the list

    def _list_options(self) -> None:
        for key in sorted(self.family.options, key=self.family.option_title):
            item = QListWidgetItem(self.family.option_title(key))
            item.setData(KEY, key)
            self.list.addItem(item)
        self._list_rulings()
        self._mark()
        if self.list.count():
            self.list.setCurrentRow(0)
        else:
            self.explanation.setWidget(faint("This game has no options."))

    def _list_rulings(self) -> None:
        """List what the rules that are always in force leave open, under a heading."""
        font = self._heading.font()
        font.setBold(True)
        self._heading.setFont(font)
        self._heading.setFlags(Qt.ItemFlag.NoItemFlags)
        for key, one in self._rulings.items():
            if self._heading.listWidget() is None:  # pyright: ignore[reportUnnecessaryComparison]  # in none yet
                self.list.addItem(self._heading)
            item = QListWidgetItem(one.title)
            item.setData(KEY, key)
            item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
            item.setToolTip(as_tip(f"{one.says} ({', '.join(one.rules)})" if one.rules else one.says))
            self.list.addItem(item)

    def _mark(self) -> None:
        """Show what is on, and how the rulings are decided: those that differ from the default in bold."""
        self.list.blockSignals(True)
        for at in range(self.list.count()):
            item = self.list.item(at)
            key = item.data(KEY)
            if (one := self._rulings.get(key)) is not None:
                value = self._value(one)
                item.setText(f"{one.title}: {describe(value)}")
                font = item.font()
                font.setBold(value != one.default)
                item.setFont(font)
            elif key is not None:
                item.setCheckState(Qt.CheckState.Checked if key in self._on else Qt.CheckState.Unchecked)
                self._mark_offered(item, key)
        self.list.blockSignals(False)

    def _mark_offered(self, item: QListWidgetItem, key: str) -> None:
        """Show whether an option is offered: one that is off and lacks what it needs cannot be switched on."""
        lack, option = self.family.lacks(key, self.choices), self.family.options[key].option
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        fixed = key in self.locked or (lack and key not in self._on)
        item.setFlags(flags if fixed else flags | Qt.ItemFlag.ItemIsUserCheckable)
        item.setText(self.family.option_title(key) + (" (out of force)" if lack else ""))
        says = option.says if option is not None else ""
        item.setToolTip(as_tip(f"{says} Out of force: {lack}." if lack else says))

    def _value(self, one: Parameter) -> Any:
        return self._values.get(one.module, {}).get(one.name, one.default)

    def _narrow(self, text: str) -> None:
        words = text.casefold().split()
        for at in range(self.list.count()):
            item = self.list.item(at)
            said = f"{item.text()} {item.toolTip()} {item.data(KEY)}".casefold()
            item.setHidden(not all(word in said for word in words))
        rows = [self.list.item(at) for at in range(self.list.count())]
        self._heading.setHidden(all(item.isHidden() for item in rows if item.data(KEY) in self._rulings))

    def _on_check(self, item: QListWidgetItem) -> None:
        key = item.data(KEY)
        if item.checkState() == Qt.CheckState.Checked:
            self._on.add(key)
        else:
            self._on.discard(key)
        self._mark()
        self.list.setCurrentItem(item)
        self._on_choice()

    def _on_choice(self) -> None:
        self.presets.setCurrentIndex(0)
        self._judge_soon.start()
        self.changed.emit()

    # -- the choice

    @property
    def choices(self) -> Choices:
        """What is chosen; parameters only where they differ from the default."""
        given: dict[str, dict[str, Any]] = {}
        for key, values in sorted(self._values.items()):
            module = self.family.modules.get(key)
            defaults = {one.name: one.default for one in parameters_of(module)} if module is not None else {}
            kept = {name: value for name, value in values.items() if value != defaults.get(name)}
            if kept:
                given[key] = kept
        return Choices(frozenset(self._on), given, self._order, self._grants)

    def choose(self, choices: Choices) -> None:
        """Take a whole choice."""
        self._on = set(choices.on)
        self._values = {key: dict(given) for key, given in choices.parameters.items()}
        self._order = choices.order
        self._mark()
        self._look()
        self._judge_soon.start()
        self.changed.emit()

    def _take_preset(self, at: int) -> None:
        key = self.presets.itemData(at)
        if not isinstance(key, str):
            return
        try:
            choices = resolve(key, self._presets)
        except Invalid as error:
            self._tell(sentence(str(error)))
            return
        self.choose(replace(choices, order=self._order))
        self.presets.setCurrentIndex(at)

    def add_presets(self, presets: Mapping[str, Preset]) -> None:
        """Offer presets; one that is offered already under its key is replaced."""
        self._presets |= presets
        for key, preset in presets.items():
            at = self.presets.findData(key)
            if at < 0:
                self.presets.addItem(preset.title, key)
            else:
                self.presets.setItemText(at, preset.title)

    def _ask_library(self) -> None:
        """Ask for a library's file."""
        dialog = library_dialog(self)
        dialog.fileSelected.connect(self.add_library)
        dialog.open()

    def add_library(self, path: str) -> None:
        """Offer the presets of a library too."""
        before = set(self._presets)
        try:
            self.add_presets(presets_for(self.family, Path(path), harmed=self._tell))
        except Invalid as error:
            self._tell(sentence(str(error)))
            return
        if not self._presets.keys() - before:
            self._tell(f"{Path(path).name} has no other presets for {self.family.system.title}.")

    def _tell(self, says: str) -> None:
        self.verdict.addWidget(Sentence(f'<span style="color:{shades().bad}">{escape(says)}</span>'))

    # -- one option

    def _look(self) -> None:
        item = self.list.currentItem()
        if item is None:  # pyright: ignore[reportUnnecessaryComparison]  # an empty list has none
            return
        key = item.data(KEY)
        decided = self._rulings.get(key)
        inside = QWidget()
        column = QVBoxLayout(inside)
        rule = Sentence()
        rule.hide()
        says = option_html(self.family, key, self.choices) if decided is None else ruling_html(self.family, decided)
        column.addWidget(self._sentence(says, rule))
        if decided is not None:
            column.addLayout(self._form(key, [decided]))
        else:
            for one in parameters_of(self.family.options[key]):
                column.addLayout(self._form(key, [one]))
                for line in parameter_lines(self.family, one):
                    column.addWidget(self._sentence(line, rule))
        column.addWidget(rule)
        column.addStretch(1)
        self.explanation.setWidget(inside)

    def _sentence(self, html: str, rule: Sentence) -> Sentence:
        """Return a sentence whose rules are told below when they are clicked on."""
        made = Sentence(html)

        def tell(id: str) -> None:
            rule.setText(rule_html(self.family, id))
            rule.show()

        made.rule_clicked.connect(tell)
        return made

    def _form(self, key: str, parameters: list[Parameter]) -> QFormLayout:
        form = QFormLayout()
        for one in parameters:
            editor = editor_for(one.hint)
            if isinstance(editor, ChoiceEditor):
                editor.recommend(one.default)
            editor.call(one.title)
            editor.put(self._value(one))
            editor.setEnabled(key not in self.locked)
            editor.changed.connect(partial(self._set, one, editor))
            form.addRow(f"{one.title}:", editor)
            if not isinstance(editor, ChoiceEditor):
                form.addRow("", faint(f"Recommended: {describe(one.default)}"))
        return form

    def _set(self, one: Parameter, editor: Editor) -> None:
        self._values.setdefault(one.module, {})[one.name] = editor.value()
        if one.key in self._rulings:
            self._mark()
        self._on_choice()

    # -- whether it works

    def judge(self) -> None:
        """Say whether the choice works, and if not why, and what is nearest that does."""
        clear(self.verdict)
        self._asked += 1
        try:
            choices = self.choices
            for key, given in choices.parameters.items():
                parameters(self.family.modules[key], given)
            problems = self.family.problems(choices)
        except SandtableError as error:
            problems, choices = [sentence(str(error))], None
        self.works = not problems
        if self.works:
            self.verdict.addWidget(Sentence(f'<span style="color:{shades().good}">These options work together.</span>'))
        for line in lacking_lines(lacking_facts(self.family, choices)) if choices is not None else ():
            self.verdict.addWidget(faint(sentence(line)))
        for problem in problems:
            self.verdict.addWidget(Sentence(f'<span style="color:{shades().bad}">✗ {escape(problem)}</span>'))
        if choices is not None and problems:
            asked, wanted = self._asked, choices
            job = self.jobs.run(
                "Looking for sets of options that work",
                lambda _: self.family.nearest(wanted),
                lambda near: self._offer(asked, wanted, near),
                lambda error: None if isinstance(error, Invalid) else self.jobs.failed(error),
            )
            self.destroyed.connect(job.cancel)  # what is found comes to nobody then
        self.judged.emit(self.works)

    def _offer(self, asked: int, wanted: Choices, near: list[frozenset[str]]) -> None:
        """Offer the nearest sets that work, if nothing else has been chosen meanwhile."""
        if asked != self._asked:
            return
        if near:
            self.verdict.addWidget(faint("The nearest sets that work:"))
        for on in near:
            choices = replace(wanted, on=on, parameters=_without(wanted.parameters, wanted.on - on))
            says = switching.describe(wanted.on, on)
            take = button(sentence(says), partial(self.choose, choices), "Switch to this set")
            self.verdict.addWidget(beside(take, QWidget(), stretch=1))


def _without(given: Mapping[str, Mapping[str, Any]], off: Collection[str]) -> dict[str, Mapping[str, Any]]:
    """Leave the parameters of options out that are switched off; rulings stay as they are decided."""
    return {key: values for key, values in given.items() if key not in off}
