"""Campaigns of former versions, in the middle of a question, opened in the window: told of, answered, taken back."""

from __future__ import annotations

import lzma
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QMessageBox

from sandtable.engine import InstalledGame
from sandtable.lab.bots import RandomBot
from sandtable_editor.play.record.recap_page import RecapPage
from sandtable_twin_rivers import TWIN_RIVERS
from tests.editor.play.player import sit_down
from tests.editor.workbench import Workbench

ACCEPTS = QMessageBox.ButtonRole.AcceptRole
KEPT = Path(__file__).parents[2] / "library" / "kept"


def answer(bench: Workbench) -> None:
    """Answer what is asked, as the window does it."""
    prompt = bench.campaign.referee.prompt
    assert prompt is not None
    ask = prompt.open[0]
    action = RandomBot("on").answer(bench.campaign.referee, ask)
    assert action is not None
    assert bench.campaign.answer(action, ask)
    bench.settle()


def opened(bench: Workbench, kept: Path) -> None:
    path = bench.folder / kept.stem
    path.write_bytes(lzma.decompress(kept.read_bytes()))
    bench.play.open_path(str(path))
    bench.wait(lambda: bool(boxes()) or bench.play.campaign_view is not None)
    for box in boxes():  # the rules have changed since: the table accepts them
        bench.press(next(one.text() for one in box.buttons() if box.buttonRole(one) == ACCEPTS), box)
    bench.settle()
    assert bench.play.campaign_view is not None


def boxes() -> list[QMessageBox]:
    return [one for one in QApplication.topLevelWidgets() if isinstance(one, QMessageBox) and one.isVisible()]


@pytest.mark.parametrize("version", [1, 2])
def test_a_battle_of_the_peninsula_goes_on(peninsula: Workbench, version: int) -> None:
    bench = peninsula
    opened(bench, KEPT / str(version) / "peninsula-battle.campaign.xz")
    told = [one.text() for one in boxes()]
    assert any("brought up to newer data of its game" in one for one in told), told
    for one in boxes():
        one.accept()
    bench.settle()
    prompt = bench.campaign.referee.prompt
    assert prompt is not None
    assert prompt.purpose == "question"
    sit_down(bench)
    before, head = bench.campaign.game.state.hash, bench.campaign.referee.journal.head
    bench.campaign_view.middle.recap()  # what came before it was brought up cannot be looked at
    assert isinstance(bench.campaign_view.middle.page, RecapPage)
    bench.campaign_view.middle.look()
    bench.campaign_view.middle.step(-100)
    page = bench.campaign_view.middle.past
    assert page is not None
    assert page.ply == page.past.first == bench.campaign.referee.journal.base
    bench.campaign_view.middle.leave()
    answer(bench)
    assert bench.campaign.referee.journal.head > head
    bench.campaign_view.council.undo()
    bench.settle()
    assert bench.campaign.game.state.hash == before
    answer(bench)
    assert not bench.reporter.faults


@pytest.mark.parametrize("version", [1, 2])
def test_a_battle_of_twin_rivers_goes_on(qapp: QApplication, tmp_path: Path, home: Path, version: int) -> None:
    bench = Workbench(qapp, tmp_path, family=InstalledGame(TWIN_RIVERS))
    opened(bench, KEPT / str(version) / "twin-rivers-battle.campaign.xz")
    for one in boxes():
        one.accept()
    sit_down(bench)
    answer(bench)
    assert not bench.reporter.faults
    bench.close()
