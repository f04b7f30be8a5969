"""Where a decision has little room its list gives up rows, and the button that does it stays in sight."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication

from sandtable.engine import InstalledGame
from sandtable_drill_ground.system import DRILL_GROUND
from sandtable_editor.play.turn.fields.field import FEW
from sandtable_editor.play.turn.fields.several import SeveralField
from sandtable_editor.play.turn.fields.way import WayField
from sandtable_grande_armee.testing import FRANCE, PRUSSIA, leader, unit
from tests.editor.play.grande_armee_table import family_of, table
from tests.editor.workbench import Workbench

CROWD = [unit(f"Division {number}", FRANCE, "1-5", "0505") for number in range(1, 9)]
FAMILY = family_of(*CROWD, leader("Davout", FRANCE, "0505"), unit("Hohenlohe", PRUSSIA, "2-5", "0506"))


def sees_the_button(bench: Workbench) -> bool:
    """Tell whether the whole button that does it is in view."""
    prompt = bench.campaign_view.prompt
    button = prompt.commit
    corner = button.mapTo(prompt.viewport(), QPoint(0, button.height()))
    return 0 < corner.y() <= prompt.viewport().height()


def test_the_attack_can_be_clicked_while_its_outlook_is_shown(qapp: QApplication, tmp_path: Path) -> None:
    with table(qapp, tmp_path, FAMILY) as bench:
        bench.window.resize(1280, 800)
        bench.press("End step")
        bench.press("Attack")
        field = bench.campaign_view.prompt.field
        assert isinstance(field, SeveralField)
        bench.press("All")
        outlook = bench.campaign_view.outlook
        bench.wait(lambda: not outlook.is_busy and outlook.isVisible())
        bench.settle(4)
        assert sees_the_button(bench)
        assert field.list.height() >= FEW * field.list.sizeHintForRow(0)
        assert field.given_up > 0


def test_with_room_enough_the_list_is_whole(qapp: QApplication, tmp_path: Path) -> None:
    with table(qapp, tmp_path, FAMILY) as bench:
        bench.window.resize(1280, 1600)
        bench.press("End step")
        bench.press("Attack")
        bench.settle(4)
        field = bench.campaign_view.prompt.field
        assert field is not None
        assert field.given_up == 0
        assert sees_the_button(bench)


def test_a_way_leaves_room_for_its_button(qapp: QApplication, tmp_path: Path) -> None:
    bench = Workbench(qapp, tmp_path, family=InstalledGame(DRILL_GROUND))
    try:
        bench.begin()
        bench.window.resize(1280, 640)
        bench.click_counter("Blue 1st")
        bench.settle(4)
        field = bench.campaign_view.prompt.field
        assert isinstance(field, WayField)
        assert sees_the_button(bench)
        assert field.list.height() >= FEW * field.list.sizeHintForRow(0)
        bench.click_space("0911")
        assert not field.model.values, "the way has come to its end"
        assert sees_the_button(bench)
    finally:
        bench.close()


def test_a_list_is_as_long_as_there_is_room_for(qapp: QApplication, tmp_path: Path) -> None:
    with table(qapp, tmp_path, FAMILY) as bench:
        bench.window.resize(1280, 600)
        bench.press("March")
        bench.settle(4)
        field = bench.campaign_view.prompt.field
        assert field is not None
        assert field.given_up > 0
        assert sees_the_button(bench)
        bench.window.resize(1280, 1600)
        bench.settle(4)
        assert field.given_up == 0
