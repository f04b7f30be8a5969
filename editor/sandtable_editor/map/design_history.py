"""The map that is drawn, and what was done to it, as Qt sees it: one undo stack that goes where the draft goes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic
from typing import TYPE_CHECKING, Final, NamedTuple

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

from sandtable.design.edits.edit import NothingChanges
from sandtable.design.edits.together import Together
from sandtable.design.history import HistoryEntry
from sandtable.design.patch import MapPatch
from sandtable.engine.errors import Invalid
from sandtable.engine.words import sentence

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.design.document import DesignDocument
    from sandtable.design.draft import MapDraft
    from sandtable.design.edits.edit import MapEdit


PAUSE: Final = 1.2
"""Seconds after which a step is no longer one with the step before it."""


class Nudged(NamedTuple):
    """The last small step, and when it was done (``monotonic``)."""

    entry: HistoryEntry
    at: float


class MapDesign(QObject):
    """A map under work. Every edit is tried, then on disk, then on the stack: what cannot be done changes nothing."""

    changed = Signal(object)
    """What has changed, as a ``MapPatch``: the map is another now."""
    noted = Signal(tuple)
    """What an edit has done besides, a sentence each."""
    refused = Signal(str)
    """Why an edit cannot be done, in a sentence."""
    saved_changed = Signal()
    """What is in the library is another, or is what is drawn, or no longer."""

    def __init__(self, draft: MapDraft, parent: QObject | None = None) -> None:
        """Take over an open draft with its history."""
        super().__init__(parent)
        self.draft = draft
        self.stack = QUndoStack(self)
        self.barred: Callable[[MapPatch], str] = lambda _: ""
        """Says of what an edit changes why it may not be, ``""`` where it may."""
        self._nudged: Nudged | None = None
        self._stays = True
        for position, entry in enumerate(self.document.history.entries, 1):
            self.stack.push(EditCommand(self, position, entry.says))
        self._mark_saved()
        self._mirror()
        self._stays = False

    @property
    def document(self) -> DesignDocument:
        """The map with its history."""
        return self.draft.document

    @property
    def map(self) -> Map:
        """The map as it is now."""
        return self.document.map

    @property
    def entries(self) -> tuple[HistoryEntry, ...]:
        """All that was done, taken back or not."""
        return self.document.history.entries

    @property
    def position(self) -> int:
        """How many entries stand."""
        return self.document.history.position

    # -- doing

    def attempt(self, edit: MapEdit) -> HistoryEntry | Invalid:
        """Return what an edit would do, for a preview; or why it cannot be done."""
        try:
            return self._attempt(edit)
        except Invalid as error:
            return error

    def _attempt(self, edit: MapEdit) -> HistoryEntry:
        entry = self.document.attempt(edit)
        if why := self.barred(entry.patch):
            raise Invalid(why)
        return entry

    def do(self, edit: MapEdit) -> HistoryEntry | None:
        """Do something; ``refused`` tells why it cannot be done. What is so already is passed over in silence."""
        try:
            entry = self.document.push(self._attempt(edit))
        except NothingChanges:
            return None
        except Invalid as error:
            self.refused.emit(sentence(str(error)))
            return None
        self._push(entry)
        return entry

    def nudge(self, edit: MapEdit) -> HistoryEntry | None:
        """Do a small step; several of the same thing, one soon after the other, are one entry of the history."""
        last, self._nudged = self._nudged, None
        whole = edit.after(last.entry.edit) if last is not None and self._goes_on(last) else None
        entry = self._do_instead(whole) if whole is not None else None
        entry = entry or self.do(edit)
        if entry is not None:
            self._nudged = Nudged(entry, monotonic())
        return entry

    def end_nudging(self) -> None:
        """Something else is done: the next step is an entry of its own."""
        self._nudged = None

    def _goes_on(self, last: Nudged) -> bool:
        """Tell whether the next step is one with the last: nothing was done, taken back or saved since."""
        stands = 0 < self.position == len(self.entries) and self.entries[-1] is last.entry
        return stands and self.draft.saved_position != self.position and monotonic() - last.at <= PAUSE

    def _do_instead(self, edit: MapEdit) -> HistoryEntry | None:
        """Do something in place of the last; ``None`` where that cannot be."""
        before = self.map
        try:
            entry = self.document.attempt_instead(edit)
            if self.barred(entry.patch):
                return None
            self.document.push_instead(entry)
        except Invalid:
            return None  # what was done last stands, and the step is tried by itself
        self._mirror()
        self.changed.emit(MapPatch.between(before, self.map))
        self.saved_changed.emit()
        if entry.notes:
            self.noted.emit(entry.notes)
        return entry

    def do_all(self, edits: Sequence[MapEdit], says: str) -> HistoryEntry | None:
        """Do several things as one, or none of them."""
        if not edits:
            return None
        return self.do(edits[0] if len(edits) == 1 else Together.of(edits, says))

    def _push(self, entry: HistoryEntry) -> None:
        self._mirror(self.position - 1)
        self._stays = True
        self.stack.push(EditCommand(self, self.position, entry.says))
        self._stays = False
        self.changed.emit(entry.patch)
        self.saved_changed.emit()
        if entry.notes:
            self.noted.emit(entry.notes)

    # -- back and forth

    def undo(self) -> None:
        """Take back what was done last."""
        if self.document.can_undo:
            self.go_to(self.position - 1)

    def redo(self) -> None:
        """Do again what was taken back last."""
        if self.document.can_redo:
            self.go_to(self.position + 1)

    def go_to(self, position: int) -> None:
        """Let so many entries stand."""
        before = self.map
        try:
            self.document.go_to(position)
        except Invalid as error:
            self.refused.emit(sentence(str(error)))
            return
        self._mirror()
        self.changed.emit(MapPatch.between(before, self.map))
        self.saved_changed.emit()

    def stand_at(self, position: int) -> None:
        """Follow the stack, which somebody has moved by himself."""
        if not self._stays and position != self.position:
            self.go_to(position)
            if self.position != position:
                QTimer.singleShot(0, self, self._mirror)

    def _mirror(self, position: int | None = None) -> None:
        """Have the stack stand where the document stands."""
        stays, self._stays = self._stays, True
        self.stack.setIndex(self.position if position is None else position)
        self._stays = stays

    def _mark_saved(self) -> None:
        """Have the stack know what is saved."""
        saved = self.draft.saved_position
        if saved is None:
            self.stack.resetClean()
            return
        self._mirror(saved)
        self.stack.setClean()
        self._mirror()

    # -- the library

    def save(self) -> None:
        """Put the map into its library; raises ``Invalid``, of which ``ChangedMeanwhile`` says what another did."""
        self.draft.save()
        self._mark_saved()
        self.saved_changed.emit()


class EditCommand(QUndoCommand):
    """One entry of the history on Qt's stack; it is done already when it is pushed."""

    def __init__(self, design: MapDesign, position: int, says: str) -> None:
        """``position``: how many entries stand when it does."""
        super().__init__(says)
        self._design, self._position = design, position

    def redo(self) -> None:
        self._design.stand_at(self._position)

    def undo(self) -> None:
        self._design.stand_at(self._position - 1)
