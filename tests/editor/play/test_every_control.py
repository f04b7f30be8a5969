"""What a screen reader is told, gone through whole in all three games: no control and no piece of the map is nameless.

Nothing is known here of widgets: what ``QAccessible`` hands on is walked, as a screen reader walks it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final, cast

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QApplication, QDialog, QMenu, QTabWidget, QWidget

from sandtable.engine import InstalledGame, SpaceId
from sandtable.lab.bots import RandomBot
from sandtable.library.campaigns.campaign_files import delete_campaign
from sandtable.play.table.sitting import Wishes
from sandtable_drill_ground.system import DRILL_GROUND
from sandtable_editor.shell.error_dialog import ErrorDialog
from sandtable_editor.shell.errors import WindowFault
from sandtable_empires.system import EMPIRES
from sandtable_twin_rivers import TWIN_RIVERS
from tests.editor.workbench import Workbench

ROLE, TEXT = QAccessible.Role, QAccessible.Text
NAMED: Final = {
    ROLE.Button, ROLE.PushButton, ROLE.CheckBox, ROLE.RadioButton, ROLE.ComboBox, ROLE.EditableText, ROLE.SpinBox,
    ROLE.Slider, ROLE.List, ROLE.ListItem, ROLE.Tree, ROLE.TreeItem, ROLE.Table, ROLE.PageTab, ROLE.PageTabList,
    ROLE.MenuItem, ROLE.ProgressBar, ROLE.Dialog, ROLE.Window, ROLE.ColumnHeader, ROLE.Link, ROLE.Graphic,
    ROLE.Canvas, ROLE.Chart, ROLE.Dial, ROLE.ButtonMenu, ROLE.ButtonDropDown, ROLE.HotkeyField,
}  # fmt: skip
"""What is used, or read one by one; what only holds others (a frame, a filler) needs no name."""
GAMES: Final = {"peninsula": EMPIRES, "rivers": TWIN_RIVERS, "drill": DRILL_GROUND}
OUTSIDE: Final = {"quit", "open_campaign", "save_copy", "close_campaign", "hand_over", "leave_screen", "full_screen"}
"""Commands that end what is walked, or open a window of the system."""
ROWS: Final = 40
"""So many rows of a list are listened to."""
LOOKS: Final = ("theme_", "size_", "pace_")
PLAYED: Final = 400
"""Answers within which there is a fight to be looked at."""


@pytest.fixture(params=list(GAMES))
def table(request: pytest.FixtureRequest, qapp: QApplication, tmp_path: Path, home: Path) -> Iterator[Workbench]:
    """Give a workbench for each of the games."""
    made = Workbench(qapp, tmp_path, family=InstalledGame(GAMES[request.param]))
    yield made
    if (popup := QApplication.activePopupWidget()) is not None:
        popup.close()
    made.close()
    assert not made.reporter.faults, "\n".join(fault.details for fault in made.reporter.faults)


# -- what is heard


def name_of(spoken: QAccessibleInterface) -> str:
    """Return what something is for, as it is said; of a box with one of several that is not the one it shows."""
    if spoken.role() != ROLE.ComboBox:
        return spoken.text(TEXT.Name) or label_of(spoken)
    return label_of(spoken) or spoken.text(TEXT.Description)


def label_of(spoken: QAccessibleInterface) -> str:
    return "".join(other.text(TEXT.Name) for other, _ in spoken.relations(QAccessible.RelationFlag.Label))


def walk(spoken: QAccessibleInterface, path: str = "") -> Iterator[tuple[str, QAccessibleInterface]]:
    """Yield all that can be heard of, with the way to it; what is not on the screen is not heard of.

    Of long lists the first rows are heard; the pieces and spaces of maps have a test of their own.
    """
    path = f"{path} > {spoken.role().name} {spoken.text(TEXT.Name)[:30]!r}"
    yield path, spoken
    for at in range(min(spoken.childCount(), ROWS)):
        child = cast("QAccessibleInterface | None", spoken.child(at))
        if child is not None and child.isValid() and not child.state().invisible:
            yield from walk(child, path)


def is_symbol_of_qt(path: str) -> bool:
    """Tell whether something is the sign that Qt puts beside a question or a warning: the role says as much."""
    return " > AlertMessage " in path and path.endswith(" > Graphic ''")


def nameless(roots: list[QWidget]) -> set[str]:
    """Return the ways to all that has no name and should have one."""
    return {
        path
        for root in roots
        for path, spoken in walk(QAccessible.queryAccessibleInterface(root))
        if spoken.role() in NAMED and not name_of(spoken).strip() and not is_symbol_of_qt(path)
    }


def hear(bench: Workbench, where: str) -> None:
    bench.settle()
    found = nameless(bench.roots())
    assert not found, f"{where}: {sorted(found)}"


# -- going everywhere


def put_away(bench: Workbench) -> None:
    """Close what has opened over the window."""
    while (popup := QApplication.activePopupWidget()) is not None:
        popup.close()
    for widget in QApplication.topLevelWidgets():
        if isinstance(widget, QDialog) and widget.isVisible():
            widget.reject()
    if bench.play.campaign_view is not None:
        bench.campaign_view.middle.leave()
    bench.settle()


def open_all(bench: Workbench) -> int:
    """Give every command that can be given, and listen to what it opens; return how many there were."""
    commands = [one.action for one in bench.window.commands if not one.action.objectName().startswith(LOOKS)]
    given = 0
    for action in commands:
        if action.isEnabled() and action.objectName() not in OUTSIDE and not action.isCheckable():
            action.trigger()
            bench.wait(lambda: not bench.window.jobs.running)
            dialogs = [root for root in bench.roots() if isinstance(root, QDialog)]
            for tabs in [one for root in dialogs for one in root.findChildren(QTabWidget)]:
                for at in range(tabs.count()):
                    tabs.setCurrentIndex(at)
                    hear(bench, action.objectName())
            hear(bench, action.objectName())
            put_away(bench)
            given += 1
    for menu in bench.window.menuBar().findChildren(QMenu) or bench.window.findChildren(QMenu):
        menu.popup(QPoint(0, 0))
        hear(bench, f"the menu {menu.title()}")
        menu.close()
    return given


def begin_a_fight(bench: Workbench) -> None:
    """Put a campaign on the table that chance has brought into a fight, or some way on where there are none."""
    sitting, bot = bench.sit_down(Wishes(seed="1", seats="one"), name="fight"), RandomBot("every control")
    for _ in range(PLAYED):
        prompt = sitting.referee.prompt
        if prompt is None or len(sitting.referee.game.frames) > 2:
            break
        action = bot.answer(sitting.referee, prompt.open[0])
        assert action is not None
        sitting.referee.play(action, prompt.open[0].side)
    bench.play.accept(sitting)
    bench.settle()


def fill_all(bench: Workbench) -> None:
    """Take up every offer and go on to its last field with what comes first."""
    for offer in bench.draft.open:
        bench.draft.take_up(offer)
        hear(bench, offer.label)
        bench.draft.put_down()


def test_every_control_of_the_panels_has_a_name(table: Workbench) -> None:
    hear(table, "the first page")
    table.begin(Wishes(seed="1", seats="one"))
    for dock in table.campaign_view.docks.values():
        dock.show()
        dock.raise_()
        hear(table, dock.windowTitle())
    fill_all(table)


def test_every_control_of_every_window_has_a_name(table: Workbench) -> None:
    begin_a_fight(table)
    assert table.campaign_view.battle.isVisible() == (table.family.system is EMPIRES)
    hear(table, "a fight")
    fill_all(table)
    assert open_all(table) > 20


def test_every_counter_and_space_of_the_map_has_a_name_of_its_own(table: Workbench) -> None:
    table.begin(Wishes(seed="1", seats="one"))
    spoken = QAccessible.queryAccessibleInterface(table.map)
    heard = [spoken.child(at) for at in range(spoken.childCount())]
    assert all(one.text(TEXT.Name).strip() and one.role() == ROLE.ListItem for one in heard)
    names = [one.text(TEXT.Name) for one in heard]
    for counter in table.map.counters.all():
        assert any(name.startswith(counter.title) for name in names), counter.title
    for space in table.map.geography.ids:
        assert table.map.words_of_space(SpaceId(space)) in names


def test_the_menu_of_a_place_and_the_card_at_a_counter_are_heard(table: Workbench) -> None:
    table.begin(Wishes(seed="1", seats="one"))
    board = table.campaign_view.board
    assert board is not None
    counter = table.map.counters.all()[0]
    table.map.setFocus()
    table.map.tool.go_to(counter.piece)
    table.key(Qt.Key.Key_Menu, widget=table.map)
    assert isinstance(QApplication.activePopupWidget(), QMenu)
    hear(table, "the menu of a place")


# -- what opens by itself, or from the first page


def test_the_first_page_with_campaigns_and_what_is_asked_there_is_heard(bench: Workbench, home: Path) -> None:
    bench.folder = home / "campaigns"
    for name in ("war", "peace", "truce"):
        bench.sit_down(Wishes(seed="1", seats="one"), name=name).referee.sink.close()
    delete_campaign(bench.folder / "truce.campaign")
    bench.play.look_for_campaigns()
    bench.wait(lambda: not bench.window.jobs.running and not bench.play.welcome.unread())
    assert bench.play.welcome.list.count() == 2
    hear(bench, "the first page with campaigns")
    bench.choose(0, bench.play.welcome.list)
    for asked in ("Rename…", "Delete…"):
        bench.press(asked)
        assert [root for root in bench.roots() if isinstance(root, QDialog)], asked
        hear(bench, asked)
        put_away(bench)
    bench.press("Deleted campaigns (1)")
    assert QApplication.activePopupWidget() is not None
    hear(bench, "the deleted campaigns")
    put_away(bench)


def test_the_guide_and_what_is_opened_from_the_log_are_heard(bench: Workbench) -> None:
    bench.begin(Wishes(seed="1", seats="one"))
    bench.type_keys("Ctrl+G")
    hear(bench, "the guide's first page")
    bench.key(Qt.Key.Key_Return)
    assert bench.campaign_view.guiding.is_on
    hear(bench, "the guide")
    begin_a_fight(bench)
    tree = bench.campaign_view.log.tree
    tree.setFocus()
    bench.key(Qt.Key.Key_End, widget=tree)
    bench.key(Qt.Key.Key_Menu, widget=tree)
    hear(bench, "the menu of a line of the log")


def test_what_tells_of_a_fault_is_heard(bench: Workbench) -> None:
    made = ErrorDialog(WindowFault("A fault.", "Its details.", "fault"), bench.window)
    made.show()
    hear(bench, "a fault")
    bench.press("Show details", made)
    assert made.details.isVisible()
    hear(bench, "a fault with its details")
    made.reject()
