"""What is fought out in a game: a battle, a siege, a debate; who is in it, and what has come of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar, cast

from msgspec import Struct

from sandtable.engine.actions.actions import Action
from sandtable.engine.state.rows import SideId
from sandtable.engine.words import make_fit

if TYPE_CHECKING:
    from sandtable.engine.state.row import Change, Row

R = TypeVar("R", bound="Row")


class Contest(Struct, frozen=True, kw_only=True):
    """Something that is being fought out in a sub-sequence, or that an ``opening`` action would begin.

    ``sequence`` and ``subject`` name the frame it lasts as long as; of one that is not begun ``subject`` is what it
    would be about, "" where that is not known yet. ``parties`` are the words for those who can win or lose in it;
    ``unit`` is what they lose. ``rounds`` is the sequence whose rounds are those of the contest, where that is one
    inside it. What a single action fights out, without a sequence of its own, names none (see ``exchange``).
    """

    sequence: str
    subject: str
    title: str
    parties: tuple[str, ...]
    unit: str = "factors"
    rounds: str = ""
    opening: Action | None = None
    side: SideId | None = None
    """Whose the opening is."""

    def __post_init__(self) -> None:
        make_fit(self, "title", "unit")


class Outcome(Struct, frozen=True, kw_only=True):
    """What has come of a contest: the party that won ("" for none), what each lost, and what happened, in words.

    Words that several trials can have in common ("Spain breaks") are counted over them.
    """

    winner: str
    losses: Mapping[str, int]
    events: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        make_fit(self, "events")


class Gauge(Struct, frozen=True, kw_only=True):
    """What a party has left of something in a contest: so much of ``full``, drawn as a bar. ``says`` is it in words."""

    party: str
    title: str
    value: int
    full: int
    says: str = ""

    def __post_init__(self) -> None:
        make_fit(self, "title", "says")

    @property
    def in_words(self) -> str:
        return self.says or f"{self.value} of {self.full}"


@dataclass(frozen=True, slots=True)
class Course:
    """How a contest goes, or a part of it: every change of a row, in order; of the whole until its frame was left."""

    contest: Contest
    changes: tuple[Change, ...]

    def last(self, kind: type[R]) -> dict[str, R]:
        """Return the rows of a table as they last were, also those that are gone; only such as were changed."""
        return {id: row for id, rows in self.histories(kind).items() for row in rows if row is not None}

    def histories(self, kind: type[R]) -> dict[str, list[R | None]]:
        """Return all that the changed rows of a table have been, the first before the contest; ``None``: not there."""
        found: dict[str, list[R | None]] = {}
        for change in self._of(kind):
            old, new = cast("R | None", change.old), cast("R | None", change.new)
            found.setdefault(change.id, [old]).append(new)
        return found

    def before_and_after(self, kind: type[R], id: str, now: R | None) -> tuple[R | None, R | None]:
        """Return what a row was before the contest and what it last was; ``now``, for one that it has not changed."""
        rows = self.histories(kind).get(id, [now])
        return rows[0], rows[-1]

    def _of(self, kind: type[R]) -> Iterator[Change]:
        return (change for change in self.changes if change.kind is kind)
