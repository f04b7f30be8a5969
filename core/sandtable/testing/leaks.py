"""What gives a secret away: two positions that differ only in what a side cannot see must look the same to it."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from sandtable.engine.running.game import RunningGame
from sandtable.engine.running.offers import Offer
from sandtable.engine.state.encoding import plain

if TYPE_CHECKING:
    from sandtable.engine.actions.actions import Action
    from sandtable.engine.actions.prompts import Prompt
    from sandtable.engine.state.row import Row
    from sandtable.testing.play import Play


def leaks(play: Play, side: str, secret: Row) -> list[str]:
    """Say what tells ``side`` that a hidden row is ``secret`` instead of what it is: rows, offers, reasons.

    The other position differs only in that row; equal views mean there is no leak.
    """
    state = play.game.state.clone()
    state.load_row(type(secret).stored, secret.id, plain(secret))
    return _apart(play.referee.view(side), RunningGame(play.referee.family, state).sight(side), play.prompt, side)


def tells_apart(one: Play, other: Play, side: str) -> list[str]:
    """Say what tells ``side`` which of two games it is in: the prompt, the log, rows, offers, reasons."""
    found = ["prompts differ"] if one.prompt != other.prompt else []
    if one.read_by(side) != other.read_by(side):
        found.append("logs differ")
    return found + _apart(one.referee.view(side), other.referee.view(side), one.prompt, side)


def _apart(mine: RunningGame, theirs: RunningGame, prompt: Prompt | None, side: str) -> list[str]:
    found = [f"rows of {kind.__name__} differ" for kind in mine.state.tables if list(mine[kind]) != list(theirs[kind])]
    for ask in prompt.open if prompt else ():
        found.extend(
            f"offers or reasons of {kind.__name__} differ"
            for kind in (ask.kinds if ask.side == side else ())
            if _verdicts(Offer(mine, ask, kind)) != _verdicts(Offer(theirs, ask, kind))
        )
    return found


def _verdicts(offer: Offer) -> list[tuple[Action, tuple[str, ...]]]:
    return [
        (action, tuple(str(reason) for reason in offer.game.verdict(action, offer.ask)))
        for action in (offer.kind(**filled) for filled in islice(offer.fillings(), 500))
    ]
