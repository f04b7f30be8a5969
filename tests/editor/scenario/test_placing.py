"""Placing by mouse and by keys: the same edits as by command, refused with their rule at the cursor."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from PySide6.QtCore import Qt

from sandtable.cli import main
from sandtable.library.store.library_file import Library
from tests.editor.scenario.laying import LayingBench

CORPS, THERE = "Dupont's Corps", "valladolid"


def moved_by_command(folder: Path, key: str) -> tuple[str, list[str]]:
    """Move the corps in another copy by command; return the digest and the differences."""
    library = folder / "by_command.db"
    assert answer_of("scenario", "export", "peninsula-1808", f"{library}#{key}")
    edit = json.dumps({"edit": "ChangeRows", "table": "Corps", "rows": [CORPS], "fields": {"area": THERE}})
    answer = answer_of("scenario", "edit", f"{library}#{key}", edit)
    return answer["scenario"]["digest"], answer["differences"]


def answer_of(*call: str) -> dict[str, Any]:
    """Give a command and return its answer."""
    done = CliRunner().invoke(main, [*call, "--json"])
    assert done.exit_code == 0, done.output
    found: dict[str, Any] = json.loads(done.output)
    return found


def carry_by_keys(table: LayingBench) -> None:
    """Pick the corps up, go to the place by its name, and drop it there."""
    table.view.tool.go_to(CORPS)
    table.view.setFocus()
    table.key(Qt.Key.Key_Return)
    table.view.tool.go_to_space(table.space(THERE))
    table.key(Qt.Key.Key_Return)


@pytest.mark.parametrize("by", ["mouse", "keys"])
def test_a_corps_moved_is_the_same_scenario_as_by_command(table: LayingBench, tmp_path: Path, by: str) -> None:
    table.open_copy()
    if by == "mouse":
        table.drag_on_map(table.spot_of_piece(CORPS), table.spot_of(THERE))
    else:
        carry_by_keys(table)
    assert table.document.rows["Corps"][CORPS]["area"] == THERE
    table.key(Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    library, key = table.scenario.draft.library, table.scenario.draft.key
    table.laying.close_design()
    with Library.open(library) as there:
        digest = there.scenario(key).digest
    same, differences = moved_by_command(tmp_path, key)
    assert digest == same
    assert len(differences) == 1
    played = answer_of("simulate", f"{library}#{key}", "--games", "1", "--turns", "1", "--seed", "1")
    assert played["games"][0]["actions"] > 0
