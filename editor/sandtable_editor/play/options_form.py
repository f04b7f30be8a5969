"""Choosing options: what each does, needs and collides with, their parameters, and live whether the set works."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import partial
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec
from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QFrame,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QScrollArea,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from sandtable.cli.commands.options import facts
from sandtable.engine.changes import describe
from sandtable.engine.errors import Invalid, SandtableError
from sandtable.engine.options import Choices, parameters, resolve
from sandtable.play.presets import offered
from sandtable_editor.play.forms import Editor, editor_for, title_of
from sandtable_editor.shell.pieces import Sentence, as_tip, beside, button, clear, faint, library_dialog
from sandtable_editor.shell.theme import shades

if TYPE_CHECKING:
    from sandtable.engine.family import Family
    from sandtable.engine.options import Preset
    from sandtable.engine.rules import RuleModule
    from sandtable_editor.shell.jobs import Jobs

KEY: Final = Qt.ItemDataRole.UserRole
PAUSE: Final = 120
"""Milliseconds after the last change before the set is looked at."""
OWN: Final = "As chosen below"


class OptionsForm(QWidget):
    """The options of a game. ``changed``: another choice; ``judged``: it is known whether it works."""

    changed = Signal()
    judged = Signal(bool)

    def __init__(
        self,
        family: Family,
        choices: Choices,
        jobs: Jobs,
        presets: Mapping[str, Preset] | None = None,
        locked: Collection[str] = (),
    ) -> None:
        """Offer these presets (default: those of the game)."""
        super().__init__()
        self.family, self.jobs, self.locked = family, jobs, frozenset(locked)
        self._on = set(choices.on)
        self._values: dict[str, dict[str, Any]] = {key: dict(given) for key, given in choices.parameters.items()}
        self._order = choices.order
        self.works = True
        self.words = QLineEdit()
        self.words.setPlaceholderText("Only options with these words")
        self.words.setClearButtonEnabled(True)
        self.words.textChanged.connect(self._narrow)
        self.presets = QComboBox()
        self.presets.addItem(OWN)
        self.presets.activated.connect(self._take_preset)
        self.more = button("From a library…", self._ask_library, "Offer the presets of a library too")
        self._presets: dict[str, Preset] = {}
        own = {preset.key: preset for preset in family.system.presets}
        self.add_presets(presets if presets is not None else own)
        self.list = QListWidget()
        self.list.setUniformItemSizes(True)
        self.list.itemChanged.connect(self._checked)
        self.list.currentItemChanged.connect(self._look)
        self.told = QScrollArea()
        self.told.setWidgetResizable(True)
        self.told.setFrameShape(QFrame.Shape.NoFrame)
        self.verdict = QVBoxLayout()
        self._judge_soon = QTimer(self, singleShot=True, interval=PAUSE)
        self._judge_soon.timeout.connect(self.judge)
        self._asked = 0
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
        split.addWidget(self.told)
        split.setStretchFactor(0, 2)
        split.setStretchFactor(1, 3)
        split.setChildrenCollapsible(False)
        whole = QVBoxLayout(self)
        whole.addWidget(split, 1)
        whole.addLayout(self.verdict)

    # -- the list

    def _list_options(self) -> None:
        for key, module in sorted(self.family.options.items(), key=lambda pair: _title(pair[1])):
            item = QListWidgetItem(_title(module))
            item.setData(KEY, key)
            flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
            item.setFlags(flags if key in self.locked else flags | Qt.ItemFlag.ItemIsUserCheckable)
            item.setToolTip(as_tip(module.option.says if module.option is not None else ""))
            self.list.addItem(item)
        self._mark()
        if self.list.count():
            self.list.setCurrentRow(0)
        else:
            self.told.setWidget(faint("This game has no options."))

    def _mark(self) -> None:
        self.list.blockSignals(True)
        for at in range(self.list.count()):
            item = self.list.item(at)
            on = item.data(KEY) in self._on
            item.setCheckState(Qt.CheckState.Checked if on else Qt.CheckState.Unchecked)
        self.list.blockSignals(False)

    def _narrow(self, text: str) -> None:
        words = text.casefold().split()
        for at in range(self.list.count()):
            item = self.list.item(at)
            said = f"{item.text()} {item.toolTip()} {item.data(KEY)}".casefold()
            item.setHidden(not all(word in said for word in words))

    def _checked(self, item: QListWidgetItem) -> None:
        key = item.data(KEY)
        if item.checkState() == Qt.CheckState.Checked:
            self._on.add(key)
        else:
            self._on.discard(key)
        self.list.setCurrentItem(item)
        self._moved()

    def _moved(self) -> None:
        self.presets.setCurrentIndex(0)
        self._judge_soon.start()
        self.changed.emit()

    # -- the choice

    @property
    def choices(self) -> Choices:
        """What is chosen; parameters only where they differ from the default."""
        given: dict[str, dict[str, Any]] = {}
        for key, values in sorted(self._values.items()):
            defaults = {one["name"]: one["default"] for one in facts_of(self.family, key)["parameters"]}
            kept = {name: value for name, value in values.items() if value != defaults.get(name)}
            if kept:
                given[key] = kept
        return Choices(frozenset(self._on), given, self._order)

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
            self._tell(str(error))
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
            self.add_presets(offered(self.family, Path(path)))
        except Invalid as error:
            self._tell(str(error))
            return
        if not self._presets.keys() - before:
            self._tell(f"{Path(path).name} holds no preset for {self.family.system.title} that is not offered already.")

    def _tell(self, says: str) -> None:
        self.verdict.addWidget(Sentence(f'<span style="color:{shades().bad}">{escape(says)}</span>'))

    # -- one option

    def _look(self) -> None:
        item = self.list.currentItem()
        if item is None:  # pyright: ignore[reportUnnecessaryComparison]  # an empty list has none
            return
        key = item.data(KEY)
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.addWidget(Sentence(self._html(key)))
        module = self.family.options[key]
        form = QFormLayout()
        for field in msgspec.structs.fields(module.Parameters):
            editor = editor_for(field.type)
            default = None if field.default is msgspec.NODEFAULT else msgspec.to_builtins(field.default)
            editor.put(self._values.get(key, {}).get(field.name, default))
            editor.setEnabled(key not in self.locked)
            editor.changed.connect(partial(self._set, module, field.name, editor))
            form.addRow(f"{title_of(field.name, field.type)}:", editor)
        column.addLayout(form)
        column.addStretch(1)
        self.told.setWidget(inside)

    def _set(self, module: type[RuleModule], name: str, editor: Editor) -> None:
        self._values.setdefault(module.key, {})[name] = editor.value()
        self._moved()

    def _html(self, key: str) -> str:
        known = facts_of(self.family, key)
        titles: dict[str, str] = {other: _title(module) for other, module in self.family.options.items()}
        lines = [f"<b>{escape(known['title'])}</b> ({escape(key)})", escape(known["says"])]
        if known["needs"]:
            needs = re.sub(r"[\w.-]+", lambda word: titles.get(word[0]) or ruled(self.family, word[0]), known["needs"])
            lines.append(f"<b>Needs</b> {needs}")
        if known["excludes"]:
            lines.append(
                f"<b>Not with</b> {escape(', '.join(titles.get(str(one), str(one)) for one in known['excludes']))}"
            )
        for what, says in (("amends", "Changes rule"), ("supersedes", "In place of rule"), ("rules", "Rules:")):
            if known[what]:
                lines.append(f"{says} {', '.join(ruled(self.family, rule) for rule in known[what])}")
        if known["changeable"] == "setup":
            lines.append("<i>Can only be chosen when the campaign is begun.</i>")
        return "".join(f"<p>{line}</p>" for line in lines)

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
            problems, choices = [str(error)], None
        self.works = not problems
        if self.works:
            self.verdict.addWidget(Sentence(f'<span style="color:{shades().good}">These options work together.</span>'))
        for problem in problems:
            self.verdict.addWidget(Sentence(f'<span style="color:{shades().bad}">✗ {escape(problem)}</span>'))
        if choices is not None and problems:
            asked, wanted = self._asked, choices
            job = self.jobs.run(
                "Looking for options that work",
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
            self.verdict.addWidget(faint("Nearest sets that work:"))
        for on in near:
            choices = Choices(on, {key: given for key, given in wanted.parameters.items() if key in on}, wanted.order)
            says = describe(wanted.on, on)
            take = button(says[:1].upper() + says[1:], partial(self.choose, choices), "The nearest set that works")
            self.verdict.addWidget(beside(take, QWidget(), stretch=1))


def facts_of(family: Family, key: str) -> dict[str, Any]:
    """Return all that is known of an option."""
    return facts(family, key, Choices())


def ruled(family: Family, rule: str) -> str:
    """Name a rule by its title and its id, as rich text; a word that is no rule is left as it is."""
    text = family.texts.get(rule)
    return f"{escape(text.title)} ({escape(rule)})" if text is not None else escape(rule)


def _title(module: type[RuleModule]) -> str:
    return module.option.title if module.option is not None else module.key
