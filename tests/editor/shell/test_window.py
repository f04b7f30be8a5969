"""The window: theme, palette, finding, shortcuts, a layout that stays."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray, Qt
from PySide6.QtGui import QAction, QKeySequence, QStyleHints
from PySide6.QtWidgets import QApplication, QLabel, QToolButton, QWidget

from sandtable_editor.shell.finder import SearchHit, narrow
from sandtable_editor.shell.own_keys import written
from sandtable_editor.shell.settings import Settings
from sandtable_editor.shell.theme import DARK, LIGHT, Choice, is_dark
from sandtable_editor.shell.window import Window
from sandtable_editor.shell.workspace import Workspace
from tests.editor.workbench import CTRL, Workbench


def test_only_what_is_there_is_shown(bench: Workbench) -> None:
    menus = [action.text() for action in bench.window.menuBar().actions()]
    assert menus == ["&Campaign", "&Edit", "&View", "&Table", "&Help"]
    for absent in ("Map", "Scenario", "Rules"):
        assert absent not in [label.text() for label in bench.window.findChildren(QLabel)]
    assert not bench.window.bar.isVisible()


class Another(Workspace):
    key, title = "another", "Another"
    undone = 0

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.page = QLabel("another page")

    def middle(self) -> QWidget:
        return self.page

    def undo(self) -> None:
        self.undone += 1


def test_undo_belongs_to_the_workspace_in_front(bench: Workbench) -> None:
    another = Another(bench.window)
    bench.window.add_workspace(another)
    assert bench.window.bar.isVisible()
    bench.window.commands["undo"].setEnabled(True)
    bench.type_keys("Ctrl+Z")
    assert another.undone == 0
    bench.window.tabs.setCurrentIndex(1)
    assert bench.window.middle.currentWidget() is another.page
    bench.type_keys("Ctrl+Z")
    assert another.undone == 1


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
def test_every_workspace_can_be_read_in_the_bar_whichever_is_in_front(bench: Workbench, theme: Choice) -> None:
    """The one in front is written bold, and wants more room."""
    bench.theme.choose(theme)
    others = [Workspace(bench.window) for _ in range(3)]
    for one, title in zip(others, ("Map", "Scenario", "Rules"), strict=True):
        one.middle = QWidget  # type: ignore[method-assign]
        one.title = title
        bench.window.add_workspace(one)
    tabs = bench.window.tabs
    for at in range(tabs.count()):
        tabs.setCurrentIndex(at)
        bench.settle()
        assert tabs.tabRect(tabs.count() - 1).right() < tabs.width(), tabs.tabText(at)
        assert not any(one.isVisible() for one in tabs.findChildren(QToolButton))


def test_the_palette_does_what_is_chosen(bench: Workbench) -> None:
    bench.type_keys("Ctrl+Shift+P")
    assert bench.window.menus.finder.line.hasFocus()
    bench.write("dark")
    assert "View: Theme: Dark" in bench.window.menus.finder.list.item(0).text()
    bench.key(Qt.Key.Key_Return)
    assert is_dark()
    assert not bench.window.menus.finder.isVisible()


def test_the_palette_goes_away_with_escape_and_lists_what_can_be_done_now(bench: Workbench) -> None:
    bench.type_keys("Ctrl+Shift+P")
    listed = bench.screen()
    assert "Campaign: New campaign" in listed
    assert "Table: Hand over" not in listed  # no campaign is on the table
    bench.write("no such command")
    assert bench.window.menus.finder.nothing.isVisible()
    bench.key(Qt.Key.Key_Escape)
    assert not bench.window.menus.finder.isVisible()


def test_arrows_go_through_what_was_found(bench: Workbench) -> None:
    chosen: list[str] = []
    things = [SearchHit(name, "", partial(chosen.append, name)) for name in ("Ash", "Birch", "Beech")]
    bench.window.menus.finder.ask("Find", lambda text: narrow(text, things))
    bench.write("b")
    assert [bench.window.menus.finder.list.item(at).text() for at in range(2)] == ["Birch", "Beech"]
    bench.key(Qt.Key.Key_Down)
    bench.key(Qt.Key.Key_Return)
    assert chosen == ["Beech"]


def test_every_shortcut_is_printed_in_its_tooltip(bench: Workbench) -> None:
    for command in bench.window.commands:
        for key in command.keys:
            assert written([key]) in command.action.toolTip()
            assert key in command.action.shortcuts()


def test_keys_and_places_in_the_menu_are_those_of_the_platform(bench: Workbench) -> None:
    commands = bench.window.commands
    standard = QKeySequence.StandardKey
    for name, purpose in {"undo": standard.Undo, "open_campaign": standard.Open}.items():
        assert commands[name].shortcuts() == QKeySequence.keyBindings(purpose)
    assert {*commands["find"].shortcuts()} == {*QKeySequence.keyBindings(standard.Find), QKeySequence("Ctrl+K")}
    roles = {one.action.objectName(): one.action.menuRole() for one in commands}
    role = QAction.MenuRole
    assert roles.pop("quit") == role.QuitRole
    assert roles.pop("about") == role.AboutRole
    assert roles.pop("settings") == role.PreferencesRole
    assert set(roles.values()) == {role.NoRole}  # "Options…" is of the table, and no preferences


def test_the_window_has_the_icon(bench: Workbench) -> None:
    icon = bench.window.windowIcon()
    for size in (16, 32, 256):
        picture = icon.pixmap(size, size).toImage()
        assert (picture.width(), picture.height()) == (size, size)
        assert picture.pixelColor(size // 2, size // 10).alpha() == 255  # the frame of the tray


def test_no_two_commands_share_a_shortcut(bench: Workbench) -> None:
    keys = [key.toString() for command in bench.window.commands for key in command.action.shortcuts()]
    assert len(set(keys)) == len(keys)


def test_full_screen(bench: Workbench) -> None:
    bench.type_keys("F11")
    assert bench.window.isFullScreen()
    bench.type_keys("F11")
    assert not bench.window.isFullScreen()


@pytest.mark.parametrize(("choice", "shades"), [("dark", DARK), ("light", LIGHT)])
def test_a_theme_that_is_chosen_is_remembered(bench: Workbench, choice: str, shades: object) -> None:
    for one in ("light" if choice == "dark" else "dark", choice):
        bench.window.commands[f"theme_{one}"].trigger()
    assert is_dark() == (shades is DARK)
    assert bench.window.settings.text("theme") == choice


def test_it_follows_the_system(bench: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the platform would tell it: the one of the tests has no scheme of its own."""
    hints = QApplication.styleHints()
    bench.theme.choose("system")
    for scheme, dark in ((Qt.ColorScheme.Dark, True), (Qt.ColorScheme.Light, False)):
        with monkeypatch.context() as system:

            def says(_: QStyleHints, scheme: Qt.ColorScheme = scheme) -> Qt.ColorScheme:
                return scheme

            system.setattr(QStyleHints, "colorScheme", says)
            hints.colorSchemeChanged.emit(scheme)
            bench.settle()
            assert is_dark() == dark


def test_a_layout_stays_and_can_be_reset(bench: Workbench, qapp: QApplication) -> None:
    bench.begin()
    dock = bench.campaign_view.docks["log"]
    dock.hide()
    bench.window.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, bench.campaign_view.docks["dice"])
    bench.settle()
    bench.window.commands["close_campaign"].trigger()
    bench.begin(name="other")
    assert not bench.campaign_view.docks["log"].isVisible()
    assert bench.window.dockWidgetArea(bench.campaign_view.docks["dice"]) == Qt.DockWidgetArea.LeftDockWidgetArea
    bench.window.commands["reset_layout"].trigger()
    bench.settle()
    assert bench.campaign_view.docks["log"].isVisible()
    assert bench.window.dockWidgetArea(bench.campaign_view.docks["dice"]) == Qt.DockWidgetArea.BottomDockWidgetArea


def test_a_first_window_fits_a_small_screen_and_stays_as_wide_when_a_campaign_begins(bench: Workbench) -> None:
    width = bench.window.width()
    bench.begin()
    assert bench.window.width() == width
    assert bench.window.minimumSizeHint().width() <= 1024
    assert bench.window.minimumSizeHint().height() <= 700


def test_a_new_window_has_room_on_the_screen_with_its_frame(qapp: QApplication, bench: Workbench) -> None:
    fresh = Window(Settings(), bench.theme, bench.reporter)
    room = qapp.primaryScreen().availableGeometry()
    assert room.width() < 1280  # that of the screen of these tests
    assert fresh.width() + 2 <= room.width()
    assert fresh.height() + 40 <= room.height()  # or its lowest line, the hints, would lie below the screen
    fresh.deleteLater()


def test_the_prompt_cannot_be_closed(bench: Workbench) -> None:
    bench.begin()
    features = bench.campaign_view.docks["prompt"].features()
    assert not features & bench.campaign_view.docks["prompt"].DockWidgetFeature.DockWidgetClosable


def test_settings_are_typed_and_what_is_none_counts_as_not_there(home: Path) -> None:
    kept = Settings()
    kept.put("a/flag", True)
    kept.put("a/number", 7)
    kept.put("a/text", "seven")
    kept.put("a/state", QByteArray(b"\x00\x01"))
    kept.write()
    again = Settings()
    assert again.flag("a/flag", default=False)
    assert again.number("a/number", 0) == 7
    assert again.number("a/text", 3) == 3
    assert again.state("a/state") == QByteArray(b"\x00\x01")
    assert again.state("a/text").isEmpty()
    again.forget("a/number")
    assert again.number("a/number", 0) == 0
    (home / "workbench.ini").write_text("[a]\nnumber=@Invalid\nflag=perhaps\n")
    assert Settings().flag("a/flag", default=True)


def test_ctrl_f_without_a_campaign_finds_nothing_and_harms_nothing(bench: Workbench) -> None:
    bench.window.menus.find_place()
    bench.write("a")
    assert bench.window.menus.finder.nothing.isVisible()
    bench.key(Qt.Key.Key_Return)
    bench.key(Qt.Key.Key_F, CTRL)
