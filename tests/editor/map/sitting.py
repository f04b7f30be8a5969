"""A sitting at the Map workspace as a text: a line for each act, done by the mouse or by keys alone.

    tool select
    click 10, 20
    click 30, 20 shift
    double 30, 40
    right 30, 40
    drag 10, 20 -> 30, 20 -> 30, 40 alt
    move 12, 20
    key Backspace
    fill Name = Burgos
    press Draw
    command map_save

Places are in map units; ``shift``, ``ctrl`` and ``alt`` after them are held down meanwhile. ``tool`` takes a tool by
its name in the program, with its button or with its letter. ``fill`` gives a field with that name a value, ``press``
presses a button with that text, ``command`` gives a command of the window by its name in the program, ``key`` types
keys (``Ctrl+Z``). ``#`` begins a comment.

What comes of it by mouse, by keys, and of the same history given to ``sandtable map edit``, is one map: ``replay``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final, Literal, cast

from click.testing import CliRunner
from PySide6.QtCore import QKeyCombination, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox, QDoubleSpinBox, QLineEdit, QSpinBox, QWidget

from sandtable.board.maps import Map
from sandtable.board.shapes import Place
from sandtable.cli import main
from sandtable.design.script import write_script
from sandtable.library.store.library_file import Library
from tests.editor.map.drawing import RIGHT, DrawingBench, Move
from tests.editor.workbench import NONE

Hand = Literal["mouse", "keys"]
HELD: Final = {
    "shift": Qt.KeyboardModifier.ShiftModifier, "ctrl": Qt.KeyboardModifier.ControlModifier,
    "alt": Qt.KeyboardModifier.AltModifier,
}  # fmt: skip
PLACE: Final = re.compile(r"(-?[\d.]+)\s*,\s*(-?[\d.]+)")


class MapSitting:
    """Does at a window what the lines say, by one hand."""

    def __init__(self, bench: DrawingBench, hand: Hand) -> None:
        self.bench, self.hand = bench, hand

    def read(self, lines: Iterable[str]) -> None:
        """Do all lines; one that does not work out is named."""
        for line in lines:
            bare = line.partition("#")[0].strip()
            if bare:
                try:
                    self._do(*bare.partition(" ")[::2])
                except AssertionError as error:
                    raise AssertionError(f"{bare!r}: {error}") from error
                self.bench.settle(1)

    def _do(self, word: str, rest: str) -> None:
        match word:
            case "tool":
                self._take(rest)
            case "click" | "double" | "right" | "drag" | "move":
                self._point(word, places(rest), held(rest))
            case "key":
                for one in rest.split():
                    self._key(one)
            case "fill":
                name, _, value = rest.partition("=")
                self._fill(name.strip(), value.strip())
            case "press":
                button = self.bench.button(rest)
                if self.hand == "mouse":
                    self.bench.click(button)
                else:
                    button.setFocus()
                    QTest.keyClick(button, Qt.Key.Key_Space)
            case "command":
                action = self.bench.window.commands[rest]
                assert action.isEnabled(), "it cannot be done now"
                action.trigger()
            case _:
                raise AssertionError("no such act")

    def _take(self, key: str) -> None:
        tool = self.bench.desk.tools[key]
        rail = self.bench.drawing.page.rail
        if self.hand == "mouse":
            self.bench.click(rail.buttons[key])
        elif self._is_first_of_its_letter(key):
            self.bench.on_map(tool.letter.lower())
        else:
            self.bench.window.commands[f"tool_{key}"].trigger()
        assert self.bench.desk.tool is tool, f"{self.bench.desk.tool.key} is in hand"

    def _is_first_of_its_letter(self, key: str) -> bool:
        tools = self.bench.desk.tools
        same = [one for one, tool in tools.items() if tool.letter == tools[key].letter and tool.is_fit()]
        return bool(tools[key].letter) and same[:1] == [key]

    def _point(self, word: str, at: list[Place], modifiers: Qt.KeyboardModifier) -> None:
        if self.hand == "mouse":
            self._by_mouse(word, at, modifiers)
        else:
            self._by_keys(word, at, modifiers)

    def _by_mouse(self, word: str, at: list[Place], modifiers: Qt.KeyboardModifier) -> None:
        bench = self.bench
        match word:
            case "click":
                bench.click_at(at[0], modifiers)
            case "right":
                bench.click_at(at[0], modifiers, RIGHT)
            case "double":
                bench.double_at(at[0], modifiers)
            case "drag":
                bench.drag_along(*at, held=modifiers)
            case _:
                bench.bring(at[0])
                bench.mouse(Move, at[0], modifiers)

    def _by_keys(self, word: str, at: list[Place], modifiers: Qt.KeyboardModifier) -> None:
        bench = self.bench
        bench.go_by_keys(at[0])
        match word:
            case "click":
                bench.key_on_map(Qt.Key.Key_Return, modifiers)
            case "right":
                bench.key_on_map(Qt.Key.Key_Menu, modifiers)
            case "double":
                bench.key_on_map(Qt.Key.Key_Return, modifiers)
                bench.key_on_map(Qt.Key.Key_Return, modifiers)
            case "drag":
                grip = Qt.Key.Key_Insert if modifiers & Qt.KeyboardModifier.ControlModifier else Qt.Key.Key_G
                bench.key_on_map(grip, modifiers)
                for one in at[1:]:
                    bench.go_by_keys(one)
                bench.key_on_map(grip, modifiers)
            case _:
                pass

    def _key(self, keys: str) -> None:
        combination: QKeyCombination = cast("Any", QKeySequence(keys))[0]
        widget = QApplication.focusWidget() or self.bench.drawn
        QTest.keyClick(widget, combination.key(), combination.keyboardModifiers())
        self.bench.settle(1)

    def _fill(self, name: str, value: str) -> None:
        field = self._field(name)
        match field:
            case QLineEdit():
                field.setFocus()
                field.selectAll()
                QTest.keyClicks(field, value) if value else QTest.keyClick(field, Qt.Key.Key_Delete)
                QTest.keyClick(field, Qt.Key.Key_Return)
            case QComboBox():
                if field.isEditable():
                    field.setEditText(value)
                else:
                    assert field.findText(value) >= 0, f"{value!r} is not among what can be chosen"
                    field.setCurrentIndex(field.findText(value))
                field.activated.emit(field.currentIndex())
            case QCheckBox():
                if field.isChecked() != (value == "yes"):
                    QTest.keyClick(field, Qt.Key.Key_Space)
            case QSpinBox() | QDoubleSpinBox():
                field.setValue(float(value) if isinstance(field, QDoubleSpinBox) else int(value))  # type: ignore[arg-type]
            case _:
                raise AssertionError(f"{name} is no field")
        self.bench.settle(1)

    def _field(self, name: str) -> QWidget:
        kinds = (QLineEdit, QComboBox, QCheckBox, QSpinBox, QDoubleSpinBox)
        fields = [one for root in self.bench.roots() for kind in kinds for one in root.findChildren(kind)]
        seen = [one for one in fields if one.isVisible() and one.accessibleName()]
        found = [one for one in seen if one.accessibleName() == name]
        assert found, f"no field {name!r}; there is {sorted(one.accessibleName() for one in seen)}"
        return found[0]


def places(text: str) -> list[Place]:
    """Return the places in a text."""
    return [(float(x), float(y)) for x, y in PLACE.findall(text)]


def held(text: str) -> Qt.KeyboardModifier:
    """Return what is held down."""
    found = NONE
    for word in text.split():
        found |= HELD.get(word, NONE)
    return found


def replay(bench: DrawingBench, begun: Map, lines: Iterable[str], folder: Path) -> Map:
    """Do a sitting by mouse, by keys, and its history by command; return the one map that comes of all three."""
    lines = list(lines)
    maps: dict[str, Map] = dict(_by_hands(bench, begun, lines))
    script = write_script(bench.desk.design.document.history)
    assert script, "nothing was done"
    maps["command"] = by_command(begun, script, folder)
    digests = {hand: sheet.digest for hand, sheet in maps.items()}
    assert len(set(digests.values())) == 1, digests
    return maps["command"]


def _by_hands(bench: DrawingBench, begun: Map, lines: list[str]) -> Iterator[tuple[Hand, Map]]:
    hands: tuple[Hand, ...] = ("mouse", "keys")
    for hand in hands:
        bench.open(begun)
        MapSitting(bench, hand).read(lines)
        yield hand, bench.sheet
        if hand != hands[-1]:
            bench.drawing.close_design()
            bench.drop_draft(begun.key)


def by_command(begun: Map, script: str, folder: Path) -> Map:
    """Return what ``sandtable map edit`` makes of a map by a script."""
    library, text = folder / "by-command.db", folder / "script.jsonl"
    with Library.create(library) as made:
        made.put_map(begun)
    text.write_text(script, "utf-8")
    run = CliRunner().invoke(main, ["map", "edit", f"{library}#{begun.key}", "--script", str(text)])
    assert run.exit_code == 0, run.output
    with Library.open(library) as opened:
        return opened.map(begun.key)
