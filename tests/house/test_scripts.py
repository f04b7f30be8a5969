"""The scripts on machines that lack something: one plain sentence, and what to type."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PLAIN_TOOLS = ("cat", "cksum", "dirname", "env", "head", "sh")
TOO_OLD = "#!/bin/sh\nexit 1"
WITHOUT_VENV = '#!/bin/sh\ncase "$*" in *ensurepip*) exit 1;; esac\necho 3.12'
USER = "#!/bin/sh\necho 1000"
NOTHING_INSTALLED = "#!/bin/sh\nexit 1"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Copy what set-up reads to a folder with a space in its name."""
    copy = tmp_path / "my checkout"
    shutil.copytree(ROOT / "scripts", copy / "scripts")
    shutil.copy(ROOT / "pyproject.toml", copy)
    return copy


def start(checkout: Path, script: str, **commands: str) -> subprocess.CompletedProcess[str]:
    """Run a script where only the plain tools and these commands exist."""
    tools = checkout / "bin"
    tools.mkdir()
    for name in PLAIN_TOOLS:
        (tools / name).symlink_to(str(shutil.which(name)))
    for name, text in commands.items():
        (tools / name.replace("_", "-")).write_text(text)
        (tools / name.replace("_", "-")).chmod(0o755)
    return subprocess.run(
        [checkout / "scripts" / script], env={"PATH": str(tools)}, capture_output=True, text=True, check=False
    )


def test_no_python_at_all(checkout: Path) -> None:
    run = start(checkout, "run", id=USER)
    assert (run.returncode, run.stdout) == (1, "")
    assert run.stderr == (
        "Sandtable wants Python 3.11, 3.12, 3.13 or 3.14; on Debian: sudo apt-get install python3 python3-venv\n"
    )


def test_only_an_old_python(checkout: Path) -> None:
    run = start(checkout, "test", id=USER, python3=TOO_OLD)
    assert run.returncode == 1
    assert run.stderr.startswith("Sandtable wants Python 3.11, 3.12, 3.13 or 3.14;")


def test_a_python_without_its_venv_module(checkout: Path) -> None:
    run = start(checkout, "check", id=USER, python3=WITHOUT_VENV)
    assert run.returncode == 1
    assert run.stderr == (
        "Python 3.12 is here without its venv module; install it with: sudo apt-get install python3.12-venv\n"
    )


def test_the_newest_that_it_is_tried_on_is_taken(checkout: Path) -> None:
    made = '#!/bin/sh\ncase "$*" in *venv*--clear*) exit 1;; -V) echo Python {0};; esac'
    pythons = {f"python3.{minor}": made.format(f"3.{minor}") for minor in (12, 14)}
    run = start(checkout, "run", id=USER, python3=made.format("3.11"), **pythons)
    assert "Setting up .venv with Python 3.14" in run.stderr


def test_a_python_newer_than_any_it_is_tried_on_is_taken_and_said(checkout: Path) -> None:
    made = '#!/bin/sh\ncase "$*" in *--clear*) exit 1;; *3,\\ 15*) exit 1;; -V) echo Python 3.15.0;; esac'
    run = start(checkout, "run", id=USER, python3=made)
    assert run.stderr.startswith(
        "Sandtable wants Python 3.11, 3.12, 3.13 or 3.14; Python 3.15.0 is newer, so it may lack packages:"
    )
    assert "Setting up .venv with Python 3.15.0" in run.stderr


def test_a_user_without_the_window_packages_is_told_and_goes_on(checkout: Path) -> None:
    run = start(checkout, "run", id=USER, dpkg_query=NOTHING_INSTALLED)
    first, second = run.stderr.splitlines()
    assert "sudo apt-get install -y libglib2.0-0 libgl1 libegl1" in first
    assert first.rstrip().endswith("libxcb-shape0")
    assert second.startswith("Sandtable wants Python")


def test_root_without_the_network_is_told_and_goes_on(checkout: Path) -> None:
    run = start(checkout, "run", id="#!/bin/sh\necho 0", dpkg_query=NOTHING_INSTALLED, apt_get=NOTHING_INSTALLED)
    assert "going on without a window" in run.stderr
    assert "Sandtable wants Python" in run.stderr


def test_a_newer_name_of_a_package_counts(checkout: Path) -> None:
    wanted = (ROOT / "scripts/_setup.sh").read_text().split('qt_packages="')[1].split('"')[0].split()
    names = [name.replace("libglib2.0-0", "libglib2.0-0t64") for name in wanted]
    here = "#!/bin/sh\n" + "\n".join(f"echo installed {name}" for name in names)
    assert "packages" not in start(checkout, "run", id=USER, dpkg_query=here).stderr


@pytest.mark.parametrize(
    ("args", "called"),
    [
        ((), "workbench peninsula-1808"),
        (("--headless",), "workbench peninsula-1808 --headless"),
        (("--headless", "--turns", "2"), "workbench peninsula-1808 --headless --turns 2"),
        (("play", "twin_rivers"), "play twin_rivers"),
        (("--help",), "--help"),
    ],
)
def test_what_run_runs(tmp_path: Path, args: tuple[str, ...], called: str) -> None:
    (tmp_path / "scripts").mkdir()
    shutil.copy(ROOT / "scripts" / "run", tmp_path / "scripts")
    (tmp_path / "scripts" / "_setup.sh").write_text(f'venv="{tmp_path}"')
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "sandtable").write_text('#!/bin/sh\necho "$@"')
    (tmp_path / "bin" / "sandtable").chmod(0o755)
    run = subprocess.run([tmp_path / "scripts" / "run", *args], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == called


def test_the_readme_says_what_run_runs() -> None:
    script, readme = (ROOT / "scripts" / "run").read_text(), (ROOT / "README.md").read_text("utf-8")
    assert "workbench on the Peninsula, 1808" in script
    assert "scripts/run     # the workbench on the Peninsula, 1808" in readme


@pytest.mark.skipif(os.name != "posix", reason="a shell for Unix")
@pytest.mark.parametrize("script", sorted(path.name for path in (ROOT / "scripts").iterdir()))
def test_every_script_is_plain_shell(script: str) -> None:
    subprocess.run(["sh", "-n", ROOT / "scripts" / script], check=True)
    assert os.access(ROOT / "scripts" / script, os.X_OK) == (script != "_setup.sh")


SETUP = """root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
venv=$root/.venv
say() { printf '%s\\n' "$*" >&2; }
"""
WAITS = """#!/bin/sh
tries=0
until [ -e begun ] || [ "$tries" -ge 600 ]; do sleep 0.05; tries=$((tries + 1)); done
[ -e begun ] && echo "one error"
exit 1
"""
"""mypy that ends when pyright has begun."""


def checked(checkout: Path, **tools: str) -> subprocess.CompletedProcess[str]:
    """Run scripts/check where the environment has these tools."""
    (checkout / "scripts" / "_setup.sh").write_text(SETUP)
    folder = checkout / ".venv" / "bin"
    folder.mkdir(parents=True)
    for name, text in tools.items():
        (folder / name).write_text(text)
        (folder / name).chmod(0o755)
    return subprocess.run([checkout / "scripts" / "check"], capture_output=True, text=True, check=False)


def test_the_two_that_check_types_run_beside_each_other_and_each_is_heard_whole(checkout: Path) -> None:
    pyright = "#!/bin/sh\ntouch begun\necho 0 errors\n"
    run = checked(checkout, ruff="#!/bin/sh\necho fine\n", mypy=WAITS, pyright=pyright)
    said = "== ruff check\nfine\n== ruff format --check\nfine\n== pyright\n0 errors\n== mypy\none error\n"
    assert (run.returncode, run.stdout) == (1, said)


@pytest.mark.parametrize("bad", ["ruff", "mypy", "pyright"])
def test_the_check_fails_if_any_of_them_complains(checkout: Path, bad: str) -> None:
    tools = {name: f"#!/bin/sh\n[ $# -gt 0 ] && [ {name} = pyright ] || exit {int(name == bad)}\n"
             for name in ("ruff", "mypy", "pyright")}  # fmt: skip
    assert checked(checkout, **tools).returncode == 1


def test_the_check_is_content_if_all_of_them_are(checkout: Path) -> None:
    assert checked(checkout, **dict.fromkeys(("ruff", "mypy", "pyright"), "#!/bin/sh\n")).returncode == 0
