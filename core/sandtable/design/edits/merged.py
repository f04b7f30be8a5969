"""What another program has changed in the library meanwhile, taken into the map that is drawn."""

from __future__ import annotations

from sandtable.board.maps import Map
from sandtable.design.edits.edit import MapEdit
from sandtable.design.stored_patches import unpack_patch


class TakeChanges(MapEdit, frozen=True):
    """Take in what another program has changed in the library meanwhile, as the window has merged it.

    ``changes`` are what the merge changes here, ``theirs`` what the other program had changed, both packed;
    ``revision`` is that of its map. They fit only the map that they were made for: to merge two files use
    ``sandtable map merge``.
    """

    changes: bytes
    theirs: bytes
    revision: str

    def change(self, sheet: Map, notes: list[str]) -> Map:
        return unpack_patch(self.changes).applied_to(sheet)

    def says(self, sheet: Map) -> str:
        return "Take in another program's changes"
