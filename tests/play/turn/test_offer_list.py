"""What may be done, as it is listed: numbers that stay within a step, what is possible first, what each comes to."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.engine import Action, EndStep, Pass
from sandtable.engine.running.offers import Offer, offers
from sandtable.play.turn.offer_list import ListedOffer, describe_offer, list_offers
from tests.games.fords import Levy, March, Rest
from tests.games.fords.at_the_fords import ONE, THREE, TWO, at_march
from tests.games.fords.fighting import Retreat


def listed(*played: Action) -> list[ListedOffer]:
    """Return what Blue may do at its march, with these actions played before."""
    referee = at_march(*played)
    assert referee.prompt is not None
    ask = referee.prompt.open[0]
    view = referee.view(ask.side)
    return list_offers(offers(view, ask), ask, view)


def numbers(those: list[ListedOffer]) -> dict[str, int]:
    return {one.offer.label: one.number for one in those}


def test_numbers_stay_when_something_is_not_possible_any_more() -> None:
    before, after = listed(), listed(Rest((ONE, TWO)), Rest((THREE,)))
    assert not next(one for one in after if one.offer.kind is Rest).is_possible
    assert numbers(before) == numbers(after)


def test_what_ends_a_step_has_the_nought() -> None:
    assert numbers(listed())["End step"] == 0


def test_what_is_possible_comes_first() -> None:
    possible = [one.is_possible for one in listed(Rest((ONE, TWO)), Rest((THREE,)))]
    assert possible == sorted(possible, reverse=True)
    assert not all(possible)


def test_the_other_numbers_count_the_kinds_of_the_step() -> None:
    those = listed()
    assert sorted(one.number for one in those) == list(range(len(those)))
    assert numbers(those)[March.label()] != numbers(those)[Levy.label()]


def test_what_ends_a_step_says_what_comes_next() -> None:
    end = next(one.offer for one in listed() if one.offer.kind is EndStep)
    assert describe_offer(end) == "Next: Battle"


def test_what_declines_an_offer_says_what_comes_of_it() -> None:
    referee = at_march()
    assert referee.prompt is not None
    ask = referee.prompt.open[0]
    retreat = replace(ask, kinds=(Retreat,), optional=True)
    assert describe_offer(Offer(referee.view(ask.side), retreat, Pass)) == "Stay and fight another round"
    bare = replace(ask, kinds=(Levy,), optional=True)
    assert describe_offer(Offer(referee.view(ask.side), bare, Pass)) == "Do not levy"
