"""A small world is drawn from nothing, by mouse and by keys, and is what the same edits make at the command line."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from sandtable.board.spaces import Feature, SpaceId
from sandtable.lint.maps import check_map
from tests.cli.test_edited_copies import bind, played, run
from tests.editor.map.drawing import DrawingBench, blank_areas
from tests.editor.map.sitting import MapSitting, replay

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


def test_a_strait_and_two_ports_complete_it_and_nothing_is_found_wrong(table: DrawingBench, tmp_path: Path) -> None:
    sheet = replay(table, blank_areas(), [*sitting("eight-areas"), *sitting("a-strait")], tmp_path)
    strait = sheet.graph.edge(S("dunmore"), S("garth"))
    assert strait is not None
    assert (strait.status, strait.across) == ("added", (Feature("strait"),))
    assert check_map(sheet) == []
    assert set(sheet.neighbours("sandhaven")) == {"borrow", "narrow-sea"}
    assert set(sheet.neighbours("rock")) == {"garth", "narrow-sea"}
    assert sheet.places[S("rock")] == (75, 40)


def test_a_copy_of_the_library_is_edited_at_the_desk_and_the_peninsula_is_played_so(
    table: DrawingBench, tmp_path: Path
) -> None:
    run("scenario", "export", "peninsula-1808", table.library)
    desk = table.open_again("europe-1805")
    was = table.sheet
    MapSitting(table, "mouse").read(sitting("old-castile"))
    assert [entry.says for entry in desk.design.entries] == ["Move a vertex", "Split Burgos", "Forbid Cuenca–Madrid"]
    assert was.areas is not None
    assert table.sheet.areas is not None
    before, after = (sum(areas[S(id)].area for id in ("burgos", "soria")) for areas in (was.areas, table.sheet.areas))
    assert before - table.sheet.areas[S("aranda")].area == pytest.approx(after)
    table.drawing.close_design()
    bind(table.library)
    turn = ("Turn order > 1", "end")
    asked = ("? march > Moncey's > Cuenca", "? march > Moncey's > Aranda", "? march > Moncey's > Burgos")
    said = played(table.library, "peninsula-1808", *turn, *asked)
    assert "the map forbids the way from Madrid to Cuenca (BASE-7.3-links)" in said
    assert "Aranda: possible, 3 movement points: clear 1, mountain 2 (BASE-7.3-cost)" in said
    assert "Burgos: possible, 4 movement points: clear 2, mountain 2 (BASE-7.3-cost)" in said
