"""What is handed out: a wheel with all that the program needs, the guides that explain it, and nothing else."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zipfile
from email import message_from_string
from pathlib import Path

import pytest

from sandtable.distribution import NAME, VERSION

ROOT = Path(__file__).parents[2]
HANDBOOK = "sandtable/handbook/"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel, without the network."""
    folder = tmp_path_factory.mktemp("wheel")
    call = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    built = subprocess.run(call, cwd=ROOT, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    (made,) = folder.glob("*.whl")
    assert made.name.startswith(f"sandtable_workbench-{VERSION}-py3-none-any")
    return made


@pytest.fixture(scope="module")
def names(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return {name for name in archive.namelist() if not name.endswith("/")}


def in_git(*folders: str) -> set[str]:
    call = ["git", "-c", f"safe.directory={ROOT}", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run([*call, *folders], cwd=ROOT, capture_output=True, check=True).stdout
    return {name for name in listed.decode().split("\0") if name and (ROOT / name).is_file()}


def test_every_file_of_the_program_is_in_it_and_no_other(names: set[str]) -> None:
    code = {name.partition("/")[2] for name in in_git("core", "plugins", "editor") if name.count("/") > 1}
    beside = (".dist-info/", ".data/data/")
    outside = {name for name in names if not any(one in name for one in beside) and not name.startswith(HANDBOOK)}
    wanted = {name for name in code if not name.endswith("README.md")} | {"sandtable/scenarios.db"}
    assert outside == wanted


def test_the_guides_are_in_it_as_they_lie_here(names: set[str]) -> None:
    inside = {name.removeprefix(HANDBOOK) for name in names if name.startswith(HANDBOOK)}
    assert inside == in_git("docs") | {"README.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE"}
    assert {"docs/examples/sandtable_twin_rivers.py", "docs/rules-module.md", "docs/pictures/window.png"} <= inside
    for page in (name for name in inside if name.endswith(".md")):
        for link in re.findall(r"\]\((?!https?:|#)([^)#]+)", (ROOT / page).read_text("utf-8")):
            target = os.path.normpath(f"{Path(page).parent}/{link}")
            assert any(one == target or one.startswith(f"{target}/") for one in inside), f"{page}: {link}"


def test_the_page_of_the_manual_is_put_where_man_looks(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if ".data/" in name)
        assert name.endswith(".data/data/share/man/man1/sandtable.1")
        assert archive.read(name) == (ROOT / "docs" / "sandtable.1").read_bytes()


def test_what_the_index_shows_of_it(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        (metadata,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        about = message_from_string(archive.read(metadata).decode("utf-8"))
    assert (about["Name"], about["Version"], about["Requires-Python"]) == (NAME, VERSION, ">=3.11")
    assert about["Description-Content-Type"] == "text/markdown"
    says = about.get_payload()
    assert isinstance(says, str)
    assert says.startswith("# Sandtable\n")
    assert "](" not in says.replace("](http", "")  # a link into the checkout would lead nowhere there
    pythons = [one for one in about.get_all("Classifier", []) if re.search(r":: 3\.\d+$", one)]
    assert [one.rpartition(" ")[2] for one in pythons] == ["3.11", "3.12", "3.13", "3.14"]


def test_it_works_from_an_empty_folder(wheel: Path, tmp_path: Path) -> None:
    inside = tmp_path / "installed"
    zipfile.ZipFile(wheel).extractall(inside)
    environment = {**os.environ, "PYTHONPATH": str(inside), "SANDTABLE_HOME": str(tmp_path / "home")}
    for call, says in ((["list"], "peninsula-1808"), (["docs"], str(inside / "sandtable" / "handbook"))):
        run = subprocess.run(
            [sys.executable, "-P", "-m", "sandtable", *call],
            env=environment, cwd=tmp_path, capture_output=True, text=True, check=True,
        )  # fmt: skip
        assert says in run.stdout
