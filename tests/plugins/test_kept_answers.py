"""Answers that are kept are those that would be given now: in random games each is now and then worked out again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from random import Random
from typing import Any

import pytest

from sandtable.engine import Referee, Tally
from sandtable.engine.state.memory import KeptAnswer
from sandtable.lab.bots import RandomBot, play_on
from tests.bench.random_play import begin

ACTIONS = {"grand-campaign-1805": 300, "peninsula-1808": 200, "wagram-1809": 120, "austria-1809": 120}
EVERY = 20
"""Once in so many actions they are looked at."""


def plainly(answer: Any) -> Any:
    """Return what an answer says: what has no equality of its own is taken apart; of what searches, its kind alone."""
    if isinstance(answer, Mapping):
        return {plainly(key): plainly(value) for key, value in answer.items()}  # pyright: ignore[reportUnknownVariableType]
    if isinstance(answer, list | tuple):
        return [plainly(one) for one in answer]  # pyright: ignore[reportUnknownVariableType]
    if isinstance(answer, Tally):
        return answer.quantity, answer.parts
    if is_dataclass(answer):
        return {field.name: plainly(getattr(answer, field.name)) for field in fields(answer)}
    kind: type[Any] = type(answer)  # pyright: ignore[reportUnknownVariableType]
    return answer if "__eq__" in {name for one in kind.__mro__[:-1] for name in vars(one)} else kind


@pytest.mark.parametrize(("key", "actions"), ACTIONS.items())
def test_what_is_kept_is_what_would_be_answered_now(key: str, actions: int) -> None:
    chance, looked = Random(key), Counter[str]()

    def look(referee: Referee) -> None:
        if chance.random() * EVERY >= 1:
            return
        position = referee.game
        for (question, *about), kept in list(position.memory.lasting.items()):
            if isinstance(kept, KeptAnswer) and all(table.version == then for table, then in kept.rests_on.items()):
                said = [one for one in about if type(one) is not object]
                with position.gate:
                    again: Any = question(position, *said)
                called = f"{question.__qualname__}{tuple(said)} in ply {referee.journal.head}"
                assert plainly(again) == plainly(kept.answer), called
                looked[question.__qualname__] += 1

    with pytest.raises(Exception, match=f"no end after {actions}"):
        play_on(begin(key, f"kept {key}"), RandomBot(key), most=actions, tick=look)
    assert len(looked) >= 15, looked
