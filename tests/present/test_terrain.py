"""How terrain looks: the same on the screen and on paper, whatever a designer calls it."""

from __future__ import annotations

import pytest

from sandtable.interchange.svg.colours import terrain_colours
from sandtable.present.terrain import ALIKE, LOOKS, STRANGE, look_of


@pytest.mark.parametrize(
    ("called", "looks"),
    [
        ("forest", "forest"),
        ("Woods", "forest"),
        ("heavy_woods", "forest"),
        ("orchard", "orchard"),
        ("walled_farm_church", "village"),
        ("mountains", "mountain"),
        ("steppe", "steppe"),
        ("river_hex", "water"),
        ("", "clear"),
    ],
)
def test_a_terrain_looks_like_the_word_it_holds(called: str, looks: str) -> None:
    assert look_of(called) is LOOKS[looks]


def test_a_strange_word_has_always_the_same_look() -> None:
    assert look_of("glacis") is look_of("glacis")
    assert look_of("glacis") in STRANGE


def test_paper_has_the_tints_of_the_screen() -> None:
    words = [word for word in (*LOOKS, *ALIKE, "glacis") if word]
    assert terrain_colours(words) == {word: look_of(word).day for word in sorted(set(words))}
