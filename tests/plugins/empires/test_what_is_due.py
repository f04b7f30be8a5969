"""The calendar: what is due, the soonest first."""

from __future__ import annotations

from typing import Any

from sandtable.engine import SideId
from sandtable.present import Table, presentation
from sandtable_empires.model.access import Permission, PermissionId
from sandtable_empires.model.accords import Accord, AccordId, Truce
from sandtable_empires.model.arrivals import Arrival, ArrivalId
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.model.nations import NationId
from sandtable_empires.model.quarter import Embargo, Keels, Loan, Score
from sandtable_empires.testing import AU, FR, GB, SP, TU, calendar, corps, position, purse

ENDS = ("May 1807", "everybody", "the last month of the campaign")


def due(*rows: Any, grants: tuple[str, ...] = (CAMPAIGN,)) -> list[tuple[str, ...]]:
    """Return the lines of the calendar of April 1805."""
    pieces = (
        calendar(year=1805, month=4, turns=26),
        corps("T I", TU, "Constantinople", infantry=1),
        purse(SP),
        purse(FR),
    )
    game = position(*pieces, *rows, grants=grants, at="France: depots").game
    (table,) = (one for one in presentation.panels(game, "bottom") if one.key == "calendar")
    assert isinstance(table, Table)
    return list(table.rows)


def test_of_an_empty_calendar_the_end_is_left() -> None:
    assert due() == [ENDS]
    assert due(grants=()) == [ENDS]


def test_money_and_ships() -> None:
    loan, ban = Loan("1", SideId(FR), SideId(SP), 5, 3), Embargo("2", SideId(GB), SideId(FR), 6)
    keels = Keels("3", SideId(SP), NationId(SP), 4, 13)
    assert due(loan, ban, keels, Score(SideId(FR), 3, 100)) == [
        ("June 1805", SP, "pays France back 5 money"),
        ("June 1805", "all powers", "collect money and manpower: the Economic Phase"),
        ("September 1805", FR, "Great Britain denies it American trade for the last time"),
        ("April 1806", SP, "4 new ships of Spain can be launched"),
        ENDS,
    ]


def test_a_truce_that_binds_both_is_one_line_and_one_that_is_over_is_none() -> None:
    both = Truce("1", SideId(AU), SideId(FR), 8), Truce("2", SideId(FR), SideId(AU), 8)
    assert due(*both, Truce("3", SideId(FR), SideId(SP), 0)) == [
        ("November 1805", "Austria and France", "the truce between them ends with this month"), ENDS,
    ]  # fmt: skip


def test_access_and_what_waits_for_an_answer() -> None:
    to_come = Permission(id=PermissionId("1"), owner=SideId(AU), guest=SideId(FR), since=3, until=5, validity="to come")
    now = Permission(id=PermissionId("2"), owner=SideId(SP), guest=SideId(FR), until=4)
    for_ever = Permission(id=PermissionId("3"), owner=SideId(SP), guest=SideId(AU))
    waits = Accord(AccordId("4"), "an alliance", SideId(SP), SideId(AU), "an alliance", lapses=2)
    answered = Accord(AccordId("5"), "an alliance", SideId(SP), SideId(FR), "an alliance", "refused", 2)
    assert due(to_come, now, for_ever, waits, answered) == [
        ("May 1805", AU, "can answer for the last time: Spain proposes an alliance"),
        ("June 1805", FR, "Austria lets it in from now on"),
        ("July 1805", FR, "Spain lets it in for the last time"),
        ENDS,
    ]


def test_who_is_late_stands_in_this_month_and_no_id_is_shown() -> None:
    late = Arrival(id=ArrivalId("raised by Spain, turn 1"), side=SideId(SP), nation=NationId(SP), turn=1, infantry=2)
    later = Arrival(id=ArrivalId("x"), side=SideId(FR), nation=NationId(FR), turn=2, cavalry=1, says="dragoons")
    assert due(later, late) == [
        ("April 1805", SP, "recruits for Spain (2 factors) can be placed"),
        ("May 1805", FR, "dragoons (1 factor) can be placed"), ENDS,
    ]  # fmt: skip
