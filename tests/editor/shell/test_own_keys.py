"""Keys of one's own: given in the settings, kept, refused in words where they belong to something else, given back."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTreeWidgetItem

from sandtable_editor.shell.own_keys import OwnKeys
from sandtable_editor.shell.settings_dialog import NAME, KeysPage, SettingsDialog
from sandtable_editor.shell.window import Window
from tests.editor.workbench import CTRL, NONE, Workbench


def page_of(bench: Workbench) -> KeysPage:
    bench.type_keys("Ctrl+,")
    found = QApplication.activeModalWidget()
    assert isinstance(found, SettingsDialog)
    found.pages.setCurrentWidget(found.keys)
    return found.keys


def item(page: KeysPage, name: str) -> QTreeWidgetItem:
    items = [page.list.topLevelItem(at) for at in range(page.list.topLevelItemCount())]
    return next(one for one in items if one is not None and one.data(0, NAME) == name)


def press(page: KeysPage, bench: Workbench, name: str, key: Qt.Key, modifiers: Qt.KeyboardModifier = CTRL) -> None:
    page.list.setCurrentItem(item(page, name))
    page.edit.setFocus()
    QTest.keyClick(page.edit, key, modifiers)
    bench.wait(lambda: not page.edit.keySequence().isEmpty())


def test_a_command_is_given_another_key_which_works_at_once_and_is_kept(bench: Workbench) -> None:
    page = page_of(bench)
    press(page, bench, "full_screen", Qt.Key.Key_U)
    bench.click(page.use)
    assert item(page, "full_screen").text(1) == "Ctrl+U"
    page.window().close()
    bench.window.activateWindow()
    bench.settle()
    bench.type_keys("F11")
    assert not bench.window.isFullScreen()
    bench.type_keys("Ctrl+U")
    assert bench.window.isFullScreen()
    assert "Ctrl+U" in bench.window.commands["full_screen"].toolTip()
    listed = bench.window.menus.keys()
    assert ("Ctrl+U", "Full screen") in listed
    fresh = Window(bench.window.settings, bench.theme, bench.reporter)
    fresh.complete()
    assert fresh.commands["full_screen"].shortcuts() == [QKeySequence("Ctrl+U")]
    fresh.deleteLater()


@pytest.mark.parametrize(
    ("key", "modifiers", "why"),
    [
        (Qt.Key.Key_Z, CTRL, "Ctrl+Z already belongs to “Undo”."),
        (Qt.Key.Key_1, NONE, "1 chooses an action everywhere in the program."),
        (Qt.Key.Key_C, Qt.KeyboardModifier.AltModifier, "Alt+C opens the menu “Campaign”."),
    ],
)
def test_a_key_that_is_taken_is_refused_in_words(
    bench: Workbench, key: Qt.Key, modifiers: Qt.KeyboardModifier, why: str
) -> None:
    page = page_of(bench)
    press(page, bench, "full_screen", key, modifiers)
    assert why in page.says.text()
    assert not page.use.isEnabled()
    assert item(page, "full_screen").text(1) == "F11"


def test_a_command_that_is_added_is_not_held_against_the_keys_of_all_others(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where nobody has keys of his own each command is asked about by itself, and by the menus."""
    asked: list[str] = []
    given_to = OwnKeys.given_to

    def noted(own: OwnKeys, command: str) -> list[QKeySequence] | None:
        asked.append(command)
        return given_to(own, command)

    monkeypatch.setattr(OwnKeys, "given_to", noted)
    fresh = Window(bench.window.settings, bench.theme, bench.reporter)
    fresh.complete()
    assert len(asked) <= 3 * len(list(fresh.commands))
    fresh.deleteLater()


def test_a_command_may_have_no_key_and_its_own_again(bench: Workbench) -> None:
    page, commands = page_of(bench), bench.window.commands
    page.list.setCurrentItem(item(page, "score"))
    bench.click(page.none)
    assert commands["score"].shortcuts() == []
    press(page, bench, "full_screen", Qt.Key.Key_E)
    bench.click(page.use)
    page.list.setCurrentItem(item(page, "score"))
    bench.click(page.reset)
    assert "Ctrl+E now belongs to “Full screen”." in page.says.text()
    assert commands["score"].shortcuts() == []
    bench.click(page.reset_all)
    assert commands["score"].shortcuts() == [QKeySequence("Ctrl+E")]
    assert commands["full_screen"].shortcuts()[0] == QKeySequence("F11")


def test_commands_are_found_by_their_names_and_keys(bench: Workbench) -> None:
    page = page_of(bench)
    page.search.setText("ctrl+j")
    seen = [one for one in ("to_question", "from_question", "undo") if not item(page, one).isHidden()]
    assert seen == ["to_question"]
