"""Edits of scenarios as lines of JSON: what the command line takes, and what a history is copied out as."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import msgspec
from msgspec.structs import replace

from sandtable.design.history import HistoryEntry
from sandtable.design.scenario import note_edits, row_edits, scenario_edits
from sandtable.design.scenario.scenario_edits import ScenarioEdit
from sandtable.design.scenario.scenario_together import ChangeTogether
from sandtable.design.scenario.taking_in import TakeInText
from sandtable.design.scenario.taking_over import PutRows
from sandtable.design.script import FilesBeside, decode_edit, lines_of
from sandtable.engine.errors import Invalid

EDITS: Final[tuple[type[ScenarioEdit], ...]] = (
    row_edits.AddRow, row_edits.ChangeRows, row_edits.CopyRow, row_edits.RenameRow, row_edits.RemoveRows,
    row_edits.SetCell, row_edits.PrintCell,
    scenario_edits.SetScenario, scenario_edits.SetDates, note_edits.WriteNote, note_edits.RemoveNote,
    note_edits.ShowPicture, note_edits.HidePicture,
    scenario_edits.SetSetting, scenario_edits.SwitchOptions, scenario_edits.SetParameters, scenario_edits.BeginWith,
    scenario_edits.BindMap, scenario_edits.LookOver,
    PutRows, TakeInText, ChangeTogether,
)  # fmt: skip
"""Everything that can be done to a scenario, as the reference shows it."""

PNG: Final = b"\x89PNG"
"""What a picture begins with that is no JPEG."""

_decoders: Final = {kind.__name__: msgspec.json.Decoder(kind) for kind in EDITS}
_encode: Final = msgspec.json.Encoder().encode


def read_edit(text: str | bytes, where: str = "the edit") -> ScenarioEdit:
    """Read one edit; raises ``Invalid`` saying what in it is none, and where that stands."""
    return decode_edit(text, where, _decoders, "ChangeRows")


def read_script(text: str, what: str, folder: Path | None = None) -> Iterator[ScenarioEdit]:
    """Read a script, an edit in a line; empty lines and those that begin with # are passed over.

    The pictures that it names are read too, from a folder.
    """
    for line, where in lines_of(text, what):
        edit = read_edit(line, where)
        yield edit if folder is None else with_picture(edit, folder, where)


def with_picture(edit: ScenarioEdit, folder: Path, where: str = "the edit") -> ScenarioEdit:
    """Return an edit with the picture whose file it names; raises ``Invalid`` for one that cannot be read."""
    if not isinstance(edit, note_edits.ShowPicture) or edit.content:
        return edit
    from sandtable.interchange.foreign_files import foreign_bytes

    if not edit.image:
        raise Invalid(f"{where} names no picture: give the name of its file")
    return replace(edit, content=foreign_bytes(folder / edit.image))


def write_edit(edit: ScenarioEdit) -> str:
    """Return an edit as a line; a picture goes by the name of its file."""
    if isinstance(edit, note_edits.ShowPicture):
        edit = replace(edit, content=b"")
    return _encode(edit).decode()


def names_files(entries: Iterable[HistoryEntry]) -> bool:
    """Tell whether a history shows pictures: a script of it can be done again only with their files."""
    return any(isinstance(entry.edit, note_edits.ShowPicture) for entry in entries)


def write_script(entries: Iterable[HistoryEntry]) -> str:
    """Return a history as a script that does the same again."""
    return "".join(f"{write_edit(entry.edit)}\n" for entry in entries if isinstance(entry.edit, ScenarioEdit))


def save_script(path: Path, entries: Iterable[HistoryEntry]) -> tuple[Path, ...]:
    """Write a history into a file as a script that does the same again, and beside it the pictures that it names.

    Returns what was written. Raises ``Invalid`` where it cannot be; the script is written last.
    """
    files = FilesBeside(path)
    lines: list[HistoryEntry] = []
    for entry in entries:
        edit = entry.edit
        if isinstance(edit, note_edits.ShowPicture):
            name = files.name(edit.content, "png" if edit.content.startswith(PNG) else "jpeg")
            named = replace(edit, image=name, title=edit.title or Path(edit.image).stem)
            lines.append(replace(entry, edit=named))
        else:
            lines.append(entry)
    return files.write(write_script(lines))
