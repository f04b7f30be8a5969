"""The log beside the map: lines that wrap, places and pieces that light up, rules that are clicked on."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTreeWidgetItem

from sandtable.board.spaces import SpaceId
from sandtable.play.table.sitting import Wishes
from sandtable_editor.play.record.log_panel import PLY, RULE, LogPanel, below
from sandtable_editor.shell.theme import shades
from tests.editor.play.player import enter
from tests.editor.play.test_beside_the_map import in_battle
from tests.editor.play.test_fields import at_march
from tests.editor.workbench import Workbench
from tests.games.fords import PlayChit


def fought(bench: Workbench) -> LogPanel:
    """Have a round fought at Cranmere; return its log, in view."""
    in_battle(bench)
    for _ in range(2):
        enter(bench, PlayChit("probe"))
    bench.campaign_view.battle.close()
    log = bench.campaign_view.log
    bench.campaign_view.docks["log"].raise_()
    bench.settle()
    return log


def lines(item: QTreeWidgetItem) -> list[QTreeWidgetItem]:
    found = [item] if item.data(0, PLY) is not None else []
    return found + [line for child in below(item) for line in lines(child)]


def line_with(log: LogPanel, text: str, *, ruled: bool = False) -> QTreeWidgetItem:
    """Return a line that holds a text, brought into view."""
    there = [one for one in lines(log.tree.invisibleRootItem()) if text in one.text(0)]
    item = next(one for one in there if one.data(0, RULE) or not ruled)
    log.tree.scrollToItem(item)
    QApplication.processEvents()
    return item


def move_over(bench: Workbench, log: LogPanel, item: QTreeWidgetItem) -> None:
    QTest.mouseMove(log.tree.viewport(), log.tree.visualItemRect(item).topLeft() + QPoint(6, 8))
    bench.settle()


def test_a_line_that_is_too_long_goes_on_below_and_nothing_of_it_is_cut(bench: Workbench) -> None:
    log = fought(bench)
    item = line_with(log, "Blue fires at cranmere: ", ruled=True)
    wide = log.tree.visualItemRect(item).height()
    log.setFixedWidth(300)
    bench.settle()
    log.tree.scrollToItem(item)
    bench.settle()
    narrow = log.tree.visualItemRect(item).height()
    assert narrow >= wide + log.tree.fontMetrics().height()
    assert not log.tree.horizontalScrollBar().isVisible()
    log.setFixedWidth(900)
    bench.settle()
    assert log.tree.visualItemRect(item).height() == wide


def test_a_click_on_the_rule_in_a_line_shows_its_words(bench: Workbench) -> None:
    log = fought(bench)
    item = line_with(log, "Blue fires at cranmere: ", ruled=True)
    rect = log.tree.visualItemRect(item)
    index = log.tree.indexFromItem(item)
    spots = [QPoint(x, rect.center().y()) for x in range(rect.left(), rect.right(), 3)]
    spot = next(one for one in spots if log.lines.link_at(index, one))
    QTest.mouseMove(log.tree.viewport(), spot)
    bench.settle()
    assert log.tree.viewport().cursor().shape() == Qt.CursorShape.PointingHandCursor
    bench.click(log.tree.viewport(), spot)
    rules = bench.campaign_view.rules
    assert rules.isVisible()
    assert rules.text.toPlainText().startswith("FOR-3-fire")


def test_a_click_elsewhere_in_the_line_still_leads_to_its_place(bench: Workbench) -> None:
    log = fought(bench)
    assert bench.campaign_view.place is not None
    bench.campaign_view.place.look_at("aldbrook")
    item = line_with(log, "March Red 1")
    bench.click(log.tree.viewport(), log.tree.visualItemRect(item).topLeft() + QPoint(6, 8))
    assert bench.campaign_view.place.space == "cranmere"


def test_the_keyboard_reads_a_rule_too(bench: Workbench) -> None:
    log = fought(bench)
    log.tree.setCurrentItem(line_with(log, "Blue fires at cranmere: ", ruled=True))
    log.tree.setFocus()
    bench.key(Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert bench.campaign_view.rules.text.toPlainText().startswith("FOR-3-fire")


def test_what_a_line_names_lights_up_while_it_is_pointed_at(bench: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    log, view, marked = fought(bench), bench.map, dict[str, str]()
    mark = view.highlight

    def highlight(spaces: Mapping[SpaceId, str]) -> None:
        marked.clear()
        marked.update({str(space): colour for space, colour in spaces.items()})
        mark(spaces)

    monkeypatch.setattr(view, "highlight", highlight)
    move_over(bench, log, line_with(log, "March Red 1"))
    assert marked["cranmere"] == shades().warm
    assert bench.map.selection == ("Red 1",)
    QApplication.sendEvent(log.tree.viewport(), QEvent(QEvent.Type.Leave))
    bench.settle()
    assert marked.get("cranmere") != shades().warm
    assert not bench.map.selection


def test_lines_light_up_by_the_arrow_keys_as_well(bench: Workbench) -> None:
    log = fought(bench)
    item = line_with(log, "March Red 1")
    log.tree.setFocus()
    log.tree.setCurrentItem(item)
    bench.settle()
    assert bench.map.selection == ("Red 1",)


def test_the_hand_keeps_what_it_holds_while_lines_are_read(bench: Workbench) -> None:
    at_march(bench)
    bench.click_counter("Blue 1")
    held = bench.draft.offer
    log = bench.campaign_view.log
    if there := lines(log.tree.invisibleRootItem()):
        move_over(bench, log, there[0])
    QApplication.sendEvent(log.tree.viewport(), QEvent(QEvent.Type.Leave))
    bench.settle()
    assert bench.draft.offer is held


def test_the_screen_is_covered_at_any_time_also_by_one_who_plays_alone(bench: Workbench) -> None:
    at_march(bench, Wishes(seed="1", seats="one"))
    curtain = bench.campaign_view.curtain
    assert not curtain.isVisible()
    bench.type_keys("Ctrl+L")
    assert curtain.isVisible()
    assert curtain.who.text() == "The screen is covered"
    bench.click(curtain.sit)
    assert not curtain.isVisible()
    assert bench.campaign.turn_state == "asks"
