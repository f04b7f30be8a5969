"""A pytest plugin that records which test executes which line, and how long each takes.

``SANDTABLE_RECORD`` names the file it writes: coverage's, and beside it the seconds of the tests that passed.
"""

from __future__ import annotations

import importlib
import json
import os
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

PATH = Path(os.environ["SANDTABLE_RECORD"])
COVERAGE: Any = importlib.import_module("coverage")  # by name: only who records needs it


class Recorder:
    """Gives each test a context of its own."""

    def __init__(self) -> None:
        self.coverage = COVERAGE.Coverage(
            data_file=str(PATH), source=["core", "plugins", "editor"], config_file=False, messages=False
        )
        self.coverage.set_option("run:relative_files", True)  # its signature
        self.seconds: dict[str, float] = {}
        self.coverage.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        self.coverage.switch_context(item.nodeid)
        try:
            return (yield)
        finally:
            self.coverage.switch_context("")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" and report.passed:
            self.seconds[report.nodeid] = report.duration

    def pytest_sessionfinish(self) -> None:
        self.coverage.stop()
        self.coverage.save()
        PATH.with_suffix(".json").write_text(json.dumps(self.seconds))


def pytest_configure(config: pytest.Config) -> None:
    """Begin before the first source is read."""
    config.pluginmanager.register(Recorder(), "mutation-recorder")
