"""Several edits that are one: what one stroke or one dialog does is done, and taken back, as a whole."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

import msgspec
from msgspec import Raw

from sandtable.board.maps import Map
from sandtable.design.edits.edit import MapEdit
from sandtable.engine.errors import Invalid, unknown


class Together(MapEdit, frozen=True):
    """Do several edits, one after the other, or none of them; ``title`` is what the history calls it."""

    edits: tuple[Raw, ...]
    title: str

    @classmethod
    def of(cls, edits: Sequence[MapEdit], title: str) -> Self:
        """Return edits as one."""
        return cls(tuple(Raw(msgspec.json.encode(one)) for one in edits), title)

    def change(self, sheet: Map, notes: list[str]) -> Map:
        if not self.edits or not self.title.strip():
            raise Invalid("nothing is to be done together: give edits, and a title for them")
        for number, raw in enumerate(self.edits, 1):
            what = f"edit {number} of {self.title!r}"
            sheet = _done(_read(raw, what), sheet, notes, what)
        return sheet

    def after(self, earlier: MapEdit) -> MapEdit | None:
        if not isinstance(earlier, Together) or (earlier.title, len(earlier.edits)) != (self.title, len(self.edits)):
            return None
        steps = zip(self.edits, earlier.edits, strict=True)
        whole = [_read(mine, self.title).after(_read(other, self.title)) for mine, other in steps]
        both = [one for one in whole if one is not None]
        return Together.of(both, self.title) if len(both) == len(whole) else None

    def says(self, sheet: Map) -> str:
        return self.title


class _Head(msgspec.Struct):
    edit: str


def _read(raw: Raw, what: str) -> MapEdit:
    """Read one of them; whatever kinds there are have been loaded by whoever has read or made this."""
    kinds = {kind.__name__: kind for kind in MapEdit.__subclasses__() if kind is not Together}
    try:
        name = msgspec.json.decode(raw, type=_Head).edit
        if name not in kinds:
            raise unknown("edit", name, kinds, f"it stands in {what}")
        return msgspec.json.decode(raw, type=kinds[name])
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Invalid(f"{what} is not an edit ({error}): see what edits take in docs/edits.md") from error


def _done(edit: MapEdit, sheet: Map, notes: list[str], what: str) -> Map:
    try:
        return edit.change(sheet, notes)
    except Invalid as error:
        raise Invalid(f"{what} cannot be done: {error}") from error
