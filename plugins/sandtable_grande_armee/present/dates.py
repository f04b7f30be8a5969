"""The days of a turn, in words."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Final

from sandtable.engine import Game
from sandtable_grande_armee.model import Calendar

CALENDAR: Final = "calendar"
MONTHS: Final = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip


def days_of(calendar: Calendar, turn: int) -> tuple[date, date]:
    """Return the first and the last day of a turn."""
    first = date.fromisoformat(calendar.begins) + timedelta(days=calendar.days * (max(1, turn) - 1))
    return first, first + timedelta(days=calendar.days - 1)


def turn_text(calendar: Calendar, turn: int, *, year: bool = True) -> str:
    """Say which days a turn is: 8-10 October 1806, 30 October - 1 November."""
    first, last = days_of(calendar, turn)
    tail = f" {last.year}" if year else ""
    ends = f"{last.day} {MONTHS[last.month - 1]}{tail}"
    if first == last:
        return ends
    if (first.year, first.month) == (last.year, last.month):
        return f"{first.day}–{ends}"
    begins = f"{first.day} {MONTHS[first.month - 1]}" + (f" {first.year}" if year and first.year != last.year else "")
    return f"{begins} – {ends}"


def date_text(game: Game, turn: int = 0) -> str:
    """Say which days a turn of a game is, the present one unless another is given; nothing without a calendar."""
    calendar = game[Calendar].get(CALENDAR)
    return turn_text(calendar, turn or game.round) if calendar is not None else ""
