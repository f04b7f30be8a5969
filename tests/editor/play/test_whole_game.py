"""A whole small game through the window; after every action the engine, told the same, stands at the same hash."""

from __future__ import annotations

from typing import get_args

import pytest

from sandtable.engine import Referee, Seat, SeatId, SeededDice, Side, SideId
from sandtable.lab.bots import RandomBot
from sandtable.play.table.sitting import Wishes
from tests.editor.play import sitting
from tests.editor.play.player import How, enter, sit_down
from tests.editor.workbench import FAMILY, Workbench
from tests.games.fords import fords, start
from tests.tiers import count

ACTIONS = {"mouse": 80, "keys": 15, "map": 15}
"""So many actions with each hand; with the mouse it is a whole game."""
SEATS = {"Anna": "Blue", "Bernd": "Red"}

PENINSULA = count(1500)
"""So many actions with each hand on the Peninsula."""
HANDS: tuple[How, ...] = get_args(How)


def twin() -> Referee:
    """Return the same game without a window."""
    rows = [row for row in start() if not isinstance(row, Side)]
    seats = [Seat(SeatId(name)) for name in SEATS]
    sides = [Side(SideId(side), seat=SeatId(name)) for name, side in SEATS.items()]
    return Referee.begin(FAMILY, [*seats, *sides, *rows], source=SeededDice("7"), board=fords()).open()


@pytest.mark.parametrize("how", get_args(How))
def test_every_action_comes_out_as_in_the_engine(bench: Workbench, how: How) -> None:
    bench.window.resize(1100, 720)
    bench.begin(Wishes(seed="7", seats=",".join(f"{name}={side}" for name, side in SEATS.items())))
    engine = twin()
    bot, played, kinds = RandomBot(f"{how} 3"), 0, set[str]()
    while bench.campaign.turn_state != "over" and played < ACTIONS[how]:
        assert bench.campaign.game.state.hash == engine.game.state.hash
        sit_down(bench)
        ask = bench.campaign.ask
        if ask is None:  # the other one has won
            break
        action = bot.answer(bench.campaign.referee, ask)
        assert action is not None
        enter(bench, action, how)
        engine.play(action, ask.side)
        played += 1
        kinds.add(type(action).__name__)
    assert bench.campaign.game.state.hash == engine.game.state.hash
    if how == "mouse":
        assert kinds >= {"Order", "March", "Levy", "Feed", "Rest", "PlayChit", "Lose", "EndStep"}
        assert engine.game.ended is not None
        assert f"{engine.game.ended.winner} wins" in bench.screen()
    else:
        assert played == ACTIONS[how]


@pytest.mark.parametrize("how", HANDS)
def test_so_it_does_on_the_peninsula(peninsula: Workbench, how: How) -> None:
    peninsula.window.resize(1280, 800)
    wishes = Wishes(seed="7", seats="Anna=France,Bernd=Great Britain+Spain")
    peninsula.begin(wishes)
    engine = sitting.twin(peninsula.family, wishes)
    bot = RandomBot(f"{how} 1808")
    for _ in range(PENINSULA):
        sit_down(peninsula)
        ask = peninsula.campaign.ask
        if ask is None:
            break
        action = bot.answer(peninsula.campaign.referee, ask)
        assert action is not None
        enter(peninsula, action, how)
        engine.play(action, ask.side)
        assert peninsula.campaign.game.state.hash == engine.game.state.hash
