"""The condition of a house rule: statements about words of the game, joined by all, any and none, at any depth."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final, cast

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from sandtable.play.rules.form_fields import WordPath, words_at
from sandtable.play.rules.house_form import HouseForm, read_value, values_text
from sandtable_editor.rules.form_box import choosing, suggesting
from sandtable_editor.shell.pieces import button, clear

if TYPE_CHECKING:
    from sandtable.engine.rules.forms.vocabulary import Roots
    from sandtable.play.rules.house_form import Path

JOINTS: Final = {"all": "all of these hold", "any": "any of these holds", "none": "none of these holds"}
COMPARES: Final = {
    "": "is so", "is": "is", "is_not": "is not", "at_least": "is at least", "at_most": "is at most",
    "more_than": "is more than", "less_than": "is less than", "among": "is one of",
}  # fmt: skip
INDENT: Final = 22


class ConditionEditor(QWidget):
    """``changed``: another condition stands in the form."""

    changed = Signal()

    def __init__(self, form: HouseForm, path: Path, roots: Roots, name: str = "Condition") -> None:
        super().__init__()
        self.form, self.path, self.name = form, path, name
        self.roots = roots
        self.words: dict[str, WordPath] = {one.path: one for one in words_at(form.family, roots)}
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(3)
        self._count = self._groups = 0
        self.show_condition()

    def show_condition(self) -> None:
        """Lay the condition out anew."""
        clear(self._column)
        self._count = self._groups = 0
        node = self.form.at(self.path)
        if node:
            self._show(node, self.path, 0)
        add = button("Add a condition", self.add, "One more statement that must hold")
        self._column.addWidget(_indented(0, add, QWidget()))

    def _put(self, path: Path, value: Any) -> None:
        self.form.put(path, value)
        self._on_change()

    def _on_change(self) -> None:
        self.show_condition()
        self.changed.emit()

    def _new(self) -> dict[str, Any]:
        """Return a statement that can stand as it is: about a word that is yes or no, else about a number."""
        of_type = {one.type.name: one.path for one in reversed(list(self.words.values())) if not one.of}
        if "bool" in of_type:
            return {"word": of_type["bool"]}
        return {"word": of_type["int"], "is": 1} if "int" in of_type else {"word": next(iter(self.words), "")}

    def add(self) -> None:
        """Add a statement to all that must hold."""
        node = self.form.at(self.path)
        if not node:
            self.form.put(self.path, self._new())
        elif "all" in node or "any" in node:
            joint = "all" if "all" in node else "any"
            self.form.append((*self.path, joint), self._new())
        else:
            self.form.put(self.path, {"all": [node, self._new()]})
        self._on_change()

    # -- groups

    def _show(self, node: dict[str, Any], path: Path, depth: int) -> None:
        joint, below = _group(node)
        if not joint:
            self._show_statement(node, path, depth)
            return
        self._groups += 1
        name = f"{self.name} group {self._groups}"
        box = choosing(f"{name}: how it is joined", JOINTS, joint, partial(self._join, path))
        add = button("Add", partial(self._add_to, path), "Add a statement to this group")
        group = button("Add group", partial(self._add_to, path, group=True), "Add a group within this one")
        self._column.addWidget(_indented(depth, box, add, group, self._remover(path, name)))
        for at, one in enumerate(_children(node)):
            self._show(one, (*path, *below, at) if below[-1] != "not" else (*path, "not"), depth + 1)

    def _remover(self, path: Path, name: str) -> QWidget:
        made = button("Remove", partial(self._remove, path), "Take this out of the condition")
        made.setAccessibleName(f"Remove {name}")
        return made

    def _join(self, path: Path, joint: str) -> None:
        children = _children(self.form.at(path))
        self._put(path, {"not": {"any": children}} if joint == "none" else {joint: children})

    def _add_to(self, path: Path, *, group: bool = False) -> None:
        node = self.form.at(path)
        joint, _ = _group(node)
        new = {"any": [self._new()]} if group else self._new()
        children = [*_children(node), new]
        self._put(path, {"not": {"any": children}} if joint == "none" else {joint: children})

    def _remove(self, path: Path) -> None:
        """Take a part out; a group that is empty then goes with it."""
        self.form.remove(path)
        while len(path) > len(self.path) and not self.form.at(path[:-1]):
            path = path[:-1]
            self.form.remove(path)
        self._on_change()

    # -- statements

    def _show_statement(self, node: dict[str, Any], path: Path, depth: int) -> None:
        self._count += 1
        name = f"{self.name} {self._count}"
        said = {one.path: one.says for one in self.words.values()}
        word = str(node.get("word", ""))
        known = self.words.get(word)
        parts: list[QWidget] = [suggesting(f"{name}: the word", said, word, partial(self._set_word, path))]
        if node.get("of") or (known is not None and known.of):
            others = {one.path: one.says for one in self.words.values() if known is None or one.type.name == known.of}
            parts += [
                QLabel("of"),
                suggesting(f"{name}: of whom", others, str(node.get("of", "")), partial(self._set_of, path)),
            ]
        compared = next((one for one in COMPARES if one and one in node), "")
        parts.append(choosing(f"{name}: how it is compared", COMPARES, compared, partial(self._compare, path)))
        if compared:
            value = node[compared]
            text = values_text(value)
            put = partial(self._set_value, path, compared)
            parts.append(suggesting(f"{name}: with what", self._values(known), text, put))
        self._column.addWidget(_indented(depth, *parts, self._remover(path, name)))

    def _values(self, known: WordPath | None) -> dict[str, str]:
        """Return what a word may be compared with: values that are counted out, parameters, words of its type."""
        found: dict[str, str] = {}
        if known is not None:
            found |= {one: one for one in known.type.choices}
            found |= {"yes": "yes", "no": "no"} if known.type.name == "bool" else {}
        if known is None or known.type.name == "int":
            found |= {name: f"the parameter {name}" for name in self.form.said.get("parameter", {})}
        for one in self.words.values():
            if known is not None and one.type.name == known.type.name and one.path != known.path and not one.of:
                found[f"[{one.path}]"] = one.says
        return found

    def _set_word(self, path: Path, word: str) -> None:
        node = dict(self.form.at(path, {}))
        if node.get("word") == word:
            return
        known = self.words.get(word)
        new: dict[str, Any] = {"word": word}
        if known is not None and known.of:
            new["of"] = next((one.path for one in self.words.values() if one.type.name == known.of and not one.of), "")
        if known is not None and known.type.name != "bool":
            new["is"] = 1 if known.type.name == "int" else (known.type.choices or ("",))[0]
        self._put(path, new)

    def _set_of(self, path: Path, of: str) -> None:
        if self.form.at((*path, "of")) != of:
            self._put((*path, "of"), of)

    def _compare(self, path: Path, compared: str) -> None:
        node = dict(self.form.at(path, {}))
        was: Any = next((node.pop(one) for one in COMPARES if one and one in node), 1)
        value: Any = _first(was)
        if compared:
            node[compared] = [value] if compared == "among" else value
        self._put(path, node)

    def _set_value(self, path: Path, compared: str, text: str) -> None:
        parameters = self.form.said.get("parameter", {})
        value: Any = read_value(text, parameters)
        if compared == "among":
            value = [read_value(one, words=False) for one in text.split(",") if one.strip()]
        if self.form.at((*path, compared)) != value:
            node = {**self.form.at(path, {}), compared: value}
            self._put(path, node)


def _group(node: dict[str, Any]) -> tuple[str, tuple[str, ...]]:
    """Return how a node joins others, and where they stand in it; no text for a statement."""
    for joint in ("all", "any"):
        if node.get(joint) is not None:
            return joint, (joint,)
    if node.get("not") is not None:
        inner = node["not"]
        return "none", ("not", "any") if inner.get("any") is not None else ("not",)
    return "", ()


def _children(node: dict[str, Any]) -> list[dict[str, Any]]:
    joint, _ = _group(node)
    if joint == "none":
        inner = node["not"]
        return list(inner["any"]) if inner.get("any") is not None else [inner]
    return list(node[joint])


def _indented(depth: int, *widgets: QWidget) -> QWidget:
    made = QWidget()
    row = QHBoxLayout(made)
    row.setContentsMargins(INDENT * depth, 0, 0, 0)
    for at, widget in enumerate(widgets):
        row.addWidget(widget, 0 if isinstance(widget, QLabel) else (2 if at == 0 and len(widgets) > 1 else 1))
    return made


def _first(value: Any) -> Any:
    """Return a value, of several the first."""
    some = cast("list[Any]", value) if isinstance(value, list | tuple) else [value]
    return some[0] if some else 1
