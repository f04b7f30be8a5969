"""A game on hexes alone in the window: what stands there is shown, named, found and moved as on areas."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QToolTip

from sandtable.board import SpaceId
from sandtable.engine import InstalledGame
from sandtable.library.campaigns.opening import open_campaign
from tests.editor.workbench import Workbench
from tests.games.heath import HEATH, Go, Unit, UnitId

FAMILY = InstalledGame(HEATH)
GREYS, BUFFS = UnitId("b1"), UnitId("b2")


@pytest.fixture
def bench(qapp: QApplication, tmp_path: Path, home: Path) -> Iterator[Workbench]:
    made = Workbench(qapp, tmp_path, family=FAMILY)
    yield made
    made.close()
    assert not made.reporter.faults, "\n".join(fault.details for fault in made.reporter.faults)


def where(bench: Workbench, unit: UnitId) -> str:
    return bench.campaign.game[Unit][unit].hex


def test_what_stands_on_hexes_is_shown(bench: Workbench) -> None:
    bench.begin()
    assert {one.piece: one.space for one in bench.map.counters.all()} == {"b1": "0201", "b2": "0202", "r1": "0603"}
    assert "Not on this map" not in bench.plain_screen()


def test_a_counter_and_a_hex_are_clicked(bench: Workbench) -> None:
    bench.begin()
    bench.click_counter(GREYS)
    assert bench.draft.filled_fields == {"unit": GREYS}
    bench.click_space("0301")
    bench.press("Go")
    assert where(bench, GREYS) == "0301"


def test_a_counter_is_dragged_to_a_hex_or_refused_with_the_rule(bench: Workbench) -> None:
    bench.begin()
    bench.drag(BUFFS, "0203")
    assert where(bench, BUFFS) == "0202"
    assert "A ditch lies before 0203 (HE-2-ditch)" in bench.plain_screen()
    bench.drag(BUFFS, "0302")
    assert where(bench, BUFFS) == "0302"


def test_hovering_names_the_hex_with_its_price_or_the_rule(bench: Workbench) -> None:
    bench.begin(None, Go(GREYS, SpaceId("0301")))
    bench.click_counter(BUFFS)
    bench.hover("0303")
    assert QToolTip.text().startswith("<b>0303</b>: 2 points")
    bench.hover("0203")
    assert "HE-2-ditch" in QToolTip.text()
    bench.hover("0602")
    assert "Gallows Hill" in bench.plain_screen()


def test_the_panel_tells_what_lies_in_a_hex_and_beside_it(bench: Workbench) -> None:
    bench.begin()
    bench.click_space("0302")
    said = bench.plain_screen()
    assert "Terrain" in said
    assert "heath" in said
    bench.campaign_view.look_at("0202")
    bench.settle()
    assert "0203 (ditch)" in bench.plain_screen()
    assert "The Buffs" in bench.plain_screen()


def test_a_hex_is_found_by_number_and_by_name(bench: Workbench) -> None:
    bench.begin()
    assert [hit.title for hit in bench.play.find("0602")] == ["Gallows Hill"]
    assert [hit.title for hit in bench.play.find("gallows")] == ["Gallows Hill"]
    assert [hit.title for hit in bench.play.find("0404")] == ["0404"]


def test_a_line_of_the_log_leads_to_its_hex(bench: Workbench) -> None:
    bench.begin(None, Go(GREYS, SpaceId("0301")))
    head = bench.campaign.referee.journal.head
    assert bench.campaign_view.place_of(head) == "0301"
    bench.campaign_view.jump(head)
    place = bench.campaign_view.place
    assert place is not None
    assert place.space == "0301"


def test_a_campaign_whose_map_is_gone_says_so_and_loses_nothing(bench: Workbench) -> None:
    sitting = bench.sit_down()
    sitting.referee.play(Go(GREYS, SpaceId("0301")))
    sitting.file.close()
    with closing(sqlite3.connect(sitting.path)) as connection:
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("DELETE FROM maps")
        connection.commit()
    bench.play.open_path(str(sitting.path))
    bench.wait(lambda: "not in its file any more" in bench.plain_screen())
    if bench.play.campaign_view is not None:
        bench.play.close_campaign()
        bench.settle()
    kept = open_campaign(FAMILY, sitting.path, reading=True)
    assert kept.referee.journal.head == 2
    assert kept.referee.game[Unit][GREYS].hex == "0301"


def test_a_piece_shows_what_it_covers_and_sees_while_it_is_pointed_at(bench: Workbench) -> None:
    bench.begin()
    display = bench.map.display
    assert display.overlays.is_empty
    bench.map.counter_hovered.emit(GREYS)
    bench.settle()
    ((overlay, region),) = display.overlays.regions
    assert (overlay.kind, overlay.piece) == ("zone", GREYS)
    assert set(region.ids) == set(bench.campaign.game.board.neighbours(where(bench, GREYS)))
    assert [sight.end for sight, _, _ in display.lines.sights] == [where(bench, UnitId("r1"))]
    bench.map.counter_hovered.emit("")
    assert display.overlays.is_empty
    assert display.lines.sights == []


def test_a_carried_piece_stands_as_a_ghost_where_it_can_go_with_the_price(bench: Workbench) -> None:
    bench.begin()
    ghost = bench.map.display.ghost
    bench.map.counters_picked.emit((GREYS,))
    bench.settle()
    bench.map.space_hovered.emit("0301")
    bench.settle()
    assert ghost.posed is not None
    assert (ghost.posed.spaces, ghost.words) == (("0301",), "1 point")
    bench.map.space_hovered.emit("0606")
    bench.settle()
    assert ghost.posed is None
    bench.map.counters_let_go.emit()
    assert ghost.posed is None
