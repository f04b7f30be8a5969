"""Taking back, doing again, going to another ply, with everybody's consent where that is needed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from sandtable.cli.talk.lines import Talk
from sandtable.engine.errors import Invalid, NeedsAgreement
from sandtable.engine.running import switching
from sandtable.engine.words import sentence
from sandtable.play.record.log_lines import summarize_ply
from sandtable.play.table import going_back
from sandtable.play.words.matching import typed_number
from sandtable.play.words.wording import seat_title

if TYPE_CHECKING:
    from sandtable.cli.talk.dialogue import Dialogue
    from sandtable.engine.journal.journal import Ply


def _consent(talk: Dialogue, what: str) -> Talk[bool]:
    """Ask everybody but the seat at the screen."""
    for seat in switching.voters(talk.game):
        if seat != talk.seat and not (yield from talk.yes(f"{seat_title(talk.game, seat)}: agree to {what}?")):
            talk.say(f"{seat_title(talk.game, seat)} does not agree.")
            return False
    return True


def _with_consent(talk: Dialogue, what: str, act: Callable[[bool], object]) -> Talk[bool]:
    """Do something that may need everybody's agreement."""
    try:
        act(False)
    except NeedsAgreement as error:
        talk.say(sentence(str(error)))
        if not (yield from _consent(talk, what)):
            return False
        act(True)
    return True


def undo(talk: Dialogue, rest: str) -> Talk[None]:
    """Take the last answer back; first say so where many answers of bots go with it."""
    found = going_back.question_before_undo(talk.referee, talk.sides)
    if found is not None:
        talk.say(f"{found.details} To see how things stood, type look N: that undoes nothing.")
        if not (yield from talk.yes(found.question)):
            talk.say("Nothing was undone.")
            return

    with_it = going_back.given_with_one_word(talk.referee) - 1

    def act(agreed: bool) -> None:
        ply = going_back.undo(talk.referee, talk.seat, agreed=agreed)
        more = f" (and {with_it} more with it)" if with_it > 0 else ""
        talk.say(f"{going_back.UNDONE}: {_summary(talk, ply)}{more}", "good")

    if (yield from _with_consent(talk, "take it back", act)):
        talk.again()


def redo(talk: Dialogue, rest: str) -> Talk[None]:
    """Do again what was taken back."""
    ply = going_back.redo(talk.sitting)
    talk.say(f"{going_back.REDONE}: {_summary(talk, ply)}", "good")
    talk.again()
    yield from ()


def _summary(talk: Dialogue, ply: Ply) -> str:
    return summarize_ply(talk.referee.game, talk.referee.journal, ply, talk.sides)


def goto(talk: Dialogue, rest: str) -> Talk[None]:
    """Go to the position after a ply."""
    number = typed_number(rest)
    if number is None:
        raise Invalid("name a ply by its number, as in goto 12; log shows the numbers")

    def act(agreed: bool) -> None:
        talk.referee.history.goto(number, talk.seat, agreed=agreed)
        talk.say(f"Now at ply {talk.referee.journal.head}", "good")

    if (yield from _with_consent(talk, f"go to ply {rest}", act)):
        talk.look()
