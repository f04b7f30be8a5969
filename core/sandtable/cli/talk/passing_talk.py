"""Ending one step after the other at the terminal: what it comes to is told and agreed before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.cli.talk.lines import StyledLine, Talk
from sandtable.engine.errors import Illegal

if TYPE_CHECKING:
    from sandtable.cli.talk.dialogue import Dialogue


def pass_all(talk: Dialogue) -> Talk[None]:
    """Say which steps the seat at the screen need do nothing in, and end them if it says so."""
    from sandtable.play.table.idle_steps import describe_idle, foresee

    seats = [talk.seat] if talk.seat is not None else []
    idle = foresee(talk.referee, seats)
    view = talk.game.seen_by_sides(frozenset(talk.sides))
    if not idle.steps:
        raise Illegal(f"nothing can be passed: {idle.then}")
    talk.show(StyledLine(f"  {line}") for line in describe_idle(view, idle))
    if (yield from talk.yes(f"{idle.label}, and do nothing in {_count(len(idle.steps))}?")):
        talk.passing.begin(idle, seats)
        go_on(talk)


def go_on(talk: Dialogue) -> bool:
    """End what was agreed to, as far as that can be done now; tell whether a step was ended."""
    passing = talk.passing
    before = len(passing.passed)
    passing.go_on()
    if not passing.is_on:
        talk.say(passing.describe(), "good")
    return len(passing.passed) > before


def _count(steps: int) -> str:
    return "this step" if steps == 1 else f"these {steps} steps"
