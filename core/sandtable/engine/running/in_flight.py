"""What a module leaves in flight when it goes out of force: named, and dropped."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sandtable.engine.state.rows import AgendaItem, Due, Duty, Mark

if TYPE_CHECKING:
    from collections.abc import Collection

    from sandtable.engine.rules.belongings import InFlight
    from sandtable.engine.running.game import RunningGame

TABLES: Final[tuple[type[InFlight], ...]] = (AgendaItem, Due, Duty, Mark)


def left_by(game: RunningGame, modules: Collection[str]) -> list[InFlight]:
    """Return the rows in flight whose kinds these modules bring."""
    belongings = game.family.belongings
    return [row for table in TABLES for row in game[table] if belongings.owner(row) in modules]


def drop(game: RunningGame, modules: Collection[str]) -> list[str]:
    """Take out what these modules leave in flight, naming it in the log; returns how each row is called."""
    left = left_by(game, modules)
    for row in left:
        game.note(f"{name_of(game, row)} is dropped: its rule is no longer in force", sides=row.sides or None)
        game.remove(row)
    return [name_of(game, row) for row in left]


def name_of(game: RunningGame, row: InFlight) -> str:
    """Say in words what is in flight."""
    subject = game.name(row.subject)
    what = f"{row.what} {subject}".strip()
    match row:
        case Due():
            return f"{what} (round {row.when}, {row.rule})"
        case Duty():
            return f"{row.side} owes: {row.says or what} ({row.rule})"
        case Mark():
            return f"{subject} is marked: {row.what}"
        case _:
            return what
