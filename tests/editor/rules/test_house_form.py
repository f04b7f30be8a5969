"""House rules made by the form of the window are the same documents as those made as text."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QWidget

from sandtable.engine import InstalledGame
from sandtable.engine.rules.forms.rule_document import HouseRules, house_rules
from sandtable.library.own import own_library_path
from sandtable.library.store.library_file import Library
from sandtable_editor.rules.house_dialog import HouseRuleDialog
from sandtable_twin_rivers import TWIN_RIVERS
from tests.editor.play.test_accessible_names import check
from tests.editor.rules.rules_bench import RulesBench

EXAMPLES = Path(__file__).parents[3] / "docs" / "examples"


def document(key: str) -> HouseRules:
    path = EXAMPLES / f"{key}.toml"
    return house_rules(tomllib.loads(path.read_text("utf-8")), path.name)


class FormHand:
    """Fills the form as a hand does: a line is written and left, a box is opened and something chosen."""

    def __init__(self, bench: RulesBench) -> None:
        self.bench = bench
        bench.page.tabs.setCurrentWidget(bench.page.house)
        bench.press("New by form…")

    @property
    def dialog(self) -> HouseRuleDialog:
        dialog = self.bench.page.house.dialog
        assert dialog is not None
        return dialog

    def named(self, name: str) -> QWidget:
        """Return the box with this name."""
        self.bench.settle()
        kinds: tuple[type[QWidget], ...] = (QComboBox, QLineEdit)
        found = [one for kind in kinds for one in self.dialog.findChildren(kind) if one.accessibleName() == name]
        known = sorted({one.accessibleName() for kind in kinds for one in self.dialog.findChildren(kind)})
        assert found, f"nothing is called {name!r}; there is {known}"
        return found[0]

    def write(self, name: str, text: str) -> None:
        """Write into a line, or into a box that can be typed in, and leave it."""
        box = self.named(name)
        line = box.lineEdit() if isinstance(box, QComboBox) else box
        assert isinstance(line, QLineEdit)
        line.setFocus()
        line.selectAll()
        QTest.keyClicks(line, text)
        completer = line.completer()
        popup = completer.popup() if completer is not None else None  # pyright: ignore[reportUnnecessaryComparison]
        if popup is not None:
            popup.hide()
        QTest.keyClick(line, Qt.Key.Key_Return)
        self.bench.settle()

    def choose(self, name: str, value: str) -> None:
        """Choose from a box by what it stands for."""
        box = self.named(name)
        assert isinstance(box, QComboBox)
        at = box.findData(value)
        assert at >= 0, f"{name} has no {value!r}: {[box.itemData(nth) for nth in range(box.count())]}"
        box.setFocus()
        box.setCurrentIndex(at)
        box.activated.emit(at)
        self.bench.settle()

    def press(self, text: str, nth: int = 0) -> None:
        """Press a button of the dialog."""
        self.bench.press(text, self.dialog)

    def keep(self) -> None:
        """Keep the rule, and wait until it lies in the library."""
        self.press("Keep the rule")
        self.bench.wait(lambda: not self.bench.window.jobs.running)


@pytest.fixture
def rivers(qapp: QApplication, tmp_path: Path, home: Path) -> Iterator[RulesBench]:
    made = RulesBench(qapp, tmp_path, InstalledGame(TWIN_RIVERS))
    made.come_to_rules()
    yield made
    made.close()
    assert not made.reporter.faults, "\n".join(fault.details for fault in made.reporter.faults)


def kept(key: str) -> HouseRules:
    with Library.open(own_library_path()) as library:
        return next(one for one in library.house_rules() if one.key == key)


def test_garrison_made_by_form_is_the_document_made_as_text(rivers: RulesBench) -> None:
    hand = FormHand(rivers)
    hand.write("Title of the house rule", "Garrison")
    hand.write("What the table reads of it", "The last unit on a bridge stays there.")
    hand.write("What the rule says", "The last unit on a bridge does not leave it.")
    hand.choose("The action", "March")
    hand.write("Reason that is told", "{unit} is the last at {unit.area}")
    hand.write("What would help", "bring another unit there")
    hand.press("Add a condition")
    hand.write("Condition 1: the word", "unit.area.bridge")
    hand.press("Add a condition")
    hand.write("Condition 2: the word", "unit.area.units")
    hand.choose("Condition 2: how it is compared", "is")
    hand.write("Condition 2: of whom", "unit.side")
    hand.write("Condition 2: with what", "1")
    assert "Nobody may march if" in rivers.plain_screen()
    for changes, refused in (("", "yes"), ('change.Unit."Blue 2" = { area = "Aldbridge" }', "no")):
        hand.press("Add an example")
        number = len(hand.dialog.form.rules[0]["example"])
        hand.write(f"Example {number}: step", "Blue: march")
        hand.write(f"Example {number}: unit", "Blue 1")
        hand.write(f"Example {number}: to", "Cobham")
        hand.choose(f"Example {number}: what comes of it", refused)
        if changes:
            hand.write(f"Example {number}: changes to the position", changes)
    check(rivers)
    hand.keep()
    assert kept("garrison") == document("garrison")
    assert "garrison" in rivers.desk.family.options
    rivers.desk.undo()
    assert "garrison" not in rivers.desk.family.options
    rivers.desk.redo()
    assert kept("garrison") == document("garrison")
