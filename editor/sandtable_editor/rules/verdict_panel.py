"""Whether the choice works: in words, live; and the nearest sets that do, a click each."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from html import escape
from typing import TYPE_CHECKING, Final, NamedTuple

from PySide6.QtCore import QEvent, QTimer, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from sandtable.engine.errors import SandtableError
from sandtable.engine.running import switching
from sandtable.engine.words import sentence
from sandtable.play.rules.choice_words import with_titles, without_parameters
from sandtable.play.rules.option_words import lacking_facts, lacking_lines
from sandtable_editor.play.table.tried_aside import TriedAside
from sandtable_editor.shell.pieces import Sentence, beside, button, clear, faint
from sandtable_editor.shell.theme import shades

if TYPE_CHECKING:
    from sandtable.engine.rules.options import Choices
    from sandtable.engine.running.installed_game import InstalledGame
    from sandtable_editor.rules.desk import RulesDesk

MOST: Final = 6


class ChoiceVerdict(NamedTuple):
    """What is to be said of a choice: what stands against it, what is out of force, the nearest sets that work."""

    problems: tuple[str, ...]
    lacking: tuple[str, ...] = ()
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
            line = faint(f"{len(verdict.lacking)} out of force here, for what the scenario does not grant.")
            line.setToolTip("\n".join(map(sentence, verdict.lacking)))
            self._column.addWidget(line)
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
    lacking = tuple(lacking_lines(lacking_facts(family, choices)))
    near = tuple(family.nearest(choices)) if problems else ()
    return ChoiceVerdict(problems, lacking, near)
