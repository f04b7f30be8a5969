"""Edits of what is noted of a scenario: the notes, and the pictures that they show."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from sandtable.design.scenario.row_changes import require_row
from sandtable.design.scenario.scenario_edits import ScenarioEdit
from sandtable.engine.errors import Invalid, unknown
from sandtable.interchange.image_formats import inspect_image
from sandtable.library.store.documents import checked_key
from sandtable.library.store.scenario_parts import (
    MOST_PICTURE_BYTES,
    MOST_PICTURES_BYTES,
    PICTURES,
    NotePicture,
    ScenarioNote,
    picture_hash,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sandtable.design.scenario.designed import DesignedScenario
    from sandtable.library.store.documents import ScenarioDocument


class WriteNote(ScenarioEdit, frozen=True):
    """Note something: of the whole, or of a row; one of that id is written anew, and keeps its pictures."""

    id: str
    text: str
    title: str = ""
    table: str = ""
    row: str = ""
    source: str = ""

    def change(self, design: DesignedScenario, notes: list[str]) -> ScenarioDocument:
        checked_key("a note", self.id)
        if self.table or self.row:
            require_row(design, self.table, self.row)
        was = next((one for one in design.laid.notes if one.id == self.id), None)
        shown = was.pictures if was is not None else ()
        note = ScenarioNote(self.id, self.text, self.title, self.table, self.row, self.source, shown)
        return _with_note(design, note)

    def says(self, design: DesignedScenario) -> str:
        return f"Note {self.title or self.id}"


class RemoveNote(ScenarioEdit, frozen=True):
    """Take a note out, and the pictures that no other note shows."""

    id: str

    def change(self, design: DesignedScenario, notes: list[str]) -> ScenarioDocument:
        _own_note(design, self.id)
        return _with_notes(design, (one for one in design.document.notes if one.id != self.id))

    def says(self, design: DesignedScenario) -> str:
        return f"Take out the note {self.id}"


class ShowPicture(ScenarioEdit, frozen=True):
    """Let a note show a picture. A script names its file, from the folder of the script: PNG or JPEG, up to 2 MB."""

    note: str
    image: str = ""
    title: str = ""
    source: str = ""
    content: bytes = b""

    def change(self, design: DesignedScenario, notes: list[str]) -> ScenarioDocument:
        note = _note(design, self.note)
        name = _checked(design, self.content, self.image)
        fresh = NotePicture(name, self.title or Path(self.image).stem, self.source)
        kept = tuple(one for one in note.pictures if one.shown != name)
        return _with_note(design, replace(note, pictures=(*kept, fresh)), {name: self.content})

    def says(self, design: DesignedScenario) -> str:
        return f"Show {self.title or self.image or 'a picture'} in the note {self.note}"


class HidePicture(ScenarioEdit, frozen=True):
    """Take a picture out of a note, by its hash or the beginning of that; one that no other note shows is gone."""

    note: str
    picture: str

    def change(self, design: DesignedScenario, notes: list[str]) -> ScenarioDocument:
        note = _note(design, self.note)
        found = [one for one in note.pictures if self.picture and one.shown.startswith(self.picture)]
        if len(found) != 1:
            raise unknown("picture", self.picture, [one.shown[:12] for one in note.pictures])
        return _with_note(design, replace(note, pictures=tuple(one for one in note.pictures if one is not found[0])))

    def says(self, design: DesignedScenario) -> str:
        return f"Take a picture out of the note {self.note}"


def _note(design: DesignedScenario, id: str) -> ScenarioNote:
    """Return a note of the scenario, or of what it extends."""
    for note in design.laid.notes:
        if note.id == id:
            return note
    raise unknown("note", id, [one.id for one in design.laid.notes])


def _own_note(design: DesignedScenario, id: str) -> ScenarioNote:
    for note in design.document.notes:
        if note.id == id:
            return note
    raise unknown("note", id, [one.id for one in design.document.notes])


def _checked(design: DesignedScenario, content: bytes, file: str) -> str:
    """Return the hash of a picture; raises ``Invalid`` for one that a note cannot show."""
    what = file or "the picture"
    if not content:
        raise Invalid(f"{what} was not read: name its file, PNG or JPEG")
    if len(content) > MOST_PICTURE_BYTES:
        raise Invalid(
            f"{what} has {len(content) / (1 << 20):.1f} MB: make it smaller, up to {MOST_PICTURE_BYTES >> 20}"
        )
    if not content.startswith(PICTURES):
        raise Invalid(f"{what} is neither PNG nor JPEG: save it as one of them")
    try:
        inspect_image(content)
    except Invalid as error:
        raise Invalid(f"{what} {error}") from error
    name = picture_hash(content)
    others = sum(len(one) for key, one in design.document.pictures.items() if key != name)
    if others + len(content) > MOST_PICTURES_BYTES:
        raise Invalid(f"the pictures of the scenario would have over {MOST_PICTURES_BYTES >> 20} MB: take others out")
    return name


def _with_note(design: DesignedScenario, note: ScenarioNote, fresh: dict[str, bytes] | None = None) -> ScenarioDocument:
    there = {one.id: one for one in design.document.notes} | {note.id: note}
    return _with_notes(design, there.values(), fresh)


def _with_notes(
    design: DesignedScenario, notes: Iterable[ScenarioNote], fresh: dict[str, bytes] | None = None
) -> ScenarioDocument:
    """Return the scenario with these notes, and the pictures that they show."""
    kept = tuple(notes)
    known = {**design.laid.pictures, **(fresh or {})}
    pictures = {name: known[name] for name in sorted({one.shown for note in kept for one in note.pictures})}
    return replace(design.document, notes=kept, pictures=pictures)
