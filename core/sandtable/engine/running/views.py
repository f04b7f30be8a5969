"""What a seat may see: the same tables, with hidden rows showing their public face.

A face depends on the row and on who looks, on nothing else; so a view follows the position row by row.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sandtable.engine.failures import Blame
from sandtable.engine.state.gate import Gate
from sandtable.engine.state.queries import wrong_answer
from sandtable.engine.state.row import UnknownRow
from sandtable.engine.state.rows import IdCounter
from sandtable.engine.state.state import State
from sandtable.engine.state.tables import RowTable

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sandtable.engine.rules.dispatch import Implementation
    from sandtable.engine.rules.rulebook import Rulebook
    from sandtable.engine.state.row import Row


class View(State):
    """A position in the eyes of some sides; it follows the true one, and nothing can be written through it.

    Tables of which nothing is hidden from these sides are shared with the true position.
    """

    def __init__(self, true: State, viewers: frozenset[str]) -> None:
        super().__init__(true.schema, _open(true), Gate(true.gate))
        self.version = self._hashed = -1  # it has still to catch up
        self.clear = False
        self.boards = true.boards
        self._true, self._viewers = true, viewers
        self._blame = Blame()
        self._rulebook: Rulebook | None = None
        self._veiled: set[type[Row]] = set()
        self._exchanged = False

    @property
    def truth(self) -> State:
        return self._true

    def follow(self, rulebook: Rulebook) -> bool:
        """Catch up with the true position; tell whether a table has been exchanged for another."""
        true = self._true
        touched = true.touched_since(self.version)
        if rulebook is not self._rulebook:
            self._rulebook = rulebook
            self.tables = _open(true)
            self._veiled, self._exchanged, touched = set(), True, None
        if touched is None:
            touched = [
                (kind, id) for kind in rulebook.concealed for id in (*true.tables[kind].ids(), *self[kind].ids())
            ]
        if may_be_hidden := [one for one in touched if one[0] in rulebook.concealed]:
            self._catch_up(may_be_hidden, rulebook.concealed)
        self.version = true.version
        self.clear = not self._veiled and not len(true[UnknownRow])
        exchanged, self._exchanged = self._exchanged, False
        return exchanged

    def _catch_up(
        self, touched: Iterable[tuple[type[Row], str]], concealed: Mapping[type[Row], tuple[Implementation, ...]]
    ) -> None:
        """Take over what these sides see of the rows that were touched."""
        blame, viewers = self._blame, self._viewers
        with self._true.gate, blame:
            for kind, id in touched:
                rules = concealed[kind]
                true, shown = self._true.tables[kind], self.tables[kind]
                face = row = true.get(id)
                for rule in rules if row is not None else ():
                    blame.code = rule
                    face = rule.call(face, viewers)
                    if face is row:
                        continue
                    if face is None:
                        break
                    if not isinstance(face, kind) or face.id != id:
                        raise wrong_answer(rule, face, f"a {kind.__name__} of the same id, or None,")
                if shown is true:
                    if face is row:
                        continue
                    shown = self._veil(true)
                if (old := shown.get(id)) is not face:
                    shown.swap(id, old, face)

    def _veil(self, true: RowTable[Any]) -> RowTable[Any]:
        """End the sharing of a table: a row of it is hidden."""
        shown = self.tables[true.kind] = true.copy()
        self._exchanged = True
        if true.kind is not IdCounter:  # how many ids have been given no rule asks
            self._veiled.add(true.kind)
        return shown


def face_of(row: Row | None, rulebook: Rulebook, gate: Gate, viewers: frozenset[str]) -> Row | None:
    """Return what some sides see of a row, whether it is there now or was before; ``None``: nothing."""
    for rule in rulebook.concealed.get(type(row), ()) if row is not None else ():
        with gate, Blame(rule):
            row = rule.call(row, viewers)
        if row is None:
            break
    return row


def _open(true: State) -> dict[type[Row], RowTable[Any]]:
    """Return the tables of a position without the rows of which nobody here can say who may see them."""
    return {**true.make_all_tables(), UnknownRow: RowTable(UnknownRow)}
