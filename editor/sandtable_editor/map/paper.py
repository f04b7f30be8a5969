"""The paper of a map that is begun: how large it was said to be; what is drawn may go beyond it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.board.areas import TOLERANCE

if TYPE_CHECKING:
    from sandtable.board.maps import Map

Size = tuple[float, float]


def paper_of(sheet: Map) -> Size:
    """Return how wide and how high a map will be; of one that nobody has said it of, a square its tolerance fits."""
    if said := sheet.info.paper:
        return said
    side = sheet.areas.tolerance / TOLERANCE if sheet.areas is not None and sheet.areas.tolerance else 1000.0
    return side, side
