"""Spaces and the typed edges between them: what every board is made of, areas or hexes."""

from bisect import bisect_left
from collections.abc import Sequence
from typing import Final, Literal, NewType

from msgspec import Struct
from msgspec.structs import force_setattr, replace

from sandtable.engine.errors import Invalid
from sandtable.engine.state.boards import SpaceId

__all__ = [
    "TRUST", "Attributes", "Contact", "Edge", "Feature", "Pair", "RegionId", "Space", "SpaceId", "Status", "Value",
    "pair_of", "place_in", "value_of",
]  # fmt: skip
RegionId = NewType("RegionId", str)
Pair = tuple[SpaceId, SpaceId]
Status = Literal["derived", "confirmed", "forbidden", "added"]
Contact = Literal["border", "corner"]
Value = str | int | bool
Attributes = tuple[tuple[str, Value], ...]

TRUST: Final[dict[Status, int]] = {"forbidden": 0, "derived": 1, "added": 2, "confirmed": 3}


def pair_of(a: SpaceId, b: SpaceId) -> Pair:
    """Return the two in id order: the name of the edge between them."""
    return (a, b) if a <= b else (b, a)


def value_of(attributes: Attributes, attribute: str, default: Value | None = None) -> Value | None:
    """Return the value of an attribute, or the default."""
    return next((value for name, value in attributes if name == attribute), default)


def place_in(ids: Sequence[SpaceId], id: object) -> int | None:
    """Return where an id stands among ids in order."""
    at = bisect_left(ids, id) if isinstance(id, str) else len(ids)
    return at if at < len(ids) and ids[at] == id else None


class Space(Struct, frozen=True):
    """A place on the board where something may stand; ``id`` is for ever, ``name`` is what players read."""

    id: SpaceId
    name: str = ""
    kind: str = "area"
    attributes: Attributes = ()

    def get(self, attribute: str, default: Value | None = None) -> Value | None:
        """Return the value of an attribute."""
        return value_of(self.attributes, attribute, default)

    def with_attributes(self, **values: Value) -> "Space":
        """Return the space with these attributes, in order of their names, beside those it has."""
        return replace(self, attributes=tuple(sorted({**dict(self.attributes), **values}.items())))


class Feature(Struct, frozen=True):
    """What runs along an edge (river, slope, fieldwork) or across it (road, bridge, ferry).

    ``side`` is the space it belongs to, where that matters: the upper side of a slope, the side a
    fieldwork protects.
    """

    kind: str
    side: SpaceId | None = None


class Edge(Struct, frozen=True):
    """Two spaces that touch, or that the designer has joined.

    A pair of spaces has one edge. ``a`` and ``b`` stand in id order; a one-way edge leads from ``a``
    to ``b`` and keeps the order it was given. Raises ``Invalid`` for an edge of a space with itself
    and for a feature on the side of a third space.
    """

    a: SpaceId
    b: SpaceId
    along: tuple[Feature, ...] = ()
    across: tuple[Feature, ...] = ()
    status: Status = "derived"
    contact: Contact = "border"
    one_way: bool = False

    def __post_init__(self) -> None:
        a, b = self.a, self.b
        if a == b:
            raise Invalid(f"the edge of {a!r} leads back to {a!r}: an edge joins two different spaces")
        for feature in (*self.along, *self.across):
            if feature.side is not None and feature.side not in (a, b):
                raise Invalid(
                    f"the {feature.kind} between {a!r} and {b!r} is on the side of {feature.side!r}: "
                    f"name one of the two, or no side"
                )
        if b < a and not self.one_way:
            force_setattr(self, "a", b)
            force_setattr(self, "b", a)

    @property
    def pair(self) -> Pair:
        return pair_of(self.a, self.b)

    @property
    def open(self) -> bool:
        """It may be used; only what the designer has forbidden may not."""
        return self.status != "forbidden"

    def other(self, end: SpaceId) -> SpaceId:
        """Return the space at the far end."""
        return self.b if end == self.a else self.a

    def leads_from(self, end: SpaceId) -> bool:
        return not self.one_way or end == self.a

    def move_end(self, end: SpaceId, to: SpaceId) -> "Edge":
        """Return the same edge with one end in another space, sides included."""
        along, across = (
            tuple(Feature(one.kind, to if one.side == end else one.side) for one in features)
            for features in (self.along, self.across)
        )
        a, b = (to if self.a == end else self.a), (to if self.b == end else self.b)
        return replace(self, a=a, b=b, along=along, across=across)

    def merge(self, other: "Edge") -> "Edge":
        """Return the edge that two edges of one pair make when the spaces at one of their ends are merged.

        The merged border is open where either was; then it has the features of what was open.
        """
        if self.open != other.open:
            return self if self.open else other
        both_one_way = self.one_way and other.one_way and self.a == other.a
        return replace(
            self,
            along=tuple(dict.fromkeys((*self.along, *other.along))),
            across=tuple(dict.fromkeys((*self.across, *other.across))),
            status=max(self.status, other.status, key=TRUST.__getitem__),
            contact="border" if "border" in (self.contact, other.contact) else "corner",
            one_way=both_one_way,
        )
