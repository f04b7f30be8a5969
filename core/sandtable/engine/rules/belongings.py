"""Whose the kinds of work, marks and duties are: a module's, or the game's."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any, Final, TypeAlias

from sandtable.engine.errors import Broken, Invalid
from sandtable.engine.state.encoding import check_written
from sandtable.engine.state.immutability import faults
from sandtable.engine.state.kinds import DutyKind, MarkKind, RowKind, Work
from sandtable.engine.state.rows import AgendaItem, Due, Duty, Mark

InFlight: TypeAlias = AgendaItem | Due | Duty | Mark
THE_GAME: Final = ""
"""Whose the kinds are that are there whatever options are on."""


class Belongings:
    """The kinds that the game and its modules bring, by their names in files, and whose each is."""

    def __init__(self, of_the_game: Iterable[RowKind], of_modules: Mapping[str, Iterable[RowKind]]) -> None:
        """Raise ``Broken`` for a kind that two modules bring, and for two that files could not tell apart."""
        self.works: dict[str, type[Work]] = {}
        self.marks: dict[str, MarkKind] = {}
        self.duties: dict[str, DutyKind] = {}
        self.owners: dict[RowKind, str] = {}
        for owner, kinds in {THE_GAME: of_the_game, **of_modules}.items():
            for kind in kinds:
                self._bring(kind, owner)
        self._naming = tuple(kind for kind in self.marks.values() if kind.of)
        for naming in self._naming:
            for name, kind in self.marks.items():
                if name.startswith(f"{naming.stored} "):
                    raise Broken(
                        f"a mark {name!r} could be {naming.stored!r} of a {naming.of}: rename one", self.owners[kind]
                    )

    def _bring(self, kind: RowKind, owner: str) -> None:
        if self.owners.setdefault(kind, owner) != owner:
            raise Broken(
                f"{kind.stored!r} is brought by {owner} and by {self.owners[kind] or 'the game'}: "
                "let only the game bring what both use",
                owner,
            )
        known: dict[str, Any] = self._of_its_sort(kind)
        if known.setdefault(kind.stored, kind) is not kind:
            raise Broken(f"two kinds of rows are called {kind.stored!r} in files: give one another name", owner)
        if isinstance(kind, type):
            _check(kind, owner)

    def _of_its_sort(self, kind: RowKind) -> dict[str, Any]:
        if isinstance(kind, MarkKind):
            return self.marks
        return self.duties if isinstance(kind, DutyKind) else self.works

    def kind_of(self, row: InFlight) -> RowKind | None:
        """Return the kind of a row; ``None`` for one that nobody brings who is installed here."""
        if isinstance(row, Duty):
            return self.duties.get(row.what)
        if isinstance(row, Mark):
            named = (kind for kind in self._naming if row.what.startswith(f"{kind.stored} "))
            return self.marks.get(row.what) or next(named, None)
        return self.works.get(row.what)

    def of_modules(self, keys: Collection[str]) -> frozenset[RowKind]:
        """Return the kinds of the game and of these modules."""
        return frozenset(kind for kind, owner in self.owners.items() if owner == THE_GAME or owner in keys)

    def owner(self, row: InFlight) -> str | None:
        """Return the module that brings a row's kind, ``""`` for the game, ``None`` when nobody does."""
        kind = self.kind_of(row)
        return None if kind is None else self.owners[kind]


def _check(kind: type[Work], owner: str) -> None:
    """Raise ``Broken`` for work whose fields could not be kept."""
    try:
        check_written(kind)
    except Invalid as error:
        raise Broken(str(error), owner) from error
    if wrong := faults(kind):
        raise Broken(wrong[0], owner)
