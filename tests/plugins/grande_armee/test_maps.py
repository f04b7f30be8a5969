"""The maps of Grande Armée: towns in their hexes and on their banks, one ground in a hex, ways through mountains."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import pytest
from msgspec.structs import replace

from sandtable.board.hex_board import HexBoard
from sandtable.board.maps import Map
from sandtable.board.spaces import SpaceId
from sandtable.engine import Invalid
from sandtable.interchange import make_hex_map
from sandtable.interchange.hexify.hex_map_rules import SideRule
from sandtable.interchange.projection import Conic
from sandtable.lint.maps import check_map
from sandtable_grande_armee.campaign.map_kinds import READS
from sandtable_grande_armee.maps.build import OVER, built, rules_of, things, thuringia, upper_danube
from sandtable_grande_armee.maps.sources import Degrees, MapText, Stretch, Town, read_map_text
from sandtable_grande_armee.model.terrain import CLOSED, FORT

COMPASS = {"north": (0.0, -1.0), "south": (0.0, 1.0), "east": (1.0, 0.0), "west": (-1.0, 0.0)}


class Drawn(NamedTuple):
    """A map beside its text."""

    text: MapText
    map: Map

    @property
    def board(self) -> HexBoard:
        assert self.map.hexes is not None
        return self.map.hexes

    @property
    def towns(self) -> dict[str, SpaceId]:
        return {name: self.map.by_number.number(hex) for hex, name in self.board.names.items()}


@pytest.fixture(scope="module", params=["thuringia", "upper_danube"])
def drawn(request: pytest.FixtureRequest) -> Drawn:
    name: str = request.param
    return Drawn(read_map_text(name), thuringia() if name == "thuringia" else upper_danube())


def middles(board: HexBoard) -> np.ndarray:
    return board.grid.centres(board.grid.indices)


# --- towns ----------------------------------------------------------------------------------------------------------


def test_every_town_is_printed_in_the_hex_nearest_to_where_it_lies(drawn: Drawn) -> None:
    conic = Conic.read(drawn.map.info.projection)
    assert conic is not None
    indices, places = drawn.board.grid.indices.tolist(), middles(drawn.board)
    for name, town in drawn.text.town.items():
        east, north = conic.project(np.array([town.at]))[0]
        nearest = int(np.hypot(places[:, 0] - east, places[:, 1] + north).argmin())
        assert drawn.board.names.get(drawn.board.grid.hex(indices[nearest])) == name


def river_sides(drawn: Drawn) -> dict[str, np.ndarray]:
    """Return the middles of the hexsides that each river runs along, ``(n, 2)``, kilometres."""
    each = tuple(SideRule(kind=one.name, where={"river": one.name}) for one in drawn.text.river)
    rules = replace(rules_of(drawn.text), hexside=each, terrain=(), road=(), name=(), cut=None)
    board = make_hex_map(list(things(drawn.text)), rules).map.hexes
    assert board is not None
    found: dict[str, list[tuple[float, float]]] = {}
    for hex in map(board.grid.hex, board.grid.indices.tolist()):
        corners = board.grid.corners(hex)
        for direction in range(6):
            for one in board.sides.of(hex, direction):
                (x, y), (u, v) = corners[direction - 1], corners[direction]
                found.setdefault(one.kind, []).append(((x + u) / 2, (y + v) / 2))
    return {river: np.array(sides) for river, sides in found.items()}


def test_every_town_lies_on_its_bank(drawn: Drawn) -> None:
    rivers = river_sides(drawn)
    for name, town in drawn.text.town.items():
        here = np.array(drawn.board.grid.centre(drawn.board.numbers.hex(drawn.towns[name])))
        for river, bank in town.bank.items():
            far = np.hypot(*(rivers[river] - here).T)
            water = rivers[river][far <= far.min() + 1.0].mean(axis=0)
            assert float((here - water) @ np.array(COMPASS[bank])) > 1.0, f"{name} is {bank} of the {river}"


def test_forts_are_where_the_text_has_them(drawn: Drawn) -> None:
    hexes = drawn.map.by_number
    forts = {drawn.towns[name] for name, town in drawn.text.town.items() if town.fort}
    assert {hex for hex in hexes if FORT in hexes.terrain(hex)} == forts


# --- the ground -----------------------------------------------------------------------------------------------------


def test_every_hex_has_one_ground_and_towns_can_be_entered(drawn: Drawn) -> None:
    hexes = drawn.map.by_number
    assert all(len({*OVER, "pass"} & set(hexes.terrain(hex))) == 1 for hex in hexes)
    assert [name for name, hex in drawn.towns.items() if set(CLOSED) & set(hexes.terrain(hex))] == []


def test_all_that_can_be_entered_hangs_together(drawn: Drawn) -> None:
    hexes = drawn.map.by_number
    left = {hex for hex in hexes if not set(CLOSED) & set(hexes.terrain(hex))}
    todo = [left.pop()]
    while todo:
        near = left & set(hexes.beside(todo.pop()))
        left -= near
        todo += near
    assert not left


def test_the_game_can_read_the_maps_and_lint_finds_nothing(drawn: Drawn) -> None:
    assert drawn.map.misfits(READS) == ()
    assert list(check_map(drawn.map)) == []


def walk(drawn: Drawn, *names: str) -> Iterator[bool]:
    """Yield for each two towns, neighbours on the map, whether a river lies between their hexes."""
    hexes = drawn.map.by_number
    for one, other in pairwise(names):
        side = hexes.side_between(drawn.towns[one], drawn.towns[other])
        yield "river" in side.along


def test_wagram_lies_across_the_danube_from_vienna() -> None:
    danube = Drawn(read_map_text("upper_danube"), upper_danube())
    assert list(walk(danube, "Vienna", "Wagram")) == [True]
    assert danube.map.by_number.terrain(danube.towns["Brenner"]) == ("pass", "town")


def test_jena_and_auerstedt_lie_beyond_the_saale_from_naumburg() -> None:
    saale = Drawn(read_map_text("thuringia"), thuringia())
    assert list(walk(saale, "Naumburg", "Auerstedt", "Jena")) == [True, False]


# --- the same everywhere ----------------------------------------------------------------------------------------------


def test_a_few_metres_change_no_hex(drawn: Drawn) -> None:
    east, north = -3e-5, 2e-5

    def moved(place: Degrees) -> Degrees:
        return round(place[0] + east, 6), round(place[1] + north, 6)

    text = drawn.text
    shifted = replace(
        text,
        river=tuple(replace(one, course=tuple(map(moved, one.course))) for one in text.river),
        way=tuple(replace(one, course=tuple(map(moved, one.course))) for one in text.way),
        town={name: replace(one, at=moved(one.at)) for name, one in text.town.items()},
    )
    other = built(shifted)
    assert other.hexes is not None
    assert list(other.hexes.content()) == list(drawn.board.content())


# --- what is wrong in a text ------------------------------------------------------------------------------------------


def test_a_town_without_a_hex_of_its_own_is_named(drawn: Drawn) -> None:
    name, town = next(iter(drawn.text.town.items()))
    crowded = replace(drawn.text, town={**drawn.text.town, "Hamlet": Town(town.at, rank=0)})
    with pytest.raises(Invalid, match="Hamlet shares the hex of a greater town, or lies off the map"):
        built(crowded)
    assert name in drawn.towns


def test_ground_has_an_outline_or_a_crest() -> None:
    with pytest.raises(ValueError, match="the ground 'Nowhere' has an outline, or a crest and its breadth"):
        Stretch("Nowhere", "wood")


def test_a_map_that_is_not_there_is_named() -> None:
    with pytest.raises(Invalid, match=r"atlantis\.toml is not the text of a map"):
        read_map_text("atlantis")


def test_hexify_is_told_of_every_feature_of_the_text(drawn: Drawn) -> None:
    features, text = list(things(drawn.text)), drawn.text
    assert len(features) == sum(map(len, (text.ground, text.river, text.way, text.town))) + bool(text.theatre)
    assert rules_of(text).hexes.size == 15.0
