"""The sitting of the guide: a scenario of two powers and six corps from nothing."""

from __future__ import annotations

import re
from pathlib import Path

from tests.editor.scenario.laying import LayingBench
from tests.editor.scenario.sitting import lay_out

GUIDE = Path(__file__).parents[3] / "docs" / "designers-guide.md"


def test_the_sitting_of_the_guide_can_be_done_by_mouse(table: LayingBench) -> None:
    (steps,) = re.findall(r"```laying\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)
    lay_out(table, steps.splitlines(), "mouse")
    corps = table.saved().rows["Corps"]
    assert len(corps) == 6
    assert all(one["area"] for one in corps.values())
    assert table.saved().setting["countries"] == {"france": "France", "spain": "Spain"}
