"""Who threw what, and the luck of each side in exact numbers."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from msgspec.structs import replace

from sandtable.engine.running.chance import ThrowResult
from sandtable.engine.running.dice import Dice
from sandtable.play.record.dice_luck import Luck, SideThrow, decimal, luck_of, luck_rows, per_cent, throws_of
from sandtable_twin_rivers import BLUE, RED
from tests.plugins.test_twin_rivers import on_the_map, unit

D6 = Dice(1, 6)


def test_a_throw_is_its_throwers_and_not_that_of_who_answered() -> None:
    """Blue opens the battle; both throw."""
    play = on_the_map(unit("Blue 1", "Fenwick"), unit("Red 1", "Fenwick"), at="Blue: battle", dice=[6, 1])
    thrown = list(throws_of(play.game, play.referee.journal, (BLUE, RED)))
    assert [(one.side, one.throw.total) for one in thrown] == [(BLUE, 6), (RED, 1)]


def test_where_no_rule_said_who_threw_it_is_whom_the_reason_names_first() -> None:
    play = on_the_map(unit("Blue 1", "Fenwick"), unit("Red 1", "Fenwick"), at="Blue: battle", dice=[6, 1])
    for ply in play.referee.journal.line():
        contents = ply.contents
        assert not callable(contents)
        ply.contents = replace(contents, throws=tuple(replace(one, side="") for one in contents.throws))
    assert [one.side for one in throws_of(play.game, play.referee.journal, (BLUE, RED))] == [BLUE, RED]


def thrown(side: str, dice: str, *faces: int) -> SideThrow:
    return SideThrow(1, side, ThrowResult(dice, faces, "why", "X-1"))


def test_luck_is_counted_by_side_and_kind_of_die() -> None:
    luck = luck_of(
        [thrown("Red", "2d6", 6, 5), thrown("Blue", "1d6", 1), thrown("Red", "1d6", 4), thrown("Red", "1d00-99", 7)]
    )
    assert [(one.side, one.die.kind, one.count, one.thrown, one.expected) for one in luck] == [
        ("Blue", "d6", 1, 1, Fraction(7, 2)),
        ("Red", "d6", 3, 15, Fraction(21, 2)),
        ("Red", "d00-99", 1, 7, Fraction(99, 2)),
    ]


@pytest.mark.parametrize("count", [1, 2, 4])
@pytest.mark.parametrize("die", [D6, Dice(1, 10, 0)])
def test_how_likely_a_sum_or_more_is_agrees_with_counting_it_out(count: int, die: Dice) -> None:
    rolls = [sum(faces) for faces in product(die.numbers, repeat=count)]
    for total in {min(rolls), max(rolls), sum(rolls) // len(rolls)}:
        assert Luck("Blue", die, count, total).as_high == Fraction(sum(one >= total for one in rolls), len(rolls))


def test_of_very_many_dice_it_is_not_counted_out() -> None:
    assert Luck("Blue", D6, 401, 1400).as_high is None
    assert Luck("Blue", D6, 400, 1400).as_high is not None


def test_numbers_are_told_exactly() -> None:
    assert [decimal(Fraction(half, 2)) for half in (-7, -1, 0, 21)] == ["-3.5", "-0.5", "0", "10.5"]
    assert [per_cent(Fraction(*share)) for share in ((1, 6), (1, 1), (1, 2000))] == ["16.7%", "100.0%", "0.1%"]


def test_a_row_says_what_was_thrown_and_what_dice_show_on_average() -> None:
    play = on_the_map(unit("Blue 1", "Fenwick"), unit("Red 1", "Garth"))
    (row,) = luck_rows(play.game, luck_of([thrown("Blue", "2d6", 6, 5)]))
    assert row == ("Blue", "2 d6", "11", "7", "+4", "8.3%")
