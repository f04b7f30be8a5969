"""A design while it is worked on: its subjects as they are, and one history for all of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from sandtable.board.maps import Map
from sandtable.design.history import DesignEdit, EditHistory, HistoryEntry, after_all, on_the_way
from sandtable.engine.errors import Invalid


class Record(Protocol):
    """Where what is done is kept, before anything else is: a draft on disk."""

    def keep(self, history: EditHistory, entry: HistoryEntry) -> None:
        """Keep an entry that comes after those that stand."""
        ...

    def keep_position(self, position: int) -> None:
        """Keep how many entries stand."""
        ...


class DesignDocument:
    """A map, and later scenarios and rules, with what was done to them.

    The subjects are values: whoever shows one goes on with it until told of the next.
    """

    def __init__(
        self, subjects: Mapping[str, Any], history: EditHistory | None = None, record: Record | None = None
    ) -> None:
        """Take subjects as they are where the history stands."""
        self.subjects, self.history, self._record = dict(subjects), history or EditHistory(), record
        self._before: Mapping[str, Any] | None = None
        """The subjects before the last thing that was done, unless the history has gone elsewhere since."""

    @classmethod
    def of(cls, sheet: Map) -> DesignDocument:
        """Return the document of a map, with nothing done to it."""
        return cls({"map": sheet})

    @property
    def map(self) -> Map:
        """The map as it is now."""
        sheet: Map = self.subjects["map"]
        return sheet

    def attempt(self, edit: DesignEdit) -> HistoryEntry:
        """Return what an edit would do, for a preview; raises ``Invalid`` in one sentence for one that cannot be."""
        if edit.subject not in self.subjects:
            raise Invalid(f"this design has no {edit.subject}: open one that has")
        thing = self.subjects[edit.subject]
        notes: list[str] = []
        patch = edit.patch(thing, notes)
        return HistoryEntry(edit, patch, edit.says(thing), tuple(notes))

    def do(self, edit: DesignEdit) -> HistoryEntry:
        """Do something; it is kept before anybody sees it. Raises ``Invalid``, and then nothing has changed."""
        return self.push(self.attempt(edit))

    def push(self, entry: HistoryEntry) -> HistoryEntry:
        """Do what was attempted just before."""
        after = after_all(self.subjects, iter([(entry.subject, entry.patch)]))
        if self._record is not None:
            self._record.keep(self.history, entry)
        self._before = self.subjects
        self.subjects, self.history = after, self.history.and_then(entry)
        return entry

    def attempt_instead(self, edit: DesignEdit) -> HistoryEntry:
        """Return what an edit would have done in place of the last; raises ``Invalid`` where it could not."""
        if self._before is None:
            raise Invalid("nothing was done just now that something else could take the place of")
        return DesignDocument(self._before).attempt(edit)

    def push_instead(self, entry: HistoryEntry) -> HistoryEntry:
        """Do what was attempted, as if the last thing had not been done: it takes the place of that, on disk too."""
        if self._before is None:
            raise Invalid("nothing was done just now that something else could take the place of")
        before, history = self._before, self.history.at(self.history.position - 1)
        after = after_all(before, iter([(entry.subject, entry.patch)]))
        if self._record is not None:
            self._record.keep(history, entry)
        self.subjects, self.history = after, history.and_then(entry)
        return entry

    def do_all(self, edits: Sequence[DesignEdit]) -> list[HistoryEntry]:
        """Do several things, or none of them: raises ``Invalid`` saying which one cannot be done."""
        trial = DesignDocument(self.subjects)
        for number, edit in enumerate(edits, 1):
            try:
                trial.do(edit)
            except Invalid as error:
                if len(edits) == 1:
                    raise
                raise Invalid(f"edit {number} ({type(edit).__name__}) cannot be done: {error}") from error
        done = list(trial.history)
        for entry in done:
            self.push(entry)
        return done

    # --- back and forth -----------------------------------------------------------------------------------------

    @property
    def can_undo(self) -> bool:
        """Whether something stands that can be taken back."""
        return self.history.position > 0

    @property
    def can_redo(self) -> bool:
        """Whether something was taken back that can be done again."""
        return self.history.position < len(self.history.entries)

    def undo(self) -> None:
        """Take back what was done last; raises ``Invalid`` where nothing was."""
        if not self.can_undo:
            raise Invalid("there is nothing to undo")
        self.go_to(self.history.position - 1)

    def redo(self) -> None:
        """Do again what was taken back last; raises ``Invalid`` where nothing was."""
        if not self.can_redo:
            raise Invalid("there is nothing to redo")
        self.go_to(self.history.position + 1)

    def go_to(self, position: int) -> None:
        """Let so many entries of the history stand."""
        there = self.history.at(position)
        after = after_all(self.subjects, on_the_way(self.history, position))
        if self._record is not None:
            self._record.keep_position(position)
        self.subjects, self.history, self._before = after, there, None
