"""The map that is drawn, and what was done to it, as Qt sees it: one undo stack that goes where the draft goes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic
from typing import TYPE_CHECKING, Final, NamedTuple

from sandtable.design.edits.together import Together
from sandtable.design.history import HistoryEntry
from sandtable.design.patch import MapPatch
from sandtable.engine.errors import Invalid
from sandtable_editor.design.standing_design import StandingDesign

if TYPE_CHECKING:
    from PySide6.QtCore import QObject

    from sandtable.board.maps import Map
    from sandtable.design.draft import MapDraft
    from sandtable.design.edits.edit import MapEdit
    from sandtable.design.history import DesignEdit


PAUSE: Final = 1.2
"""Seconds after which a step is no longer one with the step before it."""


class Nudged(NamedTuple):
    """The last small step, and when it was done (``monotonic``)."""

    entry: HistoryEntry
    at: float


class MapDesign(StandingDesign):
    """A map under work. Every edit is tried, then on disk, then on the stack: what cannot be done changes nothing."""

    SUBJECT = "map"

    def __init__(self, draft: MapDraft, parent: QObject | None = None) -> None:
        """Take over an open draft with its history."""
        super().__init__(draft, parent)
        self.draft = draft
        self.barred: Callable[[MapPatch], str] = lambda _: ""
        """Says of what an edit changes why it may not be, ``""`` where it may."""
        self._nudged: Nudged | None = None

    @property
    def map(self) -> Map:
        """The map as it is now."""
        return self.document.map

    def between(self, before: Map, now: Map) -> MapPatch:
        return MapPatch.between(before, now)

    def _attempt(self, edit: DesignEdit) -> HistoryEntry:
        entry = super()._attempt(edit)
        if why := self.barred(entry.patch):
            raise Invalid(why)
        return entry

    # -- small steps

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
        return stands and self.saved_position != self.position and monotonic() - last.at <= PAUSE

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
        self.changed.emit(self.between(before, self.map))
        self.saved_changed.emit()
        if entry.notes:
            self.noted.emit(entry.notes)
        return entry

    def do_all(self, edits: Sequence[MapEdit], says: str) -> HistoryEntry | None:
        """Do several things as one, or none of them."""
        if not edits:
            return None
        return self.do(edits[0] if len(edits) == 1 else Together.of(edits, says))
