"""The command that opens the workbench, and what it does where there is no display."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from sandtable.cli.opening import has_display
from sandtable.engine.errors import Invalid
from sandtable.library.files.file import File
from sandtable.library.files.schema import CAMPAIGN
from sandtable_editor.app import begin, command, furnish, window
from sandtable_editor.headless import write
from tests.editor.workbench import Workbench

CODE = "from sandtable.cli import main; main()"


def sandtable(folder: Path, *args: str, status: int = 0, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run ``sandtable`` where there is no display."""
    kept = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")}
    run = subprocess.run(
        [sys.executable, "-c", CODE, *args],
        env={**kept, "SANDTABLE_HOME": str(folder / "home"), **environment},
        cwd=folder, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode == status, run.stderr
    assert "Traceback" not in run.stderr
    return run


def test_without_a_display_it_plays_reports_and_draws(tmp_path: Path) -> None:
    run = sandtable(tmp_path, "workbench", "twin_rivers", "--turns", "2", "--seed", "5")
    assert "No display was found: playing some turns headless" in run.stderr
    assert "Twin Rivers:" in run.stdout
    assert "The end of the log:" in run.stdout
    assert "The picture was written to twin_rivers.png." in run.stdout
    picture = QImage(str(tmp_path / "twin_rivers.png"))
    assert (picture.width(), picture.height()) == (1600, 1000)
    again = sandtable(tmp_path, "workbench", "twin_rivers", "--turns", "2", "--seed", "5", "--picture", "again.png")
    assert again.stdout.replace("again.png", "twin_rivers.png") == run.stdout


def test_maps_become_pictures_and_sheets_without_a_display(tmp_path: Path) -> None:
    sandtable(tmp_path, "map", "new", "m.db#m", "--hex", "10", "--columns", "4", "--rows", "3")
    for name in ("m.png", "m.pdf"):
        sandtable(tmp_path, "map", "render", "m.db#m", name)
        assert (tmp_path / name).stat().st_size > 1_000


def test_what_cannot_be_played_or_drawn_is_said_in_a_sentence(tmp_path: Path) -> None:
    run = sandtable(tmp_path, "workbench", "--headless", "twin_river", status=2)
    assert run.stderr.startswith("no scenario is called 'twin_river': did you mean")
    run = sandtable(tmp_path, "workbench", "twin_rivers", "--headless", "--picture", "no/such/x.png", status=2)
    assert "no/such/x.png cannot be written" in run.stderr.splitlines()[-1]
    (tmp_path / "notes.txt").write_text("Notes")
    run = sandtable(tmp_path, "workbench", "notes.txt", status=2)
    assert "notes.txt is a file, not a scenario: one in a library is" in run.stderr.splitlines()[-1]


def test_a_campaign_file_opens_wherever_it_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, opened = tmp_path / "summer.campaign", list[tuple[object, ...]]()
    File.create(path, CAMPAIGN).close()
    monkeypatch.setattr("sandtable_editor.app.has_display", lambda: True)

    def run(*args: object, **_: object) -> int:
        opened.append(args)
        return 0

    monkeypatch.setattr("sandtable_editor.app.run", run)
    for call in ([str(path)], ["--campaign", str(path)], ["twin_rivers"]):
        assert CliRunner().invoke(command, call).exit_code == 0
    assert opened == [(None, path), (None, path), ("twin_rivers", None)]


@pytest.mark.parametrize(
    ("environment", "there"),
    [
        ({}, False),
        ({"DISPLAY": ":0"}, True),
        ({"WAYLAND_DISPLAY": "w"}, True),
        ({"QT_QPA_PLATFORM": "offscreen"}, True),
    ],
)
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems always have one")
def test_whether_there_is_a_display(monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], there: bool) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert has_display() == there


def test_the_window_is_painted_first_and_then_furnished(qapp: QApplication, bench: Workbench) -> None:
    made = window(qapp)
    seen: list[int] = []
    made.painted.connect(lambda: seen.append(len(made.workspaces)))
    made.show()
    bench.wait(lambda: bool(seen))
    play = furnish(made)
    play.games = bench.games
    begin(play, "fords", None)
    bench.wait(lambda: play.campaign_view is not None)
    assert play.campaign_view is not None
    path = play.campaign_view.campaign.sitting.path
    play.close_campaign()
    begin(play, None, path)
    bench.wait(lambda: play.campaign_view is not None)
    play.close_campaign()
    begin(play, "nowhere", None)
    bench.wait(lambda: any(one.windowTitle() == "Cannot be opened" for one in bench.roots()))
    assert "No scenario is called 'nowhere'" in bench.screen()
    made.close()
    made.reporter.uninstall()
    assert not made.reporter.faults
    assert seen == [0]
    made.deleteLater()


def test_a_picture_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(Invalid, match="cannot be written"):
        write(QImage(2, 2, QImage.Format.Format_RGB32), tmp_path / "no" / "x.png")
