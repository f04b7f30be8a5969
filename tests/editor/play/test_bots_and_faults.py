"""Bots that answer by themselves at a pace, and rules that fail."""

from __future__ import annotations

import msgspec
import pytest
from PySide6.QtWidgets import QApplication, QListWidget, QMessageBox

from sandtable.engine import EndStep
from sandtable.library.campaigns.campaign_files import UNENDED
from sandtable.play.table.sitting import Wishes
from sandtable.play.table.watch import HangNote
from sandtable_editor.play.table.failure_dialog import FailureDialog
from tests.editor.play.player import enter, sit_down
from tests.editor.play.test_fields import ORDERS, TWO
from tests.editor.workbench import FAMILY, Workbench
from tests.games.fords import CorpsId, Rest

BOTH = Wishes(seed="2", seats="bots=Blue+Red", bots=("Blue", "Red"))


def test_bots_play_a_whole_game_by_themselves(bench: Workbench) -> None:
    bench.window.settings.put("play/pace", "at once")
    bench.begin(BOTH)
    bench.wait(lambda: bench.campaign.turn_state == "over")
    assert "wins" in bench.screen()
    assert bench.campaign.seat is None
    assert "strength" in bench.screen()


def test_bots_answer_at_a_pace_that_can_be_watched_and_wait_when_told(bench: Workbench) -> None:
    bench.window.settings.put("play/pace", "slow")
    bench.begin(BOTH)
    assert bench.stands("bots")
    assert "The bots are playing." in bench.plain_screen()
    head = bench.campaign.referee.journal.head
    assert bench.campaign_view.pace._timer.isActive()  # pyright: ignore[reportPrivateUsage]
    bench.press("Pause the bots")
    assert not bench.campaign_view.pace._timer.isActive()  # pyright: ignore[reportPrivateUsage]
    bench.window.commands["pace_at once"].trigger()
    bench.settle(6)
    assert bench.campaign.referee.journal.head == head
    bench.press("Resume the bots")
    bench.wait(lambda: bench.campaign.referee.journal.head > head)


def test_bots_that_are_paused_while_nobody_sits_at_the_screen_say_so(bench: Workbench) -> None:
    bench.window.settings.put("play/pace", "slow")
    bench.begin(Wishes(seed="1", seats="Anna=Blue,Bernd=Red", bots=("Blue",)))
    curtain, pace = bench.campaign_view.curtain, bench.campaign_view.pace
    assert bench.stands("bots")
    assert curtain.who.text() == "The bots are playing"
    assert not curtain.resume.isVisible()
    for by_key in (True, False):
        bench.type_keys("Ctrl+P")
        assert curtain.who.text() == "The bots are paused"
        assert "Enter, Ctrl+P: resume them" in bench.window.status.hint.text()
        assert curtain.resume.hasFocus()
        bench.type_keys("Return") if by_key else bench.click(curtain.resume)
        assert not pace.waiting
        assert curtain.who.text() == "The bots are playing"


def test_bots_follow_from_the_campaign_s_seed(bench: Workbench) -> None:
    bench.window.settings.put("play/pace", "at once")
    hashes: list[int] = []
    for name in ("one", "other"):
        bench.begin(BOTH, name=name)
        bench.wait(lambda: bench.campaign.referee.journal.head >= 12)
        hashes.append(bench.campaign.referee.journal[12].hash)
    assert hashes[0] == hashes[1]


# -- a rule that fails


def trouble() -> FailureDialog:
    return next(one for one in QApplication.topLevelWidgets() if isinstance(one, FailureDialog) and one.isVisible())


def broken(bench: Workbench) -> int:
    """Come to Blue's march with the option that fails; return the hash."""
    bench.begin(Wishes(seed="1", seats="one"), *ORDERS, scenario="fragile_fords")
    before = bench.campaign.game.state.hash
    ask = bench.campaign.ask
    assert ask is not None
    bench.campaign.answer(Rest((CorpsId("Blue 1"), TWO)), ask)
    bench.settle()
    return before


def test_a_rule_that_fails_is_named_and_nothing_is_lost(bench: Workbench) -> None:
    before = broken(bench)
    assert "the vase broke" in bench.plain_screen()
    assert "fragile" in bench.plain_screen()
    assert bench.stands("broken")
    assert bench.campaign.game.state.hash == before
    bench.press("Try again", trouble())
    assert bench.stands("asks")
    enter(bench, Rest((TWO,)))


def test_the_table_goes_on_without_it(bench: Workbench) -> None:
    broken(bench)
    bench.press("Go on without “Fragile”, if all agree", trouble())
    assert "fragile" not in bench.campaign.game.rulebook.choices.on
    bench.window.activateWindow()
    enter(bench, Rest((CorpsId("Blue 1"), TWO)))


def test_a_report_is_written(bench: Workbench) -> None:
    broken(bench)
    bench.press("Write a report, with a copy of the campaign", trouble())
    reports = list(bench.campaign.sitting.path.parent.glob("*-report-*.zip"))
    assert len(reports) == 1
    assert str(reports[0]) in trouble().said.text()
    bench.press("Close the campaign; you can continue it later", trouble())
    assert bench.play.campaign_view is None


def test_back_to_where_one_can_play_from(bench: Workbench) -> None:
    """An answer failed: another one may be given, and nothing that was played is taken back."""
    before = broken(bench)
    head = bench.campaign.referee.journal.head
    bench.press("Go back to the last playable position", trouble())
    assert bench.stands("asks")
    assert (bench.campaign.referee.journal.head, bench.campaign.game.state.hash) == (head, before)
    enter(bench, Rest((TWO,)))
    bench.window.activateWindow()


def test_whoever_looked_away_is_asked_again_what_now(bench: Workbench) -> None:
    broken(bench)
    trouble().reject()
    bench.settle()
    bench.window.activateWindow()
    bench.press("Decide how to go on…")
    assert trouble().isVisible()
    trouble().reject()


def test_without_another_person_s_consent_it_stays(bench: Workbench) -> None:
    bench.begin(Wishes(seed="1", seats="Anna=Blue,Bernd=Red", on=("fragile",)), *ORDERS)
    sit_down(bench)
    ask = bench.campaign.ask
    assert ask is not None
    bench.campaign.answer(Rest((CorpsId("Blue 1"), TWO)), ask)
    bench.settle()
    bench.press("Go on without “Fragile”, if all agree", trouble())
    box = next(one for one in QApplication.topLevelWidgets() if isinstance(one, QMessageBox) and one.isVisible())
    assert box.text() == "Bernd: go on without “Fragile”?"
    bench.press("I disagree", box)
    assert "fragile" in bench.campaign.game.rulebook.choices.on


def test_a_rule_that_fails_while_looking_harms_only_the_look(bench: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    bench.begin(Wishes(seed="1", seats="one"), *ORDERS, scenario="fragile_fords")
    bench.press("Rest")
    bench.press("All")
    bench.press("None")
    for row in (0, 1):
        bench.choose(row, bench.field(QListWidget))
    assert "the vase broke" in bench.plain_screen()  # told where the reasons stand
    assert bench.stands("asks")
    bench.press("Cancel")
    enter(bench, EndStep())
    assert FAMILY is bench.campaign.referee.family


def test_what_did_not_come_to_an_end_is_named_at_the_next_start_and_can_be_left_out(bench: Workbench) -> None:
    sitting = bench.sit_down(Wishes(seed="1", seats="one", on=("fragile",)))
    sitting.referee.sink.close()
    beside = sitting.path.with_name(sitting.path.name + UNENDED)
    beside.write_bytes(msgspec.json.encode(HangNote("fragile", "fords.py, line 9, in vase", 12)))
    bench.play.open_path(str(sitting.path))

    def boxes() -> list[QMessageBox]:
        shown = QApplication.topLevelWidgets()
        return [one for one in shown if isinstance(one, QMessageBox) and one.isVisible()]

    bench.wait(lambda: bool(boxes()))
    (box,) = boxes()
    assert "module fragile (fords.py, line 9, in vase) had not finished after 12 s" in box.text()
    bench.press("Go on without “Fragile”", box)
    assert "fragile" not in bench.campaign.referee.game.rulebook.choices.on
    assert bench.campaign.watch is not None
    assert not beside.exists()
