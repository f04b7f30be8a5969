"""Politics of the Grand Campaign typed at the terminal: proposals, declarations, standing answers, what is new."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.house import House

PROPOSED = (
    "propose alliance > Russia", "propose in words > Prussia > Hanover in exchange", "end",
    "end", "end", "answer a proposal > no", "propose alliance > Austria", "end",
)  # fmt: skip
"""Austria to Prussia, each in its Diplomacy Step."""


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


def play(house: House, *lines: str) -> str:
    """Hold a sitting of the Grand Campaign with these inputs; return what was shown."""
    call = ("play", "grand-campaign-1805", "--new", "--seed", "1805")
    return house.run(*call, typed="".join(f"{line}\n" for line in lines)).stdout


def test_of_a_long_situation_only_what_is_new_is_told_again(house: House) -> None:
    said = play(house, "propose alliance > Russia", "end", "end", "look")
    france, britain = (said.index(f"January 1805 · Diplomacy · {side}") for side in ("France", "Great Britain"))
    assert "Proposed: Austria to Russia: an alliance\nthe rest is as before" in said[france:britain]
    looked = said.index("> look")
    assert "as before" not in said[britain:looked], "nothing is new, and nothing is said"
    assert said[:france].count("Saxon I Corps") == said[looked:].count("Saxon I Corps") == 1
    assert "Saxon I Corps" not in said[france:looked]
    assert "Political status: Austria 23 (Neutral)" in said[:france]


def test_a_proposal_says_how_long_it_waits_and_a_no_is_not_taken_for_hanover(house: House) -> None:
    said = play(house, *PROPOSED)
    assert "Hanover in exchange (waits to the end of February 1805; the only one)" in said
    assert "Prussia refuses what Austria proposes: Hanover in exchange" in said


def test_all_is_no_name_where_each_proposal_wants_an_answer_of_its_own(house: House) -> None:
    said = play(
        house, "propose alliance > Russia", "propose in words > Russia > to be friends", *("end",) * 4,
        "answer a proposal > all",
    )  # fmt: skip
    assert "With none of these is everything said: take one after the other" in said


def test_a_power_that_has_been_asked_is_not_listed_again(house: House) -> None:
    """However many ways there are to fill the terms, none of them can be proposed."""
    asked = 'ask for access > Prussia > Silesia > none > in any case > 0 > 6 > 0 > ""'
    said = play(house, asked, "ask for access", "?")
    assert "not possible now: Prussia (? says why)" in said
    assert "Prussia:\n  - You have proposed access to Prussia this month (BASE-4.1-once)" in said
    assert "5  Magdeburg         home Prussia" in play(house, "ask for access > Prussia"), "no corps: it is a province"


def test_access_that_was_refused_is_said_to_be(house: House) -> None:
    asked = 'ask for access > France > none > none > in any case > 0 > 6 > 0 > ""'
    said = play(house, asked, "end", "answer a proposal > no", "look")
    assert (
        "Access: France lets Austria in to all its land, without garrisons and depots, until June 1805 (refused)"
        in said
    )


def test_a_standing_answer_is_left_at_the_question_by_the_side_that_is_asked(house: House) -> None:
    """One person plays all sides: it is the one that is asked, at a step and at a sealed question."""
    said = play(house, "end always", *("end",) * 6, "pass", "pass always", "standing")
    assert "Austria ends the step “Diplomacy” unless it is called upon, from the next time on\n" in said
    assert "France passes when offered “Declare wars”, from the next time on\n" in said
    assert "Declarations of war · Great Britain" in said
    assert "  2  France passes when offered “Declare wars”" in said
    assert "Austria passes" not in said
