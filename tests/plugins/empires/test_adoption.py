"""Another revision of the map in a running campaign: adopted by agreement, three-way, or refused by name."""

from __future__ import annotations

import dataclasses
import shutil
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

import pytest

from sandtable import board
from sandtable.board import Edge, Graph, Map, MapInfo, SpaceId
from sandtable.engine import Illegal, Invalid, Seat
from sandtable.engine.discovery.modules import Plugins
from sandtable.engine.state.rows import Proposal
from sandtable.library.shipped import shipped_path
from sandtable.library.store.library_file import Library
from sandtable.play.begin.starts import of_library
from sandtable.play.rules.proposals import describe_proposal
from sandtable.play.table.adopting import propose_adoption
from sandtable.play.table.adoption_preview import preview_adoption, preview_proposal
from sandtable.play.table.sitting import Sitting, Wishes, begin, go_on
from sandtable_empires.maps.europe_1805 import europe_1805
from sandtable_empires.model import Area, Corps, Link
from tests.cli.by_name import Typist
from tests.cli.house import House

DAY = date(2026, 11, 22)
Edit = Callable[[Map], Map]
"""Draws a map anew."""


def redrawn(sheet: Map) -> Map:
    """Return Europe with Toledo a mountain, Burgos a fortress, and no way from Cuenca to Madrid."""
    graph = sheet.graph
    for id, values in (("toledo", {"terrain": "mountain"}), ("burgos", {"fortress": 4})):
        graph = graph.put_space(graph[SpaceId(id)].with_attributes(**values))
    closed = graph.edges[SpaceId("cuenca"), SpaceId("madrid")]
    return dataclasses.replace(sheet, graph=graph.put(Edge(closed.a, closed.b, status="forbidden")))


def without(space: str) -> Edit:
    def edit(sheet: Map) -> Map:
        spaces = [one for one in sheet.graph.spaces.values() if one.id != space]
        edges = [edge for edge in sheet.graph.edges.values() if space not in edge.pair]
        places = {id: place for id, place in sheet.places.items() if id != space}
        return Map(sheet.info, Graph(spaces, edges), regions=sheet.regions, places=places, lines=sheet.lines)

    return edit


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return Path(shutil.copy(shipped_path(), tmp_path / "copy.db"))


@pytest.fixture
def sitting(copy: Path, tmp_path: Path) -> Iterator[Sitting]:
    """Give the Peninsula from a library, at one table."""
    start = of_library(copy, "peninsula-1808", Plugins())
    held = begin(start, Wishes(seed="1808", seats="one"), tmp_path / "t.campaign")
    yield held
    held.file.close()


def area(sitting: Sitting, name: str) -> Area:
    return next(one for one in sitting.referee.game[Area] if one.title == name)


def ways_from(sitting: Sitting, name: str) -> set[str]:
    game = sitting.referee.game
    links = game[Link].where("ends", area(sitting, name).id)
    return {game[Area][link.other(area(sitting, name).id)].title for link in links}


def test_the_table_adopts_a_map_and_goes_on_on_it(sitting: Sitting, copy: Path) -> None:
    """It is said what changes; undo leads back to the map of before, redo to the new one."""
    with Library.open(copy, writing=True) as library:
        library.put_map(redrawn(europe_1805()))
    typist = Typist(sitting)
    typist.type("Turn order > 1")
    said = "\n".join(map(str, typist.type(f"adopt {copy}#europe-1805")))
    assert "Toledo: terrain clear → mountain" in said
    assert "the way between Cuenca and Madrid is gone" in said
    assert "Burgos: Fortress 1 → 4" in said
    before = board.of(sitting.referee.game).digest
    typist.type("yes")
    assert board.of(sitting.referee.game).digest == redrawn(europe_1805()).digest
    assert (area(sitting, "Toledo").terrain, area(sitting, "Burgos").fortress) == ("mountain", 4)
    assert "Madrid" not in ways_from(sitting, "Cuenca")
    assert area(sitting, "Burgos").holder == "France"
    sitting.referee.history.undo()
    assert board.of(sitting.referee.game).digest == before
    assert "Madrid" in ways_from(sitting, "Cuenca")
    sitting.referee.history.redo()
    assert "Madrid" not in ways_from(sitting, "Cuenca")


def test_what_play_has_changed_stays(sitting: Sitting) -> None:
    """Burgos has been given to Spain and its fortress razed to 1: both stay, Toledo follows the map."""
    burgos = area(sitting, "Burgos")
    sitting.referee.council.propose_correction("table", burgos, holder="Spain", fortress=5)
    sheet = redrawn(europe_1805())
    preview = preview_adoption(sitting, sheet)
    assert [str(one) for one in preview.kept] == ["Burgos: Fortress stays 5"]
    assert not [one for one in preview.changes if "Fortress" in one.says]
    assert preview.obstacles == ()
    propose_adoption(sitting, "table", sheet)
    assert (area(sitting, "Burgos").holder, area(sitting, "Burgos").fortress) == ("Spain", 5)
    assert area(sitting, "Toledo").terrain == "mountain"


def test_a_space_that_is_gone_with_something_on_it_refuses_by_name(sitting: Sitting) -> None:
    sheet = without("toledo")(europe_1805())
    said = {str(one): one.spaces for one in preview_adoption(sitting, sheet).obstacles}
    assert said["Toledo is gone from the map, and Dupont's Corps has it as its area"] == ("toledo",)
    plies = len(sitting.referee.journal.plies)
    with pytest.raises(Invalid, match=r"is gone from the map.*move or correct it first, or keep to"):
        propose_adoption(sitting, "table", sheet)
    assert len(sitting.referee.journal.plies) == plies
    assert sitting.referee.game[Corps]["Dupont's Corps"].area == area(sitting, "Toledo").id


def test_it_waits_until_every_seat_has_agreed(copy: Path, tmp_path: Path) -> None:
    start = of_library(copy, "peninsula-1808", Plugins())
    held = begin(start, Wishes(seed="1808", seats="each"), tmp_path / "three.campaign")
    first, *others = [seat.id for seat in held.referee.game[Seat]]
    propose_adoption(held, first, redrawn(europe_1805()), today=DAY)
    (proposal,) = held.referee.game[Proposal]
    assert describe_proposal(held.referee.game, proposal) == (
        "play on Europe in 1805 as of 22 November 2026: Cuenca–Madrid forbidden, Burgos and Toledo changed"
    )
    assert len(others) == 2
    for seat in others:
        assert area(held, "Toledo").terrain == "clear"
        held.referee.council.agree(seat, proposal.id)
    assert area(held, "Toledo").terrain == "mountain"
    held.referee.history.undo()
    held.referee.council.decline(others[0], proposal.id)
    assert area(held, "Toledo").terrain == "clear"
    held.file.close()


def test_an_empty_space_that_is_gone_takes_its_rows_with_it(sitting: Sitting) -> None:
    propose_adoption(sitting, "table", without("cuenca")(europe_1805()))
    assert not [one for one in sitting.referee.game[Area] if one.title == "Cuenca"]
    assert "Cuenca" not in ways_from(sitting, "Madrid")


def test_only_another_revision_of_the_same_map_is_adopted(sitting: Sitting) -> None:
    with pytest.raises(Invalid, match="is played on this revision of the map 'europe-1805' already"):
        preview_adoption(sitting, europe_1805())
    other = Map(MapInfo("moon", "The Moon"))
    with pytest.raises(Invalid, match=r"is played on the map 'europe-1805' .Europe in 1805., not on 'moon'"):
        preview_adoption(sitting, other)


def test_a_campaign_goes_on_on_its_new_map_when_it_is_opened_again(sitting: Sitting, house: House) -> None:
    propose_adoption(sitting, "table", redrawn(europe_1805()))
    there, path = sitting.referee.game.state.hash, sitting.path
    sitting.file.close()
    again = go_on(path, Plugins(), last_good=False)
    assert again.referee.game.state.hash == there
    assert board.of(again.referee.game).digest == redrawn(europe_1805()).digest
    again.referee.history.undo()
    assert board.of(again.referee.game).digest == europe_1805().digest
    again.file.close()
    assert "come out the same" in house.run("replay", path, "--verify").stdout


def test_who_is_asked_is_shown_what_changes_and_where(copy: Path, tmp_path: Path) -> None:
    """The preview of the proposal is that of the map; each line knows its places, and at the terminal it is said."""
    start = of_library(copy, "peninsula-1808", Plugins())
    held = begin(start, Wishes(seed="1808", seats="Anna=France,Bernd=Spain+Great Britain"), tmp_path / "t.campaign")
    with Library.open(copy, writing=True) as library:
        library.put_map(redrawn(europe_1805()))
    typist = Typist(held)
    typist.type(f"adopt {copy}#europe-1805")
    said = "\n".join(map(str, typist.type("yes")))
    (proposal,) = held.referee.game[Proposal]
    shown = preview_proposal(held, proposal)
    assert {str(one): one.spaces for one in shown.changes}["Toledo: terrain clear → mountain"] == ("toledo",)
    assert set(shown.places) == {"toledo", "burgos", "cuenca", "madrid"}
    assert all(str(one) in said for one in shown.changes)
    typist.type("yes")
    assert area(held, "Toledo").terrain == "mountain"
    held.file.close()


def test_a_map_that_was_compared_with_another_revision_is_proposed_again(copy: Path, tmp_path: Path) -> None:
    """Of two proposals the second one knows nothing of what the first has changed: it would keep that as play's."""
    start = of_library(copy, "peninsula-1808", Plugins())
    held = begin(start, Wishes(seed="1808", seats="Anna=France,Bernd=Spain+Great Britain"), tmp_path / "t.campaign")
    first, second = [seat.id for seat in held.referee.game[Seat]]
    propose_adoption(held, first, redrawn(europe_1805()))
    graph = europe_1805().graph
    sown = graph.put_space(graph[SpaceId("toledo")].with_attributes(terrain="marsh"))
    propose_adoption(held, first, dataclasses.replace(europe_1805(), graph=sown))
    one, other = [proposal.id for proposal in held.referee.game[Proposal]]
    held.referee.council.agree(second, one)
    with pytest.raises(Illegal, match=r"compared with another revision .*propose the map again"):
        held.referee.council.agree(second, other)
    assert area(held, "Toledo").terrain == "mountain"
    held.referee.council.decline(second, other)
    propose_adoption(held, first, dataclasses.replace(europe_1805(), graph=sown))
    held.referee.council.agree(second, held.referee.game[Proposal].ids()[0])
    assert area(held, "Toledo").terrain == "marsh"
    held.file.close()


def test_what_stands_in_the_way_by_then_refuses_the_last_vote(copy: Path, tmp_path: Path) -> None:
    """Nothing stood in Cuenca when it was proposed; the proposal waits until it is free again."""
    start = of_library(copy, "peninsula-1808", Plugins())
    held = begin(start, Wishes(seed="1808", seats="Anna=France,Bernd=Spain+Great Britain"), tmp_path / "t.campaign")
    first, second = [seat.id for seat in held.referee.game[Seat]]
    propose_adoption(held, first, without("cuenca")(europe_1805()))
    (proposal,) = held.referee.game[Proposal]
    corps = held.referee.game[Corps]["Dupont's Corps"]
    held.referee.council.propose_correction(first, corps, area="cuenca")
    held.referee.council.agree(second, held.referee.game[Proposal].ids()[-1])
    with pytest.raises(Invalid, match=r"Cuenca is gone from the map, and Dupont's Corps has it as its area.*move or"):
        held.referee.council.agree(second, proposal.id)
    assert [row.id for row in held.referee.game[Proposal]] == [proposal.id]
    assert str(preview_proposal(held, proposal).obstacles[0]).startswith("Cuenca is gone")
    held.file.close()
