"""What a game reads of a map, and the rows that it lays out from it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace as with_
from typing import Annotated, Literal, NewType, get_type_hints

import pytest
from msgspec import Meta, Struct
from msgspec.structs import replace

from sandtable.board import Edge, Feature, Graph, Map, MapInfo, Region, RegionId, Space, SpaceId
from sandtable.board.directions import Hex
from sandtable.board.fitness import describe_type
from sandtable.board.hex_board import HexBoard
from sandtable.board.hexes import HexGrid
from sandtable.engine import Broken, GameSystem, Ground, Invalid, MapKind, Row, Scenario, Side, SideId
from sandtable.testing import toy

FieldId = NewType("FieldId", SpaceId)


class Field(Row, frozen=True):
    id: FieldId
    crop: str
    holder: SideId | None = None


class Acre(MapKind, frozen=True):
    """Ground that is ploughed."""

    kind = "field"
    fewest = 2
    parish: RegionId
    crop: Literal["", "rye", "oats"] = ""
    yields: Annotated[int, Meta(ge=0, le=9)] = 3
    way_to: SpaceId = SpaceId("")


class Parish(MapKind, frozen=True):
    """Whom the fields belong to."""

    of = "region"
    kind = "parish"
    church: Annotated[SpaceId, Meta(description="where the church stands")] | None = None


class Setting(Struct, frozen=True):
    sown: dict[RegionId, SideId] = {}
    fallow: bool = False


def lay_out(sheet: Map, setting: Setting) -> Iterator[Row]:
    for space in sheet.graph.spaces.values():
        acre = Acre.read(space)
        yield Field(FieldId(space.id), "" if setting.fallow else acre.crop, setting.sown.get(acre.parish))


GROUND = Ground((Acre, Parish), Setting, lay_out)


def acre(id: str, **values: str | int | bool) -> Space:
    return Space(SpaceId(id), id.title(), "field").with_attributes(**{"parish": "thorpe", **values})


def village(*more: Space) -> Map:
    fields = (acre("long", crop="rye"), acre("short", crop="oats"), *more)
    return Map(MapInfo("v", "The Village"), Graph(fields), regions=(Region(RegionId("thorpe"), "parish", "Thorpe"),))


def system(ground: Ground[Map, Setting] = GROUND) -> GameSystem:
    return with_(toy(rows=(Field,)), ground=ground)


def fields_of(scenario: Scenario, ground: Ground[Map, Setting] = GROUND) -> dict[str, tuple[str, str | None]]:
    rows = system(ground).start_rows(scenario)
    return {row.id: (row.crop, row.holder) for row in rows if isinstance(row, Field)}


def own() -> list[Row]:
    return [Side(SideId("Red")), Field(FieldId(SpaceId("short")), "turnips")]


def test_the_ground_is_laid_out_from_the_map_and_the_setting_under_the_scenarios_own_rows() -> None:
    """Of two rows of an id the scenario's own is the one that counts."""
    scenario = Scenario("v", "V", own, map=village, setting=lambda: {"sown": {"thorpe": "Red"}})
    assert fields_of(scenario) == {"long": ("rye", "Red"), "short": ("turnips", None)}
    changed = Scenario("v", "V", list, map=lambda: village(acre("new", crop="rye")), setting=lambda: {"fallow": True})
    assert fields_of(changed) == {"long": ("", None), "short": ("", None), "new": ("", None)}


def test_without_a_map_or_a_ground_a_scenario_has_its_own_rows_alone() -> None:
    assert fields_of(Scenario("v", "V", own)) == {"short": ("turnips", None)}
    assert toy(rows=(Field,)).start_rows(Scenario("v", "V", own, map=village)) == own()


@pytest.mark.parametrize(
    ("setting", "says"),
    [
        ({"sowed": {}}, "no setting is called 'sowed': did you mean sown"),
        (
            {"fallow": "yes"},
            r"the setting of the scenario is not what the game reads: fallow: write true or false, not text",
        ),
    ],
)
def test_a_setting_that_is_not_as_the_game_has_it_is_refused(setting: dict[str, object], says: str) -> None:
    with pytest.raises(Invalid, match=says):
        fields_of(Scenario("v", "V", list, map=village, setting=lambda: setting))


def test_a_layer_out_that_fails_is_named() -> None:
    def fail(sheet: Map, setting: Setting) -> Iterator[Row]:
        raise KeyError(sheet.title)

    with pytest.raises(Broken, match=r"test_ground.*the rows of the ground"):
        fields_of(Scenario("v", "V", list, map=village), Ground((Acre,), Setting, fail))


def test_what_a_layer_out_finds_wrong_with_a_setting_is_told_as_it_says_it() -> None:
    def refuse(sheet: Map, setting: Setting) -> Iterator[Row]:
        raise Invalid(f"nothing can be sown on {sheet.title}: take another map")

    with pytest.raises(Invalid, match=r"^nothing can be sown on .*: take another map$"):
        fields_of(Scenario("v", "V", list, map=village), Ground((Acre,), Setting, refuse))


def test_what_a_layer_out_does_wrong_is_laid_at_its_door() -> None:
    def misuse(sheet: Map, setting: Setting) -> Iterator[Row]:
        GROUND.read_setting({"sowed": {}})
        return lay_out(sheet, setting)

    with pytest.raises(Broken, match=r"test_ground.*fails in the rows of the ground: no setting is called 'sowed'"):
        fields_of(Scenario("v", "V", list, map=village), Ground((Acre,), Setting, misuse))


UNFIT = {
    "too few": (Map(MapInfo("v", "Bare"), Graph([acre("one")])), "it has 1 space of the kind field, and 2 are needed"),
    "none": (Map(MapInfo("v", "Sea"), Graph([Space(SpaceId("a"), "", "sea")])), "it has no space of the kind field"),
    "missing": (village(Space(SpaceId("bare"), "Bare", "field")), "Bare (bare) has no parish: give it the id of a"),
    "word": (village(acre("b", crop="maize")), "the crop of B (b) is 'maize': make it one of nothing, rye, oats"),
    "bound": (village(acre("b", yields=12)), "the yields of B (b) is 12: make it a whole number from 0 to 9"),
    "type": (village(acre("b", yields="many")), "the yields of B (b) is 'many': make it a whole number from 0 to 9"),
    "region": (village(acre("b", parish="thrope")), "the parish of B (b) is 'thrope', which is not there: did you m"),
    "space": (village(acre("b", way_to="lond")), "the way_to of B (b) is 'lond', which is not there: did you mean 'l"),
}


@pytest.mark.parametrize("name", UNFIT)
def test_a_map_without_what_the_game_reads_is_refused_in_one_sentence(name: str) -> None:
    sheet, says = UNFIT[name]
    with pytest.raises(Invalid) as refused:
        fields_of(Scenario("v", "V", list, map=lambda: sheet))
    said = str(refused.value)
    assert said.startswith(f"the map {sheet.title!r} cannot be played: ")
    assert says in said


def test_a_region_is_read_as_a_space_is() -> None:
    church = Region(RegionId("thorpe"), "parish", "Thorpe", attributes=(("church", "nowhere"),))
    sheet = Map(MapInfo("v", "V"), village().graph, regions=(church,))
    (wrong,) = sheet.misfits(GROUND.reads)
    assert (wrong.of, wrong.id, wrong.attribute) == ("region", "thorpe", "church")
    assert Parish.read(replace(church, attributes=(("church", "long"),))).church == "long"


def test_a_region_lies_within_one_of_the_kinds_that_it_must() -> None:
    class Hundred(MapKind, frozen=True):
        of, kind, within = "region", "hundred", ("shire",)

    lone, wrong = Region(RegionId("a"), "hundred", "Alton"), Region(RegionId("b"), "hundred", "", RegionId("a"))
    right, shire = Region(RegionId("c"), "hundred", "", RegionId("s")), Region(RegionId("s"), "shire")
    sheet = Map(MapInfo("s", "Shire"), regions=(lone, wrong, right, shire))
    assert [str(one) for one in sheet.misfits([Hundred])] == [
        "Alton (a) does not lie within any shire: name the shire around it",
        "b lies within 'a', which is not a shire: name the shire around it",
    ]


def test_terrain_that_a_game_does_not_know_is_found() -> None:
    class Wood(MapKind, frozen=True):
        of, kind = "terrain", "wood"

    class Hill(MapKind, frozen=True):
        of, kind, fewest = "terrain", "hill", 1

    board = HexBoard.blank(HexGrid(3, 2))
    board.terrain.paint([Hex(0, 0)], "wood")
    board.terrain.paint([Hex(1, 0)], "lava")
    sheet = Map(MapInfo("h", "Hexes"), hexes=board)
    assert [str(one) for one in sheet.misfits((Wood, Hill))] == [
        "it has no hex of the terrain hill (its terrains are lava, wood): draw one, or say which one is",
        "1 hex has the terrain 'lava', which the game does not know: paint it as wood or hill",
    ]


class Stream(MapKind, frozen=True):
    of, kind = "along", "stream"


class Slope(MapKind, frozen=True):
    of, kind, favours = "along", "slope", "which of its hexes is up"


class Bridge(MapKind, frozen=True):
    of, kind, fewest = "across", "bridge", 1


def valley(*lying: tuple[str, int, bool]) -> Map:
    """Return six hexes; of what lies on the sides of 0101 it is said whether it favours that hex."""
    board = HexBoard.blank(HexGrid(3, 2))
    here = board.numbers.hex("0101")
    for kind, direction, favours in lying:
        board.sides.add(here, direction, kind, here if favours else None)
    return Map(MapInfo("h", "Hexes"), hexes=board)


SIDES: dict[str, tuple[tuple[tuple[str, int, bool], ...], list[str]]] = {
    "nothing": ((("stream", 3, False), ("slope", 2, True), ("bridge", 3, False)), []),
    "one that is needed": (
        (("stream", 3, False),),
        ["it has no side with bridge across it: draw one, or say which one is"],
    ),
    "one that is not known": (
        (("bridge", 3, False), ("river", 3, False), ("river", 2, False)),
        [("'river' lies along 2 hexsides (0101–0201, 0101–0102), which the game does not know: draw slope or stream "
         "there, or take it off")],
    ),
    "one across": (
        (("bridge", 3, False), ("road", 0, False)),
        [("'road' lies across a hexside (0101–the edge of the map), which the game does not know: draw bridge there, "
         "or take it off")],
    ),
    "a slope without an upper hex": (
        (("bridge", 3, False), ("slope", 3, False)),
        [("slope lies along a hexside (0101–0102) and does not say which of its hexes is up: say it of each, or take "
         "it off")],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SIDES)
def test_what_lies_on_hexsides_is_read(name: str) -> None:
    lying, says = SIDES[name]
    found = valley(*lying).misfits((Stream, Slope, Bridge))
    assert [str(one) for one in found] == says
    assert all(one.id == "0101" for one in found if one.of == "along")


def test_a_game_that_reads_no_hexsides_lets_the_designer_draw_what_he_likes() -> None:
    assert not valley(("river", 3, False)).misfits(())


def test_what_is_forbidden_on_a_hexside_does_not_lie_there() -> None:
    sheet = valley(("bridge", 3, False), ("river", 2, False))
    assert sheet.hexes is not None
    sheet.hexes.sides.forbid(sheet.hexes.numbers.hex("0101"), 2, "river")
    assert not sheet.misfits((Bridge, Stream))


def test_an_edge_between_areas_is_a_side_too() -> None:
    fields = village()
    edge = Edge(SpaceId("long"), SpaceId("short"), across=(Feature("bridge"),))
    sheet = with_(fields, graph=fields.graph.put(edge))
    assert not sheet.misfits((Bridge,))


class Told(MapKind, frozen=True):
    count: int
    most: Annotated[int, Meta(lt=3)] | None
    some: Annotated[int, Meta(gt=0)]
    open: bool
    field: FieldId
    parish: RegionId
    name: str
    many: tuple[FieldId, ...]
    held: dict[RegionId, SideId]


@pytest.mark.parametrize(
    ("attribute", "words"),
    [
        ("count", "a whole number"),
        ("most", "a whole number of 2 or less"),
        ("some", "a whole number of 1 or more"),
        ("open", "yes or no"),
        ("field", "the id of a space"),
        ("parish", "the id of a region"),
        ("name", "a text"),
        ("many", "a list, each the id of a space"),
        ("held", "a table: the id of a region = the id of a side"),
    ],
)
def test_a_type_is_told_in_words(attribute: str, words: str) -> None:
    assert describe_type(get_type_hints(Told, include_extras=True)[attribute]) == words
