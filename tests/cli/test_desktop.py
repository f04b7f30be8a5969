"""The program among the others of a desktop: its files, and what the desktop makes of them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from defusedxml import ElementTree

from sandtable.desktop import ICON, PLACES, this_command
from sandtable.library.shipped import shipped_path
from tests.cli.house import House

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="a desktop of freedesktop.org")


def run(house: House, *args: str, data: Path) -> str:
    done = subprocess.run(
        house.command("desktop", *args),
        env={**house.environment(), "XDG_DATA_HOME": str(data)},
        cwd=house.home, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return done.stdout


def test_it_is_put_into_the_desktop_and_taken_out_again(house: House, tmp_path: Path) -> None:
    data = tmp_path / "a folder $ with \\ signs"
    said = run(house, "install", data=data)
    files = [data / folder / name for name, folder in PLACES.items()]
    assert said == "".join(f"Installed: {path}\n" for path in files)
    assert all(path.is_file() for path in files)
    assert "Removed: " in run(house, "remove", data=data)
    assert not any(path.exists() for path in files)
    assert run(house, "remove", data=data) == "Nothing was installed.\n"


def test_the_entry_starts_this_program_with_the_file(house: House, tmp_path: Path) -> None:
    run(house, "install", data=tmp_path)
    entry = (tmp_path / "applications" / "sandtable.desktop").read_text("utf-8")
    assert f'Exec="{this_command()[0]}"' in entry
    assert "{" not in entry
    if checker := shutil.which("desktop-file-validate"):
        checked = subprocess.run(
            [checker, tmp_path / "applications" / "sandtable.desktop"], capture_output=True, text=True, check=False
        )
        assert (checked.returncode, checked.stdout) == (0, "")


def test_its_files_are_known_by_what_they_hold(house: House, tmp_path: Path) -> None:
    run(house, "install", data=tmp_path)
    types = ElementTree.parse(tmp_path / "mime" / "packages" / "sandtable.xml").getroot()
    assert types is not None
    space = "{http://www.freedesktop.org/standards/shared-mime-info}"
    house.run("play", "crown", "--seed", "1", "--campaign", "one.campaign")
    for kind, path in (("campaign", house.home / "one.campaign"), ("library", shipped_path())):
        one = next(t for t in types if t.get("type") == f"application/x-sandtable-{kind}")
        inner = one.find(f"{space}magic/{space}match/{space}match")
        assert inner is not None
        assert int(str(inner.get("value")), 16) == int.from_bytes(path.read_bytes()[68:72], "big")
        assert inner.get("offset") == "68"


def test_the_desktop_tells_a_campaign_and_a_library_apart(house: House, tmp_path: Path) -> None:
    asks = shutil.which("gio")
    if not (asks and shutil.which("update-mime-database")):
        pytest.skip("no desktop's tools are here (gio, update-mime-database)")
    run(house, "install", data=tmp_path)
    house.run("play", "crown", "--seed", "1", "--campaign", "one")
    shutil.copy(shipped_path(), house.home / "two")
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path)}
    for name, kind in (("one", "campaign"), ("two", "library")):
        call = [asks, "info", "-a", "standard::content-type", str(house.home / name)]
        told = subprocess.run(call, env=environment, capture_output=True, text=True, check=True).stdout
        assert f"application/x-sandtable-{kind}" in told


def test_the_icon_is_a_picture() -> None:
    drawing = ElementTree.parse(ICON).getroot()
    assert drawing is not None
    assert drawing.get("viewBox") == "0 0 256 256"
