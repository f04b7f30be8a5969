"""What is told of pieces that are put down where they cannot go, in this step or at all."""

from __future__ import annotations

from sandtable.engine import Referee
from sandtable.engine.running.offers import Offer, offers
from sandtable.play.turn import carrying
from sandtable.play.turn.draft import OfferDraft
from sandtable.play.turn.drop_objections import Drop, objection_outside
from sandtable.play.turn.places import Places
from sandtable.present import presentation
from tests.games.fords import March, fords
from tests.games.fords.at_the_fords import FAMILY, ONCE, ONE, at_march, offer_of, places


def objections_to(referee: Referee, piece: str, space: str) -> tuple[str, list[str]]:
    """Put a piece down, as the first side that is asked; return what is told."""
    assert referee.prompt is not None
    ask = referee.prompt.open[0]
    view = referee.view(ask.side)
    open_now = offers(view, ask)
    shut = [Offer(view, ask, kind) for kind in ask.kinds if kind not in {offer.kind for offer in open_now}]
    ways, refused = carrying.ways_to_carry(open_now, [piece], space, places(referee))
    assert ways == []
    found = Drop(view, ask, places(referee), [piece], piece, space).objection(refused, shut)
    return found.title, found.lines()


def test_in_a_wrong_step_the_right_one_is_named_and_what_comes_first() -> None:
    referee = Referee.begin(FAMILY, FAMILY.scenario("fords").rows(), board=fords()).open()
    assert objections_to(referee, ONE, "birchley") == (
        "Cannot go to Birchley",
        ["Blue 1 can be moved in March — answer the question first: Write your orders"],
    )


def test_a_piece_of_another_side_is_said_to_be_that() -> None:
    assert objections_to(at_march(), "Red 1", "birchley") == (
        "Cannot go to Birchley",
        ["Red 1 is moved by Red, and now Blue is asked"],
    )


def test_what_a_rule_says_is_told_with_the_rule_and_nothing_else() -> None:
    referee = at_march(March(ONE, ("birchley",)))
    assert objections_to(referee, ONE, "cranmere") == ("Cannot go to Cranmere", [ONCE])


def test_what_is_no_piece_goes_nowhere() -> None:
    _, lines = objections_to(at_march(), "nobody", "birchley")
    assert lines == ["No action takes nobody to Birchley now — choose another place, or an action from the list"]


def test_outside_the_scenario_nothing_is_asked_of_the_rules() -> None:
    referee = at_march()
    board = presentation.board(referee.game)
    here = Places(board, [("birchley", "birchley")])  # type: ignore[list-item]  # an id of a map
    says = ["Cranmere is not part of this scenario (CORE-places) — choose a place where the game is played"]
    assert objection_outside(referee.game, here, "birchley") is None
    found = objection_outside(referee.game, here, "cranmere")
    assert found is not None
    assert found.lines() == says
    draft = OfferDraft(offer_of(referee, March).fill(corps=ONE), board, here)
    pointed = draft.why_not_spot("cranmere")
    assert pointed is not None
    assert pointed.lines() == says
