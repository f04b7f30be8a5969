"""What values of a field are called, and what is told of them to help to choose."""

from __future__ import annotations

from sandtable.engine import in_a_row
from sandtable.play.words.naming import OfferedValues, name_value
from sandtable.play.words.wording import describe
from sandtable.present.presentation import board
from tests.games.fords import Leap, Levy, March, Rest
from tests.games.fords.at_the_fords import ONCE, ONE, TWO, at_march, offer_of


def test_a_space_is_called_by_its_name_where_there_is_a_map() -> None:
    game = at_march().game
    there = board(game)
    assert name_value(game, March, "way", "gorse_hill", there) == "Gorse Hill"
    assert name_value(game, March, "way", "gorse_hill") == "Gorse Hill"
    assert name_value(game, March, "way", ("birchley", "gorse_hill"), there) == "Birchley, Gorse Hill"


def test_shares_flags_and_nothing_are_said_in_words() -> None:
    game = at_march().game
    assert name_value(game, Rest, "corps", ((ONE, 2), (TWO, 1))) == "Blue 1: 2, Blue 2: 1"
    assert (name_value(game, Rest, "corps", ()), name_value(game, Rest, "corps", True)) == ("none", "yes")
    assert (describe(()), describe(False), describe("a\x1b[31mb")) == ("none", "no", describe("a\x1b[31mb"))
    assert "\x1b" not in describe("a\x1b[31mb")


def test_a_piece_is_told_with_where_it_stands() -> None:
    values = OfferedValues(offer_of(at_march(), March), "corps")
    assert "in Aldbrook" in values.facts(ONE)
    assert values.facts("nobody") == ""


def test_what_is_possible_is_found_out_once() -> None:
    offer = offer_of(at_march(March(ONE, ("birchley",))), March)
    values = OfferedValues(offer, "corps")
    assert not values.is_possible(ONE)
    assert values.is_possible(TWO)
    found = values.objection_to(ONE)
    assert found is not None
    assert found.lines() == [ONCE]
    assert values.objection_to(TWO) is None


def test_a_text_may_mean_what_is_not_on_offer() -> None:
    referee = at_march()
    assert OfferedValues(offer_of(referee, March), "corps").meant_by("red 1") == "Red 1"
    assert OfferedValues(offer_of(referee, March), "corps").meant_by("blue") is None  # it may be any of them
    assert OfferedValues(offer_of(referee, Rest), "corps").meant_by("Blue 1, red 2") == ("Blue 1", "Red 2")
    levy = OfferedValues(offer_of(referee, Levy).fill(corps=ONE), "factors")
    assert [levy.meant_by(text) for text in ("9", "-2", "²", "many")] == [9, -2, None, None]


def test_what_there_is_to_choose_instead_is_told_by_name() -> None:
    offer = offer_of(at_march(on=("leaps",)), Leap).fill(corps=ONE)
    values = OfferedValues(offer, "to", board(offer.game))
    found = values.objection_to("marlow")
    assert found is not None
    assert found.title == "Not Marlow"
    there = in_a_row(map(values.name, values.offer.domain("to")))
    assert found.lines() == [f"Marlow cannot be chosen: only {there} can"]
    assert "Birchley" in there
