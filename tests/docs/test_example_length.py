"""The examples are read in one sitting: how many lines of Python they have, counted plainly, blank ones and all."""

from pathlib import Path

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"


def test_the_drill_ground_has_seven_hundred_lines_at_most() -> None:
    files = sorted((EXAMPLES / "sandtable_drill_ground").rglob("*.py"))
    assert sum(path.read_bytes().count(b"\n") for path in files) <= 700
    assert len(files) < 10
    assert not [path.name for path in files for line in path.read_text("utf-8").splitlines() if len(line) > 120]
