"""Other options tried out on a copy of a position: what it would be under them."""

from __future__ import annotations

from typing import cast

from sandtable.engine.rules.options import Choices
from sandtable.engine.running.game import RunningGame
from sandtable.engine.running.procedures import GameRequest
from sandtable.engine.running.switching import put_in_force, switch


def switch_at_once(game: RunningGame, choices: Choices) -> list[str] | None:
    """Bring options into force in a copy whose gate is open; return what is dropped.

    ``None``: what is under way would take an answer or a throw to settle; the options are in force all the same.
    """
    work = switch(game, choices)
    try:
        request = work.send(None)
        while type(request) is GameRequest:
            request = work.send(game)
        put_in_force(game, choices)
    except StopIteration as done:
        return cast("list[str]", done.value)
    finally:
        work.close()
    return None


def under(game: RunningGame, choices: Choices) -> tuple[RunningGame, list[str] | None]:
    """Return a copy of a position, in the same eyes, under other options, and what is dropped."""
    copy = RunningGame(game.family, game.state.clone(), game.viewers)
    copy.gate.open = True
    try:
        return copy, switch_at_once(copy, choices)
    finally:
        copy.gate.open = False
