"""A small world is drawn from nothing, by mouse and by keys, and is what the same edits make at the command line."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from sandtable.board.spaces import SpaceId
from sandtable.lint.maps import check_map
from tests.editor.map.drawing import DrawingBench, blank_areas
from tests.editor.map.sitting import replay

SITTINGS: Final = Path(__file__).parent / "sittings"
S = SpaceId


def sitting(name: str) -> list[str]:
    return (SITTINGS / f"{name}.txt").read_text("utf-8").splitlines()


def test_eight_areas_and_a_sea_are_drawn_and_nothing_is_found_wrong(table: DrawingBench, tmp_path: Path) -> None:
    sheet = replay(table, blank_areas(), sitting("eight-areas"), tmp_path)
    assert sheet.areas is not None
    assert sheet.areas.ids == (
        "arden", "borrow", "calder", "dunmore", "esk", "farne", "garth", "holm", "narrow-sea",
    )  # fmt: skip
    assert round(sum(sheet.areas[id].area for id in sheet.areas), 6) == 10_000
    assert sheet.areas.faults() == ()
    assert check_map(sheet) == []
    assert set(sheet.neighbours("dunmore")) == {"borrow", "calder", "farne", "narrow-sea"}
    clipped = [note for entry in table.desk.design.entries for note in entry.notes if "was left to it" in note]
    assert len(clipped) >= 11
    coast = sheet.graph.edge(S("garth"), S("narrow-sea"))
    assert coast is not None
    assert [one.kind for one in coast.along] == ["coast"]
