"""What is drawn anew on the map that ships does not touch who plays on it already: he goes on on his own revision."""

from __future__ import annotations

import dataclasses
import shutil
from pathlib import Path

import pytest
import shapely
from msgspec.structs import replace

from sandtable import board
from sandtable.board import Graph, Map, SpaceId
from sandtable.engine.discovery.modules import Plugins
from sandtable.library.shipped import shipped_path
from sandtable.library.store.library_file import Library
from sandtable.play.begin.starts import Start, of_library
from sandtable.play.table.adopting import propose_adoption
from sandtable.play.table.adoption_preview import preview_adoption
from sandtable.play.table.sitting import Wishes, begin, go_on
from sandtable_empires.maps.europe_1805 import europe_1805
from tests.cli.by_name import Typist
from tests.cli.house import House


def without_guns(sheet: Map) -> Map:
    """Return Europe as it was once: no harbour has guns, and no crossing says over which sea it goes."""
    spaces = [
        replace(space, attributes=tuple(one for one in space.attributes if one[0] != "guns"))
        for space in sheet.graph.spaces.values()
    ]
    regions = tuple(one for one in sheet.regions if one.kind != "sea_crossing")
    return dataclasses.replace(sheet, graph=Graph(spaces, sheet.graph.edges.values()), regions=regions)


@pytest.fixture
def of_before(tmp_path: Path) -> Start:
    """Give the Peninsula on the map as it was once."""
    copy, was = Path(shutil.copy(shipped_path(), tmp_path / "copy.db")), without_guns(europe_1805())
    with Library.open(copy, writing=True) as library:
        library.put_map(was)
        library.put_scenario(replace(library.scenario("peninsula-1808"), revision=was.digest))
    return of_library(copy, "peninsula-1808", Plugins(safe=True))


def test_a_campaign_goes_on_on_the_revision_that_it_was_begun_on(of_before: Start, tmp_path: Path) -> None:
    house, path = House(tmp_path), tmp_path / "t.campaign"
    held = begin(of_before, Wishes(seed="1808", seats="one"), path)
    Typist(held).type("Turn order > 1")
    was, stood = board.of(held.referee.game).digest, held.referee.game.state.hash
    held.file.close()
    again = go_on(path, Plugins(safe=True), last_good=False)
    assert board.of(again.referee.game).digest == was != europe_1805().digest
    assert again.referee.game.state.hash == stood
    assert [one for one in again.notices if not one.startswith("Going on with")] == []
    Typist(again).type("end")
    again.file.close()
    assert "come out the same" in house.run("replay", path, "--verify").stdout


def test_the_table_may_adopt_what_was_drawn_and_nothing_that_stands_there_changes(
    of_before: Start, tmp_path: Path
) -> None:
    """Guns and seas are asked of the map: no row holds them, so none stands in the way."""
    held = begin(of_before, Wishes(seed="1808", seats="one"), tmp_path / "t.campaign")
    Typist(held).type("Turn order > 1")
    preview = preview_adoption(held, europe_1805())
    assert (preview.obstacles, preview.kept) == ((), ())
    propose_adoption(held, "table", europe_1805())
    assert board.of(held.referee.game).digest == europe_1805().digest
    held.file.close()


# --- what is drawn ----------------------------------------------------------------------------------------------------


def test_a_crossing_names_the_sea_between_its_shores() -> None:
    """It is the one under the shortest line from shore to shore, and both shores lie on it."""
    europe = europe_1805()
    assert europe.areas is not None
    crossings = [one for one in europe.regions if one.kind == "sea_crossing"]
    for one in crossings:
        shore, opposite, sea = (SpaceId(str(one.get(name))) for name in ("shore", "opposite", "sea"))
        water = shapely.shortest_line(europe.areas[shore], europe.areas[opposite])
        wet = {id: europe.areas[id].intersection(water).length for id in europe.areas if europe.graph[id].kind == "sea"}
        assert max(wet, key=wet.__getitem__) == sea, one.name
        assert {shore, opposite} <= set(europe.graph.neighbours(sea))
    ways = {"strait", "crossing", "optional_crossing"}
    over = {edge.pair for edge in europe.graph.edges.values() if ways & {feature.kind for feature in edge.across}}
    assert {(one.get("shore"), one.get("opposite")) for one in crossings} == over


def test_a_harbour_has_ten_guns_for_each_level_of_its_fortress() -> None:
    europe = europe_1805()
    ports = [space for space in europe.graph.spaces.values() if space.kind == "port"]
    for port in ports:
        area = europe.graph[SpaceId(port.id.removeprefix("port-"))]
        assert port.get("guns", 0) == 10 * int(area.get("fortress", 0) or 0)
    assert {one.get("guns") for one in ports} == {None, 10, 20, 30, 40, 50}
    assert europe.graph[SpaceId("port-gibraltar")].get("guns") == 50
    said = europe.origin_of("port-gibraltar", "guns")
    assert said is not None
    assert said.origin == "house"
