"""What a scenario builds on: the one that it extends, the preset that it begins with, its dates and notes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from sandtable.design.scenario.note_edits import WriteNote
from sandtable.design.scenario.scenario_edits import LookOver
from sandtable.engine.errors import Elsewhere, Invalid
from sandtable.library.store.layers import collisions, looked_over
from sandtable.lint.findings import Fix, Place
from sandtable.lint.registry import code

if TYPE_CHECKING:
    from sandtable.library.store.documents import ScenarioDocument
    from sandtable.library.store.shelf import Shelf
    from sandtable.lint.findings import Finding

NO_BASE = code(
    "scenario-base-unknown", "scenario", "error",
    "A scenario that extends one that is not there, or itself, or that begins with a preset that is not there.",
)  # fmt: skip
COLLIDES = code(
    "overlay-collides", "scenario", "warning",
    "A row that a scenario and the one that it extends have both changed: what the scenario says counts.",
    "notes that the scenario was looked over on its base as it is, asked for by its code",
)  # fmt: skip
OLD_BASE = code(
    "overlay-base-old", "scenario", "hint",
    "The scenario that another extends has changed since, in nothing that this one says otherwise.",
    "notes that the scenario was looked over on its base as it is",
)  # fmt: skip
UNDATED = code(
    "scenario-dates-unsound", "scenario", "error", "Dates of a scenario that do not exist, or end before they begin."
)
NOTE_LOST = code(
    "note-lost", "scenario", "warning", "A note of a row that is not in the scenario.", "notes it of the whole"
)


def check(
    document: ScenarioDocument, laid: ScenarioDocument | None, shelf: Shelf | None, why: str = ""
) -> Iterator[Finding[ScenarioDocument]]:
    """Look at what a scenario builds on; ``laid`` is the scenario with all that under it, ``None`` where it is gone."""
    place = Place("scenario", document.key)
    if document.dates is not None and (fault := document.dates.fault()):
        yield UNDATED.finding(place, fault)
    if laid is None:
        yield NO_BASE.finding(place, f"{why}: put it there, or name another")
        return
    yield from _notes(document, laid, place)
    if document.extends and shelf is not None:
        yield from _base(document, shelf, place)


def _notes(document: ScenarioDocument, laid: ScenarioDocument, place: Place) -> Iterator[Finding[ScenarioDocument]]:
    for note in document.notes:
        if note.table and note.row not in laid.rows.get(note.table, {}):
            words = (
                f"note {note.id!r} is of {note.table} {note.row!r}, which is not in the scenario: note it of another"
            )
            edit = WriteNote(note.id, note.text, note.title, source=note.source)
            fix = Fix(f"keep note {note.id!r} as one of the whole", partial(_of_the_whole, note.id), edit=edit)
            yield NOTE_LOST.finding(place, words, fix)


def _of_the_whole(id: str, document: ScenarioDocument) -> ScenarioDocument:
    from msgspec.structs import replace

    notes = tuple(replace(one, table="", row="") if one.id == id else one for one in document.notes)
    return replace(document, notes=notes) if notes != document.notes else document


def _base(document: ScenarioDocument, shelf: Shelf, place: Place) -> Iterator[Finding[ScenarioDocument]]:
    """Compare a scenario with its base as that is now."""
    try:
        named, base = shelf.scenario(document.extends), shelf.base_of(document)
    except (Elsewhere, Invalid):
        return
    if base is None or (named.digest == document.base and not document.over.lost):
        return
    says = f"note that {document.key!r} was looked over on {document.extends!r} as it is"
    seen = partial(looked_over, base=base, digest=named.digest)
    found = collisions(document, base)
    for one in found:
        at = Place("scenario", document.key, table=one.table, row=one.row, field=one.field)
        yield COLLIDES.finding(at, one.words, Fix(says, seen, deliberate=True, edit=LookOver()))
    if not found and document.base:  # what never named how its base was cannot tell that it has changed
        words = f"{document.extends!r} has changed since this was laid over it, in nothing that is said otherwise here"
        yield OLD_BASE.finding(place, words, Fix(says, seen, edit=LookOver()))
