"""What several derivations have found, each in its part of an area map, as the contacts of the whole map."""

from __future__ import annotations

from functools import cached_property
from typing import Final, Literal, NamedTuple

import numpy as np

from sandtable.board.adjacency import Contacts
from sandtable.board.contacts import HALF, Flags, Floats, Ints, expand_ranges, halves, pair_keys

MANY: Final = 64
"""What more derivations than this have found is put together into one."""


class Measures(NamedTuple):
    """How long borders are; the pairs, the lower first, are in order."""

    pairs: Ints
    lengths: Floats
    loose: Floats
    pieces: Ints
    """How many segments each has."""


class FoundContacts:
    """All pairs of shapes in contact, and where each was found; never changed."""

    def __init__(self, pairs: Ints, where: Ints, found: tuple[Contacts, ...]) -> None:
        """Take pairs in any order and, beside them, the numbers of their derivations, ``paired`` with their rows there.

        The rows of a derivation are its borders, then its corners.
        """
        self._pairs, self._where, self._found = pairs, where, found

    @classmethod
    def of(cls, found: Contacts) -> FoundContacts:
        """Return what one derivation of all shapes has found."""
        pairs = np.concatenate((found.pairs, found.corners))
        return cls(pairs, np.arange(len(pairs)), (found,))

    def border(self, a: int, b: int) -> tuple[Contacts, int] | None:
        """Return where the border of two shapes, the lower first, was found: the derivation and the row in it."""
        places: list[int] = self._where[self._pairs == (a << HALF | b)].tolist()
        for where in places:
            number, row = divmod(where, 1 << HALF)
            if row < len(self._found[number].pairs):
                return self._found[number], row
        return None

    def contact(self, a: int, b: int) -> Literal["border", "corner"] | None:
        """Return how two shapes touch, the lower first; ``None`` if they do not."""
        if self.border(a, b) is not None:
            return "border"
        return "corner" if (self._pairs == (a << HALF | b)).any() else None

    @cached_property
    def kinds(self) -> Ints:
        """The numbers of all pairs, in order: those of borders doubled, those of corners doubled and one more."""
        number, row = halves(self._where)
        many = np.array([len(one.pairs) for one in self._found], np.int64)
        return np.sort(self._pairs * 2 + (row >= many.take(number)))

    @cached_property
    def _borders(self) -> tuple[Ints, Ints, Ints, Ints]:
        """The pairs with a border in order, the number of the derivation of each, and where it stands in all rows.

        The last are the places of the corners among all pairs, in order.
        """
        order = self._pairs.argsort()
        pairs, (number, row) = self._pairs.take(order), halves(self._where.take(order))
        many = np.array([len(one.pairs) for one in self._found])
        row = row - many.take(number)
        border, corner = (row < 0).nonzero()[0], (row >= 0).nonzero()[0]
        source = number.take(border)
        return pairs.take(border), source, many.cumsum().take(source) + row.take(border), order.take(corner)

    @cached_property
    def measures(self) -> Measures:
        """How long all borders are, in order."""
        if len(self._found) == 1:
            (one,) = self._found
            return Measures(one.pairs, one.lengths, one.loose, np.diff(one.ends))
        pairs, _, rows, _ = self._borders
        columns = ("lengths", "loose")
        lengths, loose = (np.concatenate([getattr(one, name) for one in self._found]).take(rows) for name in columns)
        pieces = np.concatenate([np.diff(one.ends) for one in self._found]).take(rows)
        return Measures(pairs, lengths, loose, pieces)

    @cached_property
    def whole(self) -> Contacts:
        """What one derivation of all shapes would find."""
        found = self._found
        if len(found) == 1:
            return found[0]
        pairs, source, rows, corner = self._borders
        number, row = halves(self._where.take(corner))
        row = row - np.array([len(one.pairs) for one in found]).take(number)
        offset = _offsets([len(one.pieces) for one in found]).take(source)
        begin = offset + np.concatenate([one.ends[:-1] for one in found]).take(rows)
        end = offset + np.concatenate([one.ends[1:] for one in found]).take(rows)
        points = _offsets([len(one.points) for one in found]).take(number) + row
        return Contacts(
            pairs=pairs,
            lengths=self.measures.lengths,
            loose=self.measures.loose,
            pieces=np.concatenate([one.pieces for one in found]).take(expand_ranges(begin, end)[1], 0),
            ends=np.append(0, (end - begin).cumsum()),
            corners=self._pairs.take(corner),
            points=np.concatenate([one.points for one in found]).take(points),
        )

    def after(self, found: Contacts, around: Ints, near: Flags, moved: Ints | None) -> FoundContacts:
        """Return the findings once the contacts between shapes near an edit have been found anew.

        ``around`` are the shapes that were derived, ``near`` says of all whether they are near the edit, ``moved``
        where each old index has gone (-1: nowhere), if any has.
        """
        a, b = (around.take(half) for half in halves(np.concatenate((found.pairs, found.corners))))
        fresh = (near.take(a) & near.take(b)).nonzero()[0]
        was = near if moved is None else np.append(near, True).take(moved)
        stays = ~was.take(self._pairs >> HALF)
        doubtful = (~stays).nonzero()[0]
        stays[doubtful] = ~was.take(halves(self._pairs.take(doubtful))[1])
        pairs, where = self._pairs[stays], self._where[stays]
        if moved is not None:
            pairs = pair_keys(*(moved.take(half) for half in halves(pairs)))
        after = FoundContacts(
            np.concatenate((pairs, pair_keys(a, b).take(fresh))),
            np.concatenate((where, fresh | len(self._found) << HALF)),
            (*self._found, found),
        )
        return after if len(self._found) < MANY else FoundContacts.of(after.whole)


def _offsets(counts: list[int]) -> Ints:
    sizes = np.array(counts, np.int64)
    return sizes.cumsum() - sizes
