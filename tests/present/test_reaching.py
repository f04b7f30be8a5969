"""Where a piece can go, shown of a game that says nothing of it: by the ways of what is done at this step."""

from __future__ import annotations

from sandtable.board import SpaceId
from sandtable.engine import EndStep, InstalledGame, Referee, Ways
from sandtable.present import Advice, Lesson
from sandtable.present.presentation import reach
from sandtable.present.reaching import reach_by_ways
from tests.games.fords import FORDS, CorpsId, March, fords
from tests.games.fords.at_the_fords import ONE, TWO, at_march
from tests.games.fords.marching import Rest
from tests.games.rambles import ANN, lane, ramble

RED_ONE = CorpsId("Red 1")
TO_BIRCHLEY = March(ONE, ("birchley",))


def test_a_piece_goes_where_its_ways_lead_at_their_price_and_the_rules_say_why_not_elsewhere() -> None:
    referee = at_march()
    shown = reach(referee.view("Blue"), ONE)
    assert shown is not None
    assert (shown.piece, shown.unit, shown.further, shown.risk) == (ONE, "steps", {}, "")
    ways = Ways.offered(referee.game, March, "Blue", corps=ONE)
    assert shown.costs == {SpaceId(space): str(goals[0].cost) for space, goals in ways.reach().items()}
    assert shown.barred == {SpaceId(space): tuple(map(str, why)) for space, why in ways.barred().items()}


def test_of_a_piece_that_does_not_move_now_nothing_is_shown() -> None:
    """Of the enemy's, of one that has marched, of none, and at a step that knows no marches."""
    game = at_march(TO_BIRCHLEY).view("Blue")
    assert reach(game, TWO) is not None
    assert [reach(game, piece) for piece in (RED_ONE, ONE, "nobody")] == [None] * 3
    family = InstalledGame(FORDS)
    orders = Referee.begin(family, family.scenario("fords").rows(), board=fords()).game
    assert reach(orders, TWO) is None
    enemies_turn = at_march(EndStep()).view("Blue")
    assert reach(enemies_turn, RED_ONE) is not None
    assert reach(enemies_turn, TWO) is None


def test_of_a_piece_that_is_shut_in_the_rules_that_shut_it_in_are_shown() -> None:
    shown = reach_by_ways(ramble(lane("meadow", "walled"), "a", points=0).game, ANN)
    assert shown is not None
    assert shown.costs == {}
    assert shown.barred == {SpaceId("b"): ("b is walled in (R-walled)",)}


def test_a_lesson_advises_what_is_best_first() -> None:
    advice = [
        Advice(action=Rest((one,)), because=f"{worth}", worth=worth) for one, worth in ((ONE, 1), (TWO, 3), (ONE, 1))
    ]
    told = Lesson(says="Rest.", advice=tuple(advice)).advice
    assert told == (advice[1], advice[0], advice[2])
