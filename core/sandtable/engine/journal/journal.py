"""The journal: an append-only tree of plies; undo, redo, go-to and branch move its head, nothing is erased."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol

from msgspec import Struct, field

from sandtable.engine.errors import Elsewhere, Invalid
from sandtable.engine.state.encoding import Writing
from sandtable.engine.state.state import MASK, hash_change

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sandtable.engine.actions.actions import Action
    from sandtable.engine.running.chance import ThrowResult
    from sandtable.engine.running.installed_game import InstalledGame
    from sandtable.engine.state.position import Note
    from sandtable.engine.state.row import Change
    from sandtable.engine.state.state import State

PlyKind = Literal["start", "answer", "sealed", "table"]
ROOT = 0


class PlyContents(Struct, frozen=True, gc=False):
    """What happened in a ply: the action, what was thrown, what changed, what the log says."""

    action: Action | None = None
    throws: tuple[ThrowResult, ...] = ()
    changes: tuple[Change, ...] | Elsewhere = ()
    notes: tuple[Note, ...] = ()
    documents: tuple[ChangeDocument, ...] = ()


class ChangeDocument(Struct, frozen=True):
    """A change as documents (``NOTHING``: no row)."""

    table: str
    id: str
    was: bytes
    now: bytes


class Ply(Struct):
    """One answer of a seat (or act of the table) with the throws and changes up to the next prompt.

    ``before`` is the ply it follows, ``start`` the hash of the position before the first ply; ``hash`` is
    worked out from them and the changes when somebody asks. What is ``inside`` a kept ply is read when somebody asks.

    ``rests``: no procedure is alive after it, so it is a save point. ``sealed`` answers wait with the
    referee: they change nothing until the last one is in; that one has ``reveals`` set to the first.
    ``goes_with`` is the first of the answers that were given with one word and are taken back with one.
    """

    id: int
    parent: int
    kind: PlyKind
    seat: str = ""
    side: str = ""
    summary: str = ""
    epoch: int = 0
    known_hash: int | None = None
    is_save_point: bool = True
    awaiting: str = ""
    reveals_from: int = 0
    overruled: bool = False
    before: Ply | None = None
    start: int = 0
    contents: PlyContents | Callable[[Ply], PlyContents] = field(default_factory=PlyContents)
    goes_with: int = 0

    def _contents(self) -> PlyContents:
        if not isinstance(self.contents, PlyContents):
            self.contents = self.contents(self)
        return self.contents

    @property
    def action(self) -> Action | None:
        """The answer; ``None`` for an act of the table, or when the module that brings the action is not here."""
        return self._contents().action

    @property
    def throws(self) -> tuple[ThrowResult, ...]:
        """What chance has given, in order."""
        return self._contents().throws

    @property
    def changes(self) -> tuple[Change, ...]:
        """The rows that were put, changed and removed, in order; raises ``Elsewhere`` if they cannot be read."""
        changes = self._contents().changes
        if isinstance(changes, Elsewhere):
            raise changes
        return changes

    @property
    def documents(self) -> tuple[ChangeDocument, ...]:
        """The changes as documents, where the campaign was brought up to newer data: as rows they cannot be read."""
        return self._contents().documents

    @property
    def notes(self) -> tuple[Note, ...]:
        """What the log says beside the deed."""
        return self._contents().notes

    @property
    def hash(self) -> int:
        """The hash of the position after this ply."""
        unknown: list[Ply] = []
        ply: Ply | None = self
        while ply is not None and ply.known_hash is None:
            unknown.append(ply)
            ply = ply.before
        total = self.start if ply is None or ply.known_hash is None else ply.known_hash
        for ply in reversed(unknown):
            total = ply.known_hash = (total + hash_change(ply.changes)) & MASK
        return total

    @property
    def says(self) -> str:
        """What was done, in a line."""
        return self.summary if self.summary or self.action is None else self.action.plainly()


def is_first(before: Ply | None) -> bool:
    """Tell whether a campaign begins with what follows a ply: nothing was done yet but to bring its rows up."""
    while before is not None and before.documents:
        before = before.before
    return before is None


@dataclass(frozen=True, slots=True)
class Epoch:
    """The rules plies were played by: the engine's version, each module's version and content, the parameters."""

    modules: dict[str, tuple[str, str]] = dataclasses.field(default_factory=dict[str, tuple[str, str]])
    parameters: dict[str, dict[str, Any]] = dataclasses.field(default_factory=dict[str, dict[str, Any]])
    engine: str = ""
    writing: Writing = Writing()  # noqa: RUF009  # it is frozen
    house: dict[str, str] = dataclasses.field(default_factory=dict[str, str])
    """House rules by form, as documents by their keys: the campaign can be played without the files they came from."""

    def differences(self, other: Epoch) -> list[str]:
        """Say in words what the other rules change."""
        lines = [f"{key} is gone" for key in sorted(self.modules.keys() - other.modules.keys())]
        lines += [f"{key} is new" for key in sorted(other.modules.keys() - self.modules.keys())]
        for key in sorted(self.modules.keys() & other.modules.keys()):
            (was, before), (now, after) = self.modules[key], other.modules[key]
            if was != now:
                lines.append(f"{key} went from version {was} to {now}")
            elif before != after:
                lines.append(f"{key} was changed (version {was} as before)")
        return lines


class Sink(Protocol):
    """Where the journal is kept; each call returns only when what it was given is safe."""

    def ply(self, ply: Ply) -> None:
        """Keep a new ply, which becomes the head."""
        ...

    def head(self, id: int) -> None:
        """Keep that the head has moved."""
        ...

    def epoch(self, epoch: Epoch) -> None:
        """Keep a new epoch."""
        ...

    def recall(self, family: InstalledGame) -> tuple[Journal, State] | None:
        """Return the journal and the position as they are kept, whatever was broken off; ``None``: they are not."""
        ...

    def close(self) -> None:
        """Let go of what it is kept in; nothing is kept after that."""
        ...


class Nowhere:
    """Keeps nothing: a game in memory."""

    def ply(self, ply: Ply) -> None: ...
    def head(self, id: int) -> None: ...
    def epoch(self, epoch: Epoch) -> None: ...
    def recall(self, family: InstalledGame) -> None: ...
    def close(self) -> None: ...


class Journal:
    """The tree of plies; no serial is used twice.

    Ply 0 is the position before the first one, with the hash ``start``.
    """

    def __init__(self, start: int = 0) -> None:
        self.start = start
        self.plies: dict[int, Ply] = {}
        self._first_child: dict[int, int] = {}
        self._other_children: dict[int, list[int]] = {}
        """The second and later plies after one, where play has branched: few have any."""
        self.last_child: dict[int, int] = {}
        self.head = ROOT
        self.serial = 1
        self.base = ROOT
        """The last ply at which the campaign was brought up to newer data; what came before is documents alone."""
        self.epochs: list[Epoch] = []

    def __getitem__(self, id: int) -> Ply:
        if id not in self.plies:
            raise Invalid(f"there is no ply {id}: the journal has plies 1 to {self.serial - 1}")
        return self.plies[id]

    @property
    def at(self) -> Ply | None:
        """The ply at the head, ``None`` at the root."""
        return self.plies.get(self.head)

    def next(
        self,
        kind: PlyKind,
        action: Action | None = None,
        *,
        seat: str = "",
        side: str = "",
        summary: str = "",
        epoch: int = 0,
    ) -> Ply:
        """Return a ply to follow the head; it is not in the journal yet."""
        before, inside = self.at, PlyContents(action)
        return Ply(
            self.serial, self.head, kind, seat, side, summary, epoch, before=before, start=self.start, contents=inside
        )

    def add(self, ply: Ply) -> None:
        """Append a ply; it becomes the head."""
        self.plies[ply.id] = ply
        if self._first_child.setdefault(ply.parent, ply.id) != ply.id:
            self._other_children.setdefault(ply.parent, []).append(ply.id)
        self.last_child[ply.parent] = self.head = ply.id
        self.serial = max(self.serial, ply.id + 1)

    def children(self, id: int) -> tuple[int, ...]:
        """Return the plies that follow a ply (0: the position before the first), in the order they were played."""
        if id not in self._first_child:
            return ()
        return (self._first_child[id], *self._other_children.get(id, ()))

    def first_child(self, id: int) -> Ply | None:
        """Return the ply that was played first after another (0: the position before the first), if there is one."""
        return self.plies[self._first_child[id]] if id in self._first_child else None

    def newest_child(self, id: int) -> int:
        """Return the ply that was played last after another, which has one."""
        return self._other_children[id][-1] if id in self._other_children else self._first_child[id]

    def copy(self) -> Journal:
        """Return a journal of its own with the same plies, which never change."""
        twin = Journal()
        twin.become(self)
        twin.plies, twin.last_child = self.plies.copy(), self.last_child.copy()
        twin._first_child = self._first_child.copy()
        twin._other_children = {ply: children.copy() for ply, children in self._other_children.items()}
        twin.epochs = self.epochs.copy()
        return twin

    def become(self, other: Journal) -> None:
        """Take over all of another journal: whoever shows this one shows that from now on."""
        vars(self).update(vars(other))

    def move(self, id: int) -> None:
        """Move the head; redo goes down the way last taken."""
        for ply in self.way(id)[1]:
            self.last_child[ply.parent] = ply.id
        self.head = id

    def _up(self, id: int) -> Iterator[tuple[int, int]]:
        while id != ROOT:
            parent = self.plies[id].parent
            yield id, parent
            id = parent

    def line(self, id: int | None = None) -> list[Ply]:
        """Return the plies from the root to ``id`` (by default the head)."""
        return [self.plies[child] for child, _ in self._up(self.head if id is None else id)][::-1]

    def way(self, to: int, here: int | None = None) -> tuple[list[Ply], list[Ply]]:
        """Return the plies to take back (last first) and to do again to get from ``here`` (else the head) to ``to``."""
        back: list[Ply] = []
        forth: list[Ply] = []
        here = self.head if here is None else here
        while here != to:  # a ply's id is always greater than its parent's
            if here > to:
                back.append(self.plies[here])
                here = back[-1].parent
            else:
                forth.append(self.plies[to])
                to = forth[-1].parent
        return back, forth[::-1]

    def follows(self, id: int, earlier: int) -> bool:
        """Tell whether a ply is another, or comes after it."""
        while id > earlier:  # a ply's id is always greater than its parent's
            id = self.plies[id].parent
        return id == earlier

    def since_save_point(self, id: int | None = None) -> list[Ply]:
        """Return the plies after the last save point at or above ``id``, oldest first."""
        out: list[Ply] = []
        for child, _ in self._up(self.head if id is None else id):
            if self.plies[child].is_save_point:
                break
            out.append(self.plies[child])
        return out[::-1]

    def redo_of(self, id: int) -> int | None:
        """Return the ply that redo goes to from ``id``."""
        return self.last_child.get(id)
