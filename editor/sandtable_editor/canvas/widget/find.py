"""Finding a place by its name, near enough: accents, case and small slips do not matter."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher
from functools import cached_property
from typing import TYPE_CHECKING, Final
from unicodedata import combining, normalize

from sandtable.board.spaces import SpaceId
from sandtable.engine.errors import Invalid

if TYPE_CHECKING:
    from sandtable_editor.canvas.geometry.geography import CanvasGeography

MOST: Final = 30
CLOSE: Final = 0.74
"""How alike a word must be that is not spelt as asked: 1 is the same."""
_LETTERS: Final = str.maketrans(
    {"ß": "ss", "ø": "o", "ł": "l", "æ": "ae", "œ": "oe", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "’": "'"}
)


def plain(text: str) -> str:
    """Return a text without case and accents."""
    bare = normalize("NFKD", text.casefold().translate(_LETTERS))
    return " ".join("".join(letter for letter in bare if not combining(letter)).split())


class Gazetteer:
    """The names of one map."""

    def __init__(self, geography: CanvasGeography) -> None:
        self._geography = geography

    @cached_property
    def _entries(self) -> list[tuple[str, int, str, SpaceId]]:
        """Plain name, rank, name, space: an area comes before its harbour, both before the region of that name."""
        order = self._geography.order
        found = [(plain(name), int(id not in order), name, id) for id, name in self._places() if name]
        return list(dict.fromkeys([*found, *((plain(name), 2, name, id) for id, name in self._regions())]))

    def _places(self) -> Iterator[tuple[SpaceId, str]]:
        for id, space in self._geography.map.graph.spaces.items():
            yield id, space.name or str(id)
            yield id, str(space.get("city") or "")
        board = self._geography.hexes
        if board is not None:
            for hex, name in sorted(board.names.items()):
                yield SpaceId(board.numbers.of(hex)), name

    def _regions(self) -> Iterator[tuple[SpaceId, str]]:
        for region in self._geography.map.regions:
            if region.name and (inside := self._geography.map.spaces_of(region.id)):
                yield self._seat(inside), region.name

    def _seat(self, inside: tuple[SpaceId, ...]) -> SpaceId:
        """Return the space that stands for a region: one with a capital, else the first."""
        spaces = [(id, self._geography.space(id)) for id in inside]
        return next((id for id, space in spaces if space and space.get("capital")), inside[0])

    def find(self, text: str) -> list[tuple[SpaceId, str]]:
        """Return spaces with the name under which they were found, the best first."""
        wanted = plain(text)
        if not wanted:
            return []
        scored = [(_score(wanted, name), rank, name, title, id) for name, rank, title, id in self._entries]
        found = [(id, title) for score, _, _, title, id in sorted(scored) if score < _NEVER]
        return list(dict.fromkeys([*self._by_number(text), *found]))[:MOST]

    def _by_number(self, text: str) -> list[tuple[SpaceId, str]]:
        """Return the space with that id, the hex with that number."""
        exact = SpaceId(text.strip())
        if self._geography.knows(exact):
            return [(exact, self._geography.name(exact))]
        board = self._geography.hexes
        if board is None:
            return []
        try:
            number = SpaceId(board.numbers.of(board.numbers.hex(text.strip())))
        except Invalid:
            return []
        return [(number, self._geography.name(number))]


_NEVER: Final = (9, 0.0)


def _score(wanted: str, name: str) -> tuple[int, float]:
    """Say how well a name answers to what is wanted; less is better."""
    if name.startswith(wanted):
        return 0 if name == wanted else 1, len(name)
    if f" {wanted}" in f" {name.replace('-', ' ')}":
        return 2, len(name)
    if wanted in name:
        return 3, len(name)
    if len(wanted) < 3:
        return _NEVER
    likeness = max(_alike(wanted, part) for part in (name, *name.replace("-", " ").split()))
    return (4, 1 - likeness) if likeness >= CLOSE else _NEVER


def _alike(a: str, b: str) -> float:
    if abs(len(a) - len(b)) > max(2, len(a) // 2):
        return 0.0
    matcher = SequenceMatcher(None, a, b, autojunk=False)
    return matcher.ratio() if matcher.quick_ratio() >= CLOSE else 0.0
