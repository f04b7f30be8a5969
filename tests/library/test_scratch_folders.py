"""Copies that are looked into lie in folders that nobody has to clear away, however the program ends."""

import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from sandtable.library.files.scratch_folders import ScratchFolder

HOLDS: str = """
import sys, tempfile
tempfile.tempdir = sys.argv[1]
from sandtable.library.files.scratch_folders import ScratchFolder
aside = ScratchFolder()
(aside.path / "copy.db").write_text("what was copied")
print("there", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def test_it_goes_when_it_is_dropped(folder: Path) -> None:
    with ScratchFolder() as path:
        assert path.parent == folder
        (path / "copy.db").touch()
    assert not list(folder.iterdir())


def test_that_of_a_killed_program_goes_with_the_next_and_that_of_one_that_runs_stays(folder: Path) -> None:
    command = [sys.executable, "-c", HOLDS, str(folder)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"there\n"
        (theirs,) = folder.iterdir()
        ScratchFolder().drop()
        assert list(folder.iterdir()) == [theirs]
        assert (theirs / "copy.db").exists()
        other.kill()
        other.wait()
        assert theirs.exists()
        ScratchFolder().drop()
        assert not list(folder.iterdir())


def test_what_is_not_of_this_program_stays(folder: Path) -> None:
    (folder / "sandtable-notes").mkdir()
    (folder / "sandtable-copy-just-begun").mkdir()
    ScratchFolder().drop()
    assert len(list(folder.iterdir())) == 2
