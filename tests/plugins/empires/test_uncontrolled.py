"""14.3, 8.6: powers that nobody plays are bid for in December; what is levied comes after expenditure."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.engine import (
    Game,
    RuleModule,
    Side,
    SideId,
    hookimpl,
)
from sandtable.engine.running.chance import SeededDice
from sandtable.lab.bots import RandomBot, play_on
from sandtable.testing import Play
from sandtable_empires.hookspecs.income import IncomeHooks
from sandtable_empires.hookspecs.order import principals
from sandtable_empires.model import Treasury, power_of
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.model.quarter import Score
from sandtable_empires.quarter.uncontrolled import BidForPower, uncontrolled
from sandtable_empires.testing import (
    AU,
    FR,
    GB,
    TU,
    Piece,
    alliance,
    calendar,
    corps,
    position,
    purse,
    status,
    war,
)
from sandtable_empires.testing.europe import POWERS

OTHERS = tuple(one for one in POWERS if one != AU)


def december(*pieces: Piece, month: int = 12, points: int = 10, dice: Any = (), **given: Any) -> Play:
    """Turkey has played Austria, which nobody plays; all others have victory points."""
    scores = [Score(one, points) for one in OTHERS]
    return position(
        calendar(1805, month), Side(AU, "Austria", deputy=TU, resting=True), *scores, *pieces,
        corps("F I", FR, "Paris", infantry=1), grants=(CAMPAIGN,), at="uncontrolled_step", dice=dice, **given,
    )  # fmt: skip


def bid(game: Play, **points: int) -> None:
    """Have all bid; who is not named bids nothing."""
    for side in OTHERS:
        game.play(BidForPower(points.get(side.replace(" ", "_"), 0)), side=side)


def runner(game: Play) -> str | None:
    return game[Side][AU].deputy


@pytest.mark.rule("BASE-14.3-december", "BASE-14.3-control", "BASE-14.3-die")
def test_in_december_the_highest_die_with_its_bid_plays_the_power() -> None:
    """Five dice of 1 and a bid of 5: France comes to 6, the six of Turkey to 6 too; then they throw again."""
    game = december(dice=(1, 1, 1, 1, 1, 6, 5, 2))
    bid(game, France=5)
    assert runner(game) == FR
    assert any("France plays Austria from now on" in line for line in game.log)


@pytest.mark.rule("BASE-14.3-december")
@pytest.mark.parametrize("month", [3, 11])
def test_in_other_months_nobody_bids(month: int) -> None:
    game = december(month=month)
    assert game.prompt is None or BidForPower not in game.prompt.asks[0].kinds


@pytest.mark.rule("BASE-14.3-bidders")
def test_all_who_are_played_bid_at_once_and_nobody_else() -> None:
    game = december()
    assert game.prompt is not None
    assert {one.side for one in game.prompt.open} == set(OTHERS)
    assert game.prompt.purpose == "sealed"
    assert uncontrolled(game.game) == [AU]


@pytest.mark.rule("BASE-14.3-bid")
@pytest.mark.parametrize(("points", "most"), [(10, 5), (3, 3), (0, 0)])
def test_nobody_bids_more_than_five_or_than_it_has(points: int, most: int) -> None:
    game = december(points=points)
    assert {act.points for act in game.may(BidForPower, FR)} == set(range(most + 1))


@pytest.mark.rule("BASE-14.3-price")
@pytest.mark.parametrize(("pays", "left"), [("who gets the power", 8), ("everybody", 7)])
def test_a_bid_is_paid_in_victory_points(pays: str, left: int) -> None:
    game = december(dice=(6, 1, 1, 1, 1, 1), parameters={"uncontrolled_powers": {"pays": pays}})
    bid(game, France=2, Great_Britain=3)
    assert (game[Score][FR].points, runner(game)) == (8, FR)
    assert game[Score][GB].points == (10 if left == 8 else 7)


@pytest.mark.rule("BASE-14.3-relations")
@pytest.mark.parametrize(("relation", "winner"), [(alliance(AU, FR), FR), (war(AU, FR), "Prussia")])
def test_allies_add_one_and_enemies_lose_two(relation: Piece, winner: str) -> None:
    """France throws 5, Prussia 5: with 6 or 3 France is ahead or behind."""
    game = december(relation, dice=(5, 1, 5, 1, 1, 1))
    bid(game)
    assert runner(game) == winner


@pytest.mark.rule("BASE-14.3-sympathy")
def test_great_britain_adds_three_for_austria() -> None:
    game = december(dice=(4, 2, 1, 1, 1, 1))
    bid(game)
    assert runner(game) == GB


@pytest.mark.rule("EIA-10.5.3-modifiers")
def test_status_counts_when_powers_are_diced_for() -> None:
    """France is dominant, Prussia in fiasco: 4 and 1 are more than 6 less 2."""
    game = december(status(FR, 30), status("Prussia", 3), dice=(4, 1, 6, 1, 1, 1))
    bid(game)
    assert runner(game) == FR


@pytest.mark.rule("BASE-14.3-control")
def test_it_plays_after_the_power_that_plays_it_and_keeps_its_purse() -> None:
    game = december(purse(AU, 7), dice=(6, 1, 1, 1, 1, 1))
    bid(game)
    assert power_of(game.game, AU) == AU
    assert game[Treasury][AU].money == 7
    assert AU not in principals(game.game)
    assert game.game.seat_of(AU) == game.game.seat_of(FR)


def test_a_year_with_a_power_that_nobody_plays_is_worked_out_again() -> None:
    game = position(
        calendar(1805, 11, 4), Side(AU, "Austria", resting=True), *(Score(one, 10) for one in OTHERS),
        corps("A I", AU, "Vienna", infantry=3), corps("F I", FR, "Paris", infantry=1), war(FR, AU), grants=(CAMPAIGN,),
        at=f"{FR}: land_movement", order=(FR, AU), source=SeededDice(3),
    )  # fmt: skip
    play_on(game.referee, RandomBot(5), rounds=3)
    kinds = [type(ply.action) for ply in game.referee.journal.line()]
    assert kinds.count(BidForPower) == 2 * len(OTHERS)
    game.prove()


@pytest.mark.rule("BASE-14.3-beginning")
def test_powers_that_nobody_plays_are_bid_for_when_the_campaign_begins() -> None:
    """Nobody has victory points yet: the die says it, and from the first step on somebody answers for Austria."""
    game = position(
        Side(AU, "Austria", resting=True), corps("A I", AU, "Vienna", infantry=3), grants=(CAMPAIGN,),
        at=f"{FR}: land_movement", order=(FR,), dice=(1, 6, 1, 1, 1, 1),
    )  # fmt: skip
    assert {act.points for act in game.may(BidForPower, FR)} == {0}
    bid(game)
    assert (runner(game), game.at) == (GB, f"{FR}: land_movement")
    assert game.game.seat_of(AU) == game.game.seat_of(GB)
    game.prove()


# --- the levy


class Militiamen(RuleModule):
    """France levies a factor a quarter."""

    key = "militiamen"

    @hookimpl(of=IncomeHooks.levies)
    async def rise(self, game: Game, side: SideId) -> None:
        if side == FR:
            game.note(f"{side} levies with {game[Treasury][side].money} money left")


@pytest.mark.rule("BASE-8.6-levy")
def test_what_is_levied_comes_after_maintenance_is_paid() -> None:
    """Seven money, one corps: six are left when France levies, and nothing is owed for what comes then."""
    game = position(
        calendar(1805, 12), purse(FR, 7), corps("F I", FR, "Paris", infantry=1),
        corps("GB I", GB, "London", infantry=1), grants=(CAMPAIGN,), at=f"{FR}: expenditure", order=(FR, GB),
        extra=(Militiamen,), dice=(),
    )  # fmt: skip
    assert game.log[:2] == ["France pays 1 money in maintenance", "France levies with 6 money left"]


def test_in_a_month_without_an_economic_phase_nobody_levies() -> None:
    game = position(
        calendar(1805, 11), corps("F I", FR, "Paris", infantry=1), grants=(CAMPAIGN,), at="conquest_step",
        extra=(Militiamen,), source=SeededDice(1),
    )  # fmt: skip
    play_on(game.referee, RandomBot(2), rounds=1)
    assert not any("levies" in line for line in game.log)
