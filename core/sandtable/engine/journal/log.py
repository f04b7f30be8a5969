"""The log: what was done, thrown and noted, as each side may read it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from sandtable.engine.actions.actions import describe_without_question
from sandtable.engine.running.chance import ThrowResult
from sandtable.engine.running.common_actions import EnterThrow
from sandtable.engine.state.position import Note
from sandtable.engine.words import fit

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from sandtable.engine.actions.actions import Action, Game
    from sandtable.engine.journal.journal import Journal, Ply

T = TypeVar("T", bound=Struct)


class LoggedAction(NamedTuple):
    """What one side did (an empty side: the table), in words."""

    side: str
    says: str


class LogEntry(NamedTuple):
    """One ply of the log: the deeds it tells (a revealed set of sealed answers tells several), and what came of them.

    What was thrown and noted stands in the order in which it happened.
    """

    ply: int
    actions: tuple[LoggedAction, ...]
    happened: tuple[ThrowResult | Note, ...]

    @property
    def throws(self) -> tuple[ThrowResult, ...]:
        return tuple(one for one in self.happened if isinstance(one, ThrowResult))

    @property
    def notes(self) -> tuple[Note, ...]:
        return tuple(one for one in self.happened if isinstance(one, Note))


def read_ply(journal: Journal, ply: Ply, sides: Collection[str] | None, game: Game | None = None) -> LogEntry:
    """Return a ply as these sides may read it (``None``: whoever holds the file).

    A sealed answer is told when its set is revealed, with the names that things have in ``game``; dice that were
    entered are told as the throw they are.
    """
    return LogEntry(
        ply.id,
        tuple(_logged_actions(journal, ply, sides, game)),
        tuple(_happened(ply, sides)),
    )


def _happened(ply: Ply, sides: Collection[str] | None) -> Iterator[ThrowResult | Note]:
    """Go through what was thrown and noted in a ply as it happened, as far as these sides may know."""
    notes = list(ply.notes)
    for nth, throw in enumerate((*ply.throws, None)):
        while notes and (throw is None or (notes[0].after is not None and notes[0].after <= nth)):
            if _may((note := notes.pop(0)).sides, sides):
                yield _fit(note, "text")
        if throw is not None and _may(throw.seen_by, sides):
            yield _fit(throw, "why")


def _fit(told: T, field: str) -> T:
    """Return a line of the log with its words fit to be shown: as it was worked out, it holds what rows are called."""
    words = getattr(told, field)
    clean = fit(words, lines=True)
    return told if clean == words else replace(told, **{field: clean})


def _may(audience: Collection[str] | None, sides: Collection[str] | None) -> bool:
    return audience is None or sides is None or any(side in audience for side in sides)


def _logged_actions(journal: Journal, ply: Ply, sides: Collection[str] | None, game: Game | None) -> list[LoggedAction]:
    if ply.reveals_from and ply.reveals_from != ply.id:
        answers = {
            one.side: one for one in journal.line(ply.id) if one.id >= ply.reveals_from and one.action is not None
        }
        return [_logged_action(one, sides, game, revealed=True) for one in answers.values()]
    if not ply.says or isinstance(ply.action, EnterThrow):
        return []
    return [_logged_action(ply, sides, game, revealed=False)]


def _logged_action(ply: Ply, sides: Collection[str] | None, game: Game | None, *, revealed: bool) -> LoggedAction:
    if ply.kind == "table":
        return LoggedAction("", fit(ply.says))
    action = ply.action
    if action is not None and action.secret and sides is not None and ply.side not in sides:
        if ply.kind == "sealed" and not revealed:
            return LoggedAction(ply.side, fit(ply.says))
        return LoggedAction(ply.side, f"{ply.side} {action.secretly}" if action.secretly else action.label())
    sealed = action if revealed and ply.kind == "sealed" else None
    says = ply.says if sealed is None else _revealed_text(sealed, game, ply.side)
    return LoggedAction(ply.side, fit(says) + (" (overruled)" if ply.overruled else ""))


def _revealed_text(action: Action, game: Game | None, side: str) -> str:
    return action.plainly(side=side) if game is None else describe_without_question(action, game, side)
