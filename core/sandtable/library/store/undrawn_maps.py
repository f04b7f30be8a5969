"""Maps that are read to be played on: what is only drawn is read from their file once somebody looks at it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Final

from sandtable.board.maps import Map

if TYPE_CHECKING:
    from sandtable.library.store.sealed_maps import SealedMap

DRAWN: Final = ("areas", "lines", "underlays")


class UndrawnMap(Map):
    """A map whose shapes, lines and images are read when somebody asks for one of them; it is the same revision."""

    _read: Callable[[], Map]
    sealed: SealedMap | None = None
    """All of it as its file has it, where that was read with it."""

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
    def whole(self) -> Map:
        """The map with all that is drawn, read when it is first asked for."""
        return self._read()


def _read_when_wanted(name: str) -> None:
    """Take a part of an undrawn map from the whole one when somebody asks for it."""

    def part(sheet: UndrawnMap) -> object:
        return getattr(sheet.whole, name)

    wanted = cached_property(part)
    wanted.__set_name__(UndrawnMap, name)
    setattr(UndrawnMap, name, wanted)


for _name in DRAWN:
    _read_when_wanted(_name)
