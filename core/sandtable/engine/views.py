"""What a seat may see: the same tables, with hidden rows showing their public face.

A face depends on the row and on who looks, on nothing else; so a view follows the position row by row.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sandtable.engine.compiled import blame, nonsense
from sandtable.engine.state import Gate, State, Table

if TYPE_CHECKING:
    from sandtable.engine.rulebook import Rulebook
    from sandtable.engine.state import Row


class View(State):
    """A position in the eyes of some sides; it follows the true one, and nothing can be written through it.

    Tables that nothing conceals are shared with the true position.
    """

    def __init__(self, true: State, viewers: frozenset[str]) -> None:
        self.schema, self.raw, self.changes = true.schema, {}, []
        self.gate = Gate()
        self.tables = true.tables.copy()
        self._hash, self._dirty = 0, set()
        self.version = -1
        self._true, self._viewers = true, viewers
        self._rulebook: Rulebook | None = None
        self._seen: dict[type[Row], int] = {}

    def follow(self, rulebook: Rulebook) -> None:
        """Catch up with the true position."""
        if rulebook is not self._rulebook:
            self._rulebook = rulebook
            self.tables = self._true.tables | {kind: Table(kind) for kind in rulebook.concealed}
            self._seen = dict.fromkeys(rulebook.concealed, -1)
        for kind in rulebook.concealed:
            self._catch_up(kind, rulebook)
        self.version = self._true.version

    def _catch_up(self, kind: type[Row], rulebook: Rulebook) -> None:
        true, faces = self._true.tables[kind], self.tables[kind]
        seen = self._seen[kind]
        if seen == true.version:
            return
        for id in true.ids() if seen < 0 else true.touched_since(seen):
            old, row = faces.get(id), true.get(id)
            new = None if row is None else self._face(row, rulebook)
            if new is not old:
                faces.swap(id, old, new)
        faces.forget_log()
        self._seen[kind] = true.version

    def _face(self, row: Row, rulebook: Rulebook) -> Row | None:
        gate = self._true.gate
        gate.queries += 1
        try:
            face: Row | None = row
            for voice in rulebook.listeners("conceals", type(row)):
                try:
                    face = voice.call(face, self._viewers)
                except BaseException as error:
                    raise blame(voice, error) from error
                if face is None:
                    return None
                if not isinstance(face, type(row)) or face.id != row.id:
                    raise nonsense(voice, face, f"a {type(row).__name__} of the same id, or None,")
        finally:
            gate.queries -= 1
        return face
