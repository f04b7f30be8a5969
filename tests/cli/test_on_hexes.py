"""A way of poses at the terminal: how to stand at a hex is asked, prices are in their unit, and why not further."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from sandtable.cli.talk.typed_way import TypedWay
from sandtable.engine import Allowance, CostUnit, InstalledGame
from sandtable.play.begin.starts import Start
from sandtable.play.table.sitting import Wishes, begin
from sandtable.play.turn.entries.entry import BARE
from sandtable_drill_ground.model import Unit, UnitId
from sandtable_drill_ground.system import DRILL_GROUND
from tests.cli.by_name import Typist
from tests.games.plain_ways import plain_ways


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Typist]:
    """Sit down at the drill ground: one seat for both sides."""
    family = InstalledGame(DRILL_GROUND)
    sitting = begin(Start(family, family.system.scenarios[0]), Wishes(seed="1", seats="one"), tmp_path / "t.campaign")
    yield Typist(sitting)
    sitting.referee.sink.close()


def test_many_goals_are_told_by_their_hexes_without_numbers(table: Typist) -> None:
    """A digit belongs to the name of a hex: no place in a list stands before it, for none could be typed."""
    said = table.type("March > Blue 1st")
    assert "  2 movement points: 0611, 0712, 0812, 0713, 0612" in said
    assert "  a place to see how to stand there, via and a name to go there first" in said
    assert not any(re.search(r"\b\d{1,3} \d{4}", line) for line in said)


def test_a_hex_with_several_poses_asks_which(table: Typist) -> None:
    table.type("March > Blue Battery")
    said = table.type("1112")
    assert said[:3] == [
        "  1112: how?",
        "  1112 column facing north       1 movement point",
        "  1112 column facing north-west  2 movement points  via 1112 column facing north",
    ]
    assert table.talk.game[Unit][UnitId("Blue Battery")].hexes == ("1113",)
    assert "The Blue Battery marches to 1112 column facing south-west" in table.type("column south-west")


def test_a_hex_and_the_pose_there_are_said_on_one_line(table: Typist) -> None:
    assert "The Blue 2nd marches to 1012+0912 line facing south-south-west" in table.type(
        "March > Blue 2nd > 0912 > line south-south-west"
    )


def test_the_only_pose_at_a_hex_may_be_named_all_the_same(table: Typist) -> None:
    """Who always types how a unit stands is not told that this once it is too much; another pose is no answer."""
    with pytest.raises(AssertionError, match="'column south' is more than March needs"):
        table.type("March > Blue Guard > 1609 > column south")
    assert "The Blue Guard marches to 1609 column facing north" in table.type(
        "March > Blue Guard > 1609 > column north"
    )


def test_another_pose_may_be_named_after_a_hex(table: Typist) -> None:
    table.type("March > Blue Battery > 1112")
    assert "The Blue Battery marches to 1113 column facing south-east" in table.type("1113 column south-east")


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (
            "0101",
            "no way leads to '0101': The way there costs 22 movement points (advance 17, turn 2, slope 1, stream 2,",
        ),
        ("1610", "no way leads to '1610': Guns cannot enter the wood in 1610 (DRILL-2.6)"),
        ("the wood", "no way leads to 'the wood': Guns cannot enter the wood in 1509 (DRILL-2.6)"),
        ("1012", "no way leads to '1012': 1012 is taken by the Blue 2nd (DRILL-2.4)"),
        ("9999", "no way leads to '9999': type a name from the list"),
    ],
)
def test_a_hex_to_which_no_way_leads_says_why(table: Typist, line: str, says: str) -> None:
    table.type("March > Blue Battery")
    with pytest.raises(AssertionError, match=re.escape(says)):
        table.type(line)


def test_why_not_is_asked_of_a_hex(table: Typist) -> None:
    table.type("March > Blue Battery")
    assert table.type("? 1112") == ["1112: possible, 1 movement point: advance 1 (DRILL-2.2)"]
    assert table.type("? 1012") == ["1012: not possible now", "  - 1012 is taken by the Blue 2nd (DRILL-2.4)"]
    dear = "The way there costs 5 movement points (advance 3, stream 2, DRILL-2.3), and 4 can be spent (DRILL-2.2)"
    assert table.type("? 1110") == ["1110: not possible now", f"  - {dear}"]


def test_prices_are_told_in_their_unit() -> None:
    """Of 33 sixths nobody speaks: that is 5½."""
    ways = plain_ways("z", {"z": "ab", "a": "", "b": ""}.__getitem__, 60, {"a": 33, "b": 6}.__getitem__)
    ways.allowance = Allowance(60, unit=CostUnit("points", 6))
    shown = [line.text for line in TypedWay(ways, BARE).show()]
    assert shown[:2] == ["  1  b  1 point", "  2  a  5½ points"]


def test_a_step_that_has_no_title_is_called_by_its_key_with_a_capital(table: Typist) -> None:
    assert "  0  End step  Next: Reckoning" in table.type("end")
