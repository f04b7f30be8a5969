"""Another revision of the map for a running campaign: read from a library, called by words, put to the table."""

from __future__ import annotations

from datetime import date, datetime
from typing import TYPE_CHECKING, Final, NamedTuple

from sandtable.engine.errors import Invalid
from sandtable.engine.referee.adoption import MOVE, AdoptedMap
from sandtable.play.table.adoption_preview import preview_adoption

if TYPE_CHECKING:
    from pathlib import Path

    from sandtable.board.maps import Map
    from sandtable.play.table.adoption_preview import AdoptionPreview
    from sandtable.play.table.sitting import Sitting

MONTHS: Final = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip


def propose_adoption(
    sitting: Sitting, seat: str, sheet: Map, *, earlier: bool = False, today: date | None = None
) -> None:
    """Keep a map in the campaign's file, and propose to play on it; raises ``Invalid`` naming what would be lost.

    ``earlier``: it is not the current revision of its library.
    """
    adopted = keep_revision(sitting, preview_adoption(sitting, sheet), earlier=earlier, today=today)
    sitting.referee.council.propose_adoption(seat, adopted)


def keep_revision(
    sitting: Sitting, preview: AdoptionPreview, *, earlier: bool = False, today: date | None = None
) -> AdoptedMap:
    """Keep a map in the campaign's file, and return it as it is proposed; raises ``Invalid`` naming what would be lost.

    ``earlier``: it is not the current revision of its library.
    """
    if preview.obstacles:
        raise Invalid(f"{preview.obstacles[0]}: {MOVE}")
    sitting.file.keep_map(preview.then)
    name = name_revision(preview, today or datetime.now().astimezone().date(), earlier=earlier)
    return AdoptedMap(preview.then, preview.rows, name, preview.moved)


def name_revision(preview: AdoptionPreview, day: date, *, earlier: bool = False) -> str:
    """Call a revision by its map, by when it was put to the table, and by what is different on it."""
    title = preview.then.title
    when = "in an earlier revision" if earlier else f"as of {day.day} {MONTHS[day.month - 1]} {day.year}"
    return f"{title} {when}: {preview.summary or 'nothing visible has changed'}"


class KeptRevision(NamedTuple):
    """A map of a library in one of the revisions that are kept there."""

    key: str
    title: str
    revision: str
    current: bool


def kept_revisions(path: Path) -> list[KeptRevision]:
    """Return the maps of a library with their revisions, of each the current one first."""
    from sandtable.library.store.library_file import Library

    with Library.open_sound(path) as library:
        return [
            KeptRevision(info.key, info.title, revision, at == 0)
            for info in library.maps()
            for at, revision in enumerate(library.revisions(info.key))
        ]


def read_revision(path: Path, key: str, revision: str = "") -> Map:
    """Return a map of a library, by default as it is now."""
    from sandtable.library.store.library_file import Library

    with Library.open_sound(path) as library:
        return library.map(key, revision)


def find_revision(path: Path, key: str, begins: str) -> str:
    """Return the earlier revision of a map that begins so; nothing for the one that is current."""
    if not begins:
        return ""
    found = [one for one in kept_revisions(path) if one.key == key]
    fitting = [one for one in found if one.revision.startswith(begins)]
    if len(fitting) != 1:
        there = ", ".join(one.revision[:8] for one in found) or "none"
        raise Invalid(
            f"{len(fitting) or 'no'} revisions of the map {key!r} begin with {begins!r}: choose one of those that "
            f"{path.name} keeps ({there})"
        )
    return "" if fitting[0].current else fitting[0].revision
