"""Another revision of the map in a running campaign, adopted at the window: chosen, looked at, agreed on, shown."""

from __future__ import annotations

import dataclasses
import re
import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QDialog, QLabel

from sandtable import board
from sandtable.board import Edge, Graph, Map, SpaceId
from sandtable.engine.state.rows import Proposal
from sandtable.library.shipped import shipped_path
from sandtable.library.store.library_file import Library
from sandtable.play.begin.starts import of_library
from sandtable.play.table.sitting import Wishes, begin
from sandtable.present import Sheet
from sandtable_editor.play.table.adoption_dialog import AdoptionDialog
from sandtable_editor.play.table.adoption_vote import AdoptionVote
from sandtable_editor.play.table.table_dialogs import Proposals
from sandtable_editor.shell.pieces import Sentence
from sandtable_empires.maps.europe_1805 import europe_1805
from sandtable_empires.model import Area
from tests.editor.play.player import sit_down
from tests.editor.play.test_the_table import dialog
from tests.editor.workbench import Workbench

TWO = Wishes(seed="1808", seats="Anna=France,Bernd=Spain+Great Britain")


def redrawn(sheet: Map) -> Map:
    """Return Europe with Toledo a mountain, and no way from Cuenca to Madrid."""
    graph = sheet.graph
    graph = graph.put_space(graph[SpaceId("toledo")].with_attributes(terrain="mountain"))
    closed = graph.edges[SpaceId("cuenca"), SpaceId("madrid")]
    return dataclasses.replace(sheet, graph=graph.put(Edge(closed.a, closed.b, status="forbidden")))


def without_toledo(sheet: Map) -> Map:
    spaces = [one for one in sheet.graph.spaces.values() if one.id != "toledo"]
    edges = [edge for edge in sheet.graph.edges.values() if "toledo" not in edge.pair]
    places = {id: place for id, place in sheet.places.items() if id != "toledo"}
    return Map(sheet.info, Graph(spaces, edges), regions=sheet.regions, places=places, lines=sheet.lines)


@pytest.fixture
def library(tmp_path: Path) -> Path:
    return Path(shutil.copy(shipped_path(), tmp_path / "edited.db"))


def put(library: Path, sheet: Map) -> None:
    with Library.open(library, writing=True) as opened:
        opened.put_map(sheet)


def begin_on(bench: Workbench, library: Path) -> None:
    start = of_library(library, "peninsula-1808", bench.games.plugins())
    bench.play.accept(begin(start, TWO, bench.folder / "table.campaign"))
    bench.settle()
    sit_down(bench)


def choose(bench: Workbench, library: Path) -> AdoptionDialog:
    """Open the dialog by its command, and choose a library."""
    made = dialog(bench, AdoptionDialog, "adopt")
    assert not made.propose.isEnabled()
    made.choose_library(str(library))
    bench.wait(lambda: made.sheet is not None and len(words(made).splitlines()) > 3)
    return made


def words(made: QDialog) -> str:
    return re.sub(r"</?a[^>]*>", "", "\n".join(one.text() for one in made.findChildren(QLabel)))


def toledo_on_screen(bench: Workbench) -> object:
    return bench.map.geography.map.graph[SpaceId("toledo")].get("terrain")


def beside_cuenca(bench: Workbench) -> str:
    """Return what the panel of the place says lies beside Cuenca."""
    assert bench.campaign_view.place is not None
    bench.campaign_view.look_at("cuenca")
    bench.settle()
    sheets = [one for one in bench.campaign_view.place.stack.panels or () if isinstance(one, Sheet)]
    return next(str(entry.value) for one in sheets for entry in one.entries if entry.title == "Adjacent to")


def test_a_map_is_chosen_agreed_on_and_shown(peninsula: Workbench, library: Path) -> None:
    """The screen follows the map that is played on, also back and forth; who is asked disagrees or agrees."""
    bench = peninsula
    begin_on(bench, library)
    before = board.of(bench.campaign.game).digest
    put(library, redrawn(europe_1805()))
    made = choose(bench, library)
    said = words(made)
    assert "Toledo: terrain clear → mountain" in said
    assert "way between Cuenca and Madrid is gone" in said
    assert "toledo" not in said
    assert "|" not in said
    bench.press("Propose to the table", made)
    asked = dialog(bench, AdoptionVote)
    assert "play on Europe in 1805 as of" in words(asked)
    assert "Toledo: terrain clear → mountain" in words(asked)
    assert toledo_on_screen(bench) == "clear"
    asked.reject()
    bench.settle()
    assert len(bench.campaign.game[Proposal]) == 0
    bench.press("Propose to the table", choose(bench, library))
    bench.press("I agree", dialog(bench, AdoptionVote))
    assert bench.campaign.game[Area]["toledo"].terrain == "mountain"
    assert toledo_on_screen(bench) == "mountain"
    assert "Madrid" not in beside_cuenca(bench)
    while board.of(bench.campaign.game).digest != before:
        assert bench.window.commands["undo"].isEnabled()
        bench.window.commands["undo"].trigger()
        bench.settle()
    assert toledo_on_screen(bench) == "clear"
    assert "Madrid" in beside_cuenca(bench)
    while board.of(bench.campaign.game).digest == before:
        assert bench.window.commands["redo"].isEnabled()
        bench.window.commands["redo"].trigger()
        bench.settle()
    assert toledo_on_screen(bench) == "mountain"


def test_a_map_that_cannot_be_adopted_says_why(peninsula: Workbench, library: Path) -> None:
    """The map on the table itself, one from which a space with a corps on it is gone, a file that is no library."""
    bench = peninsula
    begin_on(bench, library)
    made = choose(bench, library)
    assert "is played on this revision of the map" in words(made)
    assert not made.propose.isEnabled()
    put(library, without_toledo(europe_1805()))
    made.choose_library(str(library))
    bench.wait(lambda: "It cannot be adopted now" in words(made))
    assert "Toledo is gone from the map, and Dupont&#x27;s Corps has it as its area" in words(made)
    assert not made.propose.isEnabled()
    assert made.maps.itemText(1) == f"{made.maps.itemText(0)} (as it is on the table)"
    made.maps.setCurrentIndex(1)  # the one that is on the table, which the scenario is bound to
    bench.wait(lambda: "is played on this revision of the map" in words(made))
    (bench.folder / "none.db").write_text("nothing", "utf-8")
    made.choose_library(str(bench.folder / "none.db"))
    bench.wait(lambda: "The library cannot be read" in words(made))
    assert not made.propose.isEnabled()


def test_a_proposal_to_adopt_waits_in_the_panel_of_proposals(peninsula: Workbench, library: Path) -> None:
    bench = peninsula
    begin_on(bench, library)
    put(library, redrawn(europe_1805()))
    made = choose(bench, library)
    bench.press("Propose to the table", made)
    box = dialog(bench, AdoptionVote)
    bench.campaign_view.council.box = None  # nobody answers it now
    box.hide()
    waiting = dialog(bench, Proposals, "proposals")
    assert "play on Europe in 1805 as of" in words(waiting)
    bench.press("Ask the table", waiting)
    bench.press("I agree", next(one for one in bench.window.findChildren(AdoptionVote) if one.isVisible()))
    assert toledo_on_screen(bench) == "mountain"


def test_who_is_asked_sees_the_changed_places_lit_and_goes_to_them(peninsula: Workbench, library: Path) -> None:
    """Each line leads to its place; what the new map has not is shown on that of now."""
    bench = peninsula
    begin_on(bench, library)
    sheet = redrawn(europe_1805())
    spaces = [one for one in sheet.graph.spaces.values() if one.id != "cuenca"]
    edges = [edge for edge in sheet.graph.edges.values() if "cuenca" not in edge.pair]
    places = {id: place for id, place in sheet.places.items() if id != "cuenca"}
    put(library, Map(sheet.info, Graph(spaces, edges), regions=sheet.regions, places=places, lines=sheet.lines))
    bench.press("Propose to the table", choose(bench, library))
    asked = dialog(bench, AdoptionVote)
    bench.settle()
    shown = asked.shown
    assert {"toledo"} <= set(shown.lit(shown.view.geography.map)) < {"toledo", "cuenca", *sheet.graph.spaces}
    assert not shown.as_it_is.isChecked()
    line = next(one for one in asked.findChildren(Sentence) if "Toledo: terrain" in one.text())
    line.linkActivated.emit("place:toledo")
    assert not shown.as_it_is.isChecked()
    assert shown.view.space_at(QPointF(shown.view.viewport().rect().center())) == "toledo"
    gone = next(one for one in asked.findChildren(Sentence) if "Cuenca is gone" in one.text())
    gone.linkActivated.emit(re.findall(r'href="([^"]*)"', gone.text())[0])
    assert shown.as_it_is.isChecked()
    assert shown.view.space_at(QPointF(shown.view.viewport().rect().center())) == "cuenca"
    bench.press("I disagree", asked)
    assert len(bench.campaign.game[Proposal]) == 0
