"""Grande Armée in the window, by mouse: stacks, combining, breaking down, attacks with arrows and odds, retreats."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from sandtable.board import SpaceId
from sandtable.present import Matrix, Sheet
from sandtable_editor.play.turn.fields.way import WayField
from sandtable_grande_armee.combat.attack import Attack
from sandtable_grande_armee.model import Purse, Unit, UnitId
from sandtable_grande_armee.steps import MOVEMENT_STEP
from sandtable_grande_armee.testing import FRANCE, PRUSSIA, leader, unit
from tests.editor.play.grande_armee_table import family_of, stands, table
from tests.editor.play.rules_here import noticed
from tests.editor.workbench import Workbench


def open_menu(bench: Workbench) -> QMenu:
    """Return the menu that is open on the map."""
    bench.wait(lambda: any(isinstance(one, QMenu) and one.isVisible() for one in QApplication.topLevelWidgets()))
    return next(one for one in QApplication.topLevelWidgets() if isinstance(one, QMenu) and one.isVisible())


def foreseen(bench: Workbench) -> list[str]:
    """Return the titles of what stands below the decision, once it is known."""
    bench.wait(lambda: not bench.campaign_view.outlook.is_busy)
    return [panel.title for panel in bench.campaign_view.outlook.foreseen.panels]


def test_a_stack_is_dragged_in_one_march(qapp: QApplication, tmp_path: Path) -> None:
    family = family_of(
        unit("Friant", FRANCE, "2-5", "0505"), unit("Gudin", FRANCE, "2-5", "0505"),
        leader("Davout", FRANCE, "0505"), unit("Hohenlohe", PRUSSIA, "5-4", "1008"),
    )  # fmt: skip
    with table(qapp, tmp_path, family) as bench:
        before = bench.campaign.referee.journal.head
        at = bench.carry("Gudin", "0606")
        board = bench.campaign_view.board
        assert board is not None
        bench.wait(lambda: not board.is_thinking)
        reach = board.questions.shown_reach()
        assert reach is not None
        assert reach.costs[SpaceId("0606")] == "2"
        bench.drop(at)
        bench.wait(lambda: stands(bench, "Gudin") == "0606")
        assert {stands(bench, one) for one in ("Friant", "Gudin", "Davout")} == {"0606"}
        assert bench.campaign.referee.journal.head == before + 1


def test_units_combine_by_being_dropped_on_a_friend(qapp: QApplication, tmp_path: Path) -> None:
    family = family_of(
        unit("Friant", FRANCE, "2-5", "0505"), unit("Gudin", FRANCE, "2-5", "0506"),
        unit("Hohenlohe", PRUSSIA, "5-4", "1008"),
    )  # fmt: skip
    with table(qapp, tmp_path, family) as bench:
        bench.drag("Gudin", "0505")
        menu = open_menu(bench)
        labels = [action.text() for action in menu.actions()]
        assert labels[-1] == "Leave them as they are"
        assert labels[0] == "Combine: Friant, Gudin (a 5-4 with 2 points left)"
        QTest.keyClick(menu, Qt.Key.Key_Return)
        bench.wait(lambda: "Gudin" not in bench.campaign.game[Unit])
        (corps,) = (one for one in bench.campaign.game[Unit] if one.side == FRANCE)
        assert corps.kind == "5-4"
        assert bench.campaign.game[Purse][corps.id].left == 2


SIX = {"Friant": "0603", "Gudin": "0404", "Morand": "0805", "Suchet": "0406", "Vandamme": "0806", "Gazan": "0607"}
"""Six divisions, each two clear hexes away from 0605."""


def await_stand(bench: Workbench, unit: str, hex: str) -> None:
    """Wait until a unit stands in a hex; no text: until it is gone."""
    bench.wait(lambda: stands(bench, unit) == hex)


def points(bench: Workbench, *units: str) -> list[tuple[int, int]]:
    """Return the points that units may use, and those beyond."""
    return [(purse.left, purse.beyond) for id in units for purse in (bench.campaign.game[Purse][UnitId(id)],)]


@pytest.mark.rule("LGA-02-example-all-force-march")
def test_six_divisions_become_an_army_by_being_dropped_on_each_other(qapp: QApplication, tmp_path: Path) -> None:
    family = family_of(
        *(unit(id, FRANCE, "2-5", hex) for id, hex in SIX.items()), unit("Hohenlohe", PRUSSIA, "5-4", "1002"),
        *(Purse(UnitId(id), 10, 0, "double") for id in SIX), unit("Rear", FRANCE, "1-6", "1108"),
    )  # fmt: skip
    with table(qapp, tmp_path, family) as bench:
        for first, second in (("Friant", "Gudin"), ("Morand", "Suchet"), ("Vandamme", "Gazan")):
            bench.drag(first, "0605")
            await_stand(bench, first, "0605")
            assert points(bench, first) == [(8, 0) if first == "Friant" else (7, 0)]
            bench.drag(second, "0605")
            menu = open_menu(bench)
            assert menu.actions()[0].text().endswith("(a 5-4 with 4 points left)")
            QTest.keyClick(menu, Qt.Key.Key_Return)
            await_stand(bench, second, "")
        corps = [one.id for one in bench.campaign.game[Unit].where("hex", "0605")]
        assert points(bench, *corps) == [(4, 2)] * 3
        bench.press("Combine")
        bench.press("Combine")  # of these three there is one army to be made
        bench.wait(lambda: len(list(bench.campaign.game[Unit].where("hex", "0605"))) == 1)
        (army,) = bench.campaign.game[Unit].where("hex", "0605")
        assert army.kind == "18-2"
        assert points(bench, army.id) == [(2, 3)]
        bench.drag(army.id, "0607")
        bench.wait(lambda: stands(bench, army.id) == "0607")
        assert bench.campaign.game[Purse][army.id].spent == 7
        bench.drag(army.id, "0608")
        assert stands(bench, army.id) == "0607"


def test_a_breakdown_shows_the_points_of_each_part(qapp: QApplication, tmp_path: Path) -> None:
    family = family_of(unit("Army", FRANCE, "18-2", "0505"), unit("Hohenlohe", PRUSSIA, "5-4", "1008"))
    with table(qapp, tmp_path, family) as bench:
        bench.press("Break down")
        if bench.draft.field == "unit":
            bench.click_counter("Army")
        bench.choose(0)
        assert foreseen(bench) == ["Army as 3 × 5-4"]
        bench.choose(1)
        assert foreseen(bench) == ["Army as 6 × 2-5"]
        assert "4" in bench.plain_screen()


def test_an_attack_is_announced_by_arrows_with_its_odds(qapp: QApplication, tmp_path: Path) -> None:
    family = family_of(
        unit("Friant", FRANCE, "5-4", "0505"), unit("Gudin", FRANCE, "2-5", "0605"),
        unit("Hohenlohe", PRUSSIA, "2-5", "0506"),
    )  # fmt: skip
    with table(qapp, tmp_path, family) as bench:
        bench.press("End step")
        bench.press("Attack")
        bench.press("All")
        assert bench.draft.action() == Attack(SpaceId("0506"), (UnitId("Friant"), UnitId("Gudin")))
        assert foreseen(bench)[0] == "Attack on 0506"
        view = bench.campaign_view
        assert sorted((one.start, one.end, one.says) for one in view.outlook.foreseen.arrows) == [
            ("0505", "0506", "5"), ("0605", "0506", "2"),
        ]  # fmt: skip
        assert len(bench.map.display.arrows.shown) == 2
        (chart,) = [one for one in view.outlook.foreseen.panels if isinstance(one, Matrix)]
        (odds, *_) = [one for one in view.outlook.foreseen.panels if isinstance(one, Sheet)]
        assert [chart.columns[at] for at in chart.lit_columns] == [odds.entries[0].value] == ["3:1"]


def test_a_retreat_is_led_over_the_map(qapp: QApplication, tmp_path: Path) -> None:
    family = family_of(
        unit("Friant", FRANCE, "5-4", "0505"), unit("Hohenlohe", PRUSSIA, "2-5", "0506"),
    )  # fmt: skip
    with table(qapp, tmp_path, family) as bench:
        bench.press("End step")
        bench.press("Attack")
        if bench.draft.field == "units":
            bench.press("All")
        bench.draft.go_on()
        bench.wait(lambda: bench.campaign.game.frame.step == "ride_off")
        bench.press("Retreat")
        bench.click_space("0504")  # beside the enemy
        bench.wait(lambda: bench.draft.objection is not None)
        assert "zone of control" in bench.plain_screen()


def test_a_whole_way_and_what_stands_below_it_are_read_in_full(qapp: QApplication, tmp_path: Path) -> None:
    family = family_of(unit("Friant", FRANCE, "5-4", "0505"), unit("Hohenlohe", PRUSSIA, "2-5", "0506"))
    with table(qapp, tmp_path, family) as bench:
        bench.window.resize(1280, 760)
        bench.press("End step")
        bench.press("Attack")
        if bench.draft.field == "units":
            bench.press("All")
        bench.draft.go_on()
        bench.wait(lambda: bench.campaign.game.frame.step == "ride_off")
        bench.press("Retreat")
        bench.wait(lambda: isinstance(bench.campaign_view.prompt.field, WayField))
        way = bench.campaign_view.prompt.field
        assert isinstance(way, WayField)
        bench.choose(0, way.list)
        while steps := list(way.entry.onward()):
            bench.choose(steps.index(steps[-1]), way.list)
        bench.settle(4)
        assert not way.list.isVisible()
        assert way.list.height() > 0, "the button has not moved up"
        for label in (way.way, way.hint):
            assert label.height() >= label.heightForWidth(label.width()), label.text()


def test_a_stack_with_its_leader_is_asked_whether_it_combines(qapp: QApplication, tmp_path: Path) -> None:
    family = family_of(
        unit("Friant", FRANCE, "2-5", "0505"), unit("Gudin", FRANCE, "2-5", "0506"), leader("Davout", FRANCE, "0506"),
        unit("Hohenlohe", PRUSSIA, "5-4", "1008"),
    )  # fmt: skip
    with table(qapp, tmp_path, family) as bench:
        bench.drag("Gudin", "0505")
        menu = open_menu(bench)
        assert [action.text() for action in menu.actions()] == [
            "Combine: Friant, Gudin (a 5-4 with 2 points left)", "Leave them as they are",
        ]  # fmt: skip
        QTest.keyClick(menu, Qt.Key.Key_Escape)
        assert stands(bench, "Davout") == "0505"


def test_the_menu_of_a_place_says_of_each_piece_what_it_cannot_do(qapp: QApplication, tmp_path: Path) -> None:
    family = family_of(
        unit("Army", FRANCE, "18-2", "0505"), leader("Davout", FRANCE, "0505"), unit("York", PRUSSIA, "5-4", "1008")
    )
    with table(qapp, tmp_path, family) as bench:
        board = bench.campaign_view.board
        assert board is not None
        board.menu.open_at("0505", board.view.mapToGlobal(bench.counter("Army")))
        menu = open_menu(bench)
        said = {action.text(): action for action in menu.actions()}
        assert {"Break down: Army", "March: Army", "March: Davout"} < said.keys()
        said["Break down: Davout — why not?"].trigger()
        menu.close()
        bench.wait(lambda: bench.draft.objection is not None)
        assert "It has no smaller parts (BASE-2c-parts)" in bench.plain_screen()


def test_a_stack_that_is_dropped_on_a_weak_enemy_is_offered_the_overrun(qapp: QApplication, tmp_path: Path) -> None:
    family = family_of(
        unit("Army", FRANCE, "18-2", "0505"), leader("Davout", FRANCE, "0505"),
        unit("wagons", FRANCE, "supply", "0505"), unit("Hohenlohe", PRUSSIA, "2-5", "0506"),
        unit("York", PRUSSIA, "18-2", "0404"),
    )  # fmt: skip
    with table(qapp, tmp_path, family) as bench:
        bench.press("End step")  # nobody makes a force march
        before = bench.campaign.referee.journal.head
        at = bench.carry("Army", "0506")
        board = bench.campaign_view.board
        assert board is not None
        bench.wait(lambda: not board.is_thinking)
        bench.settle(4)
        assert "0506: Overrun: Army, Davout" in bench.plain_screen()
        bench.drop(at)
        labels = [action.text() for action in open_menu(bench).actions()]
        assert labels == ["Overrun: Army, Davout (2 points, 20 to 1)", "Leave it where it is"]
        assert bench.campaign.referee.journal.head == before
        QTest.keyClick(open_menu(bench), Qt.Key.Key_Down)
        QTest.keyClick(open_menu(bench), Qt.Key.Key_Return)
        assert bench.campaign.referee.journal.head == before
        bench.drag("Army", "0404")
        assert stands(bench, "Army") == "0505"
        assert "BASE-2c-enemy-hex" in bench.plain_screen()
        bench.drag("Army", "0506")
        QTest.keyClick(open_menu(bench), Qt.Key.Key_Return)
        bench.draft.go_on()  # supplied by the wagons: no question
        bench.wait(lambda: bench.campaign.prompt is not None and bench.campaign.prompt.open[0].side == PRUSSIA)
        bench.press("Pass")
        bench.wait(lambda: stands(bench, "Davout") == "0506")
        assert (stands(bench, "Army"), stands(bench, "Hohenlohe"), stands(bench, "wagons")) == ("0506", "", "0505")


def test_after_an_overrun_no_older_battle_comes_up(qapp: QApplication, tmp_path: Path) -> None:
    family = family_of(
        unit("Friant", FRANCE, "5-4", "0505"), unit("Hohenlohe", PRUSSIA, "2-5", "0506"),
        unit("Army", FRANCE, "18-2", "0908"), unit("York", PRUSSIA, "1-5", "0907"),
        unit("Kleist", PRUSSIA, "5-4", "1411"),
    )  # fmt: skip
    with table(qapp, tmp_path, family) as bench:
        window = bench.campaign_view.battle
        bench.press("End step")
        bench.press("Attack")
        bench.click_space("0506")
        bench.draft.go_on()
        bench.wait(lambda: bench.campaign.game.frame.step == "ride_off")
        bench.press("Pass")
        bench.wait(lambda: bench.campaign.game.frame.sequence == "turn")
        bench.wait(window.isVisible)
        while bench.campaign.game.frame.side != FRANCE or bench.campaign.game.frame.step != MOVEMENT_STEP:
            bench.press("End step")
        window.close()
        bench.press("Overrun")
        bench.draft.go_on()
        bench.wait(lambda: bench.campaign.prompt is not None and bench.campaign.prompt.open[0].side == PRUSSIA)
        bench.wait(window.isVisible)
        assert window.windowTitle() == "Overrun in 0907"
        bench.press("Pass")
        bench.wait(lambda: stands(bench, "Army") == "0907")
        bench.settle(4)
        assert not window.isVisible(), window.windowTitle()


def test_where_all_would_retreat_to_is_worked_out_beside_the_window(qapp: QApplication, tmp_path: Path) -> None:
    family = family_of(unit("Friant", FRANCE, "2-5", "0505"), unit("Hohenlohe", PRUSSIA, "5-4", "0506"))
    with table(qapp, tmp_path, family) as bench:
        board = bench.campaign_view.board
        assert board is not None
        bench.settle()
        with noticed(family) as found:
            board.pieces.modes.setCurrentText("Retreats")
            assert board.mode is None
            bench.wait(lambda: board.mode is not None)
        assert not found
        assert board.mode is not None
        assert {SpaceId("0505"), SpaceId("0506")} < board.mode.fills.keys()
        assert not board.is_thinking
        bench.drag("Friant", "0404")
        bench.settle()
        assert SpaceId("0505") not in board.mode.fills
