"""A check looks at one thing after another, so that after an edit only what was touched is looked at again."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from sandtable.lint.findings import Finding

D = TypeVar("D")  # the document that findings are of: a map, a scenario
S = TypeVar("S")  # what a check is given to look at: a survey of the map, a draft of the scenario
E = TypeVar("E")  # what has become of it by some edits

Found = tuple[Finding[D], ...]
FoundBy = Mapping[Hashable, Found[D]]
"""What a check has found, by what it looked at; whatever is in order is not in it."""

WHOLE: Final = ((),)
"""The one thing that a check looks at which looks at parts of a document as a whole."""


@dataclass(frozen=True)
class LintCheck(Generic[S, E, D]):
    """A check: all that it looks at, what it finds there, and of what it looks at which an edit may have changed."""

    everything: Callable[[S], Iterable[Hashable]]
    look: Callable[[S, Any], Iterable[Finding[D]]]
    again: Callable[[E], Iterable[Hashable]]
    is_there: Callable[[S, Any], bool]

    def look_at_all(self, seen: S) -> FoundBy[D]:
        """Return what is found of everything."""
        return self._look(seen, self.everything(seen))

    def look_again(self, kept: FoundBy[D], seen: S, touched: Iterable[Hashable]) -> FoundBy[D]:
        """Return what is found now: what was found of things that nobody touched stands."""
        again = set(touched)
        if not again:
            return kept
        fresh = self._look(seen, [key for key in again if self.is_there(seen, key)])
        return {key: these for key, these in kept.items() if key not in again} | dict(fresh)

    def _look(self, seen: S, keys: Iterable[Hashable]) -> FoundBy[D]:
        found = ((key, tuple(self.look(seen, key))) for key in keys)
        return {key: these for key, these in found if these}
