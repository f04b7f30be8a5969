"""The same thing done for many at once: each in turn, as long as the step lasts, and until something is taken back."""

from __future__ import annotations

import pytest

from sandtable.engine import EndStep, InstalledGame, Referee
from sandtable.engine.running.chance import SeededDice
from sandtable.engine.running.offers import Offer, offers
from sandtable.play.table.sitting import Wishes, assign_seats
from sandtable.play.turn.draft import OfferDraft
from sandtable.play.turn.entries import ListEntry
from sandtable.play.turn.many import ManyAtOnce, values_for_all, values_in_one_way
from sandtable_empires.campaign.order import TakePlace
from sandtable_empires.land.foraging import Forage
from sandtable_empires.maps.europe_1805 import europe_1805
from sandtable_empires.model import Corps, CorpsId
from sandtable_empires.system import EMPIRES
from sandtable_empires.testing.peninsula import rows
from tests.games.fords import Levy, March
from tests.games.fords.at_the_fords import ONE, THREE, TWO, at_march, offer_of
from tests.games.fords.at_the_fords import play as answer


@pytest.fixture
def supply() -> Referee:
    """Come to the supply of France in May 1808: six corps must be fed, and there is no depot."""
    seated = assign_seats(list(rows()), Wishes(seats="one"))
    referee = Referee.begin(InstalledGame(EMPIRES), seated, source=SeededDice("1808"), board=europe_1805()).open()
    for action in (TakePlace(1), EndStep(), EndStep()):
        answer(referee, action)
    return referee


def offered(referee: Referee) -> list[Offer]:
    assert referee.prompt is not None
    ask = referee.prompt.open[0]
    return offers(referee.view(ask.side), ask)


def forage_all(referee: Referee) -> tuple[ManyAtOnce, list[CorpsId]]:
    """Begin to have all forage; return what is left of it, and the corps."""
    draft = asked_first(OfferDraft(offered(referee)[0]))
    many, corps = ManyAtOnce(referee), values_for_all(draft)
    many.begin(draft.offer, draft.field, corps)
    return many, corps


def asked_first(draft: OfferDraft) -> OfferDraft:
    assert isinstance(draft.entry, ListEntry)
    draft.entry.put_possible_first(60)
    return draft


def test_all_corps_forage_one_after_the_other(supply: Referee) -> None:
    many, corps = forage_all(supply)
    assert len(corps) == len([one for one in supply.game[Corps].where("side", "France") if one.area is not None])
    done: list[object] = []
    while (action := many.next_action(offered(supply))) is not None:
        answer(supply, action)
        done.append(action)
    assert done == [Forage(one) for one in corps]
    assert not many.is_left()


def test_what_was_taken_back_ends_it(supply: Referee) -> None:
    many, _ = forage_all(supply)
    for _ in range(2):
        action = many.next_action(offered(supply))
        assert action is not None
        answer(supply, action)
        assert many.is_left()
    supply.history.undo(None, agreed=True)
    assert not many.is_left()
    assert many.next_action(offered(supply)) is None


def test_what_was_fed_meanwhile_is_left_out(supply: Referee) -> None:
    many, corps = forage_all(supply)
    answer(supply, Forage(corps[0]))
    assert many.next_action(offered(supply)) == Forage(corps[1])


def test_another_step_is_not_played_for_it(supply: Referee) -> None:
    many, corps = forage_all(supply)
    for one in corps:
        answer(supply, Forage(one))
    assert not many.is_left()


def test_what_leaves_a_choice_is_not_done_for_all() -> None:
    offer = offer_of(at_march(), Levy)
    assert values_in_one_way(offer, "corps", (ONE, TWO, THREE)) == []
    assert values_for_all(asked_first(OfferDraft(offer))) == []


def test_ways_over_the_map_are_not_done_for_all() -> None:
    assert values_for_all(asked_first(OfferDraft(offer_of(at_march(), March)))) == []
