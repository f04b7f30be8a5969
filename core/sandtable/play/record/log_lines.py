"""The log: what was done, thrown and noted in a ply, a line each, as some sides may read it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from sandtable.engine.journal.log import read_ply
from sandtable.engine.state.position import Note
from sandtable.engine.words import sentence
from sandtable.play.words.wording import describe_throw, is_named_first, side_title

if TYPE_CHECKING:
    from collections.abc import Collection

    from sandtable.engine.journal.journal import Journal, Ply
    from sandtable.engine.journal.log import LogEntry
    from sandtable.engine.running.chance import ThrowResult
    from sandtable.engine.running.game import RunningGame

LineKind = Literal["deed", "throw", "note"]


class LogLine(NamedTuple):
    """A line of the log. ``side`` did what the ply is about."""

    kind: LineKind
    text: str
    rule: str = ""
    side: str = ""

    @property
    def cited(self) -> str:
        """The text with its rule, unless that stands in it."""
        return f"{self.text} ({self.rule})" if self.rule and self.rule not in self.text else self.text


def log_lines(game: RunningGame, journal: Journal, ply: Ply, sides: Collection[str] | None) -> list[LogLine]:
    """Return what these sides may read of a ply (``None``: whoever holds the file)."""
    entry = read_ply(journal, ply, sides, game)
    side = entry.actions[0].side if entry.actions else ""
    lines = [LogLine("deed", says, side=side) for says in action_lines(game, entry)]
    return [*lines, *(_line(one, side) for one in entry.happened)]


def _line(happened: ThrowResult | Note, side: str) -> LogLine:
    """Say what was thrown or noted in a ply that is about what a side did."""
    if isinstance(happened, Note):
        return LogLine("note", sentence(happened.text), happened.rule, side)
    return LogLine("throw", f"{happened.why}: {describe_throw(happened.dice, happened.faces)}", happened.rule, side)


def action_lines(game: RunningGame, entry: LogEntry) -> list[str]:
    """Say what was done in a ply, with the side that did it."""
    return [_deed_line(side_title(game, deed.side) if deed.side else "", deed.says) for deed in entry.actions]


def _deed_line(side: str, says: str) -> str:
    """Put the side before what it did, unless the sentence is about the side itself: "Spain ends the step"."""
    return sentence(says) if not side or is_named_first(side, says) else f"{side}: {says}"


def ply_lines(
    game: RunningGame, journal: Journal, ply: Ply, sides: Collection[str] | None, *, numbered: bool = False
) -> list[str]:
    """Tell a ply in lines of text: what was done, and under it what was thrown and noted."""
    found = log_lines(game, journal, ply, sides)
    head = f"{ply.id:>4}  " if numbered else ""
    indent = " " * len(head)
    done = [line.text for line in found if line.kind == "deed"]
    if numbered and not done:
        done = ["the start"] if ply.kind == "start" else ["the dice were entered"] if found else []
    elif ply.kind == "start" and not numbered:
        done = []
    signs = {"throw": "thrown: ", "note": ""}
    rest = [f"{indent}  {signs[line.kind]}{line.cited}" for line in found if line.kind != "deed"]
    return [*(f"{head}{says}" for says in done), *rest]


def summarize_ply(game: RunningGame, journal: Journal, ply: Ply, sides: Collection[str]) -> str:
    """Say in a few words what was done in a ply, as far as these sides may know: who did what where several did it."""
    entry = read_ply(journal, ply, sides, game)
    deeds = [deed.says for deed in entry.actions] if len(entry.actions) < 2 else action_lines(game, entry)
    return "; ".join(deeds) or "the dice"
