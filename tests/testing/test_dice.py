"""Scripted dice: in order, by their reasons, what is left of them, and throws that tell why they were made."""

from __future__ import annotations

import pytest

from sandtable.engine import Invalid
from tests.testing.rivers import battle


def test_dice_are_scripted_by_reason_whatever_the_order_of_the_throws() -> None:
    play = battle(dice={"Red fires": 6, "Blue fires": 2})
    assert play.throws == [2, 6]
    assert play.left == []


def test_a_reason_may_have_several_outcomes_and_what_has_none_takes_the_rest() -> None:
    play = battle(dice={"Red fires": [6, 5], "": [1, 2, 3]})
    assert play.throws == [1, 6]
    play.until(lambda play: len(play.throws) == 4)
    assert play.throws == [1, 6, 2, 5]
    assert play.left == [3]


def test_of_two_reasons_that_fit_the_longer_counts() -> None:
    assert battle(dice={"fires": [1], "Blue fires at Garth": 6}).throws == [6, 1]


def test_a_throw_without_an_outcome_names_its_reason_and_what_is_left() -> None:
    with pytest.raises(Invalid, match=r"no scripted outcome is left for 1d6 \(Red fires at Garth\).*Redd fires: 4"):
        battle(dice={"Blue fires": 2, "Redd fires": 4})


def test_what_is_left_over_is_told_with_its_reason() -> None:
    play = battle(dice={"": [2, 6], "Blue straggles": [3, 4]})
    assert play.left == [3, 4]
    assert repr(play.left) == "[3 (Blue straggles), 4 (Blue straggles)]"
    assert battle(dice=[2, 6, 5]).left == [5]


def test_faces_can_be_scripted_by_reason() -> None:
    assert battle(dice={"fires": [(3,), (4,)]}).throws == [3, 4]


def test_more_can_be_scripted_later_in_order_or_by_reason() -> None:
    play = battle(dice=[2, 6])
    play.script(1, 2)
    play.script({"Red fires": 6})
    play.until(lambda play: len(play.throws) == 4)
    assert play.throws == [2, 6, 1, 6]
    assert play.left == [2]


def test_a_throw_tells_its_reason_its_rule_and_its_faces() -> None:
    throw = battle(dice=[2, 6]).throws[0]
    assert (throw, throw.why, throw.rule, throw.faces) == (2, "Blue fires at Garth", "TR-3-fire", (2,))
    assert repr(throw) == "2 (Blue fires at Garth, TR-3-fire)"
