"""What a seat may see: the same tables, with hidden rows showing their public face."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sandtable.engine.compiled import blame, nonsense
from sandtable.engine.state import Gate, State, Table

if TYPE_CHECKING:
    from sandtable.engine.game import Game
    from sandtable.engine.state import Row


def masked(game: Game, viewers: frozenset[str]) -> State:
    """Return a state in which every row that a rule conceals is replaced by its face, or left out.

    Tables that nothing conceals are shared. Nothing can be written through the gate of a view.
    """
    state = game.state
    view = State.__new__(State)
    view.schema, view.raw, view.changes = state.schema, {}, []
    view.gate, view.hash, view.version = Gate(), 0, state.version
    concealed = {kind: voices for kind in state.tables if (voices := game.rulebook.listeners("conceals", kind))}
    view.tables = {kind: _faces(game, kind, viewers) if kind in concealed else table for kind, table in state.tables.items()}
    return view


def _faces(game: Game, kind: type[Row], viewers: frozenset[str]) -> Table[Any]:
    voices = game.rulebook.listeners("conceals", kind)
    faces: Table[Any] = Table(kind)
    game.gate.queries += 1
    try:
        for row in game.state.tables[kind]:
            face: Any = row
            for voice in voices:
                try:
                    face = voice.call(game, face, viewers)
                except BaseException as error:
                    raise blame(voice, error) from error
                if face is None:
                    break
                if not isinstance(face, kind):
                    raise nonsense(voice, face, kind.__name__)
            if face is not None:
                faces.swap(face.id, face, 0)
    finally:
        game.gate.queries -= 1
    return faces
