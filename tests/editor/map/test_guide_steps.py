"""The sittings of the designer's guide can be done as it says, by mouse and by keys, and are the same by command."""

from __future__ import annotations

import re
from pathlib import Path

from tests.editor.map.drawing import DrawingBench
from tests.editor.map.sitting import replay
from tests.editor.map.test_frame import two_lands

GUIDE = Path(__file__).parents[3] / "docs" / "designers-guide.md"


def test_the_first_steps_of_the_guide_can_be_done(table: DrawingBench, tmp_path: Path) -> None:
    (steps, *_) = re.findall(r"```sitting\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)
    found = replay(table, two_lands(), steps.splitlines(), tmp_path)
    spaces = found.graph.spaces
    kinds = {str(id): (space.name, space.kind) for id, space in spaces.items()}
    assert kinds["east"] == ("Orient", "land")
    assert kinds["town"] == ("Town", "fortress")
    assert {str(id): dict(space.attributes) for id, space in spaces.items()}["east"] == {"manpower": 9}
