"""Taking answers back and doing them again at a table where bots sit too: theirs go with those of people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from sandtable.engine.errors import Illegal
from sandtable.engine.state.rows import Seat
from sandtable.play.record.log_lines import summarize_ply
from sandtable.play.table.bot_turns import BotTurns
from sandtable.play.table.table_seats import people

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sandtable.engine.journal.journal import Ply
    from sandtable.engine.referee.referee import Referee
    from sandtable.engine.running.game import RunningGame
    from sandtable.play.table.sitting import Sitting


UNDONE, REDONE = "Undone", "Done again"
"""What is said of an answer that was taken back, and of one that was done again, in the window and in the terminal."""


MANY_OF_BOTS: Final = 10
"""So many answers of bots do not go with one undo before the table has said so."""


def goes_with_undo(referee: Referee) -> list[Ply]:
    """Return the answers that an undo would take back, the latest first: those of bots, and a person's before them.

    Answers that a person has given with one word go together, with what bots have answered in between. Of bots that
    play alone only the last goes; nothing where there is nothing to take back.
    """
    found: list[Ply] = []
    first = 0
    for ply in reversed(referee.journal.line()):
        if ply.action is not None:
            found.append(ply)
            if _is_of_a_person(referee.game, ply) or not people(referee.game):
                first = first or ply.goes_with or ply.id
                if ply.id <= first:
                    return found
    return []


def given_with_one_word(referee: Referee) -> int:
    """Count the answers of a person that an undo would take back: several where one word has given them."""
    return sum(_is_of_a_person(referee.game, ply) for ply in goes_with_undo(referee))


class UndoQuestion(NamedTuple):
    """What whoever undoes is asked first, where many answers of bots go with it."""

    question: str
    details: str


def question_before_undo(referee: Referee, sides: Sequence[str]) -> UndoQuestion | None:
    """Return what is to be asked before an undo, in the eyes of these sides; ``None`` where it may be done at once."""
    gone = goes_with_undo(referee)
    bots = sum(not _is_of_a_person(referee.game, ply) for ply in gone)
    if bots < MANY_OF_BOTS:
        return None
    return UndoQuestion(
        f"Undo “{summarize_ply(referee.game, referee.journal, gone[-1], tuple(sides))}”?",
        f"{bots} answers given by bots since then are undone with it.",
    )


def undo(referee: Referee, seat: str | None, *, agreed: bool = False) -> Ply:
    """Take the last answer of a person back, and what bots have answered since; returns that answer.

    Of answers that were given with one word all are taken back, and the first is returned.

    Raises ``Illegal`` when that may not be; then nothing was taken back.
    """
    head, first = referee.journal.head, 0
    while True:
        before = referee.journal.line()
        try:
            ply = referee.history.undo(seat, agreed=agreed)
        except Illegal:
            if referee.journal.head != head:
                referee.history.goto(head)
            raise
        gone = [one for one in before if one.id > referee.journal.head]
        answers = [one.goes_with or one.id for one in gone if _is_of_a_person(referee.game, one)]
        first = min(answers, default=first)
        if referee.journal.head < first or referee.journal.head <= 1 or not people(referee.game):
            return ply


def _is_of_a_person(game: RunningGame, ply: Ply) -> bool:
    seat = game[Seat].get(ply.seat)
    return seat is None or seat.kind == "person"


def redo(sitting: Sitting, referee: Referee | None = None) -> Ply:
    """Do again what was taken back, bots' answers too; returns the last of it. Raises ``Illegal`` for nothing.

    What was given with one word and taken back with one is done again with one. ``referee``: one that stands in for
    that of the sitting.
    """
    referee, bots = referee or sitting.referee, BotTurns(sitting)
    ply = referee.history.redo()
    first = ply.goes_with or ply.id
    while referee.journal.redo_of(referee.journal.head) is not None and (
        bots.next_question(referee) is not None or _goes_on(referee, first)
    ):
        ply = referee.history.redo()
    return ply


def _goes_on(referee: Referee, first: int) -> bool:
    """Tell whether the next answer that can be done again was given with the same word as ``first``."""
    following = referee.journal.redo_of(referee.journal.head)
    return following is not None and referee.journal[following].goes_with == first


def last_playable(referee: Referee, *, present: bool = False) -> int:
    """Return the last ply that can be played from, after a rule has failed; from a save point, one answer back.

    ``present``: it failed over an answer, and what was asked may be answered otherwise: the present position is it.
    """
    journal = referee.journal
    if present:
        return journal.head
    since, head = journal.since_save_point(), journal.at
    return (since[0].parent if since else 0) or (head.parent if head is not None else 0)
