"""A map as SVG: sound, the same twice, with what it should show and no name on another."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from xml.etree.ElementTree import Element

import numpy as np
import pytest
from defusedxml import ElementTree
from hypothesis import given, settings

from sandtable.board.maps import Map, MapInfo, MapLine, Underlay
from sandtable.board.spaces import Edge, Feature
from sandtable.engine.errors import Invalid
from sandtable.interchange import geojson
from sandtable.interchange.svg import HexStyle, render
from sandtable.interchange.svg.colours import PAPER
from sandtable.interchange.svg.hex_picture import EDGE
from sandtable.interchange.svg.labels import Label, Labels, width_of
from sandtable.interchange.svg.pen import Pen, line_of, number
from tests.board.areamaps import IBERIA, S
from tests.interchange.sheets import RUNS, danube, empty, image, mixed, sheets, tyrol
from tests.tiers import count

SVG = "{http://www.w3.org/2000/svg}"
SOME = settings(RUNS, max_examples=count(500))


def drawn(sheet: Map, **how: Any) -> Element:
    root: Element = ElementTree.fromstring(render(sheet, **how))
    assert root.tag == f"{SVG}svg"
    return root


def texts(root: Element) -> list[str]:
    return [one.text or "" for one in root.iter(f"{SVG}text")]


def names(root: Element) -> set[str]:
    return set(texts(root))


def titles(root: Element) -> list[str]:
    return [one.text or "" for one in root.iter(f"{SVG}title")]


@pytest.mark.parametrize("make", [tyrol, danube, mixed])
def test_it_is_sound_and_the_same_twice(make: Any) -> None:
    assert drawn(make()).get("viewBox")
    assert render(make()) == render(make()) == render(geojson.read(geojson.write(make())))


@SOME
@given(sheets())
def test_any_map_that_shows_anything_can_be_drawn(sheet: Map) -> None:
    try:
        root = drawn(sheet)
    except Invalid as error:
        said = str(error)
        assert "nothing that could be drawn" in said or "makes a picture of" in said
        return
    for path in root.iter(f"{SVG}path"):
        assert re.fullmatch(r"[MLZQalhvqcsmz0-9eE., -]+", path.get("d", "")), path.get("d")


def test_names_towns_and_signs_are_there() -> None:
    root = drawn(tyrol())
    assert names(root) >= {
        "Innsbruck",
        "Brixen",
        "Graz",
        "Lienz",
        "Trent",
        "Port of Trent",
        "Tyrol",
        "A trial · colours: terrain · CC0",
    }
    assert "Salzburg <& Hallein>" in " ".join(texts(root))
    assert "Salzburg <& Hallein>" in titles(root)
    assert "The Isles: marsh" in titles(root)
    assert {"1", "2", "3", "4", "5"} <= names(root)  # fortresses
    assert {"river", "port", "marsh"} <= names(root)  # the legend


def test_text_is_escaped_and_what_xml_cannot_hold_left_out() -> None:
    graph = tyrol().graph.rename(S("a0"), 'I<n>&"s\u0001\ufffe')
    sheet = replace(tyrol(), info=MapInfo("k", "<script>alert('x')</script>"), graph=graph)
    assert 'I<n>&"s' in names(drawn(sheet))
    assert "<script" not in render(sheet)


def test_colours_follow_the_mode() -> None:
    by_country = drawn(tyrol(), mode="country")
    assert "Austria" in names(by_country)
    assert "Innsbruck: Austria" in titles(by_country)
    assert "Tyrol" in names(drawn(tyrol(), mode="province"))
    assert "0" in names(drawn(tyrol(), mode="fortress"))


def test_neighbours_have_different_colours() -> None:
    sheet = geojson.read(IBERIA.read_bytes())
    sheet = replace(
        sheet,
        graph=sheet.graph.put_space(*(one.with_attributes(country=one.id) for one in sheet.graph.spaces.values())),
    )
    surfaces = {
        title: path.get("fill") for path in drawn(sheet, mode="country").iter(f"{SVG}path") for title in titles(path)
    }
    assert sheet.areas is not None
    for border in sheet.areas.borders:
        a, b = (f"{sheet.graph[id].name}: {id.replace('_', ' ')}" for id in (border.a, border.b))
        assert surfaces[a] != surfaces[b]


def test_a_region_may_have_a_colour_of_its_own() -> None:
    region = tyrol().regions[0]
    sheet = replace(tyrol(), regions=(replace_attributes(region, colour="#12ab34"), tyrol().regions[1]))
    assert "#12ab34" in render(sheet, mode="country")
    evil = replace(tyrol(), regions=(replace_attributes(region, colour='"/><script>'), tyrol().regions[1]))
    assert "<script" not in render(evil, mode="country")


def replace_attributes(region: Any, **values: str) -> Any:
    from msgspec.structs import replace

    return replace(region, attributes=tuple(sorted({**dict(region.attributes), **values}.items())))


def test_no_name_lies_on_another() -> None:
    sheet = geojson.read(IBERIA.read_bytes())
    boxes = []
    for one in drawn(sheet).iter(f"{SVG}text"):
        if one.get("fill") and one.get("text-anchor") == "middle" and one.get("font-size") != "11":
            size, x, y = float(one.get("font-size", "0")), float(one.get("x", "0")), float(one.get("y", "0"))
            half = width_of(one.text or "", size) / 2
            boxes.append((x - half, y - size * 0.8, x + half, y + size * 0.2))
    assert len(boxes) > 35
    for at, (left, top, right, bottom) in enumerate(boxes):
        for other in boxes[:at]:
            assert not (left < other[2] and right > other[0] and top < other[3] and bottom > other[1])


def test_north_is_up_where_a_globe_was_projected() -> None:
    sheet = geojson.read(IBERIA.read_bytes())
    root = drawn(sheet)
    place = {one.text: float(one.get("y", "0")) for one in root.iter(f"{SVG}text")}
    assert place["León"] < place["Madrid"] < place["Granada"]


def test_y_grows_downwards_on_a_picture() -> None:
    sheet = replace(tyrol(), info=MapInfo("k", "T", unit="px"))
    place = {one.text: float(one.get("y", "0")) for one in drawn(sheet).iter(f"{SVG}text")}
    assert place["Innsbruck"] < place["Brixen"]


def test_the_scale_is_said_and_can_be_chosen() -> None:
    sheet = geojson.read(IBERIA.read_bytes())
    assert "200 km" in names(drawn(sheet))
    small, large = drawn(sheet, scale=0.5), drawn(sheet, scale=2)
    assert float(large.get("width", "0")) > 3 * float(small.get("width", "0"))
    bar = [float(one.get("width", "0")) for one in large.iter(f"{SVG}rect") if one.get("height") == "6"]
    assert sum(bar) == pytest.approx(float(re.search(r"(\d+) km", " ".join(texts(large)))[1]) * 2)  # type: ignore[index]
    assert "1 hex" in names(drawn(danube()))


@pytest.mark.parametrize("scale", [1e-9, 1e9])
def test_a_scale_that_makes_no_picture_is_refused(scale: float) -> None:
    with pytest.raises(Invalid, match=r"a scale of .* pixels a map unit makes a picture of"):
        render(tyrol(), scale=scale)


def test_a_map_that_shows_nothing_is_refused() -> None:
    with pytest.raises(Invalid, match=r"the map .* has nothing that could be drawn"):
        render(empty())


def test_underlays_are_drawn_if_asked() -> None:
    assert "<image" not in render(tyrol())
    (picture,) = drawn(tyrol(), underlays=True).iter(f"{SVG}image")
    assert picture.get("href", "").startswith("data:image/png;base64,")
    assert picture.get("opacity") == "0.6"
    sheet = replace(tyrol(), underlays=(Underlay("u", 'image/png" onload="x', image(), 0, 0, 1, 1),))
    assert ElementTree.fromstring(render(sheet, underlays=True)) is not None


@pytest.mark.parametrize("make", [tyrol, danube])
def test_a_scan_that_is_larger_than_the_map_ends_at_its_frame(make: Callable[[], Map]) -> None:
    """The margin is drawn over it, and title, scale and legend over the margin."""
    scan = Underlay("u", "image/png", image(), -1000, -1000, 3000, 3000)
    root = drawn(replace(make(), underlays=(scan,)), underlays=True)
    order = list(root.iter())
    (at,) = [place for place, one in enumerate(order) if one.tag == f"{SVG}image"]
    (margin,) = [
        place for place, one in enumerate(order) if one.get("fill-rule") == "evenodd" and one.get("fill") == PAPER
    ]
    texts = [place for place, one in enumerate(order) if one.tag == f"{SVG}text"]
    assert at < margin < min(texts)
    (frame,) = [one for one in root.iter(f"{SVG}rect") if one.get("stroke") == "#55503f"]
    left, top, width, height = (float(frame.get(name, "")) for name in ("x", "y", "width", "height"))
    numbers = [float(one) for one in re.findall(r"[\d.]+", order[margin].get("d", ""))]
    outer, inner = np.array(numbers[:8]).reshape(4, 2), np.array(numbers[8:]).reshape(4, 2)
    assert outer.max(axis=0) == pytest.approx([float(root.get(name, "")) for name in ("width", "height")], abs=1)
    assert inner.min(axis=0) == pytest.approx([left, top], abs=0.02)
    assert inner.max(axis=0) == pytest.approx([left + width, top + height], abs=0.02)


def heads(*edges: Edge) -> int:
    """Count the heads of arrows, without those of the legend."""
    root = drawn(replace(tyrol(), graph=tyrol().graph.put(*edges)))
    found = len([one for one in root.iter(f"{SVG}path") if one.get("fill") == "#24506b"])
    return found - 2 * ("crossing" in names(root))


def test_what_leads_over_water_is_an_arrow_and_one_way_has_one_head() -> None:
    strait = (Feature("strait"),)
    assert heads() == 0
    assert heads(Edge(S("a0"), S("isles"), across=strait, status="added")) == 2
    assert heads(Edge(S("isles"), S("a0"), across=strait, status="added", one_way=True)) == 1
    assert heads(Edge(S("a0"), S("isles"), across=strait, status="forbidden")) == 0


# --- hexes ----------------------------------------------------------------------------------------------------------


def test_hexes_show_numbers_names_terrain_and_what_lies_on_their_sides() -> None:
    sheet = danube()
    root = drawn(sheet)
    assert sheet.hexes is not None
    assert {sheet.hexes.numbers.of(hex) for hex in sheet.hexes.grid} <= names(root)
    assert {"Ulm", "Günz", "Danube", "hill", "woods", "mountain", "river", "road"} <= names(root)


def test_terrains_reach_into_each_other_on_paper_as_on_the_screen() -> None:
    sheet = danube()
    shown, straight = drawn(sheet), drawn(sheet, hexes=HexStyle(transitions=False))
    lines = [one for one in shown.iter() if one.get("stroke") == EDGE]
    assert lines
    assert not any(one.get("stroke") == EDGE for one in straight.iter())
    assert texts(shown) == texts(straight)


def test_terrain_names_are_written_into_hexes_if_asked_and_names_of_towns_stay() -> None:
    sheet = danube()
    plain, told = texts(drawn(sheet)), texts(drawn(sheet, hexes=HexStyle(words=True)))
    board = sheet.hexes
    assert board is not None
    rest = list(told)
    for text in plain:
        rest.remove(text)
    named = {word for terrains in board.terrain.sets for word in terrains}
    assert {word for line in rest for word in line.replace(",", " ").split()} <= {
        part for word in named for part in word.split("_")
    }
    painted = sum(bool(board.terrain.of(hex)) for hex in board.grid)
    assert len(rest) == 2 * painted > 0, "each is written twice, with a rim of paper first"


def test_no_path_is_longer_than_readers_take() -> None:
    from sandtable.board.hex_board import HexBoard
    from sandtable.board.hexes import HexGrid

    board = HexBoard.blank(HexGrid(70, 60))
    board.terrain.paint(list(board.grid)[:3_000], "woods")
    root = drawn(Map(MapInfo("large", "Large"), hexes=board))
    assert max(len(one.get("d", "")) for one in root.iter(f"{SVG}path")) < 60_000


# --- pen and labels -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "text"),
    [(1.0, "1"), (0.004, "0"), (-0.004, "0"), (2.5, "2.5"), (-3.456, "-3.46"), (1e6, "1000000"), (100.0, "100")],
)
def test_numbers_are_short(value: float, text: str) -> None:
    assert number(value) == text


def test_a_group_without_anything_in_it_is_not_written() -> None:
    pen = Pen()
    with pen.group(fill="none"):
        pen.path("")
    assert pen.text() == "\n"
    assert line_of([]) == ""


def test_names_keep_off_each_other_and_off_signs() -> None:
    labels = Labels(200, 100)
    label = Label(("Tyrol",), 10, "#000000")
    labels.block((90, 40, 110, 60))
    assert not labels.put([(label, 100, 50)])
    assert labels.put([(label, 100, 50), (label, 100, 80)])
    assert not labels.put([(label, 105, 82)])
    assert not labels.put([(label, 1, 50)])  # beyond the paper
    assert [(one.x, one.y) for one in labels.set] == [(100, 80)]


def test_lines_of_a_map_are_drawn_by_their_kind() -> None:
    import shapely

    lines = tuple(
        MapLine(kind, kind, shapely.LineString([(0, 0), (1, 1)]), kind.title()) for kind in ("river", "road", "ridge")
    )
    assert {"River", "Road", "Ridge"} <= set(titles(drawn(replace(tyrol(), lines=lines))))
