"""Evolutions: what one makes of a pose, where it leads nowhere, and a text that is none."""

from pathlib import Path

import pytest

from sandtable.board import Evolution, Facing, Pose, SpaceId, read_evolutions
from sandtable.engine import Invalid
from tests.games.heath import heath

HERE = SpaceId("0302")


def test_an_advance_moves_what_it_names_and_says_what_it_enters_and_goes_through() -> None:
    hexes = heath().by_number
    facing = Facing.side(3)
    there = hexes.step(HERE, 3)
    assert there is not None
    done = Evolution("advance", "column", ((0, 0),)).take(hexes, Pose((HERE,), facing, "column"))
    assert done is not None
    assert done.pose == Pose((there,), facing, "column")
    assert done.entered == (there,)
    assert done.ground == tuple(sorted(set(hexes.ground(HERE, 3))))


def test_a_line_is_formed_beside_the_hex_that_stays() -> None:
    hexes = heath().by_number
    done = Evolution("form", "line", ((0,), (0, 1)), turn=-1).take(hexes, Pose((HERE,), Facing.side(3), "column"))
    assert done is not None
    assert done.pose.hexes == (HERE, hexes.step(HERE, 4))
    assert done.pose.formation == "line"
    assert done.pose.facing == Facing.side(3).rotate(-1)
    assert len(done.entered) == 1  # the hex that stays is not entered


def test_off_the_map_leads_no_evolution() -> None:
    hexes = heath().by_number
    corner = next(iter(hexes))
    off = next(k for k in range(6) if hexes.step(corner, k) is None)
    assert Evolution("advance", "column", ((0, 0),)).take(hexes, Pose((corner,), Facing.side(off), "column")) is None


def test_a_hex_that_a_pose_has_not_is_named() -> None:
    about = Evolution("about", "line", ((1,), (0,)), turn=6)
    with pytest.raises(Invalid, match="'about' moves hex 1 of a pose that has 1"):
        about.take(heath().by_number, Pose((HERE,), Facing.side(0), "column"))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('line = [{ name = "advance", to = "line" }]', "missing required field `moves`"),
        (
            'line = [{ name = "advance", to = "line", moves = [[0, 1, 2]] }]',
            r"not a list of \[hex\]",
        ),
        ('line = [{ name = "advance", to = "line", moves = [] }]', "the moves of 'advance'"),
        ("line = [", "is not a list of evolutions"),
    ],
)
def test_a_text_that_is_none_is_refused_by_name(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "evolutions.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(Invalid, match=rf"evolutions.toml.*{says}|{says}"):
        read_evolutions(path)
