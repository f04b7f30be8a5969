"""What the tests cost: seconds of the processor by file, the processes it begins included, told at the end of a run.

The time on the clock says little on a machine that does other things; these seconds stay about the same.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Generator
from operator import itemgetter
from pathlib import Path
from typing import Any, Final

import pytest

SHOWN: Final = 10
PROCESSES: Final = Path("/proc")
USED: Final = slice(11, 15)  # fields of a process's stat behind its name: ticks of its own and of its ended children


class Processor:
    """Counts what each file takes; a worker hands its counts to the process that began it."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._files: dict[str, float] = defaultdict(float)
        self._of_workers = 0.0

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        before = used()
        try:
            return (yield)
        finally:
            self._files[item.nodeid.partition("::")[0]] += used() - before

    def pytest_sessionfinish(self) -> None:
        given: dict[str, Any] | None = getattr(self._config, "workeroutput", None)
        if given is not None:
            given["processor"] = (dict(self._files), used())

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        files, whole = getattr(node, "workeroutput", {}).get("processor", ({}, 0.0))
        for name, seconds in files.items():
            self._files[name] += seconds
        self._of_workers += whole

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        whole = self._of_workers + (sum(os.times()[:2]) if self._of_workers else used())
        terminalreporter.section(f"{whole:.0f} s of the processor", sep="-")
        for name, seconds in sorted(self._files.items(), key=itemgetter(1), reverse=True)[:SHOWN]:
            terminalreporter.line(f"{seconds:6.1f} s  {name}")


def used() -> float:
    """Return what this process has used so far, with its processes, those that are alive as those that have ended."""
    return sum(os.times()[:4]) + sum(_used_by(child) for child in _children(os.getpid()))


def _used_by(process: int) -> float:
    try:
        said = (PROCESSES / str(process) / "stat").read_text()
    except OSError:
        return 0.0  # it has ended
    ticks = sum(map(int, said.rpartition(")")[2].split()[USED]))
    return ticks / os.sysconf("SC_CLK_TCK") + sum(_used_by(child) for child in _children(process))


def _children(process: int) -> list[int]:
    found: list[int] = []
    for tasks in (PROCESSES / str(process) / "task").glob("*/children"):
        try:
            found += map(int, tasks.read_text().split())
        except OSError:
            continue  # that thread has ended
    return found
