"""What a seat may see: the same tables, with hidden rows showing their public face.

A face depends on the row and on who looks, on nothing else; so a view follows the position row by row.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sandtable.engine.compiled import blame, nonsense
from sandtable.engine.rows import Counter
from sandtable.engine.state import Gate, State, Table, Unread

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sandtable.engine.compiled import Voice
    from sandtable.engine.rulebook import Rulebook
    from sandtable.engine.state import Row


class View(State):
    """A position in the eyes of some sides; it follows the true one, and nothing can be written through it.

    Tables of which nothing is hidden from these sides are shared with the true position.
    """

    def __init__(self, true: State, viewers: frozenset[str]) -> None:
        self.schema, self.changes = true.schema, []
        self.gate = Gate()
        self.tables = _open(true)
        self._hash, self._dirty = 0, set()
        self.version = -1
        self.clear = False
        self._true, self._viewers = true, viewers
        self._rulebook: Rulebook | None = None
        self._seen: dict[type[Row], int] = {}
        self._veiled: set[type[Row]] = set()
        self._exchanged = False

    def follow(self, rulebook: Rulebook) -> bool:
        """Catch up with the true position; tell whether a table has been exchanged for another."""
        if rulebook is not self._rulebook:
            self._rulebook = rulebook
            self.tables = _open(self._true)
            self._seen = dict.fromkeys(rulebook.concealed, -1)
            self._veiled, self._exchanged = set(), True
        seen = self._seen
        for kind, voices in rulebook.concealed.items():
            true = self._true.tables[kind]
            if seen[kind] != true.version:
                self._catch_up(true, voices)
                seen[kind] = true.version
        self.version = self._true.version
        self.clear = not self._veiled and not len(self._true[Unread])
        exchanged, self._exchanged = self._exchanged, False
        return exchanged

    def _catch_up(self, true: Table[Any], voices: tuple[Voice, ...]) -> None:
        """Take over the faces of the rows that were touched; the first hidden one ends the sharing of the table."""
        seen = self._seen[true.kind]
        touched = true.ids() if seen < 0 else true.touched_since(seen)
        faces = self._faces(true, touched, voices)
        shown = self.tables[true.kind]
        if shown is true:
            for id, face in faces:
                if face is not true.get(id):
                    break
            else:
                return
            shown, self._exchanged = true.copy(), True
            self.tables[true.kind] = shown
            if true.kind is not Counter:  # how many ids have been given no rule asks
                self._veiled.add(true.kind)
        for id, face in faces:
            old = shown.get(id)
            if face is not old:
                shown.swap(id, old, face)

    def _faces(self, true: Table[Any], ids: Iterable[str], voices: tuple[Voice, ...]) -> list[tuple[str, Any]]:
        """Ask what these sides see of the rows."""
        gate, viewers = self._true.gate, self._viewers
        gate.queries += 1
        faces: list[tuple[str, Any]] = []
        voice = None
        try:
            for id in ids:
                face = row = true.get(id)
                for voice in voices if row is not None else ():
                    face = voice.call(face, viewers)
                    if face is row:
                        continue
                    if face is None:
                        break
                    if not isinstance(face, true.kind) or face.id != id:
                        raise nonsense(voice, face, f"a {true.kind.__name__} of the same id, or None,")
                faces.append((id, face))
        except BaseException as error:
            raise (blame(voice, error) if voice else error) from error
        finally:
            gate.queries -= 1
        return faces


def _open(true: State) -> dict[type[Row], Table[Any]]:
    """Return the tables of a position without the rows of which nobody here can say who may see them."""
    return {**true.tables, Unread: Table(Unread)}
