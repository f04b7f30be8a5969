"""Adopting a map from which a space is gone: what stands there refuses, and what not everybody may see is not named."""

from __future__ import annotations

from typing import Annotated, ClassVar, NewType

import pytest
from msgspec import Meta
from msgspec.structs import replace

from sandtable.board import Graph, Map, MapInfo, Space, SpaceId
from sandtable.engine import Action, Invalid, NameGiver, Row, RuleModule, Side, SideId, conceals, rule
from sandtable.engine.referee.adoption import AdoptedMap, RowChange, ground_changes, kept_by_play, obstacles
from sandtable.testing import Play, position, toy

AreaId = NewType("AreaId", SpaceId)
RoadId = NewType("RoadId", str)
UnitId = NewType("UnitId", str)
RED = SideId("Red")


class Area(Row, frozen=True):
    id: AreaId
    title: str
    worth: Annotated[int, Meta(title="Worth")] = 1


class Road(Row, frozen=True):
    called = "the road from"
    id: RoadId
    ends: tuple[AreaId, ...]

    def name_in(self, game: NameGiver) -> str:
        return " to ".join(game.name(end, Area) for end in self.ends)


class Works(Row, frozen=True):
    """A companion of some areas: what has been dug there."""

    id: AreaId
    title: str


class Unit(Row, frozen=True):
    """Stands on a space of the map; of one that lies hidden nobody else knows, of one that is veiled not how strong."""

    id: UnitId
    title: str
    at: SpaceId
    strength: int | None = 3
    hidden: bool = False
    veiled: bool = False


class Dig(Action, frozen=True):
    area: AreaId


class Digging(RuleModule):
    key = "digging"
    actions: ClassVar = {"play": (Dig,)}
    rows = (Works,)


class Cover(RuleModule):
    key = "cover"

    @conceals(Unit)
    @rule("COV-1-hidden")
    def cover(self, row: Unit, viewers: frozenset[str]) -> Unit | None:
        if RED in viewers:
            return row
        return None if row.hidden else replace(row, strength=None) if row.veiled else row


ASH, DALE = AreaId(SpaceId("ash_1")), AreaId(SpaceId("dale_2"))
ROAD = Road(RoadId("ash_1|dale_2"), (ASH, DALE))
BEFORE = (Area(ASH, "Ash"), Area(DALE, "Dale"), ROAD)
GAME = toy(Digging, Cover, rows=(Area, Road, Unit))


def sheet(*ids: str) -> Map:
    return Map(MapInfo("vale", "The Vale"), Graph([Space(SpaceId(id), id.split("_")[0].title(), "area") for id in ids]))


WITHOUT_DALE = sheet("ash_1")
GONE: list[RowChange] = ground_changes(BEFORE, BEFORE[:1])
ADOPTED = AdoptedMap(WITHOUT_DALE, tuple(GONE), "The Vale as of 22 November: Dale removed")


def in_the_vale(*rows: Row) -> Play:
    return position(GAME, Side(RED), Side(SideId("Blue")), *BEFORE, *rows, board=sheet(ASH, DALE))


def unit(at: str, *, hidden: bool = False, veiled: bool = False) -> Unit:
    return Unit(UnitId("u1"), "The Greys", SpaceId(at), hidden=hidden, veiled=veiled)


REFUSED = {
    "a companion": (Works(DALE, "The Redoubt"), "Dale is gone from the map, and The Redoubt is on it"),
    "a unit": (unit(DALE), "Dale is gone from the map, and The Greys is on it"),
    "a unit of unknown strength": (unit(DALE, veiled=True), "Dale is gone from the map, and The Greys is on it"),
    "a hidden unit": (unit(DALE, hidden=True), "Dale is gone from the map, and something that not everybody may see"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_on_a_space_that_is_gone_refuses_and_all_stays_as_it_was(name: str) -> None:
    row, says = REFUSED[name]
    play = in_the_vale(row)
    before, plies = play.game.state.hash, len(play.referee.journal.plies)
    with pytest.raises(Invalid, match=says) as refused:
        play.referee.council.propose_adoption("Red's player", ADOPTED)
    assert ("Greys" in str(refused.value)) == (isinstance(row, Unit) and not row.hidden)
    assert (play.game.state.hash, len(play.referee.journal.plies)) == (before, plies)
    assert play.game.board.digest == sheet(ASH, DALE).digest


class Fort(Row, frozen=True):
    """It has no name, and stands twice on its area: by its id and by a field."""

    id: AreaId
    area: AreaId


def test_a_row_without_a_name_is_told_once_and_by_where_it_is() -> None:
    game = toy(Digging, Cover, rows=(Area, Road, Unit, Fort))
    play = position(game, Side(RED), Side(SideId("Blue")), *BEFORE, Fort(DALE, DALE), board=sheet(ASH, DALE))
    assert [str(one) for one in obstacles(play.game, WITHOUT_DALE, GONE)] == [
        "Dale is gone from the map, and Fort at Dale is on it"
    ]


def test_what_is_elsewhere_stays_and_the_road_goes_with_its_area() -> None:
    play = in_the_vale(unit(ASH, hidden=True), Works(ASH, "The Redoubt"))
    assert list(obstacles(play.game, WITHOUT_DALE, GONE)) == []
    play.referee.council.propose_adoption("Red's player", ADOPTED)
    play.referee.council.agree("Blue's player", "proposal-0001")
    assert [area.id for area in play[Area]] == [ASH]
    assert len(play[Road]) == 0
    assert (play[Works][ASH].title, play[Unit]["u1"].at) == ("The Redoubt", ASH)


def test_rows_are_told_by_their_names() -> None:
    """What goes and stays has titles; the road between two areas is called after them."""
    play = in_the_vale()
    assert ROAD.phrase_in(play.game) == "the road from Ash to Dale"
    play.referee.council.propose_correction("Red's player", play[Area][ASH], worth=4)
    play.referee.council.agree("Blue's player", "proposal-0001")
    richer = ground_changes(BEFORE, (Area(ASH, "Ash", 2), *BEFORE[1:]))
    assert [str(one) for one in kept_by_play(play.game, richer)] == ["Ash: Worth stays 4"]
