"""Lines of a legend are told apart by everybody: by colour where that does, else by a pattern."""

from __future__ import annotations

from itertools import pairwise

import pytest

from sandtable.board.spaces import SpaceId
from sandtable.present import MapMode
from sandtable.present.telling_apart import PATTERNS, look_alike, patterns_of
from sandtable_empires.colours import COLOURS
from sandtable_empires.present import SHADES


def mode(*colours: str, hatched: frozenset[SpaceId] = frozenset()) -> MapMode:
    spaces = [SpaceId(f"s{at}") for at in range(len(colours))]
    return MapMode(
        key="m", title="M", fills=dict(zip(spaces, colours, strict=True)), hatched=hatched,
        legend=tuple((colour, f"line {at}") for at, colour in enumerate(colours)),
        lines={space: at for at, space in enumerate(spaces)},
    )  # fmt: skip


def test_colours_that_do_are_left_alone() -> None:
    assert patterns_of(mode("#000000", "#ffffff", "#0072b2")).spaces == {}


@pytest.mark.parametrize("count", [2, 8, 16, 56])
def test_provinces_are_told_apart_as_long_as_there_are_patterns(count: int) -> None:
    assert count <= len(SHADES) * len(PATTERNS)
    colours = [SHADES[at % len(SHADES)] for at in range(count)]
    found = patterns_of(mode(*colours)).lines
    assert len(set(zip(colours, found, strict=True))) == count
    assert set(found[: len(SHADES)]) == {"plain"}


def test_when_all_patterns_are_taken_the_likest_are_kept_apart() -> None:
    """Ten greys and a white: the white needs none, and greys of one pattern are not neighbours in the row."""
    greys = [f"#{value:02x}{value:02x}{value:02x}" for value in range(0x70, 0x84, 2)]
    found = patterns_of(mode(*greys, "#ffffff")).lines
    assert found[-1] == "plain"
    assert all(one != other for one, other in pairwise(found))


def test_red_and_green_look_alike_to_some() -> None:
    assert look_alike("#b3262b", "#6b5a1f")
    assert not look_alike("#b3262b", "#2b4f9e")
    assert look_alike("#b9cfe4", "#b9cfe4")


def test_the_nations_of_the_peninsula_are_told_apart() -> None:
    colours = [COLOURS[one][0] for one in ("France", "Great Britain", "Spain", "Portugal")]
    found = patterns_of(mode(*colours))
    for at, one in enumerate(colours):
        for other in range(at):
            assert not look_alike(one, colours[other]) or found.lines[at] != found.lines[other]


def test_what_a_game_hatches_stays_hatched() -> None:
    space = SpaceId("s0")
    found = patterns_of(mode("#123456", "#fedcba", hatched=frozenset({space})))
    assert found.spaces == {space: "rising"}
    assert found.lines == ("rising", "plain")


def test_colours_that_are_none_are_black() -> None:
    assert look_alike("no colour", "#000000")
