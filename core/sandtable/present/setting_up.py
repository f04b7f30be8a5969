"""How a scenario is set up, asked of its game; a game that declares nothing has its rows by table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sandtable.engine.state.rows import Due, Side
from sandtable.present.set_up import Branch
from sandtable.present.set_up_forms import DatedField
from sandtable.present.set_up_hooks import SetUpHooks

if TYPE_CHECKING:
    from sandtable.board.spaces import SpaceId
    from sandtable.engine.actions.actions import Game
    from sandtable.engine.state.row import Row
    from sandtable.present.set_up import PieceTemplate, PlacingFault, SetUpCount, SetUpLimit
    from sandtable.present.set_up_forms import AimForm, Relation

DUE: Final = DatedField(table=Due.stored, field="when", title="is due")
"""What any game may have in its scenarios."""


def set_up_hooks(game: Game) -> SetUpHooks | None:
    """Return the hooks of a game that says how it is set up, ``None`` for one that does not."""
    return game.hooks(SetUpHooks) if game.has_hooks(SetUpHooks) else None


def beginnings(game: Game) -> list[Row]:
    """Return the rows that a scenario needs which is made from nothing."""
    hooks = set_up_hooks(game)
    return hooks.begins_with(game) if hooks is not None else []


def templates(game: Game) -> list[PieceTemplate]:
    """Return what can be added."""
    hooks = set_up_hooks(game)
    return hooks.templates(game) if hooks is not None else []


def order_of_battle(game: Game) -> list[Branch]:
    """Return the order of battle line by line, each below the line that it stands under; without a word the sides."""
    hooks = set_up_hooks(game)
    if hooks is None:
        return [Branch(id=side.id, title=side.title or side.id, table=Side.stored, row=side.id) for side in game[Side]]
    told = hooks.order_of_battle(game)
    known = {one.id for one in told}
    below: dict[str, list[Branch]] = {}
    for one in told:
        below.setdefault(one.under if one.under in known else "", []).append(one)
    found: list[Branch] = []
    todo = list(reversed(below.pop("", [])))
    while todo:
        one = todo.pop()
        found.append(one)
        todo += reversed(below.pop(one.id, []))
    return found


def still_to_place(game: Game) -> list[Branch]:
    """Return those of the order of battle who stand nowhere yet."""
    return [one for one in order_of_battle(game) if one.to_place]


def why_not(game: Game, row: Row, space: SpaceId) -> list[PlacingFault]:
    """Return why a row cannot be placed in a space; nothing where it can."""
    hooks = set_up_hooks(game)
    return hooks.placing(game, row, space) if hooks is not None else []


def limits(game: Game) -> list[SetUpLimit]:
    """Return of what there may be only so much."""
    hooks = set_up_hooks(game)
    return hooks.limits(game) if hooks is not None else []


def counts(game: Game) -> list[SetUpCount]:
    """Return what is counted while a scenario is laid out."""
    hooks = set_up_hooks(game)
    return hooks.counts(game) if hooks is not None else []


def relations(game: Game) -> list[Relation]:
    """Return what two parties may be to each other."""
    hooks = set_up_hooks(game)
    return hooks.relations(game) if hooks is not None else []


def dated(game: Game) -> list[DatedField]:
    """Return which fields name a round of the main sequence; things due are always among them."""
    hooks = set_up_hooks(game)
    return [*(hooks.dated(game) if hooks is not None else []), DUE]


def aims(game: Game) -> list[AimForm]:
    """Return what is fought for, in sentences with fields in them."""
    hooks = set_up_hooks(game)
    return hooks.aims(game) if hooks is not None else []
