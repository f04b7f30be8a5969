"""A rule that does not come to an end: noticed, written down, broken off, named at the next start."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic, sleep
from typing import ClassVar

import pytest

from sandtable.cli.talk.conversation import Conversation
from sandtable.engine import (
    Action,
    Ask,
    Broken,
    Game,
    InstalledGame,
    Option,
    Refusal,
    RuleModule,
    Scenario,
    Side,
    refuses,
    rule,
)
from sandtable.library.campaigns.campaign_files import UNENDED
from sandtable.play.begin.starts import Start
from sandtable.play.table.sitting import Sitting, Wishes, sit_down
from sandtable.play.table.watch import HangNote, Watch, note_of
from sandtable.testing import toy
from tests.engine.workshop import BLUE

LOOPS: dict[str, bool] = {}
WAITS = 60.0
"""Seconds to wait for what comes soon, unless something is wrong."""


class Walk(Action, frozen=True):
    """Walk on."""


class Base(RuleModule):
    key = "base"
    actions: ClassVar = {"play": (Walk,)}


class Spin(RuleModule):
    """Goes round and round."""

    key = "spin"
    option = Option("Spin", "Goes round.")

    @refuses(Walk)
    @rule("HOUSE-spin")
    def round(self, game: Game, act: Walk, ask: Ask) -> Refusal | None:
        while LOOPS.get("it"):
            pass
        return None


FAMILY = InstalledGame(toy(Base, Spin))
START = Start(FAMILY, Scenario("walk", "A walk", lambda: [Side(BLUE)]))


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Have the watch look often, and the campaigns in a folder of the test's."""
    monkeypatch.setenv("SANDTABLE_HOME", str(tmp_path))
    monkeypatch.setattr(Watch, "patience", 0.2)
    LOOPS.clear()
    yield
    LOOPS.clear()


def sitting(tmp_path: Path, *, new: bool = False) -> Sitting:
    return sit_down(
        START, Wishes(on=("spin",)) if new else Wishes(), file=tmp_path / "walk.campaign", new=new, last_good=False
    )


def interrupt_when(told: threading.Event) -> None:
    """Press Ctrl-C once the watch has told of something."""

    def press() -> None:
        told.wait(WAITS)
        signal.raise_signal(signal.SIGINT)

    threading.Thread(target=press, daemon=True).start()


def until(comes: Callable[[], bool]) -> None:
    """Wait for something to come true."""
    end = monotonic() + WAITS
    while not comes():
        assert monotonic() < end, "it does not come true"
        sleep(0.005)


def said(talk: Conversation) -> str:
    return "\n".join(line.text for line in talk.drain())


def test_ctrl_c_breaks_into_the_loop_names_the_module_and_the_table_decides(tmp_path: Path) -> None:
    at_table = sitting(tmp_path, new=True)
    told = threading.Event()
    talk = Conversation(at_table, pauses=False)
    talk.watch = Watch(at_table.referee, at_table.path, tell=lambda _: told.set()).start()
    before = at_table.referee.game.state.hash
    LOOPS["it"] = True
    interrupt_when(told)
    conversation = talk.run()
    assert next(conversation) == "table> "
    words = said(talk)
    assert "Module spin (tests/cli/test_unended.py:" in words
    assert "in round) had not finished after " in words
    assert "without spin" in words
    assert at_table.referee.game.state.hash == before
    assert note_of(at_table.path) is not None  # it is still to be decided
    LOOPS.clear()
    assert "go on without spin? (yes/no)" in conversation.send("without")
    conversation.send("yes")
    assert "spin" not in at_table.referee.game.rulebook.keys
    assert note_of(at_table.path) is None
    talk.watch.stop()
    at_table.referee.sink.close()


def test_the_module_is_named_too_when_the_watch_has_seen_the_end_of_its_loop_first(tmp_path: Path) -> None:
    """What an interrupt breaks off is left step by step, and meanwhile the watch goes on."""
    at_table = sitting(tmp_path, new=True)
    told = threading.Event()
    watch = Watch(at_table.referee, at_table.path, tell=lambda _: told.set()).start()
    LOOPS["it"] = True
    interrupt_when(told)
    with pytest.raises(KeyboardInterrupt) as stop:
        at_table.referee.offers()
    until(lambda: watch.note is None)
    note = watch.keep_note(stop.value)
    assert note is not None
    assert note.module == "spin"
    assert note_of(at_table.path) == note
    watch.settle()
    assert note_of(at_table.path) is None
    assert watch.keep_note(KeyboardInterrupt()) is None  # of another call
    watch.stop()
    at_table.referee.sink.close()


def test_a_killed_program_is_remembered_and_the_next_start_offers_to_leave_the_module_out(tmp_path: Path) -> None:
    first = sitting(tmp_path, new=True)
    LOOPS["it"] = True
    kept: list[bytes] = []
    beside = first.path.with_name(first.path.name + UNENDED)

    def copy_and_let_go(_: HangNote) -> None:
        kept.append(beside.read_bytes())
        LOOPS.clear()

    watch = Watch(first.referee, first.path, tell=copy_and_let_go).start()
    assert first.referee.offers()
    until(lambda: note_of(first.path) is None)  # it has come to an end after all
    watch.stop()
    first.referee.sink.close()
    beside.write_bytes(kept[0])  # as a kill in the middle of the loop leaves it

    second = sitting(tmp_path)
    talk = Conversation(second, pauses=False)
    conversation = talk.run()
    asked = next(conversation)
    assert "go on without spin?" in asked
    assert "When this campaign was played last, module spin (tests/cli/test_unended.py:" in said(talk)
    conversation.send("yes")
    assert "spin" not in second.referee.game.rulebook.keys
    assert note_of(second.path) is None
    second.referee.sink.close()
    third = sitting(tmp_path)
    assert third.unended is None
    third.referee.sink.close()


def test_a_window_breaks_the_loop_off_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Watch, "limit", 0.4)
    at_table = sitting(tmp_path, new=True)
    watch = Watch(at_table.referee, at_table.path, breaks=True).start()
    LOOPS["it"] = True
    words = r"module spin had not finished after a long time, and was stopped in spin\.round \(HOUSE-spin\)"
    with pytest.raises(Broken, match=words) as caught:
        at_table.referee.offers()
    assert caught.value.module == "spin"
    LOOPS.clear()
    assert at_table.referee.offers()
    watch.stop()
    assert note_of(at_table.path) is None
    at_table.referee.sink.close()


class Clock:
    """A clock that goes on when it is told to, and counts how often it was looked at; no call lasts by it."""

    def __init__(self) -> None:
        self.now, self.looks = 0.0, 0

    def __call__(self) -> float:
        self.looks += 1
        return self.now


def test_short_calls_and_waiting_leave_no_note(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    monkeypatch.setattr("sandtable.play.table.watch.monotonic", clock)
    at_table = sitting(tmp_path, new=True)
    told: list[object] = []
    watch = Watch(at_table.referee, at_table.path, tell=told.append).start()
    while clock.looks < 10:
        at_table.referee.play(Walk())
        at_table.referee.offers()
        clock.now += 0.05
    until(lambda: clock.looks > 12)  # it has seen by now that none is under way
    clock.now += 100
    until(lambda: clock.looks > 15)
    watch.stop()
    assert told == []
    at_table.referee.sink.close()
