"""What the table does beside the rules of play reads as sentences in the log."""

from __future__ import annotations

from sandtable.engine import Choices
from sandtable.engine.referee.referee import Referee
from sandtable.engine.state.rows import Proposal
from tests.games.fords import Corps, March
from tests.games.fords.at_the_fords import ONE, at_march

SEATS = "Anna=Blue,Bernd=Red"


def last(referee: Referee) -> str:
    return referee.journal[referee.journal.head].says


def proposal_of(referee: Referee) -> str:
    return next(iter(referee.game[Proposal])).id


def test_options_are_proposed_agreed_and_declined_by_their_titles() -> None:
    referee = at_march(seats=SEATS)
    referee.council.propose_options("Anna", Choices(frozenset({"mud"})), 2)
    assert last(referee) == "Anna proposes to switch mud on from round 2 on"
    referee.council.agree("Bernd", proposal_of(referee))
    assert last(referee) == "Bernd agrees to switch mud on from round 2 on"
    referee.council.propose_options("Anna", Choices(), 1)
    assert last(referee) == "Anna proposes to leave the options as they are"


def test_a_proposal_is_declined_in_a_sentence() -> None:
    referee = at_march(seats=SEATS)
    referee.council.propose_options("Anna", Choices(frozenset({"mud"})))
    referee.council.decline("Bernd", proposal_of(referee))
    assert last(referee) == "Bernd does not agree to switch mud on"


def test_a_correction_says_whose_field_was_what_and_is_what() -> None:
    referee = at_march(seats=SEATS)
    referee.council.propose_correction("Anna", referee.game[Corps][ONE], area="cranmere")
    assert last(referee) == "Anna proposes to correct Corps Blue 1: area from Aldbrook to Cranmere"
    referee.council.agree("Bernd", proposal_of(referee))
    ply = referee.journal[referee.journal.head]
    assert ply.says == "Bernd agrees to correct Corps Blue 1: area from Aldbrook to Cranmere"
    assert [note.text for note in ply.notes] == ["Corps Blue 1: area corrected from Aldbrook to Cranmere"]


def test_an_overruling_says_what_it_allows() -> None:
    referee = at_march(March(ONE, ("birchley",)), seats=SEATS)
    referee.council.propose_overruling("Anna", March(ONE, ("aldbrook",)), "Blue")
    assert last(referee).startswith("Anna proposes to allow what was refused: ")
