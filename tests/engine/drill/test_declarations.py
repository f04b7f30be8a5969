"""Drill 3: seven powers declare war sealed and at once."""

from itertools import combinations

import pytest

from sandtable.engine import Illegal, Refused, SideId, Stale
from sandtable.testing import Play, position, toy
from tests.engine.drill.declarations import Declarations, Declare
from tests.engine.drill.marches import ROWS, TURN, MarchHooks, Marching, War, marches

GAME = toy(Marching, Declarations, rows=ROWS, sequences=(TURN,), hook_sets=(MarchHooks,))
AUSTRIA, BRITAIN, FRANCE, PRUSSIA, RUSSIA, SPAIN, TURKEY = POWERS = tuple(
    SideId(name) for name in ("Austria", "Britain", "France", "Prussia", "Russia", "Spain", "Turkey")
)
CHOICES = dict.fromkeys(POWERS, ()) | {AUSTRIA: (FRANCE,), FRANCE: (AUSTRIA, BRITAIN), TURKEY: (RUSSIA,)}
WARS = ("Austria-France", "Britain-France", "Russia-Turkey")


def council() -> Play:
    """Seven powers at peace are asked for their declarations."""
    return position(GAME, *marches(sides=POWERS))


def answer(play: Play, *powers: SideId, **other: tuple[SideId, ...]) -> None:
    for power in powers:
        play.play(Declare(other.get(power, CHOICES[power])), side=power)


def all_shown_to(play: Play, power: SideId) -> object:
    """All that a seat is shown: rows, log, what the plies say, the prompt, its own offers."""
    view, prompt = play.seen_by(power), play.prompt
    plies = play.referee.journal.line()
    return (
        {kind: list(view[kind]) for kind in play.game.state.tables},
        [(ply.side, ply.says, ply.notes, ply.changes, ply.hash) for ply in plies],
        prompt and [(ask.side, ask.kinds, ask.why, ask.about) for ask in prompt.open],
        [list(offer.actions()) for offer in play.referee.offers(f"{power}'s player")],
    )


def test_all_are_asked_at_once_in_whatever_order_they_answer() -> None:
    play = council()
    assert play.questions == [(power, ("Declare",)) for power in POWERS]
    answer(play, TURKEY, FRANCE, AUSTRIA, SPAIN, PRUSSIA, BRITAIN)
    assert (play.questions, play[War].ids()) == ([(RUSSIA, ("Declare",))], ())
    answer(play, RUSSIA)
    assert play[War].ids() == WARS
    assert play.log == [
        "Austria declares war on France",
        "France declares war on Austria",
        "France declares war on Britain",
        "Turkey declares war on Russia",
    ]
    play.prove()


@pytest.mark.parametrize("onlooker", [power for power in POWERS if power != FRANCE])
def test_nothing_tells_another_power_what_has_been_chosen(onlooker: SideId) -> None:
    """France's choices differ; until the last answer nobody's game does."""
    seen = []
    for on in ((), (AUSTRIA,), (AUSTRIA, BRITAIN, TURKEY)):
        play = council()
        answer(play, FRANCE, Austria=on, France=on)
        seen.append(all_shown_to(play, onlooker))
        answer(play, *(power for power in POWERS if power not in (FRANCE, onlooker)))
        seen.append(all_shown_to(play, onlooker))
    assert seen[0] == seen[2] == seen[4]
    assert seen[1] == seen[3] == seen[5]


def test_what_stands_in_the_way_of_undoing_tells_nothing() -> None:
    play = council()
    play.referee.take_back = "agree"
    answer(play, FRANCE)
    with pytest.raises(Illegal, match=r"a decision of France's player \(ply 2: France has answered\)"):
        play.referee.history.undo("Austria's player")


def test_the_last_to_answer_takes_back_and_answers_otherwise() -> None:
    play = council()
    answer(play, AUSTRIA, FRANCE)
    play.undo()
    assert (FRANCE, ("Declare",)) in play.questions
    answer(play, FRANCE, France=(SPAIN,))
    answer(play, *(power for power in POWERS if power not in (AUSTRIA, FRANCE)))
    assert play[War].ids() == ("Austria-France", "France-Spain", "Russia-Turkey")
    play.prove()


def test_one_withdraws_under_the_answers_of_others_which_stay() -> None:
    play = council()
    play.referee.take_back = "never"
    answer(play, FRANCE, AUSTRIA, TURKEY)
    play.referee.withdraw(FRANCE)
    assert [side for side, _ in play.questions] == [BRITAIN, FRANCE, PRUSSIA, RUSSIA, SPAIN]
    answer(play, FRANCE, France=())
    answer(play, BRITAIN, PRUSSIA, RUSSIA, SPAIN)
    assert play[War].ids() == ("Austria-France", "Russia-Turkey")
    play.referee.take_back = "free"
    play.prove()


@pytest.mark.parametrize("opened_again", [False, True])
def test_who_has_withdrawn_is_waited_for(*, opened_again: bool) -> None:
    play = council()
    answer(play, FRANCE)
    play.referee.withdraw(FRANCE)
    play = play.reload() if opened_again else play
    answer(play, *(power for power in POWERS if power != FRANCE))
    assert (play.questions, play[War].ids()) == ([(FRANCE, ("Declare",))], ())
    answer(play, FRANCE)
    assert play[War].ids() == WARS


def test_who_has_not_answered_has_nothing_to_withdraw() -> None:
    play = council()
    with pytest.raises(Stale, match="no sealed answer of France waits"):
        play.referee.withdraw(FRANCE)
    answer(play, *POWERS)
    with pytest.raises(Stale, match="no sealed answer of France waits"):
        play.referee.withdraw(FRANCE)


def test_nobody_answers_twice_or_for_a_war_that_is_on() -> None:
    play = position(GAME, *marches(War("Austria-France"), sides=POWERS))
    with pytest.raises(Refused, match="on cannot be"):
        play.play(Declare((FRANCE,)), side=AUSTRIA)
    play.play(Declare(()), side=AUSTRIA)
    with pytest.raises(Stale):
        play.play(Declare((SPAIN,)), side=AUSTRIA)


def test_once_revealed_the_whole_set_goes_back_as_one() -> None:
    play = council()
    answer(play, *POWERS)
    play.undo()
    assert (len(play.questions), play[War].ids(), play.referee.journal.head) == (7, (), 1)
    play.redo()
    assert play[War].ids() == WARS


def test_there_is_no_way_back_into_a_revealed_set() -> None:
    play = council()
    answer(play, *POWERS)
    for ply in play.referee.journal.line()[1:-1]:
        play.referee.history.goto(ply.id)
        assert len(play.questions) == 7
        play.redo()
        assert play[War].ids() == WARS


def test_going_back_past_a_reveal_follows_the_take_back_rule() -> None:
    play = council()
    answer(play, *POWERS)
    play.referee.take_back = "never"
    with pytest.raises(Illegal, match="an answer that has been revealed"):
        play.undo()


@pytest.mark.parametrize("first", list(combinations(POWERS, 2))[::5], ids=" ".join)
def test_saved_in_the_middle_the_answers_wait_on(first: tuple[SideId, ...]) -> None:
    play = council()
    answer(play, *first)
    again = play.reload()
    assert len(again.questions) == 5
    answer(again, *(power for power in POWERS if power not in first))
    assert again[War].ids() == WARS
    assert again.verify_replay() == 8


def test_a_withdrawal_is_saved() -> None:
    play = council()
    answer(play, FRANCE, AUSTRIA)
    play.referee.withdraw(FRANCE)
    again = play.reload()
    assert [side for side, _ in again.questions] == [power for power in POWERS if power != AUSTRIA]
    answer(again, *(power for power in POWERS if power != AUSTRIA), France=())
    assert again[War].ids() == ("Austria-France", "Russia-Turkey")
