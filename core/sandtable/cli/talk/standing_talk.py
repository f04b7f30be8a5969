"""Standing answers at the terminal: passes that a seat leaves for offers it need not be asked about."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from sandtable.cli.talk.lines import StyledLine, Talk
from sandtable.engine.errors import Invalid, unknown
from sandtable.engine.running.common_actions import EndStep
from sandtable.engine.state.rows import StandingAnswer
from sandtable.play.rules.proposals import describe_standing
from sandtable.play.words.matching import typed_number

if TYPE_CHECKING:
    from sandtable.cli.talk.dialogue import Dialogue
    from sandtable.engine.actions.actions import Action, Ask

ALWAYS: Final = ("pass always", "end always")
HOW: Final = "pass always leaves one about what is asked now, standing pass KIND [about TOPIC] [below N] about another"


def standing(talk: Dialogue, rest: str, ask: Ask | None) -> Talk[None]:
    """Show the standing answers of the seat at the screen, leave one, or withdraw one."""
    seat = talk.speaker
    sides = talk.game.sides_of(seat)
    rows = [row for row in talk.game[StandingAnswer] if row.side in sides]
    word, _, what = rest.partition(" ")
    if not rest:
        talk.show(StyledLine(f"  {number}  {describe_standing(talk.game, row)}") for number, row in enumerate(rows, 1))
        talk.say(f"{HOW}; standing off N withdraws one" if rows else f"no standing answer; {HOW}", "faint")
    elif word == "off":
        number = typed_number(what) or 0
        if not 1 <= number <= len(rows):
            raise Invalid(
                f"name a standing answer by its number, 1 to {len(rows)}"
                if rows
                else "you have left no standing answer"
            )
        talk.referee.council.withdraw_standing_answer(seat, rows[number - 1].id)
    elif word == "pass":
        asked = ask if ask is not None and ask.side in sides else None
        side = str(asked.side if asked is not None else talk.game.frame.side or sides[0])
        if what.strip():
            _leave_standing(talk, side if side in sides else str(sides[0]), what)
        else:
            _leave_about(talk, asked)
    else:
        raise Invalid(f"{HOW}; standing off N withdraws one")
    yield from ()


def _leave_about(talk: Dialogue, ask: Ask | None) -> None:
    """Leave an answer about what is asked now: the step ends, or the offer is declined, from the next time on."""
    if ask is not None and EndStep in ask.kinds:
        _leave(talk, ask.side, EndStep, topic=talk.game.frame.step)
    elif ask is not None and ask.optional and ask.kinds:
        for kind in ask.kinds:
            _leave(talk, ask.side, kind)
    else:
        raise Invalid("this must be answered each time; name the action to pass on: standing pass KIND")


def _leave_standing(talk: Dialogue, side: str, what: str) -> None:
    match = re.fullmatch(r"(?P<kind>.+?)(?:\s+about\s+(?P<topic>.+?))?(?:\s+below\s+(?P<below>\d+))?", what.strip())
    if match is None:
        raise Invalid("name the action to pass on: standing pass KIND")
    known = list(talk.referee.family.kinds.values())  # those that answer questions too
    kind = next(
        (one for one in known if match["kind"].casefold() in (one.label().casefold(), one.stored.casefold())), None
    )
    if kind is None:
        raise unknown("kind of action", match["kind"], [one.label() for one in known])
    _leave(talk, side, kind, topic=match["topic"] or "", below=typed_number(match["below"] or ""))


def _leave(talk: Dialogue, side: str, kind: type[Action], *, topic: str = "", below: int | None = None) -> None:
    """Leave an answer, and say what it comes to."""
    ply = talk.referee.council.add_standing_answer(talk.speaker, side, kind, topic=topic, below=below)
    for row in (change.new for change in ply.changes if isinstance(change.new, StandingAnswer)):
        talk.say(f"{describe_standing(talk.game, row)}, from the next time on", "faint")
