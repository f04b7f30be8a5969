"""What a text calls spaces and regions: by id, or by a name that only one of them has."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING

from sandtable.engine.errors import Invalid, unknown
from sandtable.library.files.report_words import join_names

if TYPE_CHECKING:
    from sandtable.board.maps import Map

Named = Mapping[str, tuple[str, ...]]
"""The ids that an id or a name stands for."""


class NameOfSeveral(Invalid):
    """A name that several have; ``ids`` says which, for one of them is meant."""

    def __init__(self, name: str, what: str, ids: Sequence[str]) -> None:
        super().__init__(f"{name!r} is the name of {len(ids)} {what}: write {join_names(ids, 4, 'or')}")
        self.ids = tuple(ids)


class PlaceNames:
    """The names on a map; without a map every text is an id."""

    def __init__(self, sheet: Map | None) -> None:
        self._map = sheet

    def space(self, text: str) -> str:
        """Return the id of a space or a hex; raises ``Invalid`` for one that is not there, or is two."""
        return text if self._map is None else self._find("space", text, self._spaces)

    def space_in_any_case(self, text: str) -> str | None:
        """Return the id of the one space or hex that is called so, whatever its capitals; ``None`` for none or two."""
        if self._map is None:
            return None
        wanted = text.casefold()
        ids = {id for name, some in self._spaces.items() if name.casefold() == wanted for id in some}
        return next(iter(ids)) if len(ids) == 1 else None

    def region(self, text: str) -> str:
        """Return the id of a region."""
        return text if self._map is None else self._find("region", text, self._regions)

    def _find(self, what: str, text: str, known: Named) -> str:
        ids = known.get(text, ())
        if len(ids) > 1:
            raise NameOfSeveral(text, f"{what}s", ids)
        if not ids:
            assert self._map is not None
            whole = f"{what} of the map {(self._map.title or self._map.info.key)!r}"
            raise unknown(whole, text, known, called=partial(_name_of, known))
        return ids[0]

    @cached_property
    def _spaces(self) -> Named:
        assert self._map is not None
        names = [(str(space.id), space.name) for space in self._map.graph.spaces.values()]
        if (hexes := self._map.hexes) is not None:
            numbers = hexes.numbers
            names += [(str(number), "") for number in numbers.all[numbers.grid.indices].tolist()]
            names += [(numbers.of(hex), name) for hex, name in hexes.names.items()]
        return _by_name(names)

    @cached_property
    def _regions(self) -> Named:
        assert self._map is not None
        return _by_name((str(region.id), region.name) for region in self._map.regions)


def _name_of(known: Named, text: str) -> str:
    """Return the name of what an id stands for, if no other has it; a name, and an id without one, stay."""
    ids = known[text]
    return next((name for name, those in known.items() if name != text and those == ids), text) if text in ids else text


def _by_name(names: Iterable[tuple[str, str]]) -> Named:
    """Return what ids and names stand for; an id stands for itself, whatever else has it as a name."""
    pairs = list(names)
    found: dict[str, dict[str, None]] = defaultdict(dict)
    for id, name in pairs:
        if name:
            found[name][id] = None
    return {**{name: tuple(ids) for name, ids in found.items()}, **{id: (id,) for id, _ in pairs}}
