"""The module that is looked at: what it does, its parameters, its rules with text, source and code."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtWidgets import QFormLayout, QFrame, QScrollArea, QVBoxLayout, QWidget

from sandtable.engine.rules.rulings import parameters_of
from sandtable.play.rules.module_words import module_facts
from sandtable.play.rules.option_words import allowed_values
from sandtable.play.rules.rule_words import rule_facts
from sandtable.play.words.wording import describe
from sandtable_editor.play.forms.forms import Editor, NumberEditor, editor_for
from sandtable_editor.rules.module_html import module_html, rule_html
from sandtable_editor.shell.code_window import CodeWindow
from sandtable_editor.shell.pieces import Sentence, beside, button, clear, faint

if TYPE_CHECKING:
    from sandtable.engine.rules.rulings import Parameter
    from sandtable_editor.rules.desk import RulesDesk


class ModulePage(QScrollArea):
    """``module_wanted``: a link to another module was followed. ``code_shown``: a window on code has been opened."""

    module_wanted = Signal(str)
    code_shown = Signal(object)

    def __init__(self, desk: RulesDesk) -> None:
        self._soon = QTimer(singleShot=True, interval=0)
        super().__init__()
        self._soon.setParent(self)
        self.desk = desk
        self.setAccessibleName("About the module")
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.inside = QWidget()
        self._column = QVBoxLayout(self.inside)
        self.setWidget(self.inside)
        self.editors: dict[str, Editor] = {}
        self._rules: dict[str, QWidget] = {}
        self._shown = ""
        self._soon.timeout.connect(self._show_anew)
        desk.looked_at.connect(self.show_module)
        desk.changed.connect(self._soon.start)

    def changeEvent(self, event: QEvent) -> None:
        """Give links the colours of another theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._soon.start()

    def show_module(self, key: str) -> None:
        """Show a module from its beginning."""
        self._show(key)
        self.verticalScrollBar().setValue(0)

    def _show_anew(self) -> None:
        """Show the same module as it is now; an editor that has the keyboard keeps it."""
        for name, editor in self.editors.items():
            one = self._parameter(name)
            if one is not None and editor.value() != (value := one.value(self.desk.choices)):
                editor.blockSignals(True)
                editor.put(value)
                editor.blockSignals(False)
        if not any(one.isAncestorOf(focus) for one in self.editors.values() if (focus := self._focus()) is not None):
            self._show(self.desk.key)

    def _focus(self) -> QWidget | None:
        return self.window().focusWidget()

    def _parameter(self, name: str) -> Parameter | None:
        module = self.desk.family.modules.get(self._shown)
        return next((one for one in parameters_of(module) if one.name == name), None) if module is not None else None

    def _show(self, key: str) -> None:
        clear(self._column)
        self.editors, self._rules, self._shown = {}, {}, key
        family = self.desk.family
        if key not in family.modules:
            self._column.addWidget(faint("Choose a module at the left."))
            self._column.addStretch(1)
            return
        facts = module_facts(family, key, self.desk.choices)
        self._column.addWidget(self._linked(module_html(family, facts)))
        if facts["parameters"]:
            self._column.addWidget(self._form(key))
        if facts["rules"]:
            self._column.addWidget(Sentence("<h4>Rules</h4>"))
        for id in facts["rules"]:
            if id in family.texts:
                self._column.addWidget(self._rule(rule_facts(family, id)))
        self._column.addStretch(1)

    def _linked(self, html: str) -> Sentence:
        made = Sentence(html)
        made.rule_clicked.connect(self.follow_link)
        return made

    def follow_link(self, name: str) -> None:
        """Go where a link leads: to a module, or to a rule, wherever that stands."""
        family = self.desk.family
        if name in family.modules:
            self.module_wanted.emit(name)
            return
        if name not in self._rules:
            homes = [key for key, _, citation, _ in family.citations() if name in citation.ids]
            if homes:
                self.module_wanted.emit(homes[0])
        if name in self._rules:
            QTimer.singleShot(0, self, partial(self.ensureWidgetVisible, self._rules[name]))

    # -- parameters

    def _form(self, key: str) -> QWidget:
        made = QWidget()
        form = QFormLayout(made)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        for one in parameters_of(self.desk.family.modules[key]):
            editor = self.editors[one.name] = editor_for(one.hint)
            if isinstance(editor, NumberEditor):
                editor.box.setKeyboardTracking(False)
            editor.call(one.title)
            editor.put(one.value(self.desk.choices))
            editor.setEnabled(not (self.desk.design.locked and one.changeable == "setup"))
            editor.changed.connect(partial(self._set, one, editor))
            form.addRow(f"{one.title}:", editor)
            known = f"{allowed_values(_bounds(one))}; printed: {describe(one.default)}"
            form.addRow("", faint(". ".join(filter(None, (known, one.says)))))
        return made

    def _set(self, one: Parameter, editor: Editor) -> None:
        self.desk.set_parameter(one.module, one.name, editor.value())

    # -- rules

    def _rule(self, facts: dict[str, Any]) -> QWidget:
        made = self._rules[facts["id"]] = QFrame()
        made.setObjectName("card")
        made.setFrameShape(QFrame.Shape.StyledPanel)
        column = QVBoxLayout(made)
        column.setContentsMargins(8, 4, 8, 4)
        column.addWidget(self._linked(rule_html(self.desk.family, facts)))
        answers = [one["line"] for one in facts["answers"]]
        for code in facts["implemented"]:
            show = button(
                f"Show {Path(code['file']).name}:{code['line']}", partial(self._open, code),
                "\n".join([f"The code of {code['function']}, in {code['file']}", *answers]),
            )  # fmt: skip
            column.addWidget(beside(show, QWidget(), stretch=1))
        return made

    def _open(self, code: dict[str, Any]) -> None:
        window = CodeWindow(Path(code["path"]), code["file"], code["line"], code["last"], self)
        window.show()
        self.code_shown.emit(window)


def _bounds(one: Parameter) -> dict[str, Any]:
    return {"bounds": dict(one.bounds), "type": one.type}
