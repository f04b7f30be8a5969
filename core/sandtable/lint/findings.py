"""What a check finds: how bad, what, where, in words, and what would surely mend it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Generic, Literal, TypeVar

import msgspec
from msgspec import Struct

from sandtable.board.spaces import SpaceId
from sandtable.engine.rules.setup_findings import Severity
from sandtable.library.files.report_words import count_of, show_hidden

if TYPE_CHECKING:
    from sandtable.board.shapes import Place as Spot
    from sandtable.design.history import DesignEdit

D = TypeVar("D")
"""A document: a map, a scenario, a preset, or shapes that are no map yet."""

SEVERITIES: Final[tuple[Severity, ...]] = ("error", "warning", "hint")


class Place(Struct, frozen=True, omit_defaults=True):
    """Where something was found: the document, and as much of the rest as applies.

    ``spaces``: the one space, the two ends of an edge, the areas around a gap. ``row`` is one of ``table``.
    ``at`` is in map units: what to look at.
    """

    about: Literal["map", "scenario", "preset", "rule"]
    key: str
    spaces: tuple[SpaceId, ...] = ()
    region: str = ""
    line: str = ""
    table: str = ""
    row: str = ""
    field: str = ""
    at: Spot | None = None

    def __str__(self) -> str:
        inner = "–".join(self.spaces[:4]) + ("…" if len(self.spaces) > 4 else "")
        row = " ".join(filter(None, (self.table, self.row)))
        row += f".{self.field}" if self.field else ""
        spot = f"at {self.at[0]:g}, {self.at[1]:g}" if self.at and not inner else ""
        return ": ".join(filter(None, (f"{self.about} {self.key}", inner or self.region or self.line, row, spot)))


@dataclass(frozen=True, slots=True)
class Fix(Generic[D]):
    """A change that surely mends a finding and nothing else; ``says`` tells beforehand what it will do.

    ``apply`` returns a new document, or the same one when there is nothing left to mend. A ``deliberate`` one changes
    how something is played: it is made only where its code is asked for. ``edit`` does the same as a designer
    does it, with a way back.
    """

    says: str
    apply: Callable[[D], D]
    deliberate: bool = False
    edit: DesignEdit | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "says", show_hidden(self.says))


@dataclass(frozen=True, slots=True)
class Finding(Generic[D]):
    """One thing that a check has found; ``code`` names its kind for good."""

    severity: Severity
    code: str
    place: Place
    words: str
    fix: Fix[D] | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "words", show_hidden(self.words))

    @property
    def rank(self) -> tuple[int, str, str, str]:
        """What findings are sorted by: the worst first, then those of a kind together."""
        return SEVERITIES.index(self.severity), self.code, str(self.place), self.words

    @property
    def says(self) -> str:
        """What is wrong, with the row that it is about where the words do not name it."""
        row = " ".join(filter(None, (self.place.table, self.place.row)))
        return self.words if not row or self.place.row in self.words else f"{row}: {self.words}"

    @property
    def name(self) -> tuple[str, Place]:
        """What it is and where, without coordinates: the same as long as it is not mended."""
        return self.code, msgspec.structs.replace(self.place, at=None)

    def facts(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "severity": self.severity,
            "code": self.code,
            "place": msgspec.to_builtins(self.place),
            "words": self.words,
            "fix": self.fix.says if self.fix else None,
        }


def worst_of(errors: Sequence[str]) -> str:
    """Return the worst of errors, how many more there are, and where all of them are told."""
    more = f" and {count_of(len(errors) - 1, 'more error')}" if len(errors) > 1 else ""
    all_of_them = "`sandtable check`, or Problems in the Scenario workspace, tells all"
    return f"{errors[0].rstrip('.')}{more}; {all_of_them}"
