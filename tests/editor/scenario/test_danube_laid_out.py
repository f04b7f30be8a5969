"""The war on the Danube that ships, laid out in the window from nothing: what comes of it is its text."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from msgspec.structs import replace

from sandtable.design.scenario.designed import DesignedScenario
from sandtable.design.scenario.row_forms import form_of, text_of, value_in
from sandtable.design.scenario_draft import open_design
from sandtable.library.diff import scenario_changes
from sandtable.library.shipped import shipped_path
from tests.editor.scenario.laying import LayingBench
from tests.editor.scenario.sitting import By, lay_out

LINES: Final = (Path(__file__).parent / "sittings" / "danube-1809.txt").read_text("utf-8").splitlines()
BY_HAND: Final = {"Corps": ("area",)}
"""What the sitting does itself, and no table says."""


def sheet_of(design: DesignedScenario, table: str) -> str:
    """Return a table as somebody has it in a spreadsheet: a head, and a line for each row."""
    fields = [one for one in form_of(design.family, table) if one.name not in BY_HAND.get(table, ())]
    lines = [["id", *(one.name for one in fields)]]
    for id, row in design.document.rows[table].items():
        texts = (text_of(design, one, value_in(row, one)) if one.name in row else "" for one in fields)
        lines.append([id, *texts])
    return "\n".join("\t".join(line) for line in lines)


@pytest.mark.parametrize("by", ["mouse", "keys"])
def test_the_danube_is_laid_out_in_the_window(table: LayingBench, by: By) -> None:
    shipped = open_design(shipped_path(), "danube-1809", table.all_games.family("empires"))
    sheets = {name: sheet_of(shipped, name) for name in shipped.document.rows}
    lay_out(table, LINES, by, sheets)
    made = replace(table.saved(), key=shipped.document.key)
    assert [one.words for one in scenario_changes(shipped.document, made, shipped.family)] == []
    assert made.digest == shipped.document.digest
