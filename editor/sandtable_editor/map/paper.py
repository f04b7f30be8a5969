"""The paper of a map that is begun: how large it was said to be, kept for each map beside which layers are seen.

It belongs to whoever draws, and not to the map: what is drawn may go beyond it.
"""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

from sandtable.board.areas import TOLERANCE

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable_editor.shell.settings import Settings

Size = tuple[float, float]


def keep_paper(settings: Settings, key: str, size: Size) -> None:
    """Keep how wide and how high a map was said to be."""
    settings.put(_place(key), f"{size[0]!r} {size[1]!r}")


def paper_of(settings: Settings, sheet: Map) -> Size:
    """Return how wide and how high a map will be; of one that nobody has said it of, a square its tolerance fits."""
    try:
        wide, high = map(float, settings.text(_place(sheet.key)).split())
    except ValueError:
        wide = high = 0.0
    if isfinite(wide) and isfinite(high) and wide > 0 < high:
        return wide, high
    side = sheet.areas.tolerance / TOLERANCE if sheet.areas is not None and sheet.areas.tolerance else 1000.0
    return side, side


def _place(key: str) -> str:
    return f"paper/{key}"
