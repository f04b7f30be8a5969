"""A home for the user's files and packages that only look installed, for tests of the command line."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.cli.nursery import call

HERE = Path(__file__).parent


def install(folder: Path, name: str, sources: dict[str, str], **groups: dict[str, str]) -> None:
    """Make a package that looks installed to whoever has ``folder`` on its path."""
    for file, source in sources.items():
        (folder / file).write_text(source, "utf-8")
    info = folder / f"{name.replace('-', '_')}-1.0.dist-info"
    info.mkdir(exist_ok=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", "utf-8")
    lines = [
        f"[sandtable.{group}]\n" + "".join(f"{key} = {value}\n" for key, value in points.items())
        for group, points in groups.items()
    ]
    (info / "entry_points.txt").write_text("\n".join(lines), "utf-8")


def install_parley(folder: Path) -> None:
    """Install the game of these tests."""
    shutil.copy(HERE / "sandtable_parley.py", folder)
    install(folder, "sandtable-parley", {}, games={"parley": "sandtable_parley:PARLEY"})


class House:
    """Somebody's machine: installed packages, a home, a shell."""

    def __init__(self, folder: Path) -> None:
        self.packages, self.home = folder / "packages", folder / "home"
        self.packages.mkdir()
        self.home.mkdir()
        install_parley(self.packages)

    @property
    def rules(self) -> Path:
        return self.home / "rules"

    @property
    def campaigns(self) -> list[Path]:
        return sorted((self.home / "campaigns").glob("*.campaign"))

    def environment(self) -> dict[str, str]:
        return {
            **os.environ,
            "PYTHONPATH": str(self.packages),
            "SANDTABLE_HOME": str(self.home),
            "PYTHONDONTWRITEBYTECODE": "1",
        }

    def command(self, *args: str | Path) -> list[str]:
        return [sys.executable, "-c", "from sandtable.cli import main; main()", *map(str, args)]

    def run(self, *args: str | Path, typed: str = "", status: int = 0) -> subprocess.CompletedProcess[str]:
        """Run ``sandtable`` in a process of its own and check its exit status."""
        run = call([*map(str, args)], environment=self.environment(), folder=self.home, typed=typed)
        assert run.returncode == status, f"exit status {run.returncode}\n{run.stdout}\n{run.stderr}"
        assert "Traceback" not in run.stdout + run.stderr
        return run

    def refused(self, *args: str | Path, status: int = 2, typed: str = "") -> str:
        """Run a command that must fail; return the one sentence that it says."""
        run = self.run(*args, status=status, typed=typed)
        lines = run.stderr.splitlines()
        assert len(lines) == 1, run.stderr
        return lines[0]
