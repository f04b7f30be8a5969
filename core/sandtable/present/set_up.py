"""How a scenario is set up: what can be placed, where not and why, what is still to place, limits, what is counted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct

from sandtable.board.spaces import SpaceId

if TYPE_CHECKING:
    from collections.abc import Iterable


class PieceTemplate(Struct, frozen=True, kw_only=True):
    """A row that a designer may add: a corps of this nation. ``place`` is the field that says where it stands."""

    key: str
    title: str
    table: str
    fields: dict[str, Any] = {}
    place: str = ""
    under: str = ""
    """The branch of the order of battle that it comes under."""
    ids: str = "{}"
    """What it is called: ``F {}`` with the first number that is free, which texts among ``fields`` may have too."""

    def fresh(self, there: Iterable[str]) -> tuple[str, dict[str, Any]]:
        """Return the first id of its kind that none of those there has, and the fields of a piece of that id."""
        taken, number = set(there), 1
        if "{}" not in self.ids and self.ids not in taken:
            return self.ids, self._numbered("")
        pattern = self.ids if "{}" in self.ids else f"{self.ids} {{}}"
        while (found := pattern.format(number)) in taken:
            number += 1
        return found, self._numbered(str(number))

    def _numbered(self, number: str) -> dict[str, Any]:
        return {
            name: held.replace("{}", number).strip() if isinstance(held, str) else held
            for name, held in self.fields.items()
        }


class Branch(Struct, frozen=True, kw_only=True):
    """A line of the order of battle: a side, a nation, or a row with where it stands, ``under`` another line.

    ``place`` is the field that says where the row stands, ``space`` where that is; one with the first and without the
    second is still to be placed, unless it ``waits`` for something that brings it in.
    """

    id: str
    title: str
    under: str = ""
    table: str = ""
    row: str = ""
    place: str = ""
    space: SpaceId | None = None
    waits: str = ""

    @property
    def to_place(self) -> bool:
        """Whether it is still to be placed."""
        return bool(self.place) and self.space is None and not self.waits


class PlacingFault(Struct, frozen=True, kw_only=True):
    """Why a piece cannot stand somewhere, in a sentence, with the rule that says so."""

    says: str
    rule: str = ""


class SetUpLimit(Struct, frozen=True, kw_only=True):
    """Something of which there may be only so much: factors in a corps, depots of a side."""

    title: str
    used: int
    most: int
    rule: str = ""

    @property
    def is_over(self) -> bool:
        """Whether there is more than there may be."""
        return self.used > self.most


class SetUpCount(Struct, frozen=True, kw_only=True):
    """Something that is counted while a scenario is laid out: factors, corps, points, by side."""

    side: str
    title: str
    number: int
