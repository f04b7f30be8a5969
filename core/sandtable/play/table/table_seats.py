"""Who sits at the table, and what one may see that another may not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.engine.running.switching import voters

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sandtable.engine.referee.referee import Referee
    from sandtable.engine.running.game import RunningGame
    from sandtable.play.table.sitting import Sitting


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


class SharedScreen:
    """The screen that the people at a table share: one seat after the other sits there, or for a while nobody."""

    sitting: Sitting
    seat: str | None

    @property
    def referee(self) -> Referee:
        return self.sitting.referee

    @property
    def game(self) -> RunningGame:
        """The true position: for the table's affairs, never for show."""
        return self.referee.game

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides that the seat at the screen answers for."""
        return self.game.sides_of(self.seat) if self.seat is not None else ()

    def people(self) -> list[str]:
        """Return the seats of people who answer for a side."""
        return people(self.game)

    @property
    def speaker(self) -> str:
        """The seat that speaks for the table's affairs: the one at the screen, else the first there is."""
        return self.seat or next(iter(self.people()), "")
