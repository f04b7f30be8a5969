"""A house rule made by form: it reads as a sentence while it is made, and its examples are run before it is kept."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QSplitter,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from sandtable.engine.errors import SandtableError
from sandtable.engine.rules.forms.rule_text import read_rules
from sandtable.engine.words import sentence
from sandtable.library.text.house_rule_text import house_rule_text
from sandtable.lint.house_rules import check_house_rules
from sandtable.play.rules.choice_words import with_titles
from sandtable.play.rules.form_fields import roots_at
from sandtable.play.rules.house_form import HouseForm
from sandtable_editor.rules.condition_editor import ConditionEditor
from sandtable_editor.rules.example_editor import ExampleEditor
from sandtable_editor.rules.form_box import writing
from sandtable_editor.rules.parameter_editor import ParameterEditor
from sandtable_editor.rules.shape_editor import ShapeEditor
from sandtable_editor.shell.pieces import Sentence, beside, button, choice_box, clear, fit, scrolling
from sandtable_editor.shell.theme import roomy, shades

if TYPE_CHECKING:
    from sandtable.engine.rules.forms.rule_document import HouseRules
    from sandtable.engine.running.installed_game import InstalledGame
    from sandtable.lint.findings import Finding
    from sandtable_editor.shell.jobs import BackgroundJob, Jobs


class HouseRuleDialog(QDialog):
    """The form. ``kept``: a document that is sound, to be kept."""

    kept = Signal(object)

    def __init__(self, family: InstalledGame, jobs: Jobs, parent: QWidget, rules: HouseRules | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("House rule" if rules is None else fit(f"House rule: {rules.title}"))
        self.resize(roomy(self, 1160, 690))
        self.family, self.jobs = family, jobs
        self.form = HouseForm(family, rules)
        self.rule = 0
        self.findings: list[Finding[HouseRules]] | None = None
        """What was found when the examples were run last; ``None``: something has been changed since."""
        self._job: BackgroundJob | None = None
        self._left, self._right = QWidget(), QTabWidget()
        self._right.setAccessibleName("Examples, parameters, text")
        self._left_column = QVBoxLayout(self._left)
        self.text = QPlainTextEdit()
        self.text.setAccessibleName("The rule as text")
        self.says = Sentence()
        self.says.setAccessibleName("What the rule says")
        self._verdict = QVBoxLayout()
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._say)
        self._lay_out()
        self._show()

    def _lay_out(self) -> None:
        scroll = scrolling(self._left, "The form of the rule")
        split = QSplitter()
        split.addWidget(scroll)
        split.addWidget(self._right)
        split.setSizes([690, 450])
        split.setChildrenCollapsible(False)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.buttons.rejected.connect(self.reject)
        self.undo_button = button("&Undo", self.undo, "Take the last change of the form back (Ctrl+Z)")
        self.redo_button = button("&Redo", self.redo, "Make it again (Ctrl+Shift+Z)")
        self.run_button = button(
            "Run the &examples", self.run, "Play the worked examples, and look for what it collides with"
        )
        self.keep_button = button("&Keep the rule", self.keep, "Run the examples, and keep the rule if all come out")
        for act, key in ((self.undo, "Ctrl+Z"), (self.redo, "Ctrl+Shift+Z")):
            QShortcut(QKeySequence(key), self).activated.connect(act)
        for made in (self.run_button, self.keep_button):
            self.buttons.addButton(made, QDialogButtonBox.ButtonRole.ActionRole)
        for one in self.buttons.buttons():
            if isinstance(one, QPushButton):
                one.setAutoDefault(False)  # Enter in a line ends that line, and nothing else
        column = QVBoxLayout(self)
        column.addWidget(split, 1)
        column.addWidget(self.says)
        column.addLayout(self._verdict)
        column.addWidget(beside(self.undo_button, self.redo_button, self.buttons, stretch=2))

    # -- the form

    def _show(self) -> None:
        """Lay the whole form out as the document is now."""
        self.rule = min(self.rule, len(self.form.rules) - 1)
        clear(self._left_column)
        self._left_column.addWidget(self._head())
        self._left_column.addWidget(self._which())
        self.shape = ShapeEditor(self.form, self.rule)
        self.shape.changed.connect(self._on_change)
        self.shape.reshaped.connect(self._show_soon)
        self._left_column.addWidget(self.shape)
        if self.form.rules[self.rule].get("shape") != "cell":
            self._left_column.addWidget(QLabel("If"))
            roots = roots_at(self.family, self.form, self.rule)
            self.condition = ConditionEditor(self.form, ("rule", self.rule, "when"), roots)
            self.condition.changed.connect(self._on_change)
            self._left_column.addWidget(self.condition)
        self._left_column.addStretch(1)
        at = self._right.currentIndex()
        while (old := self._right.widget(0)) is not None:  # pyright: ignore[reportUnnecessaryComparison]
            self._right.removeTab(0)
            if old is not self._text_page():
                old.deleteLater()
        self.examples = ExampleEditor(self.form, self.rule)
        self.examples.changed.connect(self._on_change)
        self._right.addTab(scrolling(self.examples, "Worked examples"), "Examples")
        self.parameters = ParameterEditor(self.form)
        self.parameters.changed.connect(self._on_change)
        self._right.addTab(scrolling(self.parameters, "Parameters"), "Parameters")
        self._right.addTab(self._text_page(), "As text")
        self._right.setCurrentIndex(max(0, at))
        self._say()

    def _show_soon(self) -> None:
        QTimer.singleShot(0, self, self._show)

    _page: QWidget | None = None

    def _text_page(self) -> QWidget:
        if self._page is None:
            self._page = QWidget()
            column = QVBoxLayout(self._page)
            column.addWidget(self.text)
            column.addWidget(
                beside(button("Take the text", self.take_text, "Read the form from this text"), QWidget(), stretch=1)
            )
        return self._page

    def _head(self) -> QWidget:
        made = QWidget()
        rows = QFormLayout(made)
        rows.setContentsMargins(0, 0, 0, 0)
        title = writing(
            "Title of the house rule",
            self.form.said.get("title", ""),
            partial(self._put, "title"),
            "As the table calls it",
        )
        says = writing(
            "What the table reads of it",
            self.form.said.get("says", ""),
            partial(self._put, "says"),
            "What it does, in a sentence",
        )
        rows.addRow("Title:", title)
        rows.addRow("In short:", says)
        return made

    def _which(self) -> QWidget:
        box = choice_box("Which rule of it")
        box.addItems(
            [fit(f"{number}. {one.get('says') or one.get('id')}") for number, one in enumerate(self.form.rules, 1)]
        )
        box.setCurrentIndex(self.rule)
        box.activated.connect(self._turn_to)
        remove = button("Remove rule", self._remove_rule, "Take this rule out of the house rule")
        remove.setEnabled(len(self.form.rules) > 1)
        return beside(box, button("Add rule", self._add_rule, "A house rule may be several rules"), remove)

    def _turn_to(self, at: int) -> None:
        self.rule = at
        self._show_soon()

    def _add_rule(self) -> None:
        self.rule = self.form.add_rule()
        self.findings = None
        self._show_soon()

    def _remove_rule(self) -> None:
        self.form.remove(("rule", self.rule))
        self.findings = None
        self._show_soon()

    def _put(self, name: str, text: str) -> None:
        self.form.put((name,), text)
        self._on_change()

    def _on_change(self) -> None:
        self.findings = None
        self._soon.start()

    def undo(self) -> None:
        """Take the last change back."""
        if self.form.can_undo:
            self.form.undo()
            self.findings = None
            self._show()

    def redo(self) -> None:
        """Make it again."""
        if self.form.can_redo:
            self.form.redo()
            self.findings = None
            self._show()

    def take_text(self) -> None:
        """Take the document that the text says; a text that says none changes nothing."""
        try:
            rules = read_rules(self.text.toPlainText(), "the text")
        except SandtableError as error:
            self._tell([(shades().bad, sentence(str(error)))])
            return
        self.form.take(rules)
        self.findings = None
        self._show()

    # -- what it says

    def _say(self) -> None:
        """Say what the rule says so far, or what is still missing."""
        told = self.form.so_far()
        said = " ".join(told.sentences.values())
        self.says.setText(f"<b>{escape(said)}</b>" if said else f"<i>{escape(sentence(told.fault))}</i>")
        self.undo_button.setEnabled(self.form.can_undo)
        self.redo_button.setEnabled(self.form.can_redo)
        for one in (self.run_button, self.keep_button):
            one.setEnabled(bool(said) and not self.is_busy)
        if not self.text.hasFocus():
            try:
                self.text.setPlainText(house_rule_text(self.form.document()))
            except SandtableError:
                self.text.setPlaceholderText("The text comes when the form says something.")
        if self.findings is None:
            clear(self._verdict)

    # -- examples

    @property
    def is_busy(self) -> bool:
        return self._job is not None and self._job.running

    def run(self) -> None:
        """Run the examples, and say what comes of them."""
        self._check(lambda: None)

    def keep(self) -> None:
        """Keep the rule if its examples come out."""
        self._check(self._keep)

    def _check(self, then: Callable[[], object]) -> None:
        try:
            rules = self.form.document()
        except SandtableError as error:
            self._tell([(shades().bad, sentence(str(error)))])
            return

        def work(_: object) -> list[Finding[HouseRules]]:
            return list(check_house_rules(self.family, rules))

        def take(found: list[Finding[HouseRules]]) -> None:
            self._job = None
            self._take(found)
            if not any(one.severity == "error" for one in found):
                then()

        job = self._job = self.jobs.run("Playing the examples", work, take, self._fail)
        self.destroyed.connect(job.cancel)
        self._say()
        self.jobs.wait_for(job)

    def _fail(self, error: BaseException) -> None:
        self._job = None
        if not isinstance(error, SandtableError):
            self.jobs.failed(error)
            return
        self._tell([(shades().bad, sentence(str(error)))])
        self._say()

    def _take(self, found: list[Finding[HouseRules]]) -> None:
        self.findings = found
        good, bad = shades().good, shades().bad
        known = self.family.carrying([self.form.document()])
        says = [sentence(with_titles(known, one.words)) for one in found]
        lines = [
            (bad if one.severity == "error" else shades().text, said) for one, said in zip(found, says, strict=True)
        ]
        self._tell(lines or [(good, "The examples come out, and it goes with every option.")])
        self._say()

    def _tell(self, lines: list[tuple[str, str]]) -> None:
        clear(self._verdict)
        for colour, says in lines[:5]:
            self._verdict.addWidget(Sentence(f'<span style="color:{colour}">{escape(says)}</span>'))

    def _keep(self) -> None:
        self.kept.emit(self.form.document())
        self.accept()
