"""What Empires brings to the library that ships."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sandtable.library.build import Thing


def content() -> Iterator[Thing]:
    """Yield the map of Europe."""
    from sandtable_empires.maps.europe_1805 import europe_1805

    yield europe_1805()
