"""What is counted over the time of a game: provinces, money, factors; one number for each side."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from msgspec import Struct

from sandtable.engine.state.rows import SideId
from sandtable.engine.words import make_fit


class Measure(Struct, frozen=True, kw_only=True):
    """A number that each side has now, as a seat sees it: a side whose number it cannot know is left out.

    ``title`` is what is counted ("Provinces"), ``unit`` in what, where that is not the title itself.
    """

    key: str
    title: str
    values: Mapping[SideId, int | Fraction]
    unit: str = ""

    def __post_init__(self) -> None:
        make_fit(self, "title", "unit")
