"""The calendar: what is due in this month and the months to come, in the order in which it comes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from sandtable.engine import Game, RuleModule, SideId, counted, hookimpl, in_a_row
from sandtable.present import Panel, PresentHooks, Table
from sandtable_empires.model import Calendar, Leader, month_text
from sandtable_empires.model.access import Permission
from sandtable_empires.model.accords import Accord, Truce
from sandtable_empires.model.arrivals import Arrival, Recall
from sandtable_empires.model.quarter import Embargo, Keels, Loan, Score
from sandtable_empires.model.words import factors_text
from sandtable_empires.spending import next_collection


class Entry(NamedTuple):
    """A line of the calendar: in which turn, whom it is about, what."""

    turn: int
    whom: str
    what: str


class WhatIsDue(RuleModule):
    """What is shown; it changes nothing."""

    key = "what_is_due"
    after = ("looks?",)

    @hookimpl(of=PresentHooks.panels)
    def calendar(self, game: Game) -> Iterator[Panel]:
        """A line for all that is due."""
        rows = tuple((month_text(game, max(one.turn, game.round)), *one[1:]) for one in entries(game))
        if rows:
            columns = ("Month", "Whom", "What")
            yield Table(key="calendar", title="Calendar: what is due", columns=columns, rows=rows, where="bottom")


def entries(game: Game) -> list[Entry]:
    """Return what is due, the soonest first; what should have come already stands in this month."""
    found = chain(_forces(game), _leaders(game), _money(game), _words(game), _ends(game))
    return sorted(found, key=lambda one: (max(one.turn, game.round), one.whom, one.what))


def _forces(game: Game) -> Iterator[Entry]:
    for one in game[Arrival]:
        what = one.says or str(one.corps or f"recruits for {game.name(one.nation)}")
        much = f" ({factors_text(one.factors)})" if one.factors else ""
        yield Entry(one.turn, game.name(one.side), f"{what}{much} can be placed")
    for keel in game[Keels]:
        what = f"{counted(keel.ships, 'new ship')} of {game.name(keel.nation)} can be launched"
        yield Entry(keel.turn, game.name(keel.side), what)


def _leaders(game: Game) -> Iterator[Entry]:
    for recall in game[Recall]:
        leader = game[Leader][recall.id]
        if recall.turn >= game.round:
            yield Entry(recall.turn, game.name(leader.side), f"{leader.title} is called away")
        if recall.back >= game.round:
            yield Entry(recall.back, game.name(leader.side), f"{leader.title} may come back")
    for leader in game[Leader]:
        if leader.standing == "wounded" and leader.until >= game.round:
            yield Entry(leader.until, game.name(leader.side), f"{leader.title} has recovered from his wound")


def _money(game: Game) -> Iterator[Entry]:
    for loan in game[Loan]:
        yield Entry(loan.due, game.name(loan.borrower), f"pays {game.name(loan.lender)} back {loan.money} money")
    for ban in game[Embargo]:
        if ban.until >= game.round:
            what = f"{game.name(ban.by)} denies it {ban.kind} trade for the last time"
            yield Entry(ban.until, game.name(ban.against), what)


def _words(game: Game) -> Iterator[Entry]:
    """Yield what powers have promised each other, or are still to answer."""
    truces: dict[tuple[int, tuple[SideId, ...]], None] = {}
    for truce in game[Truce]:
        if truce.until >= game.round:
            truces[truce.until, tuple(sorted((truce.bound, truce.towards)))] = None
    for until, pair in truces:
        yield Entry(until, in_a_row(map(game.name, pair)), "the truce between them ends with this month")
    for given in game[Permission]:
        owner, guest = game.name(given.owner), game.name(given.guest)
        if given.validity == "to come":
            yield Entry(given.since, guest, f"{owner} lets it in from now on")
        elif given.validity in ("in force", "closed") and given.until >= game.round:
            yield Entry(given.until, guest, f"{owner} lets it in for the last time")
    for accord in game[Accord]:
        if not accord.answer and accord.lapses >= game.round:
            what = f"can answer for the last time: {game.name(accord.proposer)} proposes {accord.matter}"
            yield Entry(accord.lapses, game.name(accord.to), what)


def _ends(game: Game) -> Iterator[Entry]:
    if len(game[Score]):
        yield Entry(next_collection(game), "all powers", "collect money and manpower: the Economic Phase")
    if (calendar := game[Calendar].get("calendar")) is not None:
        yield Entry(calendar.last, "everybody", "the last month of the campaign")
