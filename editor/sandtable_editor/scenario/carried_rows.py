"""Rows that are carried by the mouse from a list onto the map, or onto another line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
from PySide6.QtCore import QMimeData

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sandtable_editor.scenario.open_scenario import RowName

ROWS: Final = "application/x-sandtable-rows"


def as_mime(rows: Sequence[RowName]) -> QMimeData:
    """Return rows as what a drag carries."""
    made = QMimeData()
    made.setData(ROWS, msgspec.json.encode(rows))
    return made


def rows_in(carried: QMimeData) -> list[RowName]:
    """Return the rows that a drag carries; none of one that comes from elsewhere."""
    if not carried.hasFormat(ROWS):
        return []
    try:
        return msgspec.json.decode(carried.data(ROWS).data(), type=list[tuple[str, str]])
    except msgspec.MsgspecError:
        return []
