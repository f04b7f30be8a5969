"""Whose turn it is at a file: no look takes its lock from a file that is written; looks and a writer wait in turn.

A look that comes while another thread opens or closes the file waits for that, and then finds it open, or closed.
"""

import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from sandtable.engine.errors import Invalid
from sandtable.library.campaigns.campaign_header import CampaignHeader
from sandtable.library.campaigns.incomplete_campaigns import is_incomplete
from sandtable.library.campaigns.opening import open_campaign, read_header
from sandtable.library.files.damaged_files import open_damaged
from sandtable.library.files.export import require_free
from sandtable.library.files.file import File
from sandtable.library.files.gate import kind_of, likeness, missing_wal
from sandtable.library.files.schema import CAMPAIGN, LIBRARY
from sandtable.library.store.library_file import Library
from tests.library.campaigns import FAMILY, begun, file_of, played
from tests.library.samples import made

MOMENT = 0.1
"""Seconds in which somebody who need not wait is done; who must wait is given them in vain."""
OTHER_PROGRAM = """
import sys
from pathlib import Path
from sandtable.library.files.copies import in_use
print(in_use(Path(sys.argv[1])))
"""
LOOKS: dict[str, Callable[[Path], object]] = {
    "its header": read_header,
    "its header, damaged or not": lambda path: read_header(path, damaged=True),
    "where it stands": lambda path: open_campaign(FAMILY, path, reading=True),
    "what it is": kind_of,
    "what it is like": likeness,
    "whether its log is there": lambda path: missing_wal(path, CAMPAIGN),
    "whether it was ever begun": is_incomplete,
    "what is left of it": lambda path: open_damaged(path).__enter__(),
    "whether it may be replaced": require_free,
}


class Errand(Thread):
    """Something that another thread does; what came of it, and what went wrong, can be asked when it is back."""

    def __init__(self, what: Callable[[], Any]) -> None:
        super().__init__(daemon=True)
        self.what, self.came, self.wrong = what, None, ""

    def run(self) -> None:
        try:
            self.came = self.what()
        except Invalid as error:
            self.wrong = str(error)

    def sent(self) -> "Errand":
        """Begin, and let it come as far as it comes."""
        self.start()
        self.join(MOMENT)
        return self

    def back(self) -> Any:
        self.join()
        assert not self.wrong
        return self.came


@pytest.mark.skipif(sys.platform == "win32", reason="there nobody can ask for a lock without opening the file")
@pytest.mark.parametrize("look", LOOKS)
def test_a_look_at_a_file_that_is_written_leaves_its_lock(tmp_path: Path, look: str) -> None:
    path = tmp_path / "war.campaign"
    with closing(played(begun(path), 3).sink):
        with suppress(Invalid):
            LOOKS[look](path)
        asked = subprocess.run(
            [sys.executable, "-c", OTHER_PROGRAM, str(path)], capture_output=True, text=True, check=True
        )
        assert asked.stdout == "True\n", "another program may write it now, too"


def test_a_look_at_a_file_that_is_being_closed_waits_until_it_is(tmp_path: Path) -> None:
    path = tmp_path / "war.campaign"
    referee = played(begun(path), 3)
    errand = Errand(lambda: read_header(path))

    def before_it_ends(_: sqlite3.Connection) -> None:
        errand.sent()

    file_of(referee).file.ends_with(before_it_ends)
    referee.sink.close()
    header: CampaignHeader = errand.back()
    assert header.scenario == "twin_rivers"


def test_a_look_at_a_file_that_could_not_be_opened_after_all_finds_it_closed(tmp_path: Path) -> None:
    path = made(tmp_path / "library.db")
    later = LIBRARY._replace(versions=(*LIBRARY.versions, LIBRARY.versions[-1]))
    errand = Errand(lambda: presets_in(path))

    def fails(_: Any) -> None:
        errand.sent()
        raise Invalid("no way leads on")

    with pytest.raises(Invalid, match="no way leads on"):
        File.open(path, later, writing=True, steps={LIBRARY.version: fails})
    assert errand.back() == 1


def test_a_file_that_another_thread_looks_at_is_written_when_that_is_done(tmp_path: Path) -> None:
    path = made(tmp_path / "library.db")
    with Library.open(path) as library:
        writer = Errand(lambda: forget_presets(path)).sent()
        assert len(library.presets()) == 1, "it was written while it was read"
    writer.back()
    assert presets_in(path) == 0


def test_who_looks_may_write_too(tmp_path: Path) -> None:
    path = made(tmp_path / "library.db")
    with Library.open(path):
        forget_presets(path)
    assert presets_in(path) == 0


def test_a_look_that_nobody_ended_keeps_nobody_waiting(tmp_path: Path) -> None:
    path = made(tmp_path / "library.db")

    def leave_it() -> None:
        File.open(path, LIBRARY).conn.close()

    Errand(leave_it).sent().back()
    forget_presets(path)
    assert presets_in(path) == 0


def presets_in(path: Path) -> int:
    with Library.open(path) as library:
        return len(library.presets())


def forget_presets(path: Path) -> None:
    with Library.open(path, writing=True) as library:
        for preset in library.presets():
            library.remove_preset(preset.key)
