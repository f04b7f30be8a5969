import os
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


@pytest.mark.parametrize(("tier", "passed"), [("normal", 1), ("nightly", 2), ("release", 3)])
def test_a_longer_tier_runs_what_is_marked_for_it(tmp_path: Path, tier: str, passed: int) -> None:
    (tmp_path / "test_marked.py").write_text(MARKED)
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers =\n    nightly\n    release\n")
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "tests.conftest", "-p", "no:cacheprovider", "-q", tmp_path],
        env={**os.environ, "SANDTABLE_TIER": tier, "PYTHONPATH": str(ROOT)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert f"{passed} passed" in run.stdout, run.stdout + run.stderr


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
