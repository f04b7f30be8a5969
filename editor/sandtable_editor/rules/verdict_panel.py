"""Whether the choice works: in words, live; and the nearest sets that do, a click each."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from html import escape
from typing import TYPE_CHECKING, Final, NamedTuple

from PySide6.QtCore import QEvent, QTimer, Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from sandtable.engine.errors import SandtableError
from sandtable.engine.running import switching
from sandtable.engine.words import in_a_row, sentence
from sandtable.play.rules.choice_words import with_titles, without_parameters
from sandtable.play.rules.module_words import module_title
from sandtable.play.rules.option_words import lacking_facts
from sandtable_editor.play.table.tried_aside import TriedAside
from sandtable_editor.shell.pieces import Sentence, as_tip, beside, button, clear, faint
from sandtable_editor.shell.theme import shades

if TYPE_CHECKING:
    from sandtable.engine.rules.options import Choices
    from sandtable.engine.running.installed_game import InstalledGame
    from sandtable_editor.rules.desk import RulesDesk

MOST: Final = 6


class ChoiceVerdict(NamedTuple):
    """What is to be said of a choice: what stands against it, what is out of force, the nearest sets that work.

    ``lacking`` are the titles of modules, and what each lacks.
    """

    problems: tuple[str, ...]
    lacking: tuple[tuple[str, str], ...] = ()
    near: tuple[frozenset[str], ...] = ()


class VerdictPanel(QWidget):
    """The strip under the tree. ``judged``: it is known whether the choice works."""

    judged = Signal(bool)

    def __init__(self, desk: RulesDesk) -> None:
        self._soon = QTimer(singleShot=True, interval=0)
        super().__init__()
        self._soon.setParent(self)
        self.desk = desk
        self.verdict: ChoiceVerdict | None = None
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 4, 0, 4)
        self._tried = TriedAside(desk.window.jobs, self)
        self._soon.timeout.connect(self.judge)
        desk.changed.connect(self._soon.start)
        self.judge()

    def changeEvent(self, event: QEvent) -> None:
        """Say it in the colours of another theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._soon.start()

    @property
    def is_busy(self) -> bool:
        return self._tried.is_busy or self._soon.isActive()

    def judge(self) -> None:
        """Look at the choice beside the window's thread."""
        family, choices = self.desk.family, self.desk.choices
        self._tried.try_out(partial(verdict_of, family, choices), partial(self._show, choices), self._fail)

    def _fail(self, error: SandtableError) -> None:
        self._show(self.desk.choices, ChoiceVerdict((str(error),)))

    def _show(self, choices: Choices, verdict: ChoiceVerdict) -> None:
        self.verdict = verdict
        clear(self._column)
        if not verdict.problems:
            self._column.addWidget(Sentence(f'<span style="color:{shades().good}">✓ These rules work together.</span>'))
        for problem in verdict.problems:
            says = escape(sentence(with_titles(self.desk.family, problem)))
            self._column.addWidget(Sentence(f'<span style="color:{shades().bad}">✗ {says}</span>'))
        if verdict.lacking:
            self._column.addWidget(_out_of_force(verdict.lacking))
        if verdict.near:
            self._column.addWidget(faint("The nearest sets that work; nothing else changes:"))
        for on in verdict.near[:MOST]:
            self._column.addWidget(self._offer(choices, on))
        self.judged.emit(not verdict.problems)

    def _offer(self, choices: Choices, on: frozenset[str]) -> QWidget:
        family = self.desk.family
        says = sentence(switching.describe(choices.on, on))
        titles = [f"+ {family.option_title(key)}" for key in sorted(on - choices.on)]
        titles += [f"− {family.option_title(key)}" for key in sorted(choices.on - on)]
        taken = replace(choices, on=on, parameters=without_parameters(choices.parameters, choices.on - on))
        take = button(", ".join(titles) or says, partial(self.desk.take, taken, says), says)
        take.setAccessibleName(f"Take the nearest working set: {says}")
        return beside(take, QWidget(), stretch=1)


def verdict_of(family: InstalledGame, choices: Choices) -> ChoiceVerdict:
    """Return what is to be said of a choice."""
    problems = tuple(family.problems(choices))
    facts = lacking_facts(family, choices)
    lacking = tuple((module_title(family, one["module"]), one["lacks"]) for one in facts)
    near = tuple(family.nearest(choices)) if problems else ()
    return ChoiceVerdict(problems, lacking, near)


def _out_of_force(lacking: tuple[tuple[str, str], ...]) -> QLabel:
    """Say how many modules are out of force; the tip names them, with what they lack."""
    alike: dict[str, list[str]] = {}
    for title, lacks in lacking:
        alike.setdefault(lacks, []).append(title)
    many = "1 module is" if len(lacking) == 1 else f"{len(lacking)} modules are"
    line = faint(f"{many} out of force here, for what the scenario does not grant.")
    line.setToolTip(as_tip("\n".join(f"{in_a_row(titles)}: {lacks}." for lacks, titles in alike.items())))
    return line
