import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.tiers import Tier, count

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("nightly", "tier", "runs"),
    [
        (10_000, "normal", 200),
        (2_049, "normal", 40),
        (100, "normal", 10),
        (5, "normal", 5),
        (10_000, "nightly", 10_000),
        (10_000, "release", 10_000),
    ],
)
def test_a_normal_run_takes_the_first_two_percent_and_at_least_ten(nightly: int, tier: Tier, runs: int) -> None:
    assert count(nightly, tier) == runs


MARKED = """
import pytest

def test_always(): ...

@pytest.mark.nightly
def test_nightly(): ...

@pytest.mark.release
def test_release(): ...
"""


def ran(folder: Path, tests: str, *arguments: str, tier: Tier = "normal") -> str:
    """Return what a run of these tests prints."""
    (folder / "test_marked.py").write_text(tests)
    (folder / "pytest.ini").write_text("[pytest]\nmarkers =\n    nightly\n    release\n")
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "tests.conftest", "-p", "no:cacheprovider", "-q", *arguments, folder],
        env={**os.environ, "SANDTABLE_TIER": tier, "PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout


@pytest.mark.parametrize(("tier", "passed"), [("normal", 1), ("nightly", 2), ("release", 3)])
def test_a_longer_tier_runs_what_is_marked_for_it(tmp_path: Path, tier: Tier, passed: int) -> None:
    assert f"{passed} passed" in ran(tmp_path, MARKED, tier=tier)


BUSY = """
import subprocess, sys
import pytest

WORK = "import sys, time; any(time.process_time() > 0.5 for _ in iter(int, 1)); print(flush=True); sys.stdin.read()"
STAYS = []

@pytest.mark.parametrize("stays", [True, False])
def test_busy(stays):
    child = subprocess.Popen([sys.executable, "-c", WORK], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    child.stdout.readline()
    if stays:
        STAYS.append(child)
    else:
        child.communicate()
"""


@pytest.mark.parametrize("workers", [(), ("-p", "xdist", "-n", "2")], ids=["alone", "with workers"])
def test_a_run_tells_what_its_files_took_with_the_processes_they_began(
    tmp_path: Path, workers: tuple[str, ...]
) -> None:
    said = ran(tmp_path, BUSY, *workers)
    whole = re.search(r"(\d+) s of the processor", said)
    of_file = re.search(r"^ +(\d+\.\d) s  test_marked\.py$", said, re.MULTILINE)
    assert whole
    assert of_file
    assert 1.0 <= float(of_file[1]) <= float(whole[1]) + 1


def test_a_tier_that_does_not_exist_is_refused() -> None:
    run = subprocess.run(
        [sys.executable, "-c", "import tests.tiers"],
        env={**os.environ, "SANDTABLE_TIER": "weekly"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "SANDTABLE_TIER is 'weekly'; it is one of normal, nightly, release" in run.stderr
