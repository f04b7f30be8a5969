"""Pieces picked up and put down on the map: what that may mean, and why not."""

from __future__ import annotations

import pytest

from sandtable.engine import EndStep, Referee
from sandtable.engine.running.offers import Offer, offers
from sandtable.play.turn import carrying
from sandtable.play.turn.places import Places
from tests.games.fords import Leap, Levy, March, Rest
from tests.games.fords.at_the_fords import ONCE, ONE, THREE, TWO, at_march, offer_of, places


def open_offers(referee: Referee) -> list[Offer]:
    assert referee.prompt is not None
    (ask,) = referee.prompt.open
    return offers(referee.view(ask.side), ask)


def test_a_piece_is_taken_up_for_all_that_it_may_do() -> None:
    referee = at_march()
    taken = list(carrying.taking(open_offers(referee), [ONE], places(referee)))
    assert [offer.kind for offer in taken] == [March, Rest, Levy]
    assert [offer.filled for offer in taken] == [{"corps": ONE}, {"corps": (ONE,)}, {"corps": ONE}]
    assert list(carrying.taking(open_offers(referee), ["Red 1"], places(referee))) == []


def test_a_piece_carried_to_a_place_marches_there_by_the_cheapest_way() -> None:
    referee = at_march()
    ways, refused = carrying.ways_to_carry(open_offers(referee), [ONE], "gorse_hill", places(referee))
    assert [way.action() for way in ways] == [March(ONE, ("birchley", "cranmere", "gorse_hill"))]
    assert refused == []


def test_a_place_that_cannot_be_reached_says_why() -> None:
    referee = at_march(March(ONE, ("birchley",)))
    ways, refused = carrying.ways_to_carry([offer_of(referee, March)], [ONE], "cranmere", places(referee))
    assert ways == []
    found = carrying.gather_objections("Not to Cranmere", refused)
    assert found.title == "Not to Cranmere"
    assert found.lines() == [ONCE]
    assert found.action == March(ONE, ("cranmere",))  # the one thing that the table may be asked to allow


def test_what_leads_nowhere_near_says_nothing() -> None:
    referee = at_march()
    assert carrying.ways_to_carry([offer_of(referee, Levy)], ["Red 1"], "cranmere", places(referee)) == ([], [])


def test_several_pieces_are_taken_by_a_field_that_takes_several() -> None:
    referee = at_march()
    held = carrying.with_pieces(offer_of(referee, Rest), [TWO, ONE], places(referee))
    assert held is not None
    assert held.filled == {"corps": (ONE, TWO)}
    assert carrying.with_pieces(offer_of(referee, Rest), [ONE, TWO, THREE], places(referee)) is None
    assert carrying.with_pieces(offer_of(referee, March), [ONE, TWO], places(referee)) is None


def test_of_a_kind_and_its_special_case_the_plain_one_is_meant() -> None:
    class Forced(March, frozen=True):
        """March twice."""

    march, rest = offer_of(at_march(), March), offer_of(at_march(), Rest)
    forced = march.__class__(march.game, march.ask, March)
    forced.kind = Forced
    assert carrying.plain([forced, march, rest]) == [march, rest]
    assert carrying.plain([forced]) == [forced]


def test_a_place_is_known_by_the_id_that_actions_name_it_by() -> None:
    there = Places(None, [("3", "0303")])  # type: ignore[list-item]  # an id of a map
    assert (there.spot("3"), there.id_of("0303"), there.id_of("0404")) == ("0303", "3", "0404")
    assert there.spot(("3", 2)) == "0303"
    assert [there.is_in_play(space) for space in ("0303", "0304")] == [True, False]


@pytest.mark.parametrize("on", [(), ("leaps",)])
def test_a_leap_is_a_choice_of_neighbours(on: tuple[str, ...]) -> None:
    referee = at_march(on=on)
    ways, _ = carrying.ways_to_carry(open_offers(referee), [ONE], "birchley", places(referee))
    assert {way.kind for way in ways} == {March, Leap} if on else {March}
    assert EndStep not in {way.kind for way in ways}
