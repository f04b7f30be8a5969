"""Rules files are read again: under the same safe mode; what two of them cannot share is said, and nothing is lost."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMessageBox

from sandtable.engine import InstalledGame
from sandtable.engine.discovery.trust import trust
from sandtable.lab.bots import RandomBot
from sandtable.play.begin.games import Games
from sandtable_twin_rivers import TWIN_RIVERS, LoseStep
from tests.editor.rules.rules_bench import RulesBench

FILE = '''
from pathlib import Path
from sandtable.engine import Option, RuleModule

Path(__file__).with_suffix(".ran").touch()

class NightMarch(RuleModule):
    """By night."""
    key, game, option = "night_march", "twin_rivers", Option("Night march", "By night.", %s)
'''


@pytest.mark.parametrize("safe", [True, False])
def test_rules_that_are_read_again_keep_the_safe_mode(
    qapp: QApplication, tmp_path: Path, home: Path, safe: bool
) -> None:
    rivers = RulesBench(qapp, tmp_path, InstalledGame(TWIN_RIVERS))
    rivers.come_to_rules()
    files = rivers.rules.files
    files.games = Games(safe=safe)
    folder = files.folder
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "night_march.py").write_text(FILE % "")
    trust(folder, "night_march.py")
    files.reload()
    rivers.wait(lambda: not rivers.window.jobs.running)
    assert (folder / "night_march.ran").exists() != safe
    rivers.close()


def test_two_rules_files_with_one_key_are_told_when_they_are_read_again(
    qapp: QApplication, tmp_path: Path, home: Path
) -> None:
    rivers = RulesBench(qapp, tmp_path, InstalledGame(TWIN_RIVERS))
    rivers.come_to_rules()
    rivers.switch("forced_march")
    files = rivers.rules.files
    files.games = Games()
    folder = files.folder
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("one.py", "two.py"):
        (folder / name).write_text(FILE % "")
        trust(folder, name)
    files.reload()
    rivers.wait(lambda: not rivers.window.jobs.running and rivers.rules.desk is not None)
    assert "NightMarch in one.py and NightMarch in two.py: give one of them another" in rivers.warning()
    assert rivers.desk.choices.on == {"forced_march"}
    rivers.close()


def left_out(bench: RulesBench) -> QMessageBox:
    """Press F5, and return what says then that files are left out."""
    bench.window.activateWindow()
    bench.wait(lambda: bench.window.isActiveWindow() and not bench.window.jobs.running)
    bench.key(Qt.Key.Key_F5, widget=bench.window)
    bench.wait(lambda: any(one.isVisible() for one in bench.window.findChildren(QMessageBox)))
    return next(one for one in bench.window.findChildren(QMessageBox) if one.isVisible())


def test_a_rules_file_that_nobody_has_trusted_is_told_when_the_rules_are_read_again(
    qapp: QApplication, tmp_path: Path, home: Path
) -> None:
    """It is left out, and says so with what can be done: from there it is read, trusted and in force."""
    rivers = RulesBench(qapp, tmp_path, InstalledGame(TWIN_RIVERS))
    rivers.come_to_rules()
    files = rivers.rules.files
    files.games = Games()
    window = files.write("Night march")
    assert window is not None
    window.close()
    for _ in range(2):  # each time: who presses F5 wants to know
        box = left_out(rivers)
        assert box.text() == "night_march.py is left out of your games."
        assert "never trusted, or was changed since" in box.informativeText()
        assert "Read it and have it run as it is now, or go on without it" in box.informativeText()
        rivers.press("Go on without it", box)
    rivers.press("Read and trust…", left_out(rivers))
    rivers.press("Trust it")
    rivers.wait(lambda: not rivers.window.jobs.running and rivers.rules.desk is not None)
    assert not any(one.isVisible() for one in rivers.window.findChildren(QMessageBox))
    assert "night_march" in files.games.family("twin_rivers").options
    rivers.close()


CIRCLE = '''
from sandtable.engine import Option, RuleModule

class %s(RuleModule):
    """One of two."""
    key, game, needs = "%s", "twin_rivers", "%s"
    option = Option("%s", "One of two.")
'''


def test_rules_files_whose_needs_run_in_a_circle_are_left_out_in_a_sentence(
    qapp: QApplication, tmp_path: Path, home: Path
) -> None:
    rivers = RulesBench(qapp, tmp_path, InstalledGame(TWIN_RIVERS))
    rivers.come_to_rules()
    rivers.switch("forced_march")
    files = rivers.rules.files
    files.games = Games()
    folder = files.folder
    folder.mkdir(parents=True, exist_ok=True)
    for name, needs in (("day", "night"), ("night", "day")):
        (folder / f"{name}.py").write_text(CIRCLE % (name.title(), name, needs, name.title()))
        trust(folder, f"{name}.py")
    files.reload()
    rivers.wait(lambda: not rivers.window.jobs.running and rivers.rules.desk is not None)
    said = rivers.warning()
    assert "name each other in a circle" in said or "run in a circle" in said
    assert rivers.desk.choices.on == {"forced_march"}
    rivers.close()


def in_a_question(bench: RulesBench) -> None:
    """Put a campaign on the table in which somebody is asked in the middle of a fight."""
    sitting = bench.sit_down()
    bot = RandomBot(3)
    while not any(LoseStep in ask.kinds for ask in sitting.referee.prompt.open):  # type: ignore[union-attr]
        ask = sitting.referee.prompt.open[0]  # type: ignore[union-attr]
        action = bot.answer(sitting.referee, ask)
        assert action is not None
        sitting.referee.play(action, ask.side)
    bench.play.accept(sitting)
    bench.settle()


def test_rules_are_read_again_in_the_middle_of_a_question_and_the_campaign_goes_on_as_it_is(
    qapp: QApplication, tmp_path: Path, home: Path
) -> None:
    rivers = RulesBench(qapp, tmp_path, InstalledGame(TWIN_RIVERS))
    reopened: list[bool] = []
    rivers.rules.reopen_wanted.connect(lambda: reopened.append(True))
    in_a_question(rivers)
    campaign = rivers.campaign
    at = campaign.referee.journal.at
    assert at is not None
    assert not at.is_save_point
    before = campaign.game.state.hash, campaign.referee.journal.head, campaign.referee.prompt
    rivers.come_to_rules()
    rivers.switch("river_line")
    for _ in range(2):  # it may be said as often as it is asked for
        rivers.rules.files.reload()
        rivers.wait(lambda: not rivers.window.jobs.running and rivers.rules.desk is not None)
        said = rivers.warning()
        assert said == "A question is open in the middle of something: answer it first. Rules change at a save point."
    assert not reopened
    assert rivers.campaign is campaign
    assert (campaign.game.state.hash, campaign.referee.journal.head, campaign.referee.prompt) == before
    assert rivers.desk.choices.on == {"river_line"}, "nothing is lost"
    assert rivers.page.here.begin.isEnabled()
    rivers.close()
    assert not rivers.reporter.faults
