"""Odds: they add up, repeat, tell nothing that a seat may not know, and leave the campaign as it is."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.engine import Illegal, InstalledGame, Referee, Row, Seat, SeatId, SeededDice, Side, SideId
from sandtable.engine.actions.actions import Action
from sandtable.engine.running.common_actions import EndStep
from sandtable.lab.odds import EACH, Trials, contests_of, odds
from sandtable.play.words import odds_report
from tests.games.fords import BLUE, RED, SIDES, Corps, CorpsId, Order, PlayChit, area_id
from tests.games.fords import FORDS as FORDS_GAME

FAMILY = InstalledGame(FORDS_GAME)
GAMES = 40


def referee(red: int = 6, hidden: int = 4, *, seats: bool = True) -> Referee:
    """Return a battle at Cranmere in which the chits are asked for; a hidden Red corps stands elsewhere."""
    corps: list[Row] = [
        Corps(CorpsId("Blue 1"), BLUE, area_id("Cranmere"), 8),
        Corps(CorpsId("Red 1"), RED, area_id("Cranmere"), red),
        Corps(CorpsId("Red 2"), RED, area_id("Marlow"), hidden),
    ]
    sides: list[Row] = [Seat(SeatId(side), str(side)) for side in SIDES] if seats else []
    sides += [Side(side, seat=SeatId(side)) if seats else Side(side) for side in SIDES]
    game = Referee.begin(FAMILY, [*sides, *corps], source=SeededDice("odds")).open()
    play(game, Order("attack", 1), Order("hold", 0))
    while (prompt := game.prompt) is not None and PlayChit not in prompt.open[0].kinds:
        game.play(EndStep(), prompt.open[0].side)
    return game


def play(game: Referee, *actions: Action) -> None:
    for action in actions:
        assert game.prompt is not None
        game.play(action, game.prompt.open[0].side)


def odds_of(game: Referee, seat: str = BLUE) -> dict[str, Any]:
    return odds_report.facts(odds(game, seat, games=GAMES))


def test_shares_add_up_and_losses_are_within_what_there_is() -> None:
    found = odds(referee(), BLUE, games=GAMES)
    results = found.results
    assert results.trials == 42  # three chits, evenly
    assert sum(results.wins.values()) + results.unfinished == results.trials
    assert sum(map(results.share, (*SIDES, ""))) == pytest.approx(1)
    assert all(0 <= lost <= strength for side, strength in ((BLUE, 8), (RED, 6)) for lost in results.losses[side])
    low, high = results.between(BLUE)
    assert 0 <= low <= results.mean(BLUE) <= high


def test_each_answer_is_told_apart_and_tried_evenly() -> None:
    found = odds(referee(), BLUE, games=GAMES)
    assert list(found.answers) == ["assault", "probe", "defend"]
    assert {one.trials for one in found.answers.values()} == {-(-GAMES // 3)}
    assert sum(one.wins[BLUE] for one in found.answers.values()) == found.results.wins[BLUE]


def test_answers_are_tried_often_enough_each() -> None:
    found = odds(referee(), BLUE, games=2 * EACH)
    assert {one.trials for one in found.answers.values()} == {EACH}


def test_the_same_position_has_the_same_odds() -> None:
    assert odds_of(referee()) == odds_of(referee())
    game = referee()
    assert odds_of(game) == odds_of(game)


def test_odds_follow_the_position() -> None:
    few, many = (odds_of(referee(red=strength))["losses"][RED]["mean"] for strength in (1, 12))
    assert few <= 1 < many


def test_the_campaign_is_left_as_it_is() -> None:
    game, other = referee(), referee()
    before = (game.game.state.hash, game.game.state.version, game.journal.serial, game.journal.head, game.prompt)
    odds_of(game)
    assert before == (
        game.game.state.hash,
        game.game.state.version,
        game.journal.serial,
        game.journal.head,
        game.prompt,
    )
    for one in (game, other):
        play(one, PlayChit("assault"), PlayChit("defend"))
    assert game.journal.at is not None
    assert other.journal.at is not None
    assert game.journal.at.throws == other.journal.at.throws  # the campaign's dice are what they would have been
    assert game.game.state.hash == other.game.state.hash


@pytest.mark.parametrize("hidden", [1, 9, 12])
def test_what_a_seat_cannot_see_makes_no_difference(hidden: int) -> None:
    assert odds_of(referee(hidden=hidden)) == odds_of(referee())
    assert odds_of(referee(hidden=hidden), RED) != odds_of(referee(), RED)  # who sees it is told other dice


@pytest.mark.parametrize("seats", [True, False])
def test_a_sealed_answer_of_the_other_side_makes_no_difference(seats: bool) -> None:
    """Even where one seat plays both sides: whoever is asked now may not learn what the other has sealed."""
    found: list[dict[str, Any]] = []
    for chit in ("assault", "probe", "defend"):
        game = referee(seats=seats)
        game.play(PlayChit(chit), BLUE)
        found.append(odds_of(game, RED if seats else ""))
    assert found[0] == found[1] == found[2]
    assert len(found[0]["answers"]) == 3


def test_one_s_own_sealed_answer_counts() -> None:
    game = referee()
    game.play(PlayChit("assault"), BLUE)
    found = odds(game, BLUE, games=GAMES)
    assert found.answers == {}
    assert "Blue's" not in odds_report.basis(found)


def test_trials_are_told_and_can_be_broken_off() -> None:
    class Enough(Exception):  # what whoever waits raises
        pass

    heard: list[tuple[int, int]] = []

    def tick(done: int, total: int) -> None:
        heard.append((done, total))
        if done == 5:
            raise Enough

    game = referee()
    before = game.game.state.hash
    with pytest.raises(Enough):
        odds(game, BLUE, games=GAMES, tick=tick)
    assert heard[-1] == (5, 42)
    assert game.game.state.hash == before


def test_once_made_trials_do_not_touch_the_campaign() -> None:
    game = referee()
    wanted = odds_of(game)
    trials = Trials(game, BLUE, games=GAMES)
    play(game, PlayChit("assault"), PlayChit("defend"))
    assert odds_report.facts(trials.run()) == wanted


def test_nothing_is_fought_out() -> None:
    game = Referee.begin(FAMILY, [Side(SideId("Blue")), Side(SideId("Red"))]).open()
    assert contests_of(game.game) == []
    with pytest.raises(Illegal, match="nothing is being fought out here"):
        odds(game)
    with pytest.raises(
        Illegal,
        match=r"nothing called 'Marlow' is being fought out here: "
        r"choose from Battle of cranmere",
    ):
        odds(referee(), BLUE, "Marlow")


@pytest.mark.parametrize(("share", "says"), [(0.0, "0%"), (0.001, "<1%"), (0.5, "50%"), (0.999, ">99%"), (1.0, "100%")])
def test_shares_in_words(share: float, says: str) -> None:
    assert odds_report.percent(share) == says


def test_odds_in_lines() -> None:
    lines = odds_report.lines(odds(referee(), BLUE, games=GAMES))
    assert lines[0] == "Battle of cranmere: the odds, as Blue may know them"
    assert lines[-1] == "  Played out 42 times, each choice 14 times; all other choices, of both sides, at random."
    assert any(line.startswith("  assault") for line in lines)
