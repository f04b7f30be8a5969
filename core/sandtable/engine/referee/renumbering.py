"""Spaces that go by another id on another revision of the map: all rows that name them follow at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, TypeVar

from msgspec.structs import replace

from sandtable.engine.running.in_flight import TABLES
from sandtable.engine.state.row_fields import ids_in, with_ids
from sandtable.engine.state.schema import SPACES

if TYPE_CHECKING:
    from sandtable.engine.rules.belongings import InFlight
    from sandtable.engine.running.game import RunningGame
    from sandtable.engine.state.row import Row

R = TypeVar("R", bound="Row")


def renumber(game: RunningGame, moved: Mapping[str, str]) -> None:
    """Give every row the new ids of the spaces that it names; rows whose own id moves are taken out first."""
    if not moved:
        return
    found: list[tuple[Row, Row]] = []
    for kind in game.state.schema.kinds.values():
        found += [
            (row, renumbered_row(row, moved))
            for row in game[kind]
            if any(space in moved for _, _, space in ids_in(row, SPACES))
        ]
    for row, new in found:
        if row.id != new.id and game[type(row)].get(row.id) is row:  # a companion goes with the row it adds to
            game.remove(row)
    for _, new in found:
        game.state.put(new, dangling=True)


def renumbered_row(row: R, moved: Mapping[str, str]) -> R:
    """Return a row with the new ids of the spaces that it names; one that is gone keeps the one it had."""

    def there(space: str) -> str:
        return moved.get(space) or space

    changed = {name: value for name, value in with_ids(row, SPACES, there).items() if value != getattr(row, name)}
    return replace(row, **changed) if changed else row


def in_flight_at(game: RunningGame, moved: Mapping[str, str]) -> Iterator[tuple[str, InFlight]]:
    """Yield what waits or is noted about a space that has another id: of these only rules know what they name."""
    for kind in TABLES:
        for row in game[kind] if moved else ():
            if row.subject in moved:
                yield row.subject, row
