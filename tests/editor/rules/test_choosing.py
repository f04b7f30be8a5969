"""Options and rulings are chosen in the Rules workspace, by mouse and by keys; undone; kept; compared."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QSpinBox

from sandtable.engine import InstalledGame, Option, RuleModule
from sandtable.engine.rules.options import Choices
from sandtable.engine.rules.rulings import parameters_of
from sandtable.library.own import own_library_path
from sandtable.library.store.library_file import Library
from sandtable_editor.shell.code_window import CodeWindow
from sandtable_editor.shell.theme import DONE, LIGHT
from sandtable_empires.system import EMPIRES
from tests.editor.play.test_accessible_names import check
from tests.editor.rules.rules_bench import RulesBench


def test_an_option_is_switched_by_a_click_and_taken_back(rules: RulesBench) -> None:
    rules.come_to_rules()
    assert "These rules work together" in rules.plain_screen()
    rules.switch("cavalry_superiority")
    assert rules.desk.choices.on == {"cavalry_superiority"}
    assert "On: Cavalry superiority" in rules.plain_screen()
    rules.type_keys("Ctrl+Z")
    assert not rules.desk.choices.on
    assert rules.item("cavalry_superiority").checkState(0) == Qt.CheckState.Unchecked
    rules.type_keys("Ctrl+Shift+Z")
    assert rules.desk.choices.on == {"cavalry_superiority"}


def test_modules_that_are_out_of_force_are_counted_and_named_by_their_titles(rules: RulesBench) -> None:
    rules.come_to_rules()
    family, choices = rules.desk.family, rules.desk.choices
    many = sum(bool(family.lacks(key, choices)) for key in family.needs.of if key not in family.options)
    assert many > 1
    line = next(one for one in rules.page.verdict.findChildren(QLabel) if "out of force" in one.text())
    assert line.text() == f"{many} modules are out of force here, for what the scenario does not grant."
    assert "Political status" in line.toolTip()
    assert "political_status" not in line.toolTip()


def test_a_click_is_over_before_anything_follows_from_it(rules: RulesBench) -> None:
    """What follows may list all options anew, and Qt still works on the one that was clicked."""
    rules.come_to_rules()
    rules.click_box("cavalry_superiority")
    assert not rules.desk.choices.on
    rules.settle()
    assert rules.desk.choices.on == {"cavalry_superiority"}


def test_an_option_is_switched_by_keys_alone(rules: RulesBench) -> None:
    page = rules.come_to_rules()
    page.tree.words.setFocus()
    rules.write("guard commitment")
    assert rules.desk.key == "guard_commitment"
    page.tree.tree.setFocus()
    rules.key(Qt.Key.Key_Space)
    assert rules.desk.choices.on == {"guard_commitment"}


def test_what_was_chosen_is_there_again_with_its_undo(rules: RulesBench) -> None:
    rules.come_to_rules()
    rules.switch("guard_commitment")
    target = rules.desk.target
    rules.rules.open(target)
    assert rules.desk.choices.on == {"guard_commitment"}
    rules.desk.undo()
    assert not rules.desk.choices.on


def test_a_draft_that_cannot_be_read_is_put_aside_and_nothing_else_is_lost(rules: RulesBench) -> None:
    rules.come_to_rules()
    rules.switch("guard_commitment")
    path = rules.desk.draft.path
    path.write_bytes(b"{broken")
    rules.rules.open(rules.desk.target)
    assert "cannot be read" in rules.warning()
    assert path.with_name(f"{path.name}.damaged-1").read_bytes() == b"{broken"
    assert rules.desk.choices == Choices()


class SmallGuard(RuleModule):
    """The guard is small."""

    key, option = "small_guard", Option("Small guard", "The guard is small.", requires="guard_commitment")


class NoGuard(RuleModule):
    """There is no guard."""

    key, option = "no_guard", Option("No guard", "There is no guard.", conflicts=("guard_commitment",))


def test_an_impossible_set_is_said_in_words_and_the_nearest_are_a_click_each(
    qapp: QApplication, tmp_path: Path, home: Path
) -> None:
    rules = RulesBench(qapp, tmp_path, InstalledGame(EMPIRES, (SmallGuard, NoGuard)))
    rules.come_to_rules()
    rules.switch("small_guard")
    screen = rules.plain_screen()
    assert "“Small guard” needs “Guard commitment”" in screen
    assert rules.desk.choices.on == {"small_guard"}, "nothing is reset"
    rules.press("+ Guard commitment")
    rules.wait_for_verdict()
    assert rules.desk.choices.on == {"small_guard", "guard_commitment"}
    assert "These rules work together" in rules.plain_screen()
    rules.switch("no_guard")
    assert "“No guard” cannot be used with “Guard commitment”" in rules.plain_screen()
    verdict = rules.page.verdict.verdict
    assert verdict is not None
    assert set(verdict.near) == {frozenset({"small_guard", "guard_commitment"})}
    rules.desk.undo()
    rules.wait_for_verdict()
    assert "These rules work together" in rules.plain_screen()
    rules.close()


def test_a_search_goes_over_the_words_of_rules(rules: RulesBench) -> None:
    page = rules.come_to_rules()
    page.tree.words.setText("outflanks counts arrived")
    assert rules.desk.key == "cavalry_superiority"
    assert rules.item("supply").isHidden()
    page.tree.words.setText("no such words at all")
    assert "No module has these words" in rules.plain_screen()
    page.tree.words.clear()
    assert not rules.item("supply").isHidden()


def test_the_code_of_a_rule_opens_by_its_button(rules: RulesBench) -> None:
    page = rules.come_to_rules()
    rules.look_at("cavalry_superiority")
    opened: list[CodeWindow] = []
    page.module.code_shown.connect(opened.append)
    said = " ".join(label.text() for label in page.module.findChildren(QLabel))
    assert "adds 1 to its combat die" in said
    assert "Hooks." not in said, "what a function answers is said with its code"
    assert "Hooks." in rules.button("Show cavalry_superiority.py:35").toolTip()
    rules.press("Show cavalry_superiority.py:35")
    code = opened[0].text
    assert "class CavalrySuperiority" in code.toPlainText()
    rules.theme.choose("contrast")
    rules.settle()
    assert {one.format.background().color().name() for one in code.extraSelections()} == {DONE}, "seen on black"
    rules.theme.choose("light")
    rules.settle()
    assert {one.format.background().color().name() for one in code.extraSelections()} == {LIGHT.accent}
    opened[0].close()


def test_a_parameter_is_set_within_its_bounds_and_taken_back(rules: RulesBench) -> None:
    rules.come_to_rules()
    module, one = next(
        (key, one)
        for key, module in rules.desk.family.modules.items()
        for one in parameters_of(module)
        if one.bounds and one.changeable == "running"
    )
    rules.look_at(module)
    box = rules.page.module.editors[one.name].findChild(QSpinBox)
    assert box is not None
    other = box.maximum() if box.value() != box.maximum() else box.minimum()
    box.setValue(other)
    assert rules.desk.choices.parameters == {module: {one.name: other}}
    rules.desk.set_parameter(module, one.name, box.maximum() + 1)
    assert one.name in rules.warning()
    assert rules.desk.choices.parameters == {module: {one.name: other}}
    rules.desk.undo()
    assert not rules.desk.choices.parameters


def test_a_preset_is_saved_taken_compared_shared_and_taken_out(rules: RulesBench, tmp_path: Path) -> None:
    page = rules.come_to_rules()
    rules.switch("guard_commitment")
    page.presets.keep("Evening club")
    with Library.open(own_library_path()) as library:
        assert library.preset("evening_club").on == ("guard_commitment",)
    rules.switch("guard_commitment")
    assert page.presets.box.currentText() != "Evening club (yours)"
    page.presets.box.setCurrentIndex(page.presets.box.findData("evening_club"))
    page.presets.box.activated.emit(page.presets.box.currentIndex())
    rules.settle()
    assert rules.desk.choices.on == {"guard_commitment"}
    page.presets.write(str(tmp_path / "club.toml"))
    page.presets.take_out()
    with Library.open(own_library_path()) as library:
        assert not library.presets()
    rules.desk.undo()
    with Library.open(own_library_path()) as library:
        assert library.preset("evening_club").title == "Evening club"
    rules.desk.redo()
    page.presets.read(str(tmp_path / "club.toml"))
    assert rules.desk.presets["evening_club"].on == ("guard_commitment",)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[[preset]\n", "not TOML"),
        ('game = "empires"\n[[preset]]\nkey = "a"\ntitle = "A"\non = ["no_such_module"]\n', "no_such_module"),
        ('game = "empires"\n[[preset]]\nkey = "a"\ntitle = "A"\nextends = "gone"\n', "gone"),
        (
            (
                'game = "empires"\n[[preset]]\nkey = "a"\ntitle = "A"\non = ["further_tactical_reductions"]\n'
                'parameters.further_tactical_reductions.counts = "sometimes"\n'
            ),
            "counts cannot be 'sometimes': it is one of more than, at least",
        ),
    ],
)
def test_a_file_of_presets_that_is_wrong_is_refused_in_a_sentence(
    rules: RulesBench, tmp_path: Path, text: str, says: str
) -> None:
    page = rules.come_to_rules()
    rules.switch("guard_commitment")
    (tmp_path / "bad.toml").write_text(text)
    page.presets.read(str(tmp_path / "bad.toml"))
    assert says in rules.warning()
    assert rules.desk.choices.on == {"guard_commitment"}
    assert not rules.desk.design.presets


def test_presets_that_another_program_keeps_are_listed(rules: RulesBench) -> None:
    page = rules.come_to_rules()
    rules.switch("guard_commitment")
    page.presets.keep("Mine")
    with Library.open(own_library_path(), writing=True) as library:
        library.remove_preset("mine")
    rules.window.show_workspace(rules.play)
    rules.window.show_workspace(rules.rules)
    assert page.presets.box.findData("mine") < 0


def test_everything_in_it_has_a_name_for_those_who_do_not_see_it(rules: RulesBench) -> None:
    rules.come_to_rules()
    check(rules)


def test_a_file_that_is_no_text_is_refused_in_a_sentence(rules: RulesBench, tmp_path: Path) -> None:
    page = rules.come_to_rules()
    (tmp_path / "bad.toml").write_bytes(b"\xff\xfe")
    page.presets.read(str(tmp_path / "bad.toml"))
    assert "is not a text in UTF-8" in rules.warning()
    page.house.take(str(tmp_path / "bad.toml"))
    assert "is not a text in UTF-8" in rules.warning()
    page.house.take(str(tmp_path / "gone.toml"))
    assert "gone.toml" in rules.warning()


def test_no_key_with_alt_stands_for_two_things(rules: RulesBench) -> None:
    page = rules.come_to_rules()
    kinds: tuple[type[QPushButton] | type[QLabel], ...] = (QPushButton, QLabel)
    panels = (page.differences, page.here, page.house)
    for panel in panels:
        others = [one for one in panels if one is not panel]
        boxes = [one for kind in kinds for one in rules.window.findChildren(kind) if page.isAncestorOf(one)]
        boxes = [one for one in boxes if not isinstance(one, QLabel) or one.buddy() is not None]
        here = [one.text() for one in boxes if not any(other.isAncestorOf(one) for other in others)]
        menus = [one.text() for one in rules.window.menuBar().actions() if one.isVisible()]
        keys = [text[text.index("&") + 1].casefold() for text in (*here, *menus, "Rules &for:") if "&" in text]
        assert sorted(keys) == sorted(set(keys)), panel.title
