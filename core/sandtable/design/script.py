"""Edits as lines of JSON: what the command line takes, and what a history is copied out as."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar

import msgspec
from msgspec.structs import replace

from sandtable.design.edits import (
    edges,
    fields,
    flooded,
    hex_boards,
    hexes,
    hexified,
    hexsides,
    levels,
    lines,
    merged,
    regions,
    shapes,
    spaces,
    taking_in,
    together,
    turning,
    underlays,
    vertices,
)
from sandtable.design.edits.edit import MapEdit
from sandtable.design.history import HistoryEntry
from sandtable.engine.errors import Invalid, unknown

EDITS: Final[tuple[type[MapEdit], ...]] = (
    shapes.DrawArea, shapes.Split, shapes.Merge, shapes.Reshape, shapes.Cede, shapes.FillGap, shapes.CutHole,
    shapes.FillHole, shapes.AddPart, shapes.DropPart, shapes.Simplify, shapes.CleanBorders,
    vertices.MoveVertices, vertices.MoveBorder, vertices.InsertVertex, vertices.DropVertex, turning.TurnVertices,
    edges.SayEdge, edges.LayAlong, edges.DeriveEdges, edges.LayCoast, lines.DrawLine, lines.SetLine, lines.RemoveLine,
    spaces.AddSpace, spaces.AddPort, spaces.RemoveSpace, spaces.MoveLabel,
    regions.AddRegion, regions.SetRegion, regions.RemoveRegion, regions.PaintRegion,
    hexes.PaintHexes, hexes.PaintLine, hexes.PaintRectangle, hexes.FillHexes, hexes.ReplaceTerrain, hexes.NameHex,
    levels.SetLevels, levels.RaiseBoard, levels.DeriveSlopes, hexsides.SaySide, hexsides.LaySides, hexsides.LayRoad,
    hex_boards.ResizeBoard, hex_boards.LayGrid, hex_boards.SetNumbering, hexsides.ClearOffMap, hexified.Hexify,
    underlays.LayUnderlay, underlays.PlaceUnderlay, underlays.PlaceByHexes, underlays.BoardFromScan,
    underlays.MoveUnderlay, underlays.SetUnderlay, underlays.RemoveUnderlay, flooded.FloodAreas, flooded.ConfirmAreas,
    taking_in.TakeIn, merged.TakeChanges,
    fields.SetFields, fields.SetInfo, fields.SaySource, fields.ForgetSource, fields.Allow,
    together.Together,
)  # fmt: skip
"""Everything that can be done to a map, as the reference shows it."""

E = TypeVar("E")
LONGEST: Final = 8 << 20
"""Characters of the longest line."""

_decoders: Final = {kind.__name__: msgspec.json.Decoder(kind) for kind in EDITS}
_encode: Final = msgspec.json.Encoder().encode


class _Head(msgspec.Struct):
    edit: str


def read_edit(text: str | bytes, where: str = "the edit") -> MapEdit:
    """Read one edit; raises ``Invalid`` saying what in it is none, and where that stands."""
    return decode_edit(text, where, _decoders, "SetFields")


def decode_edit(text: str | bytes, where: str, decoders: Mapping[str, msgspec.json.Decoder[E]], such_as: str) -> E:
    """Read one edit of those that there are decoders for, by their names; ``such_as`` names one of them."""
    if len(text) > LONGEST:
        raise Invalid(f"{where} has over {LONGEST >> 20} MB: simplify what is drawn, or import it")
    try:
        name = msgspec.json.decode(text, type=_Head).edit
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Invalid(f'{where} is not an edit ({error}): write {{"edit": "{such_as}", ...}} in JSON') from error
    if name not in decoders:
        raise unknown("edit", name, decoders, f"it stands in {where}")
    try:
        return decoders[name].decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Invalid(f"{where} is no {name} ({error}): see what that takes in docs/edits.md") from error


def read_script(text: str, what: str, folder: Path | None = None) -> Iterator[MapEdit]:
    """Read a script, an edit in a line; empty lines and those that begin with # are passed over.

    The files that it names are read too, from a folder.
    """
    for line, where in lines_of(text, what):
        edit = read_edit(line, where)
        yield edit if folder is None else with_image(edit, folder, where)


def lines_of(text: str, what: str) -> Iterator[tuple[str, str]]:
    """Yield the lines of a script that say something, each with where it stands."""
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            yield line, f"line {number} of {what}"


def with_image(edit: MapEdit, folder: Path, where: str = "the edit") -> MapEdit:
    """Return an edit with the image whose file it names; raises ``Invalid`` for one that cannot lie under a map."""
    if not isinstance(edit, underlays.LayUnderlay):
        return edit
    from sandtable.interchange.foreign_files import foreign_bytes
    from sandtable.interchange.images import checked_image

    if not edit.image and not edit.content:
        raise Invalid(f"{where} names no image: give the name of its file")
    content = edit.content or foreign_bytes(folder / edit.image)
    checked_image(content, what=edit.image or edit.id)
    return replace(edit, content=content)


def write_edit(edit: MapEdit) -> str:
    """Return an edit as a line; an image goes by the name of its file."""
    if isinstance(edit, underlays.LayUnderlay):
        edit = replace(edit, content=b"")
    return _encode(edit).decode()


def write_script(entries: Iterable[HistoryEntry]) -> str:
    """Return a history as a script that does the same again."""
    return "".join(f"{write_edit(entry.edit)}\n" for entry in entries if isinstance(entry.edit, MapEdit))


def names_files(entries: Iterable[HistoryEntry]) -> bool:
    """Tell whether a history lays images: a script of it can be done again only with their files."""
    return any(isinstance(entry.edit, underlays.LayUnderlay) for entry in entries)


def save_script(path: Path, entries: Iterable[HistoryEntry]) -> tuple[Path, ...]:
    """Write a history into a file as a script that does the same again, and beside it the images that it names.

    Returns what was written. Raises ``Invalid`` where it cannot be; the script is written last.
    """
    files = FilesBeside(path)
    lines: list[HistoryEntry] = []
    for entry in entries:
        if isinstance(entry.edit, underlays.LayUnderlay):
            laid = entry.patch.underlays[entry.edit.id].after
            name = files.name(laid.image, laid.media.partition("/")[2])
            lines.append(replace(entry, edit=replace(entry.edit, image=name)))
        else:
            lines.append(entry)
    return files.write(write_script(lines))


class FilesBeside:
    """The files that a script names, which are written beside it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._names: dict[bytes, str] = {}

    def name(self, content: bytes, kind: str) -> str:
        """Return the name of the file of some content; what is the same is in one file."""
        return self._names.setdefault(content, f"{self._path.stem}-{len(self._names) + 1}.{kind}")

    def write(self, script: str) -> tuple[Path, ...]:
        """Write them, and the script last; return what was written. Raises ``Invalid`` where it cannot be."""
        from sandtable.interchange.foreign_files import write_bytes, write_text

        beside = {self._path.with_name(name): content for content, name in self._names.items()}
        for path, content in beside.items():
            write_bytes(path, content)
        write_text(self._path, script)
        return self._path, *beside


class Scripts(Protocol):
    """How the edits of one kind of design are written as scripts: this module for maps, another for scenarios."""

    def write_edit(self, edit: Any) -> str:
        """Return an edit as a line."""
        ...

    def write_script(self, entries: Iterable[HistoryEntry]) -> str:
        """Return a history as a script that does the same again."""
        ...

    def names_files(self, entries: Iterable[HistoryEntry]) -> bool:
        """Tell whether a script of a history can be done again only with files that it names."""
        ...

    def save_script(self, path: Path, entries: Iterable[HistoryEntry]) -> tuple[Path, ...]:
        """Write a history into a file as a script, and beside it the files that it names; return what was written."""
        ...
