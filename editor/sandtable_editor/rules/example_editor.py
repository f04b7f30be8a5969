"""The worked examples of a house rule: where one stands, what is done or asked, what must come of it."""

from __future__ import annotations

import tomllib
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFormLayout, QGroupBox, QVBoxLayout, QWidget

from sandtable.engine.errors import SandtableError
from sandtable.engine.words import key_title
from sandtable.library.text.toml_writing import table_text
from sandtable.play.rules.form_fields import ExampleField, actions_in, example_fields, ids_of, steps_in
from sandtable.play.rules.house_form import HouseForm, read_value, value_text
from sandtable_editor.rules.form_box import choosing, suggesting, writing
from sandtable_editor.shell.pieces import Sentence, beside, button, clear, faint

if TYPE_CHECKING:
    from collections.abc import Collection

    from sandtable.play.rules.house_form import Path

POSITION: Final = ("put", "change", "remove", "on", "parameters")
"""What changes the position of an example: written as in a text of a rule."""
NUMBERS: Final = ("part", "limit", "number", "cell")


class ExampleEditor(QWidget):
    """The examples of one rule. ``changed``: one of them is another."""

    changed = Signal()

    def __init__(self, form: HouseForm, rule: int) -> None:
        super().__init__()
        self.form, self.rule = form, rule
        self.wrong = Sentence()
        self._column = QVBoxLayout(self)
        self.show_examples()

    def show_examples(self) -> None:
        """Lay them out anew."""
        clear(self._column)
        examples: list[dict[str, Any]] = self.form.rules[self.rule].get("example", [])
        if not examples:
            self._column.addWidget(
                faint("An example proves the rule: a position, what is done in it, what comes of it.")
            )
        for number, one in enumerate(examples):
            self._column.addWidget(self._box(number, one))
        self.wrong = Sentence()
        self._column.addWidget(self.wrong)
        self._column.addWidget(
            beside(button("Add an example", self.add, "One more worked example"), QWidget(), stretch=1)
        )
        self._column.addStretch(1)

    def add(self) -> None:
        """Add an example at the first step, with the first ids there are."""
        rule = self.form.rules[self.rule]
        act = str(rule.get("action", ""))
        steps = self._steps("")
        new: dict[str, Any] = {"at": steps[0]} if steps else {}
        if rule.get("shape") not in NUMBERS:
            new["act"] = act or next(iter(self.form.family.kinds), "")
        if given := self._first_ids(example_fields(self.form.family, rule, new.get("act", ""))):
            new["given"] = given
        if rule.get("shape") in NUMBERS:
            new["total"] = 0
        elif rule.get("shape") != "throw":
            new["refused"] = rule.get("shape") == "forbid"
        self.form.append(("rule", self.rule, "example"), new)
        self._anew()

    def _first_ids(self, wanted: dict[str, ExampleField]) -> dict[str, Any]:
        return {name: [] if one.several else next(iter(self._ids("", one.type)), "") for name, one in wanted.items()}

    def _steps(self, scenario: str) -> list[str]:
        try:
            return steps_in(self.form.family, scenario)
        except SandtableError:
            return []

    def _ids(self, scenario: str, kind: str) -> list[str]:
        try:
            return ids_of(self.form.family, scenario, kind)
        except SandtableError:
            return []

    def _anew(self) -> None:
        self.show_examples()
        self.changed.emit()

    # -- one example

    def _box(self, number: int, one: dict[str, Any]) -> QGroupBox:
        made = QGroupBox(f"Example {number + 1}")
        rows = QFormLayout(made)
        name = f"Example {number + 1}"
        family, rule, scenario = self.form.family, self.form.rules[self.rule], str(one.get("scenario", ""))
        scenarios = {"": family.system.scenarios[0].title} if family.system.scenarios else {}
        scenarios |= {each.key: each.title for each in family.system.scenarios[1:]}
        put = partial(self._put, number)
        rows.addRow("Scenario:", choosing(f"{name}: scenario", scenarios, scenario, partial(put, "scenario")))
        steps = {step: step for step in self._steps(scenario)}
        rows.addRow("At:", suggesting(f"{name}: step", steps, str(one.get("at", "")), partial(put, "at")))
        if rule.get("shape") not in NUMBERS:
            acts = actions_in(family)
            rows.addRow("Act:", choosing(f"{name}: act", acts, str(one.get("act", "")), partial(self._act, number)))
        for field, kind in example_fields(family, rule, str(one.get("act", ""))).items():
            ids = {id: id for id in self._ids(scenario, kind.type)}
            text = kind.text(one.get("given", {}).get(field, ""))
            box = suggesting(f"{name}: {field}", ids, text, partial(self._give, number, field, kind, ids))
            if kind.several:
                box.setToolTip("Several stand in their order, with semicolons between them")
            rows.addRow(f"{key_title(field)}:", box)
        dice = ", ".join(map(str, one.get("dice", ())))
        rows.addRow("Dice:", writing(f"{name}: dice", dice, partial(self._dice, number), "in order, as 3, 5"))
        rows.addRow("Then:", self._result(number, one, str(rule.get("shape"))))
        rows.addRow("Position:", self._position(number, one))
        remove = button("Remove", partial(self._remove, number), "Take this example out")
        remove.setAccessibleName(f"Remove {name}")
        rows.addRow("", beside(remove, QWidget(), stretch=1))
        return made

    def _result(self, number: int, one: dict[str, Any], shape: str) -> QWidget:
        name = f"Example {number + 1}: what comes of it"
        if shape in NUMBERS:
            return writing(name, value_text(one.get("total", "")), partial(self._total, number), "what it comes to")
        if one.get("after") is not None or shape == "throw":
            return writing(name, _after_text(one), partial(self._after, number), "[unit.steps] is 2")
        known = {"yes": "the rule refuses it", "no": "the rule does not refuse it"}
        refused = "yes" if one.get("refused") else "no"
        return choosing(name, known, refused, lambda said: self._put(number, "refused", said == "yes"))

    def _position(self, number: int, one: dict[str, Any]) -> QWidget:
        told = "\n".join(table_text("x", {name: one[name] for name in POSITION if name in one})).partition("\n")[2]
        return writing(
            f"Example {number + 1}: changes to the position", "; ".join(told.split("\n")).strip("; "),
            partial(self._change_position, number), 'change.TABLE."a row" = { field = "value" }',
        )  # fmt: skip

    # -- what is said

    def _path(self, number: int, *more: str) -> Path:
        return ("rule", self.rule, "example", number, *more)

    def _put(self, number: int, field: str, value: Any) -> None:
        if self.form.at(self._path(number, field)) != value:
            if value is False:  # which is said, and not left out
                self.form.put(self._path(number), {**self.form.at(self._path(number)), field: False})
            else:
                self.form.put(self._path(number, field), value)
            self._anew() if field == "scenario" else self.changed.emit()

    def _act(self, number: int, act: str) -> None:
        given = self._first_ids(example_fields(self.form.family, self.form.rules[self.rule], act))
        self.form.put(self._path(number), {**self.form.at(self._path(number)), "act": act, "given": given})
        self._anew()

    def _give(self, number: int, field: str, kind: ExampleField, ids: Collection[str], text: str) -> None:
        value = kind.read(text, ids)
        if self.form.at(self._path(number, "given", field)) != value:
            given = {**self.form.at(self._path(number, "given"), {}), field: value}
            self.form.put(self._path(number, "given"), given)
            self.changed.emit()

    def _dice(self, number: int, text: str) -> None:
        self._put(number, "dice", [int(one) for one in text.replace(",", " ").split() if one.isdigit()] or None)

    def _total(self, number: int, text: str) -> None:
        value = read_value(text, words=False)
        example = {**self.form.at(self._path(number)), "total": value if isinstance(value, int) else None}
        if self.form.at(self._path(number)) != example:
            self.form.put(self._path(number), example)
            self.changed.emit()

    def _after(self, number: int, text: str) -> None:
        word, _, value = text.partition(" is ")
        said = {"word": word.strip().strip("[]"), **({"is": read_value(value)} if value else {})}
        self._put(number, "after", said if word.strip() else None)

    def _change_position(self, number: int, text: str) -> None:
        try:
            said: dict[str, Any] = tomllib.loads("\n".join(text.split("; ")))
        except tomllib.TOMLDecodeError as error:
            self.wrong.setText(f"The position of example {number + 1} cannot be read: {error}.")
            return
        if unknown := sorted(said.keys() - set(POSITION)):
            self.wrong.setText(f"A position is changed by {', '.join(POSITION)}; {unknown[0]} is none of them.")
            return
        self.wrong.setText("")
        example = {name: value for name, value in self.form.at(self._path(number)).items() if name not in POSITION}
        if (new := {**example, **said}) != self.form.at(self._path(number)):
            self.form.put(self._path(number), new)
            self.changed.emit()

    def _remove(self, number: int) -> None:
        self.form.remove(self._path(number))
        if not self.form.at(("rule", self.rule, "example")):
            self.form.rules[self.rule].pop("example", None)
        self._anew()


def _after_text(one: dict[str, Any]) -> str:
    after: dict[str, Any] = one.get("after") or {}
    told = f"[{after['word']}]" if after.get("word") else ""
    return f"{told} is {value_text(after['is'])}" if "is" in after else told
