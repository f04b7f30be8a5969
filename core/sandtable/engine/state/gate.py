"""The gate: the one place that says whether rows may be written now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.engine.errors import Broken

if TYPE_CHECKING:
    from collections.abc import Callable

    from sandtable.engine.failures import Culprit


def nobody() -> None:
    """Tell that it is not known whose code runs."""


class Gate:
    """Says when rows may be written: while a ply is worked out, and never inside a query.

    While it is entered (``with gate:``) a query is running, maybe one inside another: the gate is held shut.
    ``offence`` remembers the first breach, so that a module which swallows the error is found out: when its ply
    ends, or, in a query, when the next ply begins. ``true`` is the gate of the position that a view shows;
    ``who`` tells whose code runs.
    """

    __slots__ = ("offence", "open", "queries", "true", "who")

    def __init__(self, true: Gate | None = None) -> None:
        self.open = False
        self.queries = 0
        self.offence: Broken | None = None
        self.true = true or self
        self.who: Callable[[], Culprit | None] = nobody

    def __enter__(self) -> None:
        self.queries += 1

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        self.queries -= 1

    def refuse(self, message: str) -> Broken:
        true, found = self.true, self.true.who()
        error = Broken(f"{message} ({found})", found.module) if found else Broken(message)
        if (true.open or self.queries or true.queries) and true.offence is None:
            true.offence = error
        return error

    def check(self, what: str) -> None:
        """Raise ``Broken`` unless a rule may write now."""
        if self.queries:
            raise self.refuse(f"{what} inside a query: queries only answer; write in an event or a procedure")
        if not self.open:
            raise self.refuse(f"{what} outside a ply: rows change only while the referee works out an action")
