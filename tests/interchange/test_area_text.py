"""A map of areas written by hand: its lines meet, its roads and rivers are there, and what is wrong is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.board import SpaceId
from sandtable.engine import Invalid
from sandtable.interchange import read_area_map

TEXT = """
key = "meadows"
title = "The Meadows"
roads = [["West", "East"]]
[corner]
a = [0, 0]
b = [100, 0]
c = [200, 0]
d = [200, 100]
e = [100, 100]
f = [0, 100]
[area]
West = { corners = "a b e f", town = [50, 50] }
East = { corners = "b c d e", town = [150, 50], terrain = "wood" }
[river]
Alder = ["b", "West", "e"]
"""


def read(folder: Path, text: str) -> object:
    path = folder / "meadows.toml"
    path.write_text(text, "utf-8")
    return read_area_map(path)


def test_two_areas_share_a_border_that_bends_for_both_alike(tmp_path: Path) -> None:
    path = tmp_path / "meadows.toml"
    path.write_text(TEXT, "utf-8")
    sheet = read_area_map(path)
    assert sheet.areas is not None
    assert sheet.areas.faults() == ()
    assert len(sheet.areas[SpaceId("West")].exterior.coords) > 20  # type: ignore[union-attr]
    edge = sheet.graph.edge(SpaceId("East"), SpaceId("West"))
    assert edge is not None
    assert [feature.kind for feature in edge.across] == ["road"]
    assert [(line.name, line.kind) for line in sheet.lines] == [("Alder", "river")]
    assert (50, 50) in list(sheet.lines[0].geometry.coords)
    assert sheet.graph[SpaceId("East")].get("terrain") == "wood"
    assert read_area_map(path).digest == sheet.digest


@pytest.mark.parametrize(
    ("was", "now", "said"),
    [
        ('"a b e f"', '"a b e x"', "'x'"),
        ('["West", "East"]', '["West", "North"]', "which do not border each other"),
        ("[corner]", "[corners]", "corner"),
    ],
)
def test_what_is_wrong_is_named_with_the_file(tmp_path: Path, was: str, now: str, said: str) -> None:
    with pytest.raises(Invalid, match=r"meadows\.toml") as raised:
        read(tmp_path, TEXT.replace(was, now))
    assert said in str(raised.value)
