"""Long work: in a thread of its own, with progress, stopped when told, its result in the window's thread."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from sandtable_editor.shell.jobs import BackgroundJob, Jobs, Progress
from tests.editor.workbench import Workbench


@pytest.fixture(scope="module", autouse=True)
def swept() -> Iterator[None]:
    """Leave Python's collector alone: what becomes of it is what is tested."""
    yield
    gc.collect()


def test_the_result_is_handed_to_the_window_s_thread(bench: Workbench) -> None:
    heard: list[Any] = []
    bench.window.jobs.run(
        "Adding", lambda _: (threading.get_ident(), 2 + 2), lambda result: heard.append((threading.get_ident(), result))
    )
    bench.wait(lambda: bool(heard))
    there, (worked, four) = heard[0]
    assert there == threading.get_ident()
    assert worked != there
    assert four == 4


def test_progress_is_heard_and_shown(bench: Workbench) -> None:
    gate, told = threading.Event(), list[tuple[int, int, str]]()

    def work(progress: Progress) -> None:
        for step in (1, 2, 3):
            progress(step, 3, f"step {step}")
        gate.wait(60)

    job = bench.window.jobs.run("Counting", work, lambda _: None)
    job.progressed.connect(lambda *said: told.append(said))
    bench.wait(lambda: "step 3" in bench.screen())
    assert told[-1] == (3, 3, "step 3")
    gate.set()
    bench.wait(lambda: not bench.window.jobs.running)
    assert "step 3" not in bench.screen()


def test_work_that_is_told_to_stop_stops_and_nothing_comes_of_it(bench: Workbench) -> None:
    heard: list[object] = []
    begun = threading.Event()

    def work(progress: Progress) -> None:
        begun.set()
        while True:
            progress(1, 0)

    job = bench.window.jobs.run("Running on", work, heard.append)
    assert begun.wait(60)
    bench.wait(lambda: "Running on" in bench.screen())
    bench.click(next(one for one in bench.tools() if one.text() == "Stop"))
    bench.wait(lambda: not job.running)
    assert heard == []
    assert not bench.reporter.faults


def test_a_failure_goes_where_it_was_asked_to_go(bench: Workbench) -> None:
    heard: list[BaseException] = []
    bench.window.jobs.run("Failing", lambda _: 1 // 0, lambda _: None, heard.append)
    bench.wait(lambda: bool(heard))
    assert isinstance(heard[0], ZeroDivisionError)


def test_closing_the_window_stops_the_work(bench: Workbench) -> None:
    begun = threading.Event()

    def work(progress: Progress) -> None:
        begun.set()
        while True:
            progress(1)

    jobs: list[BackgroundJob] = [bench.window.jobs.run("For ever", work, lambda _: None)]
    assert begun.wait(60)
    bench.window.close()
    assert jobs[0].cancelled
    bench.wait(lambda: not jobs[0].running)


class Knot:
    """Garbage that only the collector finds; whoever does is noted."""

    def __init__(self, found: list[int]) -> None:
        self.itself = self
        self.found = found

    def __del__(self) -> None:
        self.found.append(threading.get_ident())


def litter(progress: Progress) -> None:
    """Make so much that Python would collect on its own, many times over."""
    for _ in range(50_000):
        knot: list[object] = []
        knot.append(knot)
        progress.check()


def test_garbage_of_the_window_is_not_collected_in_the_work_s_thread(bench: Workbench) -> None:
    found: list[int] = []
    for _ in range(20):
        Knot(found)
        bench.window.jobs.run("Littering", litter, lambda _: Knot(found))
        bench.wait(lambda: not bench.window.jobs.running)
    gc.collect()
    assert len(found) == 40
    assert set(found) == {threading.get_ident()}


def test_garbage_is_collected_while_work_goes_on(bench: Workbench) -> None:
    gate, found = threading.Event(), list[int]()

    def work(progress: Progress) -> None:
        litter(progress)
        gate.wait(60)

    bench.window.jobs.run("Littering", work, lambda _: None)
    for _ in range(20_000):
        Knot(found)
    bench.wait(lambda: len(found) > 10_000)
    gate.set()
    bench.wait(lambda: not bench.window.jobs.running)
    assert gc.isenabled()
    assert set(found) == {threading.get_ident()}


def test_what_the_work_held_is_let_go_in_the_window_s_thread(bench: Workbench) -> None:
    """Else a widget that the work knew dies in the work's thread, if it was shut meanwhile."""
    left: list[int] = []
    seen: list[object] = []

    class Held:
        def __call__(self, _: Progress) -> int:
            return 1

        def __del__(self) -> None:
            left.append(threading.get_ident())

    often = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for _ in range(300):
            bench.window.jobs.run("Holding", Held(), seen.append)
        bench.wait(lambda: len(seen) == 300)
    finally:
        sys.setswitchinterval(often)
    bench.wait(lambda: not bench.window.jobs.running)
    assert len(left) == 300
    assert set(left) == {threading.get_ident()}


# -- work that does not heed


class Deaf:
    """Work that hears nothing until its gate is opened; where it was let go is noted."""

    def __init__(self, gate: threading.Event, left: list[int]) -> None:
        self.gate, self.left = gate, left

    def __call__(self, _: Progress) -> int:
        self.gate.wait(60)
        return 1

    def __del__(self) -> None:
        self.left.append(threading.get_ident())


def test_work_that_does_not_heed_outlives_its_window_and_is_let_go_in_the_window_s_thread(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sandtable_editor.shell.jobs.SHUT_DOWN", 0.0)
    gate, left, heard = threading.Event(), list[int](), list[object]()
    bench = Workbench(qapp, tmp_path)
    faults = bench.reporter.faults
    bench.window.jobs.run("Deaf", Deaf(gate, left), heard.append)
    (thread,) = (one for one in threading.enumerate() if one.name == "Deaf")
    bench.close()
    del bench
    gc.collect()  # nobody has the window any more
    assert not gc.isenabled()
    gate.set()
    thread.join()
    for _ in range(3):
        qapp.processEvents()
    assert left == [threading.get_ident()]
    assert gc.isenabled()
    assert heard == []
    assert not faults


def test_while_one_window_s_work_goes_on_the_end_of_another_s_changes_nothing(bench: Workbench) -> None:
    gate, ended = threading.Event(), list[int]()
    other = Jobs(bench.reporter.report)
    other.run("Going on", lambda _: gate.wait(60), lambda _: None)
    bench.window.jobs.run("Short", lambda _: 1, ended.append)
    bench.wait(lambda: bool(ended))
    assert not gc.isenabled()
    gate.set()
    bench.wait(lambda: not other.running)
    assert gc.isenabled()


def test_nothing_comes_of_work_whose_window_is_gone(bench: Workbench) -> None:
    gate, heard, window = threading.Event(), list[object](), QObject()
    jobs = Jobs(bench.reporter.report, window)
    job = jobs.run("Asked for", lambda _: gate.wait(60), heard.append)
    window.deleteLater()
    bench.settle()
    gate.set()
    bench.wait(lambda: not jobs.running)
    assert job.cancelled
    assert heard == []


LEAVING = """
import threading
from PySide6.QtCore import QTimer
from sandtable_editor import app
from sandtable_editor.shell import jobs
jobs.SHUT_DOWN = 0.0
qt = app.application()

def leave() -> None:
    made.complete()
    made.jobs.run("Deaf", lambda _: threading.main_thread().join(), lambda _: print("too late"))
    made.close()

made = app.window(qt)
made.painted.connect(lambda: QTimer.singleShot(0, made, leave))
made.show()
status = qt.exec()
print("left", status, threading.active_count())
"""


def test_the_program_ends_soundly_when_it_is_left_with_work_that_does_not_heed(tmp_path: Path) -> None:
    environment = {
        **os.environ,
        "QT_QPA_PLATFORM": "offscreen",
        "SANDTABLE_HOME": str(tmp_path),
        "PYTHONFAULTHANDLER": "1",
    }
    run = subprocess.run([sys.executable, "-c", LEAVING], env=environment, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout.split()) == (0, ["left", "0", "2"]), run.stderr
    assert "Traceback" not in run.stderr
    assert "QObject" not in run.stderr
