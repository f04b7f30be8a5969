"""What all tests share: the tier they run in."""

import gc
import os
import signal
import sys
import tempfile
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from sandtable.distribution import NAME
from sandtable.testing.proofs import MEMORY
from tests.processor import Processor
from tests.tiers import TIER, Tier

ROOM = 2 << 30  # bytes that must be free in memory before the tests write there
MARKS_OUTSIDE: dict[Tier, set[str]] = {"normal": {"nightly", "release"}, "nightly": {"release"}, "release": set()}


# What is compiled of the tests is kept, wherever Python is told to keep nothing: each worker would compile all of them.
sys.dont_write_bytecode = False


@pytest.fixture(scope="session")
def tier() -> Tier:
    """Give the tier of this run."""
    return TIER


@pytest.fixture
def folder_in_memory() -> Iterator[Path]:
    """Give a folder that no disk slows down, where the system has one."""
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
        yield Path(folder)


@pytest.fixture
def folder_on_disk() -> Iterator[Path]:
    """Give a folder where files usually lie: `tmp_path` is in memory."""
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)


# A machine that has much to do is no fault of what is tested.
settings.register_profile("patient", settings(), deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")


def pytest_configure(config: pytest.Config) -> None:
    if MEMORY is not None and os.statvfs(MEMORY).f_bavail * os.statvfs(MEMORY).f_frsize > ROOM:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", MEMORY)  # where `tmp_path` lies; no power fails here
    config.pluginmanager.register(Processor(config))
    # Ctrl-C is to be heard, here and in what the tests start: a job in the background begins with it ignored.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_sessionstart() -> None:
    """Say at once, and not test by test, that the checkout is installed under a name it no longer has."""
    try:
        version(NAME)
    except PackageNotFoundError:
        pytest.exit(f"{NAME} is not installed here; scripts/check (as every script) installs it", 2)


def pytest_collection_finish() -> None:
    """Leave thousands of tests and all modules out of what Python looks through for rubbish."""
    gc.collect()
    gc.freeze()


def pytest_report_header() -> str:
    return f"tier: {TIER}"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is marked for a longer tier."""
    later = [item for item in items if MARKS_OUTSIDE[TIER].intersection(mark.name for mark in item.iter_markers())]
    if later:
        config.hook.pytest_deselected(items=later)
        items[:] = [item for item in items if item not in later]
