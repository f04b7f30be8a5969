"""The next step under other options: what it may not be tried out from."""

from __future__ import annotations

import pytest

from sandtable.engine.errors import Illegal
from sandtable.engine.running.chance import SeededDice
from sandtable.lab.next_step import NextStep
from tests.games.fords.at_the_fords import at_march


def test_sealed_answers_are_not_looked_through() -> None:
    referee = at_march().sandbox(SeededDice("sealed"))
    referee.history.goto(1)
    assert referee.prompt is not None
    assert referee.prompt.purpose == "sealed"
    with pytest.raises(Illegal, match="sealed answers are being given"):
        NextStep(referee, "")
