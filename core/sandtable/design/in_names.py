"""What is refused or noted of an edit, with things by the names that people know them by.

Geometry and graphs know ids alone, and say them between quotation marks. Whoever draws a map has given names.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sandtable.board.maps import Map

QUOTED: Final = re.compile(r"(?P<sort>\barea )?'(?P<id>[^'\n]{1,100})'")


def in_names(text: str, sheet: Map, fresh: dict[str, str]) -> str:
    """Return a sentence in which spaces, regions and lines of a map go by their names, also those that are ``fresh``.

    What is no id of the map, or of what is being made, stays as it is.
    """
    known: dict[str, str] | None = None

    def name_of(found: re.Match[str]) -> str:
        nonlocal known
        if known is None:
            known = dict(_things(sheet, fresh))
        id, sort = found["id"], found["sort"] or ""
        if id not in known:
            return sort + sheet.name(id) if sheet.knows(id) else found[0]
        name = known[id]
        return name if name.endswith(sort.strip()) else sort + name  # "the new area" says what it is

    return QUOTED.sub(name_of, text)


def _things(sheet: Map, fresh: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Yield regions, lines and what is being made by their ids; spaces the map knows by itself."""
    for line in sheet.lines:
        yield line.id, line.name or line.id
    for region in sheet.regions:
        yield str(region.id), region.name or str(region.id)
    yield from ((id, name or id) for id, name in fresh.items() if not sheet.knows(id))
