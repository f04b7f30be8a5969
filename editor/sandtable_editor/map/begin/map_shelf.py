"""The maps of some libraries, as the first page shows them: read in a job, each with a picture and its draft."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from PySide6.QtGui import QImage

    from sandtable.board.maps import Map
    from sandtable.design.draft_shelf import KeptDraft
    from sandtable.play.picture.map_picture import MapPicture
    from sandtable_editor.shell.jobs import Progress

PICTURE: Final = (176, 110)
"""Logical pixels of a picture."""
SHARPER: Final = 2
"""A picture of a scan has so many pixels to each, for screens that have them."""


class ShelvedMap(NamedTuple):
    """A map of a library."""

    library: Path
    key: str
    title: str
    size: str
    picture: MapPicture | QImage | None = None
    """What is drawn; of a map with nothing but images, these."""
    draft: KeptDraft | None = None
    wrong: str = ""
    """Why it cannot be read."""


def shelved_maps(libraries: list[Path], progress: Progress) -> list[ShelvedMap]:
    """Return the maps of libraries; one that cannot be read has a line that says why."""
    found: list[ShelvedMap] = []
    for number, path in enumerate(libraries):
        progress(number, len(libraries))
        found += _of_library(path, progress)
    return found


def _of_library(path: Path, progress: Progress) -> Iterator[ShelvedMap]:
    from sandtable.engine.errors import SandtableError
    from sandtable.library.store.library_file import Library

    try:
        with Library.open_sound(path) as library:
            for info in library.maps():
                progress.check()
                try:
                    yield _shelved(path, library.map(info.key))
                except SandtableError as error:
                    yield ShelvedMap(path, info.key, info.title, "", wrong=str(error))
    except SandtableError as error:
        yield ShelvedMap(path, "", path.name, "", wrong=str(error))


def _shelved(path: Path, sheet: Map) -> ShelvedMap:
    from sandtable.design.draft_shelf import draft_of
    from sandtable.play.picture.map_picture import picture_of_map

    picture = picture_of_map(sheet, *PICTURE) or (_scans(sheet) if sheet.underlays else None)
    return ShelvedMap(path, sheet.key, sheet.title or sheet.key, size_words(sheet), picture, draft_of(path, sheet.key))


def _scans(sheet: Map) -> QImage | None:
    from sandtable_editor.canvas.ground.scan_thumbnail import scan_picture  # brings the canvas along

    return scan_picture(sheet, *(SHARPER * side for side in PICTURE))


def size_words(sheet: Map) -> str:
    """Return how large a map is, in words."""
    from sandtable.library.files.report_words import count_of

    parts: list[str] = []
    if sheet.areas is not None and len(sheet.areas):
        parts.append(count_of(len(sheet.areas), "area"))
    if sheet.hexes is not None:
        parts.append(count_of(len(sheet.hexes.grid), "hex", "hexes"))
    if sheet.graph.edges:
        parts.append(count_of(len(sheet.graph.edges), "edge"))
    if sheet.underlays and not parts:
        return f"{count_of(len(sheet.underlays), 'image')}, nothing drawn yet"
    return ", ".join(parts) or "nothing drawn yet"
