"""What games can ask ready-made: who stands where, what can be reached."""

from __future__ import annotations

from sandtable.engine import Side, SideId
from sandtable.lint.remarks import (
    EntrySpace,
    PlacedPiece,
    alone,
    beside_on,
    enemy_held,
    out_of_time,
    over_stacked,
    reachable_from,
)
from sandtable.lint.remarks import unreachable as cut_off
from tests.lint.cases.links import way_in
from tests.lint.sheets import isle, plain, without_edges

A, B, C = (Side(SideId(name)) for name in "ABC")


def test_groups_count_apart_and_a_space_without_a_limit_takes_any_number() -> None:
    standing = [PlacedPiece(A, "ash", "Red"), PlacedPiece(B, "ash", "Red"), PlacedPiece(C, "ash", "Blue")]
    assert [one.words for one in over_stacked(standing, lambda space: 1)] == [
        "2 pieces of Red stand in ash, where 1 may: A and B"
    ]
    assert [one.words for one in over_stacked((PlacedPiece(one, "ash") for one in (A, B)), lambda space: 1)] == [
        "2 pieces stand in ash, where 1 may: A and B"
    ]
    assert not list(over_stacked(standing, lambda space: None))
    assert not list(over_stacked(standing, lambda space: 2))


def test_a_leader_wants_a_force_of_his_own() -> None:
    leader, theirs, ours = PlacedPiece(A, "ash", "Red"), PlacedPiece(B, "ash", "Blue"), PlacedPiece(C, "ash", "Red")
    assert len(list(alone([leader], [theirs]))) == 1
    assert not list(alone([leader], [theirs, ours]))


def test_what_comes_in_where_both_are_is_not_held_by_the_enemy() -> None:
    entry = EntrySpace(A, "ash", "Red")
    assert len(list(enemy_held([entry], lambda space: ["Blue"]))) == 1
    assert not list(enemy_held([entry], lambda space: ["Blue", "Red"]))
    assert not list(enemy_held([entry], lambda space: []))


def test_dates_count_from_the_first_to_the_last() -> None:
    assert [one.words for one in out_of_time([(A, "when", when) for when in (0, 1, 6, 7)], 1, 6)] == [
        "A is for turn 0, before the first, 1", "A is for turn 7, after the last, 6",
    ]  # fmt: skip


def test_an_entry_without_a_goal_is_left_alone() -> None:
    beside = beside_on(isle())
    assert not list(cut_off([EntrySpace(A, "ash")], beside, lambda entry: ()))
    assert not list(cut_off([EntrySpace(A, "ash")], beside, lambda entry: ("dale", "nowhere")))
    assert [one.space for one in cut_off([EntrySpace(A, "ash")], beside, lambda entry: ("nowhere",))] == ["ash"]


def test_reach_follows_open_edges_one_way_edges_and_what_may_be_entered() -> None:
    assert reachable_from(["ash"], beside_on(isle())) == set(isle().graph.spaces)
    inland = reachable_from(["ash"], beside_on(isle()), lambda id: id in ("birch", "dale"))
    assert inland == {"ash", "birch", "dale"}
    assert reachable_from(["birch"], beside_on(isle()), lambda id: id == "cedar") == {"birch"}  # a corner is no way
    out = beside_on(way_in(out_only=True))
    assert "ash" in reachable_from(["inn"], out)
    assert "inn" not in reachable_from(["ash"], out)


def test_from_hex_to_hex_by_their_numbers() -> None:
    beside = beside_on(plain(cut=(0, 1)))
    assert set(beside("0101")) == {"0102"}
    assert len(reachable_from(["0101"], beside)) == 29
    assert list(beside("9999")) == []


def test_a_closed_edge_leads_nowhere() -> None:
    sheet = without_edges(isle(), ("ash", "cedar"), ("cedar", "dale"), ("cedar", "mere"))
    assert reachable_from(["cedar"], beside_on(sheet)) == {"cedar"}
