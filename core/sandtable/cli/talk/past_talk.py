"""Looking back at the terminal: what is new since one's last move, a position of before, what is counted over time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.cli.talk.lines import StyledLine
from sandtable.engine.errors import Invalid
from sandtable.engine.journal.journal import ROOT
from sandtable.play.record.past import Past
from sandtable.play.record.recap import last_seen
from sandtable.play.record.recap import recap as recap_of
from sandtable.play.record.statistics import series_of
from sandtable.play.record.trails import describe_trail
from sandtable.play.words.matching import typed_number
from sandtable.play.words.present_words import situation_lines
from sandtable.play.words.where import current_place
from sandtable.play.words.wording import side_title

if TYPE_CHECKING:
    from sandtable.cli.talk.dialogue import Dialogue
    from sandtable.play.record.recap import Recap
    from sandtable.play.record.statistics import Series


def recap(talk: Dialogue, rest: str) -> None:
    """Tell what has happened since the last move of whoever sits at the screen, or since a ply."""
    past = Past(talk.referee)
    prompt = talk.referee.prompt
    asked = prompt.open[0].side if prompt is not None else ""
    since = _ply(past, rest) if rest else last_seen(past.plies, talk.sides, asked)
    told = recap_of(talk.referee, past, since, talk.sides)
    if told.is_empty:
        talk.say(f"Nothing has happened since {'then' if rest else 'your last move'}.")
        return
    talk.say("Since the beginning:" if since == ROOT else f"Since ply {since}:", "title")
    _show(talk, told)


def _show(talk: Dialogue, told: Recap) -> None:
    heading: tuple[str, ...] = ()
    for one in told.lines:
        if one.chapter != heading:
            talk.say(" · ".join(one.chapter), "title")
            heading = one.chapter
        indent = "  " if one.line.kind == "deed" else "    "
        talk.show([StyledLine(f"{indent}{one.line.cited}")])
    if told.trails:
        talk.say("Pieces that have moved, come or gone:", "title")
        talk.show(StyledLine(f"  {describe_trail(talk.game, trail)}") for trail in told.trails)


def look_back(talk: Dialogue, rest: str) -> None:
    """Show the situation after a ply; the game stays where it stands."""
    past = Past(talk.referee)
    ply = _ply(past, rest)
    view = past.look(ply, talk.sides)
    talk.say(f"After ply {ply}: {current_place(view)}", "title")
    talk.show(StyledLine(line) for line in situation_lines(view))
    talk.say(f"The game stays at ply {past.last}; goto {ply} would go back there.", "faint")


def counts(talk: Dialogue, rest: str) -> None:
    """Show what the game counts, round by round."""
    series = series_of(Past(talk.referee), talk.sides)
    if not series:
        raise Invalid("this game counts nothing over its rounds; look shows the situation")
    for one in series:
        talk.say(f"{one.title}{f' ({one.unit})' if one.unit else ''}", "title")
        talk.show(StyledLine(line) for line in _table(talk, one))


def _table(talk: Dialogue, series: Series) -> list[str]:
    """Return a line for each round, a column for each side."""
    if not series.sides:
        return ["  not known to you"]
    heads = [side_title(talk.game, side) for side, _ in series.sides]
    rounds = [point.title for point in series.sides[0][1]]
    first = max(map(len, rounds))
    lines = [f"  {'':{first}}  {'  '.join(heads)}"]
    for nth, title in enumerate(rounds):
        values = [points[nth].value for _, points in series.sides]
        cells = [
            f"{'?' if value is None else str(value):>{len(head)}}" for head, value in zip(heads, values, strict=True)
        ]
        lines.append(f"  {title:{first}}  {'  '.join(cells)}")
    return lines


def _ply(past: Past, typed: str) -> int:
    number = typed_number(typed)
    if number is None:
        raise Invalid("name a ply by its number, as in look 12; log shows the numbers")
    if number not in past:
        raise Invalid(
            f"ply {number} is not on the way to the present position: it can be any from {past.first} to {past.last} "
            "that was not undone; goto shows undone ones"
        )
    return number
