"""The program as it is installed: its name beside a stranger's, where its files lie, what a report of an error says."""

from __future__ import annotations

import platform
import re
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from sandtable import __version__
from sandtable.home import home, make_reports_folder, reports_folder, settings_file
from tests.cli.house import House, install

ROOT = Path(__file__).parents[2]
ADVICE = re.compile(
    r"pip install\s+(?:-\S+\s+)*['\"]?sandtable(?![-\w])|dependencies\s*=\s*\[[^\]]*['\"]sandtable(?![-\w])"
)


def test_nothing_advises_to_install_the_stranger() -> None:
    texts = [
        *(path for root in ("core", "plugins", "editor", "docs", "scripts") for path in (ROOT / root).rglob("*")),
        *ROOT.glob("*.md"),
        ROOT / "pyproject.toml",
    ]
    found = [
        (str(path.relative_to(ROOT)), match.group())
        for path in texts
        if path.suffix in (".py", ".md", ".toml", ".sh", "") and path.is_file()
        for match in ADVICE.finditer(path.read_text("utf-8"))
    ]
    assert found == []
    assert ADVICE.search("pip install 'sandtable[editor]'")
    assert ADVICE.search('dependencies = ["click", "sandtable"]')
    assert not ADVICE.search('dependencies = ["sandtable-workbench>=0.1", "sandtable-twin-rivers"]')


def test_a_stranger_s_sandtable_in_the_same_environment_is_told(house: House) -> None:
    assert "another project" not in house.run("plugins").stderr
    install(house.packages, "sandtable", {"strangers_tool.py": ""})
    said = house.run("plugins", status=1).stderr
    assert said.startswith(
        "Note: another project's package 'sandtable' (1.0) is installed beside sandtable-workbench, and both bring "
        "files named sandtable: pip uninstall sandtable, then pip install --force-reinstall"
    )


def test_a_part_that_the_stranger_has_laid_its_own_over_is_told_with_the_reason(house: House) -> None:
    source = "import click\n@click.command()\ndef fall():\n    from sandtable.distribution import is_theirs\n"
    install(house.packages, "sandtable-fall", {"third_fall.py": source}, commands={"fall": "third_fall:fall"})
    assert "another project" not in house.refused("fall")
    install(house.packages, "sandtable", {})
    assert "another project's package 'sandtable' (1.0) is installed beside" in house.refused("fall")


def test_python_m_sandtable_is_the_command(house: House) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "sandtable", "--version"],
        env=house.environment(), cwd=house.home, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert run.stdout == f"sandtable {__version__}\n"
    usage = subprocess.run(
        [sys.executable, "-m", "sandtable", "lsit"],
        env=house.environment(), cwd=house.home, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (usage.returncode, usage.stderr[:29]) == (2, "no command is called 'lsit': ")


def test_a_report_of_an_error_says_what_was_running(house: House) -> None:
    source = "import click\n@click.command()\ndef fall():\n    {}['x']\n"
    install(house.packages, "sandtable-fall", {"third_fall.py": source}, commands={"fall": "third_fall:fall"})
    house.rules.mkdir()
    house.refused("fall")
    (report,) = (house.home / "reports").iterdir()
    said = report.read_text("utf-8")
    for line in (
        f"Sandtable {__version__} (sandtable-workbench)",
        f"Python {platform.python_version()} (CPython)",
        f"SQLite {sqlite3.sqlite_version}",
        f"System {platform.platform()}",
        "Plugin parley (games: sandtable_parley:PARLEY), sandtable-parley 1.0, not loaded",
    ):
        assert f"{line}\n" in said
    assert re.search(r"^Qt \d+\.\d+\.\d+ \(not loaded\)$", said, re.MULTILINE)
    fall = r"^Plugin fall \(commands: third_fall:fall\), sandtable-fall 1.0, fingerprint [0-9a-f]{16}$"
    assert re.search(fall, said, re.MULTILINE)
    assert said.index("System ") < said.index("Traceback")


@pytest.fixture
def folders(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Keep the system's folders of a user in a temporary one."""
    monkeypatch.delenv("SANDTABLE_HOME", raising=False)
    for kind in ("data", "config", "state", "cache"):
        monkeypatch.setenv(f"XDG_{kind.upper()}_HOME", str(tmp_path / kind))
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the folders of freedesktop.org")
def test_settings_and_reports_lie_where_the_system_keeps_such(folders: Path) -> None:
    assert home() == folders / "data" / "sandtable"
    assert settings_file("workbench.ini") == folders / "config" / "sandtable" / "workbench.ini"
    assert reports_folder() == folders / "state" / "sandtable" / "log"
    assert list(folders.iterdir()) == []  # to ask makes nothing


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the folders of freedesktop.org")
def test_what_lies_in_the_former_place_is_taken_over(folders: Path) -> None:
    (home() / "reports").mkdir(parents=True)
    (home() / "reports" / "workbench.log").write_text("--- before\n")
    (home() / "workbench.ini").write_text("[General]\ntheme=dark\n")
    assert settings_file("workbench.ini").read_text() == "[General]\ntheme=dark\n"
    settings_file("workbench.ini").write_text("[General]\ntheme=light\n")
    assert settings_file("workbench.ini").read_text() == "[General]\ntheme=light\n"  # taken over once
    assert (make_reports_folder() / "workbench.log").read_text() == "--- before\n"
    assert not (home() / "reports").exists()


def test_one_folder_named_by_the_user_has_all_of_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SANDTABLE_HOME", str(tmp_path))
    assert (home(), settings_file("x.ini"), reports_folder()) == (tmp_path, tmp_path / "x.ini", tmp_path / "reports")
