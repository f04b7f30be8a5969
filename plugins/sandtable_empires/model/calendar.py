"""Time and money: the calendar of the campaign, treasuries."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from sandtable.engine import Game, Row, SideId

MONTHS: Final = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip


class Calendar(Row, frozen=True):
    """When the campaign began and in which round it ends; one row, id ``calendar``."""

    id: str
    year: int
    month: Annotated[int, Meta(ge=1, le=12)]
    last: Annotated[int, Meta(ge=1, title="Turns")]


class WarAim(Row, frozen=True):
    """What is fought for, where a campaign is about one: an invader must hold so many provinces outside his home.

    One row, id ``contest``; ``defender`` leads those who resist him.
    """

    stored = "Contest"
    id: str
    invader: SideId
    defender: SideId
    needs: Annotated[int, Meta(ge=1, title="Provinces the invader needs")]


class Treasury(Row, frozen=True):
    """The money and manpower of a side."""

    id: SideId
    money: Annotated[int, Meta(ge=0, title="Money")] = 0
    manpower: Annotated[int, Meta(ge=0, title="Manpower")] = 0


def date(game: Game) -> tuple[int, int]:
    """Return the year and the month (1 to 12) of the present turn."""
    return month_of(game, game.round)


def month_of(game: Game, turn: int) -> tuple[int, int]:
    """Return the year and the month (1 to 12) of a turn."""
    start = game[Calendar]["calendar"]
    months = start.year * 12 + start.month - 1 + max(turn, 1) - 1
    return months // 12, months % 12 + 1


def date_text(game: Game) -> str:
    """Return the month and year as words."""
    return month_text(game, game.round)


def month_text(game: Game, turn: int) -> str:
    """Return the month and year of a turn as words."""
    year, month = month_of(game, turn)
    return f"{MONTHS[month - 1]} {year}"
