"""Who sits at the table, and what one may see that another may not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.engine.running.switching import voters

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sandtable.engine.running.game import RunningGame


def people(game: RunningGame) -> list[str]:
    """Return the seats of people who answer for a side."""
    return list(voters(game))


def sees_otherwise(game: RunningGame, seat: str, others: Iterable[str]) -> bool:
    """Tell whether any of these may see something that this seat may not, or the other way round."""
    mine = game.seen_by(seat).state.tables
    return any(
        rows is not theirs[kind] and list(rows) != list(theirs[kind])
        for theirs in (game.seen_by(other).state.tables for other in others)
        for kind, rows in mine.items()
    )
