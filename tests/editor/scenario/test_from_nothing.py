"""The sitting of the guide: a scenario of two powers and six corps from nothing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.editor.scenario.laying import LayingBench
from tests.editor.scenario.sitting import By, lay_out

GUIDE = Path(__file__).parents[3] / "docs" / "designers-guide.md"


@pytest.mark.parametrize("by", ["mouse", "keys"])
def test_the_sitting_of_the_guide_can_be_done_by_mouse_and_by_keys(table: LayingBench, by: By) -> None:
    (steps,) = re.findall(r"```laying\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)
    lay_out(table, steps.splitlines(), by)
    corps = table.saved().rows["Corps"]
    assert len(corps) == 6
    assert all(one["area"] for one in corps.values())
    assert table.saved().setting["countries"] == {"france": "France", "spain": "Spain"}
