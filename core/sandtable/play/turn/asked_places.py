"""Where on the map a question is: the places that what is asked about names, be it a space, a piece or a battle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.board.spaces import SpaceId
from sandtable.play.turn.places import spot_of
from sandtable.present import presentation

if TYPE_CHECKING:
    from sandtable.engine.actions.actions import Ask
    from sandtable.engine.running.game import RunningGame
    from sandtable.play.turn.places import Places


def asked_places(game: RunningGame, ask: Ask, places: Places) -> tuple[SpaceId, ...]:
    """Return the spaces a question is about, else what is fought out is about; none for a step of the main sequence."""
    subjects = [spot_of(ask.about), *(frame.subject for frame in reversed(game.frames[1:]))]
    stand: dict[str, tuple[SpaceId, ...]] | None = None
    for id in filter(None, subjects):
        if found := _spaces_of(game, id, places):
            return found
        stand = _stands(game) if stand is None else stand  # only then: all that stands on the map is looked up for it
        if found := stand.get(id, ()):
            return found
    return ()


def _stands(game: RunningGame) -> dict[str, tuple[SpaceId, ...]]:
    return {one.piece: one.spaces for one in presentation.counters(game)}


def _spaces_of(game: RunningGame, id: str, places: Places) -> tuple[SpaceId, ...]:
    """Return the space an id means, else those that the row of that id names."""
    if places.is_space(spot := places.spot(id)):
        return (SpaceId(spot),)
    rows = [row for kind in game.state.tables if (row := game[kind].get(id)) is not None]
    values: list[object] = [getattr(row, name) for row in rows for name in row.__struct_fields__ if name != "id"]
    named = [places.spot(value) for value in values if isinstance(value, str)]
    return tuple(dict.fromkeys(SpaceId(spot) for spot in named if places.is_space(spot)))
