"""The history of a design: what was done to it, each with its way back, whatever of it was changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Protocol

from msgspec import Struct

from sandtable.engine.errors import Invalid


class Patched(Protocol):
    """What an edit has changed of its subject."""

    def turned_round(self) -> Any:
        """Return the way back."""
        ...

    def applied_to(self, thing: Any, /) -> Any:
        """Return the subject after it."""
        ...

    @staticmethod
    def all_applied_to(thing: Any, patches: Sequence[Any], /) -> Any:
        """Return the subject after one patch upon the other."""
        ...


class DesignEdit(Protocol):
    """Something that can be done to a subject of a design: its map, a scenario, its rules."""

    subject: ClassVar[str]

    def patch(self, thing: Any, notes: list[str], /) -> Any:
        """Return what it changes, as ``Patched``; raises ``Invalid`` in one sentence for what cannot be done."""
        ...

    def says(self, thing: Any, /) -> str:
        """Return it in a few words."""
        ...


class HistoryEntry(Struct, frozen=True):
    """One thing that was done: the edit, what it changed, what it is called, and what it did besides."""

    edit: Any
    patch: Any
    says: str
    notes: tuple[str, ...] = ()

    @property
    def subject(self) -> str:
        """What of the design it changed."""
        subject: str = self.edit.subject
        return subject


class EditHistory(Struct, frozen=True):
    """What was done, and how much of it stands: ``position`` entries, those after it were taken back."""

    entries: tuple[HistoryEntry, ...] = ()
    position: int = 0

    def __iter__(self) -> Iterator[HistoryEntry]:
        """Go through what stands."""
        return iter(self.entries[: self.position])

    def __len__(self) -> int:
        return self.position

    def and_then(self, entry: HistoryEntry) -> EditHistory:
        """Return the history with something done; what was taken back before is gone."""
        return EditHistory((*self.entries[: self.position], entry), self.position + 1)

    def at(self, position: int) -> EditHistory:
        """Return the history with so many entries standing; raises ``Invalid`` for more than there are."""
        if not 0 <= position <= len(self.entries):
            raise Invalid(f"there is no place {position} in a history of {len(self.entries)} edits")
        return EditHistory(self.entries, position)


def on_the_way(history: EditHistory, position: int) -> Iterator[tuple[str, Patched]]:
    """Yield what leads from where a history stands to another place in it, each patch with its subject."""
    for entry in history.entries[history.position : position]:
        yield entry.subject, entry.patch
    for entry in reversed(history.entries[position : history.position]):
        yield entry.subject, entry.patch.turned_round()


def after_all(subjects: Mapping[str, Any], way: Iterable[tuple[str, Patched]]) -> dict[str, Any]:
    """Return the subjects of a design after some patches."""
    patches: dict[str, list[Patched]] = {}
    for subject, patch in way:
        patches.setdefault(subject, []).append(patch)
    return {
        **subjects,
        **{subject: some[0].all_applied_to(subjects[subject], some) for subject, some in patches.items()},
    }
