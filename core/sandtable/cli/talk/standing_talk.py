"""Standing answers at the terminal: passes that a seat leaves for offers it need not be asked about."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sandtable.cli.talk.lines import StyledLine, Talk
from sandtable.engine.errors import Invalid, unknown
from sandtable.engine.state.rows import StandingAnswer
from sandtable.play.rules.proposals import describe_standing
from sandtable.play.words.matching import typed_number

if TYPE_CHECKING:
    from sandtable.cli.talk.dialogue import Dialogue


def standing(talk: Dialogue, rest: str) -> Talk[None]:
    """Show the standing answers of the seat at the screen, leave one, or withdraw one."""
    seat = talk.speaker
    sides = talk.game.sides_of(seat)
    rows = [row for row in talk.game[StandingAnswer] if row.side in sides]
    word, _, what = rest.partition(" ")
    if not rest:
        talk.show(StyledLine(f"  {number}  {describe_standing(talk.game, row)}") for number, row in enumerate(rows, 1))
        talk.say(
            "standing pass KIND [about TOPIC] [below N] leaves one, standing off N withdraws it"
            if rows
            else "no standing answer; standing pass KIND leaves one",
            "faint",
        )
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
        _leave_standing(talk, seat, what)
    else:
        raise Invalid("type standing pass KIND [about TOPIC] [below N], or standing off N")
    yield from ()


def _leave_standing(talk: Dialogue, seat: str, what: str) -> None:
    match = re.fullmatch(r"(?P<kind>.+?)(?:\s+about\s+(?P<topic>.+?))?(?:\s+below\s+(?P<below>\d+))?", what.strip())
    if match is None:
        raise Invalid("name the action to pass on: standing pass KIND")
    known = list(talk.referee.family.kinds.values())  # those that answer questions too
    kind = next(
        (one for one in known if match["kind"].casefold() in (one.label().casefold(), one.stored.casefold())), None
    )
    if kind is None:
        raise unknown("kind of action", match["kind"], [one.label() for one in known])
    side = talk.game.frame.side if talk.game.frame.side in talk.game.sides_of(seat) else talk.game.sides_of(seat)[0]
    below = typed_number(match["below"] or "")
    talk.referee.council.add_standing_answer(seat, str(side), kind, topic=match["topic"] or "", below=below)
