"""House rules made by the form of the window are the same documents as those made as text."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QLineEdit, QScrollArea, QTabWidget, QWidget

from sandtable.engine import InstalledGame
from sandtable.engine.rules.forms.rule_document import HouseRules, house_rules
from sandtable.engine.rules.forms.rule_text import read_rules_file
from sandtable.library.own import own_library_path
from sandtable.library.store.library_file import Library
from sandtable_editor.rules.form_box import suggesting
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
        if isinstance(box, QComboBox):
            proposals: Any = box.completer()
            proposals.popup().hide()
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


def test_the_form_is_seen_whole_in_a_small_window(rivers: RulesBench) -> None:
    hand = FormHand(rivers)
    hand.dialog.form.take(document("garrison"))
    hand.dialog.resize(1160, 690)
    rivers.settle()
    (form,) = (one for one in hand.dialog.findChildren(QScrollArea) if one.accessibleName() == "The form of the rule")
    assert form.horizontalScrollBar().maximum() == 0
    hand.write(
        "What the rule says", "The last unit on a bridge does not leave it as long as an enemy is near, and so on."
    )
    rivers.settle()
    assert form.horizontalScrollBar().maximum() == 0


def test_the_title_of_a_parameter_has_room_to_be_read(rivers: RulesBench) -> None:
    hand = FormHand(rivers)
    hand.dialog.text.setPlainText((EXAMPLES / "cold_steel.toml").read_text("utf-8"))
    hand.dialog.take_text()
    hand.dialog.resize(1160, 690)
    (tabs,) = hand.dialog.findChildren(QTabWidget)
    tabs.setCurrentIndex(1)
    title = hand.named("adds: Title")
    assert isinstance(title, QLineEdit)
    assert title.isVisible()
    assert title.width() >= title.fontMetrics().horizontalAdvance("Added to the die")


def test_what_is_proposed_in_a_narrow_box_is_seen_from_its_beginning(rivers: RulesBench) -> None:
    box = suggesting("A step", {}, "France: army_reinforcement", lambda _: None)
    line = box.lineEdit()
    assert line is not None
    assert line.cursorPosition() == 0


def test_wide_bridges_made_by_form_is_the_document_made_as_text(rivers: RulesBench) -> None:
    hand = FormHand(rivers)
    assert "Give the rule a title" in rivers.plain_screen()
    hand.write("Title of the house rule", "Wide bridges")
    hand.write("What the table reads of it", "Four units of a side may stand on a bridge.")
    hand.write("What the rule says", "Four units of a side may stand on a bridge.")
    hand.choose("What the rule does", "allow")
    hand.choose("The rule that does not stand in the way", "TR-2-stacking")
    hand.press("Add a condition")
    hand.write("Condition 1: the word", "to.bridge")
    hand.press("Add a condition")
    hand.write("Condition 2: the word", "to.units")
    hand.write("Condition 2: of whom", "unit.side")
    hand.choose("Condition 2: how it is compared", "less_than")
    hand.write("Condition 2: with what", "4")
    hand.press("Add an example")
    hand.write("Example 1: step", "Blue: march")
    hand.choose("Example 1: act", "March")
    hand.write("Example 1: unit", "Blue 3")
    hand.write("Example 1: to", "Aldbridge")
    changes = 'change.Unit."Blue 2" = { area = "Aldbridge" }; change.Unit."Blue 4" = { area = "Aldbridge" }'
    hand.write("Example 1: changes to the position", changes)
    hand.keep()
    assert kept("wide_bridges") == document("wide_bridges")


def test_a_parameter_keeps_its_name_where_the_new_one_is_taken_or_missing_and_that_is_told(
    rivers: RulesBench,
) -> None:
    hand = FormHand(rivers)
    hand.dialog._right.setCurrentIndex(1)  # pyright: ignore[reportPrivateUsage]
    hand.press("Add a parameter")
    hand.press("Add a parameter")
    for name, told in {
        "number1": "There is a parameter number1 already: number2 keeps its name, give it another.",
        " ": "A parameter needs a name: number2 keeps its own.",
    }.items():
        hand.write("Name of parameter 2", name)
        assert told in {one.text() for one in hand.dialog.parameters.findChildren(QLabel)}
        line = hand.named("Name of parameter 2")
        assert isinstance(line, QLineEdit)
        assert line.text() == "number2"
        assert list(hand.dialog.form.said["parameter"]) == ["number1", "number2"]
    hand.write("Name of parameter 2", "adds")
    assert list(hand.dialog.form.said["parameter"]) == ["number1", "adds"]
    assert not [one for one in hand.dialog.parameters.findChildren(QLabel) if one.objectName() == "bad"]


def test_cold_steel_made_by_form_is_the_document_made_as_text(rivers: RulesBench) -> None:
    hand = FormHand(rivers)
    wanted = document("cold_steel")
    hand.write("Title of the house rule", wanted.title)
    hand.write("What the table reads of it", wanted.says)
    hand.dialog._right.setCurrentIndex(1)  # pyright: ignore[reportPrivateUsage]
    for nth, (name, one) in enumerate(wanted.parameter.items(), 1):
        hand.press("Add a parameter")
        hand.write(f"Name of parameter {nth}", name)
        values = {"Title": one.title, "At first": one.default, "At least": one.at_least, "At most": one.at_most}
        for field, value in values.items():
            hand.write(f"{name}: {field}", str(value))
    hand.dialog._right.setCurrentIndex(0)  # pyright: ignore[reportPrivateUsage]
    hand.write("What the rule says", wanted.rule[0].says)
    hand.choose("What the rule does", "part")
    hand.choose("The number", "fire_parts")
    hand.write("Value", "adds")
    hand.write("Reads as", "attacks")
    hand.press("Add a condition")
    hand.write("Condition 1: the word", "side")
    hand.choose("Condition 1: how it is compared", "is")
    hand.write("Condition 1: with what", "[mover]")
    hand.press("Add an example")
    hand.write("Example 1: step", "Blue: march")
    hand.write("Example 1: area", "Aldbridge")
    hand.write("Example 1: side", "Blue")
    hand.write("Example 1: what comes of it", "4")
    hand.press("Add rule")
    hand.write("What the rule says", wanted.rule[1].says)
    hand.choose("What the rule does", "limit")
    hand.choose("The number", "fire_parts")
    hand.write("At most", "most")
    hand.write("Reads as", "at the very best")
    hand.press("Add an example")
    hand.write("Example 1: step", "Blue: march")
    hand.write("Example 1: area", "Aldbridge")
    hand.write("Example 1: side", "Blue")
    hand.write("Example 1: what comes of it", "6")
    changes = 'parameters = { adds = 3, most = 6 }; change.Unit."Blue 1" = { steps = 4 }'
    hand.write("Example 1: changes to the position", changes)
    made = hand.dialog.form.said
    made["rule"][1]["id"] = "HOUSE-no-more"  # the text of the guide has called it so
    hand.keep()
    assert kept("cold_steel") == wanted


def test_an_example_that_fails_and_an_unknown_fact_are_a_sentence_and_nothing_is_lost(rivers: RulesBench) -> None:
    hand = FormHand(rivers)
    hand.dialog.form.take(document("garrison"))
    hand.dialog.form.rules[0]["example"][1]["refused"] = True
    hand.press("Keep the rule") if hand.dialog.keep_button.isEnabled() else hand.dialog.keep()
    rivers.wait(lambda: not rivers.window.jobs.running)
    assert "does not refuse it" in rivers.plain_screen()
    assert not own_library_path().exists()
    before = hand.dialog.form.document()
    text = hand.dialog.text
    text.setFocus()
    text.setPlainText(text.toPlainText().replace("unit.area.bridge", "unit.area.brigde") or "[[rule")
    hand.dialog.take_text()
    rivers.settle()
    assert "brigde" in rivers.plain_screen()
    hand.dialog.undo()
    assert hand.dialog.form.document() == before


def test_a_house_rule_of_a_file_is_kept_shared_and_taken_out(rivers: RulesBench, tmp_path: Path) -> None:
    house = rivers.page.house
    house.take(str(EXAMPLES / "garrison.toml"))
    rivers.wait(lambda: not rivers.window.jobs.running)
    assert kept("garrison") == document("garrison")
    house.write(str(tmp_path / "shared.toml"))
    assert read_rules_file(tmp_path / "shared.toml") == document("garrison")
    family = rivers.desk.family
    rivers.switch("garrison")
    assert rivers.desk.family is family, "a game with house rules is not made anew for each box"
    house.take_out()
    assert "switch it off first" in rivers.warning()
    rivers.desk.undo()
    house.take_out()
    assert "garrison" not in rivers.desk.family.options
    (tmp_path / "bad.toml").write_text("[[rule")
    house.take(str(tmp_path / "bad.toml"))
    assert "not TOML" in rivers.warning()


def test_a_rules_file_is_begun_trusted_read_again_and_may_break(rivers: RulesBench) -> None:
    files = rivers.rules.files
    folder = files.folder
    window = files.write("Night march")
    assert window is not None
    assert "class NightMarch(RuleModule)" in window.text.toPlainText()
    window.close()
    assert (folder / "tests" / "test_night_march.py").exists()
    assert list(files.waiting()) == ["night_march.py"]
    files.write("Night march")
    assert "already exists" in rivers.warning()
    files.trust_file("night_march.py")
    rivers.wait(lambda: not rivers.window.jobs.running)
    assert list(files.waiting()) == []
    (folder / "night_march.py").write_text("1 / 0\n")
    assert list(files.waiting()) == ["night_march.py"]
    rivers.switch("forced_march")
    files.reload()
    rivers.wait(lambda: not rivers.window.jobs.running and rivers.rules.desk is not None)
    assert rivers.desk.choices.on == {"forced_march"}, "nothing is lost"
