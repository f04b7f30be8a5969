"""What the map forbids between two places that lie beside each other, in words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sandtable.engine.actions.refusals import Refusal
from sandtable.engine.words import in_a_row

if TYPE_CHECKING:
    from sandtable.engine.actions.actions import Game


def forbidden_by_map(game: Game, to: str, here: Iterable[str] = (), rule: str = "") -> Refusal | None:
    """Say that the map forbids the ways to a space from some others (all others), ``None`` where it forbids none."""
    only = set(here)
    closed = [space for space in game.board.forbidden_neighbours(to) if not only or space in only]
    if not closed:
        return None
    says = (
        "the map forbids the way from {here} to {to}"
        if len(closed) == 1
        else "the map forbids the ways from {here} to {to}"
    )
    return Refusal(says, rule=rule, here=in_a_row(map(game.board.name, closed)), to=game.board.name(to))
