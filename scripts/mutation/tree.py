"""Copies of the checkout to break things in, and the runs of pytest there."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
ROOTS: Final = ("core", "plugins", "editor")


class Tree:
    """A copy of the checkout in a folder of its own; the environment stays that of the checkout."""

    def __init__(self) -> None:
        self.root = Path(tempfile.mkdtemp(prefix="sandtable-mutants-"))
        listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        for name in subprocess.run(listed, cwd=ROOT, capture_output=True, check=True, text=True).stdout.split("\0"):
            if name and (ROOT / name).is_file():
                (self.root / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, self.root / name)
        self.process: subprocess.Popen[str] | None = None

    def start(self, arguments: Iterable[str], **more: str) -> subprocess.Popen[str]:
        """Start pytest in the copy, on the copy's code."""
        path = os.pathsep.join(str(self.root / one) for one in ("", *ROOTS))
        self.process = subprocess.Popen(
            [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments],
            cwd=self.root, env={**os.environ, "PYTHONPATH": path, "SANDTABLE_TIER": "normal", **more},
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=os.name == "posix",
        )  # fmt: skip
        return self.process

    def run(self, arguments: Iterable[str], seconds: float | None = None, **more: str) -> tuple[int | None, str]:
        """Run pytest to its end; the status is None when it took longer than so many seconds."""
        process = self.start(arguments, **more)
        try:
            said, _ = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            self.stop()
            return None, ""
        return process.returncode, said

    def stop(self) -> None:
        """End the run that goes on, with all it has started."""
        process = self.process
        if process is not None and process.poll() is None:
            if os.name == "posix":
                os.killpg(process.pid, signal.SIGKILL)
            else:
                process.kill()
            process.wait()

    def remove(self) -> None:
        """Stop, and leave nothing behind."""
        self.stop()
        shutil.rmtree(self.root, ignore_errors=True)
