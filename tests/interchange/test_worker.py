"""The process that reads foreign files: it may die of one, and the next is read as always."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

from sandtable.engine.errors import Invalid
from sandtable.interchange.worker import Cancelled, Limits, Worker, shared_worker
from tests.interchange.deeds import DEED, LIE, Answer, Deed

ROOT = Path(__file__).parents[2]
DEEDS = ("tests.interchange.deeds",)
POSIX = pytest.mark.skipif(os.name != "posix", reason="the system has no such limit")


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    """Give a worker that finds the deeds of these tests."""
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = str(ROOT)
    worker = Worker(also=DEEDS)
    try:
        assert do(worker, "nothing").says == "0 bytes"
        yield worker
    finally:
        worker.close()
        if before is None:
            del os.environ["PYTHONPATH"]
        else:
            os.environ["PYTHONPATH"] = before


def do(worker: Worker, what: str, data: bytes = b"") -> Answer:
    return worker.run(DEED, data, Deed(what), what="map.geojson")


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_one_process_reads_all(worker: Worker) -> None:
    assert do(worker, "print").pid == do(worker, "nothing").pid == worker.pid


def test_much_goes_there_and_comes_back(worker: Worker) -> None:
    assert do(worker, "nothing", bytes(40_000_000)).says == "40000000 bytes"


def nightly(*values: str) -> ParameterSet:
    return pytest.param(*values, marks=pytest.mark.nightly)


DEADLY = [
    ("crash", "map.geojson: reading it broke its reader (SIGSEGV); export it again from the program it comes from"),
    nightly("exit", "map.geojson: reading it broke its reader (exit status 3); have"),
    ("abort", "map.geojson: reading it needs more than 1 GB of memory; make it smaller"),
    ("eat", "map.geojson: reading it needs more than 1 GB of memory; make it smaller"),
    nightly("eat bit by bit", "map.geojson: reading it needs more than 1 GB of memory; make it smaller"),
    ("hang", "map.geojson: reading it takes longer than 0.5 s and was stopped; make it smaller or simpler"),
    nightly("sleep", "map.geojson: reading it takes longer than 0.5 s and was stopped; make it smaller or simpler"),
    ("wrong", "map.geojson is wrong"),
    ("fall", "map.geojson: its reader fell over it (KeyError: 'x'); please report the file"),
]


@POSIX
@pytest.mark.parametrize(("what", "says"), DEADLY)
def test_a_hostile_file_costs_one_sentence_and_the_next_is_read(worker: Worker, what: str, says: str) -> None:
    before = do(worker, "nothing").pid
    worker.limits = Limits(seconds=0.5) if what in {"hang", "sleep"} else Limits()
    with pytest.raises(Invalid) as caught:
        do(worker, what)
    worker.limits = Limits()
    assert str(caught.value).startswith(says)
    assert do(worker, "nothing").says == "0 bytes"
    assert (do(worker, "nothing").pid == before) == (what in {"wrong", "fall"})


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nobody tells how long it has worked")
def test_what_the_machine_gives_no_time_is_waited_for(worker: Worker) -> None:
    """A file takes no more work than its limit because other programs take the processor."""
    pid = do(worker, "nothing").pid
    worker.limits = Limits(seconds=0.2)
    os.kill(pid, signal.SIGSTOP)
    goes_on = threading.Timer(0.4, os.kill, (pid, signal.SIGCONT))
    goes_on.start()
    assert do(worker, "nothing").pid == pid
    goes_on.join()
    worker.limits = Limits()


@POSIX
def test_one_that_has_kept_much_is_replaced(worker: Worker) -> None:
    worker.close()
    worker.limits = Limits(bytes=128 << 20)
    fat = do(worker, "keep").pid
    assert do(worker, "nothing").pid != fat
    assert not alive(fat)
    worker.limits = Limits()
    worker.close()


@pytest.mark.parametrize("what", ["read", "write", "append", "remove", "connect", "run"])
def test_it_reaches_nothing_beyond_the_bytes_it_is_given(worker: Worker, tmp_path: Path, what: str) -> None:
    path = tmp_path / "secret.txt"
    path.write_text("secret")
    assert do(worker, what, str(path).encode()).says == "refused"
    assert path.read_text() == "secret"


def test_an_answer_of_another_type_is_refused(worker: Worker) -> None:
    with pytest.raises(Invalid, match=r"map\.geojson: its reader gave an answer that makes no sense"):
        worker.run(LIE, b"", Deed(), what="map.geojson")


def test_one_that_was_killed_outside_is_started_again(worker: Worker) -> None:
    pid = do(worker, "nothing").pid
    os.kill(pid, signal.SIGTERM)
    while worker.pid == pid and alive(pid):
        try:
            os.waitpid(pid, os.WNOHANG)
        except ChildProcessError:
            break
    assert do(worker, "nothing").pid != pid


def test_cancelling_ends_the_work_at_once(worker: Worker) -> None:
    pid = do(worker, "nothing").pid
    asked: list[float] = []

    def cancelled() -> bool:
        asked.append(time.monotonic())
        return len(asked) > 2

    with pytest.raises(Cancelled):
        worker.run(DEED, b"", Deed("sleep"), what="map.geojson", cancelled=cancelled)
    assert not alive(pid)
    assert do(worker, "nothing").pid != pid


def test_several_threads_take_their_turn(worker: Worker) -> None:
    found: list[str] = []
    threads = [
        threading.Thread(target=lambda n=n: found.append(do(worker, "nothing", bytes(n)).says)) for n in range(20)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == sorted(f"{n} bytes" for n in range(20))


def test_a_closed_one_is_gone_and_starts_again(worker: Worker) -> None:
    pid = do(worker, "nothing").pid
    worker.close()
    assert worker.pid is None
    assert not alive(pid)
    assert do(worker, "nothing").pid != pid


def test_a_program_has_one_for_all() -> None:
    assert shared_worker() is shared_worker()


PROGRAM = """
import sys, time
from sandtable.interchange.worker import Limits, Worker
from tests.interchange.deeds import DEED, Deed
worker = Worker(Limits(seconds=60), also=["tests.interchange.deeds"])
print(worker.run(DEED, b"", Deed("nothing"), what="x").pid, flush=True)
if sys.argv[1] == "busy":
    worker.run(DEED, b"", Deed("hang"), what="x")
time.sleep(60)
"""


@POSIX
@pytest.mark.parametrize(
    ("at", "ended_by"),
    [
        ("busy", signal.SIGINT),
        ("idle", signal.SIGKILL),
        pytest.param("idle", signal.SIGINT, marks=pytest.mark.nightly),
    ],
)
def test_it_does_not_outlive_the_program(at: str, ended_by: signal.Signals) -> None:
    run = [sys.executable, "-c", PROGRAM, at]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(run, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
        assert program.stdout is not None
        pid = int(program.stdout.readline())
        time.sleep(0.2)
        program.send_signal(ended_by)
        _, said = program.communicate(timeout=60)
        assert (b"KeyboardInterrupt" in said) == (ended_by == signal.SIGINT)
    gone_by = time.monotonic() + 60
    while alive(pid) and time.monotonic() < gone_by:
        time.sleep(0.02)
    assert not alive(pid)


@POSIX
def test_a_process_that_dies_while_the_file_goes_there_is_told_at_once(worker: Worker) -> None:
    """It stands still, so that the pipe is full, and is killed: nobody waits for an answer until the limit."""
    do(worker, "nothing")
    assert worker.pid is not None
    pid = worker.pid
    os.kill(pid, signal.SIGSTOP)

    def kill_it() -> bool:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
        return False

    with pytest.raises(Invalid, match=r"reading it broke its reader \(SIGKILL\)"):
        worker.run(DEED, bytes(40_000_000), Deed("nothing"), what="map.geojson", cancelled=kill_it)
    assert do(worker, "nothing").says == "0 bytes"
