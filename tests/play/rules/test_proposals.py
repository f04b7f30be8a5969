"""What lies on the table, in words."""

from __future__ import annotations

from sandtable.engine import Choices
from sandtable.engine.referee import changes
from sandtable.engine.running.common_actions import EndStep
from sandtable.engine.state.rows import Proposal, StandingAnswer
from sandtable.play.rules.proposals import describe_agreement, describe_proposal, describe_standing, impact_lines
from tests.games.fords import Corps, March, Retreat
from tests.games.fords.at_the_fords import ONE, at_march

SEATS = "Anna=Blue,Bernd=Red"


def test_options_are_told_with_the_round_they_count_from() -> None:
    referee = at_march(seats=SEATS)
    referee.council.propose_options("Anna", Choices(frozenset({"mud"})), 2)
    (proposal,) = referee.game[Proposal]
    assert describe_proposal(referee.game, proposal) == "switch mud on from round 2 on"
    assert describe_agreement(referee.game, proposal) == "waits for Bernd"
    referee.council.agree("Bernd", proposal.id)
    (proposal,) = referee.game[Proposal]
    assert describe_agreement(referee.game, proposal) == "agreed; it takes effect at the end of the step"


def test_a_correction_is_told_field_by_field() -> None:
    referee = at_march(seats=SEATS)
    referee.council.propose_correction("Anna", referee.game[Corps][ONE], area="cranmere")
    (proposal,) = referee.game[Proposal]
    assert describe_proposal(referee.game, proposal) == "correct Corps Blue 1: area from Aldbrook to Cranmere"


def test_an_overruling_tells_what_was_refused() -> None:
    referee = at_march(March(ONE, ("birchley",)), seats=SEATS)
    referee.council.propose_overruling("Anna", March(ONE, ("aldbrook",)), "Blue")
    (proposal,) = referee.game[Proposal]
    assert describe_proposal(referee.game, proposal) == "allow what was refused: March Blue 1 aldbrook"


def test_a_standing_answer_is_told_with_what_it_is_about() -> None:
    referee = at_march()
    seat = referee.game.seat_of("Blue") or ""
    referee.council.add_standing_answer(seat, "Blue", Retreat, topic="cranmere", below=3)
    (row,) = referee.game[StandingAnswer]
    assert describe_standing(referee.game, row) == "Blue passes when offered “Retreat” about cranmere below 3"


def test_a_step_that_ends_by_itself_is_told_by_its_title() -> None:
    referee = at_march()
    referee.council.add_standing_answer(referee.game.seat_of("Blue") or "", "Blue", EndStep, topic="march")
    (row,) = referee.game[StandingAnswer]
    assert describe_standing(referee.game, row) == "Blue ends the step “March” unless it is called upon"


def test_a_change_is_told_by_the_titles_of_options_and_rules() -> None:
    game = at_march().game
    told = [
        f"{line.lead}: {line.says}" for line in impact_lines(changes.impact(game, Choices(frozenset({"forced"}))), game)
    ]
    assert told[:2] == ["On: Forced marches", "Comes into force: 6-forced (FOR-6-forced)"]
