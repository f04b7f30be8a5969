"""Every hostile library file gets its one sentence, soon, in little memory, and nothing is written anywhere."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.hostile.sqlite.files import FILES
from tests.library.samples import made

ROOT = Path(__file__).parents[3]
SECONDS = 10.0
KILOBYTES = 1 << 20


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return made(tmp_path_factory.mktemp("sound") / "library.db").read_bytes()


@pytest.fixture(scope="module")
def looker() -> Iterator["subprocess.Popen[str]"]:
    """Give the program that looks at files; if one kills it, that is seen."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.hostile.sqlite.looking"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=ROOT,
        text=True,
    ) as program:
        yield program


@pytest.mark.parametrize("name", FILES)
def test_a_hostile_file_costs_a_sentence(
    name: str, sound: bytes, looker: "subprocess.Popen[str]", tmp_path: Path
) -> None:
    hostile = FILES[name]
    path = tmp_path / "library.db"
    path.write_bytes(sound)
    path = hostile.make(path) or path
    before = sorted(tmp_path.iterdir())
    assert looker.stdin is not None
    assert looker.stdout is not None
    looker.stdin.write(f"{path}\n")
    looker.stdin.flush()
    answer = looker.stdout.readline()
    assert answer, "it has killed the program that looked at it"
    said, seconds, kilobytes = json.loads(answer)
    assert said, "it was taken for a sound library"
    for sentence in said:
        assert sentence.startswith(str(path)), sentence
        assert "\n" not in sentence
    assert re.search(hostile.says, said[0]), said
    assert seconds < SECONDS
    assert kilobytes < KILOBYTES
    assert sorted(tmp_path.iterdir()) == before


def test_there_is_a_file_for_every_line_that_one_file_can_show() -> None:
    """24 and 26 are of campaigns and games; 27 to 30 are of folders, disks and names (`tests/library`)."""
    assert {hostile.line for hostile in FILES.values()} >= {*range(1, 24), 25, *range(59, 65)}


def test_a_sound_file_is_not_refused(sound: bytes, looker: "subprocess.Popen[str]", tmp_path: Path) -> None:
    path = tmp_path / "library.db"
    path.write_bytes(sound)
    assert looker.stdin is not None
    assert looker.stdout is not None
    looker.stdin.write(f"{path}\n")
    looker.stdin.flush()
    said, _, _ = json.loads(looker.stdout.readline())
    assert said == []
    assert sorted(one.name for one in tmp_path.iterdir()) == ["library.db", "taken in.db"]
