"""What a ply must come to again when it is worked out again, and the words where it does not."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sandtable.engine.journal.journal import Ply


def outcome_of(ply: Ply) -> tuple[object, ...]:
    """Return what a ply must come to again; the words of the log and what they cite may have been mended since."""
    return ply.changes, ply.throws, [note.sides for note in ply.notes], ply.is_save_point, ply.awaiting


def difference(again: Ply, kept: Ply, why: str) -> str:
    """Say in what a ply that was worked out again differs from the one that was kept, and why it may."""
    if again.throws != kept.throws:
        return f"throws {len(again.throws)} times where it threw {len(kept.throws)} times: {why}"
    for new, old in zip(again.changes, kept.changes, strict=False):
        if new != old:
            return f"changes {new.kind.__name__} {new.id} differently: {why}"
    if (again.is_save_point, again.awaiting) != (kept.is_save_point, kept.awaiting):
        waits, waited = again.awaiting or "nothing", kept.awaiting or "nothing"
        return f"waits for {waits} where it waited for {waited}: {why}"
    if again.changes == kept.changes:
        return f"writes another log: {why}"
    return f"makes {len(again.changes)} changes where it made {len(kept.changes)}: {why}"
