"""Every action is on disk as it happens: kill it anywhere, and it opens again where it stood."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox

from sandtable.engine import EndStep
from sandtable.library.campaigns.opening import open_campaign
from sandtable.play.table.sitting import Wishes
from sandtable_editor.play.begin.campaign_opening import OPEN
from tests.editor.play.player import enter, sit_down
from tests.editor.play.test_fields import ONE, THREE, at_march
from tests.editor.workbench import Workbench
from tests.games.fords import Feed, Levy, March, Order

ROOT = Path(__file__).parents[3]
KILLED = """
import os, signal, sys
from pathlib import Path
from PySide6.QtWidgets import QApplication
from sandtable.play.table.sitting import Wishes
from tests.games.fords import Levy, March, Order, CorpsId
from tests.editor.play.player import enter
from tests.editor.workbench import Workbench

bench = Workbench(QApplication([]), Path(sys.argv[1]))
bench.begin(Wishes(seed="1", seats="one"))
corps = CorpsId("Blue 1")
for action in (Order("hold", 1), Order("attack", 1), March(corps, ("birchley",)), Levy(corps, 2)):
    enter(bench, action)
    print(bench.campaign.game.state.hash, flush=True)
bench.press("March")
bench.choose(1)
os.kill(os.getpid(), signal.SIGKILL)
"""


def box() -> QMessageBox:
    return next(one for one in QApplication.topLevelWidgets() if isinstance(one, QMessageBox) and one.isVisible())


def opened(bench: Workbench) -> None:
    """Wait for the campaign that is being opened."""
    bench.wait(lambda: bench.play.campaign_view is not None)
    bench.window.activateWindow()
    bench.settle()


def test_a_window_that_was_killed_opens_where_it_stood(bench: Workbench, home: Path, tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-c", KILLED, str(tmp_path)],
        env={**os.environ, "SANDTABLE_HOME": str(home), "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(ROOT)},
        capture_output=True, text=True, check=False, cwd=ROOT,
    )  # fmt: skip
    assert run.returncode == -signal.SIGKILL, run.stderr
    hashes = [int(line) for line in run.stdout.split()]
    bench.window.settings.write()
    bench.play.continue_open()
    opened(bench)
    assert bench.campaign.game.state.hash == hashes[-1]
    assert bench.stands("asks")
    for before in (*reversed(hashes[:-1][1:]),):
        bench.type_keys("Ctrl+Z")
        assert bench.campaign.game.state.hash == before


def test_between_two_sealed_answers_too(bench: Workbench, tmp_path: Path) -> None:
    campaign = bench.begin(Wishes(seed="1", seats="Anna=Blue,Bernd=Red"))
    sit_down(bench)
    enter(bench, Order("feint", 4))
    path = campaign.sitting.path
    bench.play.close_campaign()
    bench.play.open_path(str(path))
    opened(bench)
    assert bench.stands("curtain")
    assert bench.campaign.coming == "Bernd"
    sit_down(bench)
    enter(bench, Order("attack", 1))
    assert bench.campaign.game.frame.step == "march"


def test_what_was_closed_is_not_opened_by_itself_and_what_was_left_is(bench: Workbench) -> None:
    at_march(bench)
    assert bench.window.settings.text(OPEN) == str(bench.campaign.sitting.path)
    bench.window.commands["close_campaign"].trigger()
    assert bench.window.settings.text(OPEN) == ""
    bench.play.continue_open()
    bench.settle()
    assert bench.play.campaign_view is None


def test_going_on_with_the_last_one_from_the_first_page(bench: Workbench, home: Path) -> None:
    for name in ("first", "second"):
        bench.folder = home / "campaigns"
        bench.begin(name=name)
        bench.play.close_campaign()
    bench.wait(lambda: not bench.window.jobs.running)  # a list made while one was open names that by its file
    assert bench.play.welcome.list.count() == 2
    assert "second;" in bench.play.welcome.list.item(0).text()
    bench.press("Continue second")
    opened(bench)
    assert bench.campaign.sitting.path.name == "second.campaign"


def test_a_file_that_is_no_campaign_is_refused_in_a_sentence(bench: Workbench, tmp_path: Path) -> None:
    path = tmp_path / "no.campaign"
    path.write_text("hello")
    at_march(bench)
    before = bench.campaign.game.state.hash
    bench.play.open_path(str(path))
    bench.wait(lambda: any(isinstance(one, QMessageBox) and one.isVisible() for one in QApplication.topLevelWidgets()))
    assert "no.campaign" in box().text()
    assert "\n" not in box().text()
    bench.press("Close", box())
    assert bench.campaign.game.state.hash == before  # what is on the table stays there
    assert path.read_text() == "hello"


def test_a_damaged_campaign_opens_at_the_last_good_position(bench: Workbench, tmp_path: Path) -> None:
    at_march(bench)
    for action in (March(ONE, ("birchley",)), Levy(ONE, 2), Feed(((ONE, 2), (THREE, 2)))):
        enter(bench, action)
    path = bench.campaign.sitting.path
    bench.play.close_campaign()
    content = path.read_bytes()
    assert b'"factors":2' in content
    path.write_bytes(content.replace(b'"factors":2', b'"factors":5'))
    bench.play.open_path(str(path))
    bench.wait(lambda: any(isinstance(one, QMessageBox) and one.isVisible() for one in QApplication.topLevelWidgets()))
    assert "was damaged or edited" in box().text()
    bench.press("Close", box())
    bench.settle()
    assert bench.play.campaign_view is None  # nothing is opened, nor copied
    assert not path.with_name("table-last-good.campaign").exists()
    bench.play.open_path(str(path))
    bench.wait(lambda: any(isinstance(one, QMessageBox) and one.isVisible() for one in QApplication.topLevelWidgets()))
    bench.press("Open a copy at the last good position", box())
    opened(bench)
    assert bench.campaign.referee.journal.head == 4
    assert bench.campaign.sitting.path.name == "table-last-good.campaign"
    assert path.read_bytes() != content  # the damaged one is left as it is


def test_a_campaign_that_is_played_elsewhere_is_left_alone(bench: Workbench) -> None:
    at_march(bench)
    path = bench.campaign.sitting.path
    other = Workbench(bench.application, bench.folder)
    other.play.open_path(str(path))
    other.wait(lambda: any(isinstance(one, QMessageBox) and one.isVisible() for one in QApplication.topLevelWidgets()))
    assert str(path.name) in box().text()
    other.press("Close", box())
    other.close()
    assert other.play.campaign_view is None
    bench.window.activateWindow()
    enter(bench, EndStep())


@pytest.mark.parametrize("goes_on", [True, False])
def test_rules_that_have_changed_are_shown_and_accepted(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch, goes_on: bool
) -> None:
    from tests.games.fords import Marches

    at_march(bench)
    path = bench.campaign.sitting.path
    bench.play.close_campaign()
    monkeypatch.setattr(Marches, "version", "2")
    bench.play.open_path(str(path))
    bench.wait(lambda: any(isinstance(one, QMessageBox) and one.isVisible() for one in QApplication.topLevelWidgets()))
    assert "marches went from version" in box().informativeText()
    bench.press("Go on with the changed rules" if goes_on else "Do not open", box())
    bench.settle()
    assert (bench.play.campaign_view is not None) == goes_on
    if goes_on:
        assert len(bench.campaign.referee.journal.epochs) == 2


def test_the_journal_is_verified_in_the_background(bench: Workbench) -> None:
    at_march(bench)
    enter(bench, March(ONE, ("birchley",)))
    bench.window.commands["verify"].trigger()
    bench.wait(lambda: any(isinstance(one, QMessageBox) and one.isVisible() for one in QApplication.topLevelWidgets()))
    assert box().text() == "4 answers were replayed. All gave the same result."
    bench.press("OK", box())


# -- a copy, and what happens to the file meanwhile


def save_dialog(bench: Workbench) -> QFileDialog:
    bench.settle()
    return next(one for one in bench.window.findChildren(QFileDialog) if one.isVisible())


def test_a_copy_is_saved_by_menu_and_key(bench: Workbench, tmp_path: Path) -> None:
    assert not bench.window.commands["save_copy"].isEnabled()
    at_march(bench)
    bench.type_keys("Ctrl+Shift+S")
    dialog = save_dialog(bench)
    assert dialog.selectedFiles()[0].endswith("table-copy.campaign")
    dialog.fileSelected.emit(str(tmp_path / "mine.campaign"))
    dialog.reject()
    bench.settle()
    copied = open_campaign(bench.family, tmp_path / "mine.campaign", reading=True)
    assert copied.referee.game.state.hash == bench.campaign.game.state.hash
    assert "mine.campaign" in bench.window.status.hint.text()


def test_a_file_that_is_gone_is_told_and_a_copy_has_all_of_it(bench: Workbench, tmp_path: Path) -> None:
    at_march(bench)
    path = bench.campaign.sitting.path
    path.unlink()
    prompt = bench.campaign.referee.prompt
    assert prompt is not None
    assert not bench.campaign.answer(EndStep(), prompt.open[0])
    assert "save a copy elsewhere" in str(bench.draft.objection)
    bench.window.commands["save_copy"].trigger()
    dialog = save_dialog(bench)
    dialog.fileSelected.emit(str(tmp_path / "mine.campaign"))
    dialog.reject()
    standing = bench.campaign.game.state.hash
    assert open_campaign(bench.family, tmp_path / "mine.campaign", reading=True).referee.game.state.hash == standing
    bench.window.close()
    assert bench.window.isVisible()  # until what came of it has been read
    assert "the whole campaign is in" in box().text()
    bench.press("OK", box())
    rescued = path.with_name("table-rescued.campaign")
    assert open_campaign(bench.family, rescued, reading=True).referee.game.state.hash == standing


def test_a_log_that_vanishes_is_told_in_a_box(bench: Workbench) -> None:
    at_march(bench)
    path = bench.campaign.sitting.path
    path.with_name(f"{path.name}-wal").unlink()
    enter(bench, March(ONE, ("birchley",)))
    assert "nothing is lost" in box().text()
    bench.press("OK", box())


def test_a_log_that_was_cut_off_is_told_in_a_box(bench: Workbench, tmp_path: Path) -> None:
    at_march(bench)
    path = bench.campaign.sitting.path
    copy = tmp_path / "copy" / "cut.campaign"
    copy.parent.mkdir()
    shutil.copy(path, copy)
    log = path.with_name(f"{path.name}-wal").read_bytes()
    copy.with_name("cut.campaign-wal").write_bytes(log[:30_000])
    bench.play.open_path(str(copy))
    bench.wait(lambda: any(isinstance(one, QMessageBox) and one.isVisible() for one in QApplication.topLevelWidgets()))
    assert "does not end as it was written" in box().text()
    bench.press("OK", box())
