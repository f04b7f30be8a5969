"""What is no file, has no room or is closed: one sentence at once, from every command that takes a file."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest
from click.testing import CliRunner

from sandtable.cli import main
from sandtable.library.campaigns.campaigns import mark_as_last
from tests.cli.house import House, install_parley
from tests.library.samples import made, names

CALLS: Final = (
    "list {}", "check {}", "check {}#key", "check {} --fix --output {new}", "check {} --salvage {new}",
    "check {sound} --salvage {}", "check {sound} --fix --output {}", "diff {} {sound}", "diff {sound} {}",
    "replay {}", "replay {} --last-good", "odds {}", "options {}#war", "simulate {}#war",
    "simulate crown --preset {}#club", "play {}#war", "play crown --script {}", "play crown --campaign {}",
    "play crown --campaign {} --last-good", "map adjacency {}", "map adjacency {}#county", "map export {} {new}",
    "map export {sound}#county {}", "map export {sound}#county {}#other", "map render {} {new}.svg",
    "map render {sound}#county {}", "map import {} {new}", "map hexify {} {new} --rules {geojson}",
    "map hexify {geojson} {new} --rules {}", "map underlay {sound}#county {}", "map underlay {}#county {geojson}",
    "build-library {}", "build-library {} --check", "{}",
)  # fmt: skip
"""``{}`` is what is strange."""


def fifo(folder: Path) -> Path:
    os.mkfifo(folder / "strange.db")
    return folder / "strange.db"


def geojson_fifo(folder: Path) -> Path:
    os.mkfifo(folder / "strange.geojson")
    return folder / "strange.geojson"


def a_folder(folder: Path) -> Path:
    (folder / "strange.db").mkdir()
    return folder / "strange.db"


def device(folder: Path) -> Path:
    return Path("/dev/zero")


def bound_socket(folder: Path) -> Path:
    with socket.socket(socket.AF_UNIX) as one:
        one.bind(str(folder / "s.db"))
    return folder / "s.db"


def long_name(folder: Path) -> Path:
    return folder / f"{'n' * 300}.db"


STRANGE: Final[tuple[Callable[[Path], Path], ...]] = (fifo, geojson_fifo, a_folder, device, bound_socket, long_name)


@contextmanager
def at_once(seconds: int = 20) -> Generator[None]:
    """Fail for what waits."""

    def late(*_: object) -> None:
        raise TimeoutError("it waits")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return made(tmp_path_factory.mktemp("sound") / "sound.db").read_bytes()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no pipes with names")
@pytest.mark.parametrize("strange", STRANGE)
def test_what_is_no_file_is_told_at_once_by_every_command(
    strange: Callable[[Path], Path], sound: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "packages").mkdir()
    install_parley(tmp_path / "packages")
    monkeypatch.syspath_prepend(str(tmp_path / "packages"))
    monkeypatch.setenv("SANDTABLE_HOME", str(tmp_path / "home"))
    folder = tmp_path / "files"
    folder.mkdir()
    (folder / "sound.db").write_bytes(sound)
    (folder / "a.geojson").write_text('{"type": "FeatureCollection", "features": []}')
    path = strange(folder)
    before = names(folder)
    places = {"new": folder / "new", "sound": folder / "sound.db", "geojson": folder / "a.geojson"}
    for call in CALLS:
        args = [part.format(path, **places) for part in call.split()]
        with at_once():
            said = CliRunner().invoke(main, args)
        (line,) = said.stderr.splitlines() or ["nothing was said"]
        assert said.exit_code == 2, f"{call}: {said.output}"
        assert "something went wrong" not in line, f"{call}: {line}"
        assert "Traceback" not in said.output
        assert names(folder) == before, call
        assert (folder / "sound.db").read_bytes() == sound


def test_a_link_is_not_replaced_by_a_file(tmp_path: Path) -> None:
    own, link = made(tmp_path / "own.db"), tmp_path / "link.db"
    link.symlink_to(own)
    said = CliRunner().invoke(main, ["build-library", str(link)])
    assert said.exit_code == 2
    assert "link.db is a link, which cannot be replaced: choose another name" in said.stderr
    assert link.is_symlink()


def test_an_import_that_fails_leaves_no_library(tmp_path: Path) -> None:
    (tmp_path / "a.geojson").write_text(
        '{"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {}, "geometry": '
        '{"type": "Polygon", "coordinates": [[[0, 0], [1, 0], [1, 1], [0, 0]]]}}]}'
    )
    said = CliRunner().invoke(
        main, ["map", "import", str(tmp_path / "a.geojson"), f"{tmp_path / 'new.db'}#{'k' * 500}"]
    )
    assert said.exit_code == 2
    assert "cannot be kept" in said.stderr or "too long" in said.stderr
    assert names(tmp_path) == ["a.geojson"]


# -- standard output


def run(house: House, shell: str, *args: str) -> subprocess.CompletedProcess[str]:
    """Run the program in a shell that does something to its streams."""
    command = [shutil.which("sh") or "/bin/sh", "-c", f'"$@" {shell}', "sh", *house.command(*args)]
    environment: Any = house.environment()
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=60)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="the system has no full device")  # noqa: PTH110
def test_standard_output_on_a_full_disk_is_told(house: House) -> None:
    for args in (("list",), ("rules", "--json"), ("simulate", "crown", "--games", "1")):
        ended = run(house, ">/dev/full", *args)
        assert ended.returncode == 2
        assert ended.stderr == (
            "standard output cannot be written (No space left on device): send it elsewhere, or make room\n"
        )


@pytest.mark.parametrize("shell", [">&-", "<&- >&-", "<&- >&- 2>&-", "2>&-"])
def test_with_closed_streams_the_work_is_done_and_the_status_is_right(house: House, shell: str) -> None:
    for args, status in ((("list",), 0), (("rules", "none"), 2), (("play", "crown", "--new"), 0)):
        ended = run(house, shell, *args)
        assert ended.returncode == status, ended.stderr
        assert "Traceback" not in ended.stderr


# -- the clock


def test_the_last_campaign_is_the_one_that_was_played_last_though_the_clock_has_gone_back(house: House) -> None:
    house.run("play", "crown", "--new")
    house.run("play", "crown", "--new")
    first, second = house.campaigns
    os.utime(second, (2e9, 2e9))  # it was played in 2033
    assert str(second) in house.run("play", "crown").stdout
    assert str(first) in house.run("play", "crown", "--campaign", first).stdout
    assert str(first) in house.run("play", "crown").stdout
    assert house.run("list").stdout.index(str(first)) < house.run("list").stdout.index(str(second))


def test_times_count_on_from_one_another(tmp_path: Path) -> None:
    for name in ("a", "b", "c"):
        (tmp_path / f"{name}.campaign").write_bytes(b"")
    os.utime(tmp_path / "b.campaign", (2e9, 2e9))
    mark_as_last(tmp_path / "a.campaign")
    mark_as_last(tmp_path / "c.campaign")
    times = {path.stem: path.stat().st_mtime for path in tmp_path.iterdir()}
    assert (times["a"] - times["b"], times["c"] - times["a"]) == (1, 1)
    mark_as_last(tmp_path / "c.campaign")
    assert (tmp_path / "c.campaign").stat().st_mtime == times["c"]
