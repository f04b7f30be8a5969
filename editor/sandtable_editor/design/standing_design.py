"""What is under work, and what was done to it, as Qt sees it: one undo stack that goes where the draft goes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

from sandtable.design.edits.edit import NothingChanges
from sandtable.engine.errors import Invalid
from sandtable.engine.words import sentence

if TYPE_CHECKING:
    from sandtable.design.document import DesignDocument
    from sandtable.design.draft_on_disk import DraftOnDisk
    from sandtable.design.history import DesignEdit, HistoryEntry


class StandingDesign(QObject):
    """A draft that is open. Every edit is tried, then on disk, then on the stack: what cannot be done changes nothing.

    ``SUBJECT`` is what of the document it shows: ``map`` or ``scenario``.
    """

    SUBJECT: ClassVar[str]

    changed = Signal(object)
    """What has changed, as a patch: the subject is another now."""
    noted = Signal(tuple)
    """What an edit has done besides, a sentence each."""
    refused = Signal(str)
    """Why an edit cannot be done, in a sentence."""
    saved_changed = Signal()
    """What is in the library is another, or is what is seen, or no longer."""

    def __init__(self, draft: DraftOnDisk, parent: QObject | None = None) -> None:
        """Take over an open draft with its history."""
        super().__init__(parent)
        self._on_disk = draft
        self.stack = QUndoStack(self)
        self._stays = True
        for position, entry in enumerate(self.document.history.entries, 1):
            self.stack.push(EditCommand(self, position, entry.says))
        self._mark_saved()
        self._mirror()
        self._stays = False

    @property
    def document(self) -> DesignDocument:
        """What is under work, with its history."""
        return self._on_disk.document

    @property
    def entries(self) -> tuple[HistoryEntry, ...]:
        """All that was done, taken back or not."""
        return self.document.history.entries

    @property
    def position(self) -> int:
        """How many entries stand."""
        return self.document.history.position

    @property
    def saved_position(self) -> int | None:
        """How many entries stand in the library; ``None`` when that is no longer in the history."""
        return self._on_disk.saved_position

    @property
    def has_unsaved(self) -> bool:
        """Whether something stands that is not in the library."""
        return self._on_disk.has_unsaved

    def _subject(self) -> Any:
        return self.document.subjects[self.SUBJECT]

    def between(self, before: Any, now: Any) -> Any:
        """Return what makes one subject of another, as a patch."""
        raise NotImplementedError

    # -- doing

    def _attempt(self, edit: DesignEdit) -> HistoryEntry:
        """Return what an edit would do; raises ``Invalid`` where it may not be."""
        return self.document.attempt(edit)

    def attempt(self, edit: DesignEdit) -> HistoryEntry | Invalid:
        """Return what an edit would do, for a preview; or why it cannot be done."""
        try:
            return self._attempt(edit)
        except Invalid as error:
            return error

    def do(self, edit: DesignEdit) -> HistoryEntry | None:
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
        before = self._subject()
        try:
            self.document.go_to(position)
        except Invalid as error:
            self.refused.emit(sentence(str(error)))
            return
        self._mirror()
        self.changed.emit(self.between(before, self._subject()))
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
        saved = self.saved_position
        if saved is None:
            self.stack.resetClean()
            return
        self._mirror(saved)
        self.stack.setClean()
        self._mirror()

    # -- the library

    def save(self) -> None:
        """Put it into its library; raises ``Invalid``, of which ``ChangedMeanwhile`` says what another did."""
        self._on_disk.save()
        self._mark_saved()
        self.saved_changed.emit()


class EditCommand(QUndoCommand):
    """One entry of the history on Qt's stack; it is done already when it is pushed."""

    def __init__(self, design: StandingDesign, position: int, says: str) -> None:
        """``position``: how many entries stand when it does."""
        super().__init__(says)
        self._design, self._position = design, position

    def redo(self) -> None:
        self._design.stand_at(self._position)

    def undo(self) -> None:
        self._design.stand_at(self._position - 1)
