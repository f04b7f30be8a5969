"""What Grande Armée brings to the library that ships: its maps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sandtable.library import Thing


def content() -> Iterator[Thing]:
    """Yield the maps."""
    from sandtable_grande_armee.maps.build import thuringia, upper_danube

    yield from (thuringia(), upper_danube())
