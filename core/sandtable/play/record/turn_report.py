"""A round as a page to read and to hand on: what happened, who leads, what is counted, and the map.

It holds what some sides may know, and nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from sandtable.engine.errors import Invalid
from sandtable.play.picture.map_picture import picture_of
from sandtable.play.record.chart import chart_of, table_of
from sandtable.play.record.chronicle import Chronicle
from sandtable.play.record.past import Past
from sandtable.play.record.statistics import series_of
from sandtable.play.record.trails import describe_trail, trails_of
from sandtable.play.words.present_words import round_title
from sandtable.play.words.standing_words import describe_lead, standing_lines
from sandtable.play.words.where import begins_round, current_place
from sandtable.play.words.wording import side_title

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from sandtable.engine.journal.journal import Ply
    from sandtable.engine.referee.referee import Referee
    from sandtable.play.picture.map_picture import MapPicture
    from sandtable.play.record.chart import MeasureChart
    from sandtable.play.record.log_lines import LogLine
    from sandtable.play.record.statistics import Series

SIZE = (1000.0, 640.0)
"""Units of the map in a report."""


class PlayedRound(Struct, frozen=True):
    """A round of the main sequence, with the plies that were played in it; in the last one play goes on."""

    number: int
    title: str
    plies: tuple[Ply, ...]


class ReportChapter(Struct, frozen=True):
    """Where something happened in the sequence of play, and what."""

    title: str
    lines: tuple[LogLine, ...]


class CountedMeasure(Struct, frozen=True):
    """What is counted, as a chart and as a table."""

    chart: MeasureChart
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class TurnReport(Struct, frozen=True):
    """All that a report tells; ``asked`` says who may know it."""

    scenario: str
    round: str
    place: str
    asked: str
    lead: str
    standing: tuple[str, ...]
    chapters: tuple[ReportChapter, ...]
    trails: tuple[str, ...]
    counts: tuple[CountedMeasure, ...]
    picture: MapPicture | None


def rounds_of(past: Past, sides: Collection[str]) -> list[PlayedRound]:
    """Return the rounds that have been played, the last one as far as it has come."""
    found: list[PlayedRound] = []
    begun = 0
    for nth, ply in enumerate(past.plies):
        ends = nth > 0 and begins_round(ply)
        if ends or ply.id == past.last:
            before = past.look(past.before(ply.id) if ends else ply.id, sides)
            number = before.frames[0].round
            found.append(PlayedRound(number, round_title(before, number), past.plies[begun : nth + 1]))
            begun = nth + 1
    return found


def turn_report(referee: Referee, sides: Collection[str], scenario: str, number: int | None = None) -> TurnReport:
    """Return the report of a round, by default the last one in which something was played.

    Raises ``Invalid`` for a round that was not played, or that cannot be looked at any more.
    """
    past = Past(referee)
    rounds = rounds_of(past, sides)
    wanted = _choose(rounds, number)
    chronicle = Chronicle(referee.game.seen_by_sides(frozenset(sides)), referee.journal)
    chapters = _chapters(chronicle, wanted.plies, sides)
    trails = trails_of(past, wanted.plies[1:] if wanted is rounds[0] else wanted.plies, sides)
    counted = [_until(one, wanted) for one in series_of(past, sides)]
    game = past.look(wanted.plies[-1].id, sides)
    return TurnReport(
        scenario,
        wanted.title,
        current_place(game),
        ", ".join(side_title(game, side) for side in sides),
        describe_lead(game),
        tuple(standing_lines(game)),
        tuple(chapters),
        tuple(describe_trail(game, one) for one in trails),
        tuple(
            CountedMeasure(chart_of(game, one), tuple(heads), tuple(map(tuple, rows)))
            for one in counted
            for heads, rows in (table_of(game, one),)
        ),
        picture_of(game, *SIZE),
    )


def _choose(rounds: Sequence[PlayedRound], number: int | None) -> PlayedRound:
    if not rounds:
        raise Invalid("nothing has been played yet: there is no round to report")
    if number is None:
        return rounds[-1]
    found = next((one for one in rounds if one.number == number), None)
    if found is None:
        there = f"{rounds[0].number} to {rounds[-1].number}" if len(rounds) > 1 else str(rounds[0].number)
        raise Invalid(f"round {number} was not played, or cannot be looked at any more: name one of {there}")
    return found


def _chapters(chronicle: Chronicle, plies: Sequence[Ply], sides: Collection[str]) -> list[ReportChapter]:
    """Gather what these sides may read of some plies under where it was played, without the round."""
    found: list[tuple[str, list[LogLine]]] = []
    for ply in plies:
        lines = chronicle.lines(ply, sides)
        if not lines:
            continue
        chapter = chronicle.chapter(ply)
        title = " · ".join(chapter[1:] or chapter)
        if not found or found[-1][0] != title:
            found.append((title, []))
        found[-1][1].extend(lines)
    return [ReportChapter(title, tuple(lines)) for title, lines in found]


def _until(series: Series, wanted: PlayedRound) -> Series:
    """Return a series as it was when a round ended."""
    last = wanted.plies[-1].id
    sides = tuple((side, tuple(point for point in points if point.ply <= last)) for side, points in series.sides)
    return replace(series, sides=sides)
