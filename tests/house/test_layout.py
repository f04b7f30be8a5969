"""Every room is where the packaging and the type checkers look for it, and nothing of a machine is left inside."""

import os
import re
import subprocess
import tomllib
from collections.abc import Iterator
from importlib.metadata import entry_points
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
IMPORT_ROOTS = ("core", "plugins", "editor")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]

# Homes, work folders and package hosts of somebody's machine. In pieces, or this file would find itself.
MACHINE = re.compile(
    rb"/(?:home|Users)/\w|[A-Z]:\\Users\\|(?<![\w.])/(?:ro{2}t|wo{1}rk)/\w|\b(?:extra-)?index-u{1}rl\b|/pip[.]co{1}nf\b"
)


def folders_at_fault(root: Path) -> Iterator[str]:
    """Say what keeps a folder below the import roots from being a typed package of ours."""
    for start in IMPORT_ROOTS:
        for folder in sorted(path for path in (root / start).iterdir() if path.is_dir() and path.name != "__pycache__"):
            name = f"{start}/{folder.name}"
            if not re.fullmatch("sandtable" if start == "core" else r"sandtable_[a-z_]+", folder.name):
                yield f"{name} is not named as a package of ours"
            if not (folder / "py.typed").is_file():
                yield f"{name} has no py.typed"
            for inner in sorted({path.parent for path in folder.glob("**/*.py")} | {folder}):
                if not (inner / "__init__.py").is_file():
                    yield f"{inner.relative_to(root).as_posix()} has no __init__.py"


def files_of_the_project() -> list[Path]:
    """List what git has or would take."""
    listed = subprocess.run(
        ["git", "-c", f"safe.directory={ROOT}", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    paths = [ROOT / os.fsdecode(name) for name in listed.stdout.split(b"\0") if name]
    return [path for path in paths if path.is_file()]


def test_every_folder_is_a_typed_package() -> None:
    found = list(folders_at_fault(ROOT))
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("extra", "fault"),
    [
        ("plugins/games/__init__.py", "plugins/games is not named as a package of ours"),
        ("core/helpers/py.typed", "core/helpers is not named as a package of ours"),
        ("plugins/sandtable_x/__init__.py", "plugins/sandtable_x has no py.typed"),
        ("plugins/sandtable_x/py.typed", "plugins/sandtable_x has no __init__.py"),
        ("core/sandtable/board/hexes.py", "core/sandtable/board has no __init__.py"),
    ],
)
def test_a_folder_at_fault_is_named(tmp_path: Path, extra: str, fault: str) -> None:
    for place in (
        "core/sandtable/__init__.py",
        "core/sandtable/py.typed",
        "plugins/README.md",
        "editor/README.md",
        extra,
    ):
        path = tmp_path / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    assert fault in list(folders_at_fault(tmp_path))


def test_every_plugin_has_an_entry_point() -> None:
    named = {
        target.split(":")[0].split(".")[0]
        for group in PROJECT.get("entry-points", {}).values()
        for target in group.values()
    }
    here = {path.parent.name for path in (ROOT / "plugins").glob("*/__init__.py")}
    assert here <= named


def test_what_is_installed_is_what_pyproject_says() -> None:
    """Fails after an edit of the entry points until the set-up has run again (scripts/test does)."""
    for group, points in PROJECT.get("entry-points", {}).items():
        installed = {point.name: point.value for point in entry_points(group=group)}
        assert points.items() <= installed.items()


def test_no_file_holds_a_path_of_somebodys_machine() -> None:
    found = {
        str(path.relative_to(ROOT)): match.group()
        for path in files_of_the_project()
        if (match := MACHINE.search(path.read_bytes()))
    }
    assert not found


@pytest.mark.parametrize("start", ["/home/", "/Users/", "C:\\Users\\", "(/ro" + "ot/", " /wo" + "rk/"])
def test_a_path_of_somebodys_machine_is_seen(start: str) -> None:
    assert MACHINE.search(f"{start}someone/x".encode())
    assert not MACHINE.search(b"docs/work/plan, https://example.org/root/x")


def test_the_tree_is_found() -> None:
    assert Path(__file__) in files_of_the_project()
