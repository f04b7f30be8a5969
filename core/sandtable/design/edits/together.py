"""Several edits that are one: what one stroke or one dialog does is done, and taken back, as a whole."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from msgspec import Raw

from sandtable.board.maps import Map
from sandtable.design.edits.edit import MapEdit
from sandtable.design.raw_edits import done_in_turn, raw_edits, read_edit


class Together(MapEdit, frozen=True):
    """Do several edits, one after the other, or none of them; ``title`` is what the history calls it."""

    edits: tuple[Raw, ...]
    title: str

    @classmethod
    def of(cls, edits: Sequence[MapEdit], title: str) -> Self:
        """Return edits as one."""
        return cls(raw_edits(edits), title)

    def change(self, sheet: Map, notes: list[str]) -> Map:
        return done_in_turn(self.edits, self.title, _read, lambda edit, begun: edit.change(begun, notes), sheet)

    def after(self, earlier: MapEdit) -> MapEdit | None:
        if not isinstance(earlier, Together) or (earlier.title, len(earlier.edits)) != (self.title, len(self.edits)):
            return None
        steps = zip(self.edits, earlier.edits, strict=True)
        whole = [_read(mine, self.title).after(_read(other, self.title)) for mine, other in steps]
        both = [one for one in whole if one is not None]
        return Together.of(both, self.title) if len(both) == len(whole) else None

    def says(self, sheet: Map) -> str:
        return self.title


def _read(raw: Raw, what: str) -> MapEdit:
    return read_edit(raw, what, MapEdit, Together)
