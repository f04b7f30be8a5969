"""How far a piece could go if it were its side's turn to move: what is shown of it before anybody plays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.engine.errors import SandtableError
from sandtable.engine.state.rows import Frame
from sandtable.present import presentation

if TYPE_CHECKING:
    from sandtable.engine.running.game import RunningGame
    from sandtable.present.board import Reach


def reach_in_turn(game: RunningGame, piece: str) -> Reach | None:
    """Return where a piece could go in the first step of the turn in which it moves; ``None`` where it never does.

    ``game`` must be a copy that nobody else has: its cursor is put where that step is.
    """
    side = next((one.side for one in presentation.counters(game) if one.piece == piece), "")
    for phase in game.family.system.sequences[0].phases:
        for step in phase.steps:
            if _stand_at(game, phase.key, step.key, side):
                found = _reach(game, piece)
                if found is not None:
                    return found
    return None


def _reach(game: RunningGame, piece: str) -> Reach | None:
    try:
        return presentation.reach(game, piece)
    except SandtableError:
        return None  # this step needs more than a turn that has just begun


def _stand_at(game: RunningGame, phase: str, step: str, side: str) -> bool:
    frames = list(game.state[Frame])
    if not frames or not side:
        return False
    game.state.gate.open = True
    try:
        game.state.change(frames[-1], {"phase": phase, "step": step, "side": side, "stage": "open"})
    finally:
        game.state.gate.open = False
    return True
