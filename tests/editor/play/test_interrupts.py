"""Ctrl-C at the window closes it between two events; where one is broken off, the campaign is whole all the same."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from random import Random

import pytest

from sandtable.engine.referee.replay import Mismatch, verify
from sandtable.library.campaigns.opening import open_campaign
from sandtable_editor.shell.close_signals import ASKING, AskedToClose
from tests.editor.play.test_bots_and_faults import BOTH
from tests.editor.workbench import FAMILY, Workbench
from tests.library.interrupts import Interrupts
from tests.tiers import count


@pytest.fixture
def asked(bench: Workbench) -> Iterator[AskedToClose]:
    made = AskedToClose(bench.window.close, bench.window)
    yield made
    made.uninstall()


def check(bench: Workbench, known: int) -> None:
    """Hold that the campaign which was on the table is closed and sound."""
    path = bench.campaign.sitting.path
    assert path.read_bytes()[18:20] == b"\1\1"
    opened = open_campaign(FAMILY, path, reading=True)
    assert not opened.notices
    assert len(opened.referee.journal.plies) >= known
    assert not [one for one in verify(FAMILY, opened.start, opened.referee.journal) if isinstance(one, Mismatch)]


@pytest.mark.skipif(os.name == "nt", reason="signals are sent")
@pytest.mark.parametrize("by", ASKING, ids=lambda number: number.name)
def test_a_signal_closes_the_window_between_two_events(
    bench: Workbench, asked: AskedToClose, by: signal.Signals
) -> None:
    bench.window.settings.put("play/pace", "slow")
    bench.begin(BOTH)
    os.kill(os.getpid(), by)
    assert bench.window.isVisible(), "nothing was broken off"
    bench.wait(lambda: not bench.window.isVisible())
    assert not bench.reporter.faults
    check(bench, 1)


def test_a_second_ctrl_c_breaks_off_what_keeps_the_window_from_hearing_the_first(
    bench: Workbench, asked: AskedToClose
) -> None:
    bench.begin(BOTH)
    os.kill(os.getpid(), signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        os.kill(os.getpid(), signal.SIGINT)
    bench.wait(lambda: not bench.window.isVisible())


@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("seed", range(count(100)))
def test_what_is_broken_off_costs_nothing(bench: Workbench, seed: int) -> None:
    rng = Random(seed)
    bench.window.settings.put("play/pace", "slow")
    bench.begin(BOTH)
    known = 0
    for _ in range(rng.randrange(1, 6)):
        try:
            with Interrupts(rng.randrange(1, 12_000)).counting():
                bench.campaign.bots_answer()
        except KeyboardInterrupt:
            if bench.window.isVisible():
                bench.campaign.settle()
        if not bench.window.isVisible():  # it came in what the window calls, which closes it
            break
        known = len(bench.campaign.referee.journal.plies)
    bench.window.close()
    check(bench, known)
