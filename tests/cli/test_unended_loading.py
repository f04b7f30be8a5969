"""A plugin that does not come to an end while it is loaded is named, and left out from the next start on."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path
from threading import Timer

from sandtable.engine.discovery.trust import trust
from tests.cli.house import House

LOOP = "import time\nwhile True:\n    time.sleep(0.01)\n"
SLOW = """
import time
from pathlib import Path

until = time.monotonic() + 60
while not [*Path(__file__).with_name("unended").glob("*")] and time.monotonic() < until:
    time.sleep(0.01)
"""
CODE = """
import signal
import sandtable.engine.discovery.loading as one
from sandtable.cli import main

signal.signal(signal.SIGINT, signal.default_int_handler)  # whoever started this may have it ignored
one.PATIENCE = 0.2
main()
"""
DEADLINE = 60.0


def started(house: House, *args: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", CODE, *args],
        env=house.environment(), cwd=house.home, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def line_about(run: subprocess.Popen[str], name: str) -> str:
    """Return what a run says of a plugin as soon as it does, nothing where it does not before the deadline."""
    assert run.stderr is not None
    patience = Timer(DEADLINE, run.kill)
    patience.start()
    try:
        return next((line for line in run.stderr if line.startswith(name)), "")
    finally:
        patience.cancel()


def notes(house: House) -> list[Path]:
    return [*(house.rules / "unended").glob("*")]


def test_it_is_told_left_out_and_loaded_again(house: House) -> None:
    house.rules.mkdir()
    (house.rules / "loop.py").write_text(LOOP)
    trust(house.rules, "loop.py")
    run = started(house, "plugins")
    assert "has not finished loading after 0.2 s" in line_about(run, "loop.py")
    run.send_signal(signal.SIGINT)
    run.communicate(timeout=DEADLINE)
    listed = house.run("plugins", status=1).stdout
    assert "it did not finish loading last time; `sandtable plugins --again loop.py` loads it again" in (
        " ".join(listed.split())
    )
    assert "crown" in house.run("list").stdout
    (house.rules / "loop.py").write_text("")
    trust(house.rules, "loop.py")
    house.run("plugins", "--again", "loop.py", status=1)  # it holds no rules module now
    assert notes(house) == []
    assert "was not left out" in house.refused("plugins", "--again", "loop.py")


def test_one_that_takes_its_time_is_not_left_out(house: House) -> None:
    house.rules.mkdir()
    (house.rules / "slow.py").write_text(SLOW)
    trust(house.rules, "slow.py")
    run = started(house, "plugins")
    _, told = run.communicate(timeout=DEADLINE)
    assert "slow.py has not finished loading" in told
    assert notes(house) == []
