"""Every action can be typed by name on one line, and comes out as if it had been handed to the referee."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.engine import GameSystem, InstalledGame, SeededDice
from sandtable.lab.bots import RandomBot
from sandtable.play.begin.starts import Start, typed_choices
from sandtable.play.table.sitting import Wishes, begin
from sandtable_empires.system import EMPIRES
from sandtable_twin_rivers import TWIN_RIVERS
from tests.cli.by_name import Typist
from tests.games.fords import FORDS
from tests.tiers import count


@pytest.mark.parametrize("system", [EMPIRES, FORDS, TWIN_RIVERS], ids=["empires", "fords", "twin_rivers"])
@pytest.mark.parametrize("seed", range(count(100) // 5))
def test_random_play_typed_by_name_comes_out_the_same(system: GameSystem, seed: int, tmp_path: Path) -> None:
    family = InstalledGame(system)
    start = Start(family, family.system.scenarios[0])
    sitting = begin(start, Wishes(seed=str(seed), seats="one"), tmp_path / "typed.campaign")
    handed = start.begin(typed_choices(start, (), (), ()), sitting_rows(start), SeededDice(str(seed))).open()
    typist, bot = Typist(sitting), RandomBot(seed)
    for _ in range(60):
        prompt = handed.prompt
        if prompt is None:
            break
        ask = prompt.open[0]
        action = bot.answer(handed, ask)
        assert action is not None
        handed.play(action, ask.side)
        typist.do(action, ask.side)
        assert typist.talk.game.state.hash == handed.game.state.hash, action.plainly()
    sitting.referee.sink.close()


def sitting_rows(start: Start) -> list:  # type: ignore[type-arg]  # rows of any table
    from sandtable.play.table.sitting import assign_seats

    return assign_seats(start.rows(), Wishes(seats="one"))
