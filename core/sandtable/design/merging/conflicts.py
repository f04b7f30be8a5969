"""Where two have changed the same, and otherwise: told in words, and one of the two stands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from shapely.geometry.base import BaseGeometry

from sandtable.library.diff.differences import describe_value, differ

T = TypeVar("T")
S = TypeVar("S", bound=Struct)

GONE: Final = "removed"
"""What is said of a thing that one of the two has taken away."""


class MergeConflict(Struct, frozen=True):
    """Something that both have changed, with what it is in each; ``mine`` is what stands in the merged map."""

    what: str
    mine: str
    theirs: str

    @property
    def words(self) -> str:
        """All of it in a sentence without its stop."""
        return f"{self.what}: {self.mine} in one, {self.theirs} in the other"

    def turned_round(self) -> MergeConflict:
        """Return it with the two the other way round."""
        return MergeConflict(self.what, self.theirs, self.mine)


class Umpire:
    """Decides thing by thing what stands, and notes where it had to choose."""

    def __init__(self) -> None:
        self.conflicts: list[MergeConflict] = []

    def note(self, what: str, mine: object, theirs: object) -> None:
        """Note that both have changed something."""
        self.conflicts.append(MergeConflict(what, _said(mine), _said(theirs)))

    def pick(self, what: str, base: T, mine: T, theirs: T) -> T:
        """Return what whoever has changed a thing has made of it; mine, with a note, where both have."""
        if _alike(theirs, base) or _alike(theirs, mine):
            return mine
        if _alike(mine, base):
            return theirs
        self.note(what, mine, theirs)
        return mine

    def pick_fields(self, what: str, base: S | None, mine: S, theirs: S) -> S:
        """Return a thing with each field as whoever has changed it has made it; attributes go one by one."""
        picked: dict[str, Any] = {}
        for field in mine.__struct_fields__:
            was, ours, other = (None if one is None else getattr(one, field) for one in (base, mine, theirs))
            says = f"{what}: {field.replace('_', ' ')}"
            if field == "attributes":
                picked[field] = self._pick_attributes(what, was or (), ours or (), other or ())
            elif not isinstance(ours, BaseGeometry):
                picked[field] = self.pick(says, was, ours, other)
        return replace(mine, **picked)

    def _pick_attributes(
        self, what: str, base: tuple[Any, ...], mine: tuple[Any, ...], theirs: tuple[Any, ...]
    ) -> tuple[Any, ...]:
        was, ours, other = map(dict, (base, mine, theirs))
        values = {
            name: self.pick(f"{what}: {name}", was.get(name), ours.get(name), other.get(name))
            for name in {**ours, **other}
        }
        return tuple(sorted((name, value) for name, value in values.items() if value is not None))

    def pick_things(
        self, titles: Mapping[Any, str], base: Mapping[Any, S], mine: Mapping[Any, S], theirs: Mapping[Any, S]
    ) -> dict[Any, S]:
        """Return things by their keys, each as whoever has added, removed or changed it."""
        found: dict[Any, S] = {}
        for key in {**mine, **theirs}:
            one = self.pick_thing(titles.get(key, str(key)), base.get(key), mine.get(key), theirs.get(key))
            if one is not None:
                found[key] = one
        return found

    def pick_thing(self, what: str, base: S | None, mine: S | None, theirs: S | None) -> S | None:
        """Return one thing as whoever has changed it has made it, ``None`` where it is gone."""
        if theirs in (base, mine):
            return mine
        if mine == base:
            return theirs
        if mine is None or theirs is None:
            self.note(what, mine and "changed", theirs and "changed")
            return mine
        return self.pick_fields(what, base, mine, theirs)


def _alike(one: object, other: object) -> bool:
    return one is other or not differ(one, other)


def _said(value: object) -> str:
    """Return what one of the two has, in words."""
    match value:
        case None | msgspec.UNSET:
            return GONE
        case bytes() | BaseGeometry():
            return "another one"
        case Struct():
            return describe_value(msgspec.to_builtins(value))
        case _:
            return describe_value(value)
