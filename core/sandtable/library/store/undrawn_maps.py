"""Maps that are read to be played on: what is only drawn is read from their file once somebody looks at it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Final

from sandtable.board.maps import Map, MapLine, Underlay

if TYPE_CHECKING:
    from sandtable.board.areas import AreaMap

DRAWN: Final = ("areas", "lines", "underlays")


class UndrawnMap(Map):
    """A map whose shapes, lines and images are read when somebody asks for one of them; it is the same revision."""

    _read: Callable[[], Map]

    @classmethod
    def of(cls, played: Map, digest: str, read: Callable[[], Map]) -> UndrawnMap:
        """Return the map of which ``played`` is what games ask about, and ``read`` gives all."""
        found = cls(
            played.info,
            played.graph,
            hexes=played.hexes,
            places=played.places,
            regions=played.regions,
            provenance=played.provenance,
        )
        own = vars(found)
        for name in DRAWN:
            del own[name]
        own["_digest"], own["_read"] = digest, read
        return found

    @cached_property
    def _whole(self) -> Map:
        return self._read()

    @cached_property
    def areas(self) -> AreaMap | None:
        """The shapes."""
        return self._whole.areas

    @cached_property
    def lines(self) -> tuple[MapLine, ...]:
        """What is drawn along lines."""
        return self._whole.lines

    @cached_property
    def underlays(self) -> tuple[Underlay, ...]:
        """The images under the map."""
        return self._whole.underlays
