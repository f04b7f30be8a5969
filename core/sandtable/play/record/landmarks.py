"""Where on the map something happened: the place that a ply of the journal is about."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, cast

from sandtable.engine.state.boards import SpaceId
from sandtable.play.turn.places import Places, spot_of
from sandtable.play.words.naming import space_named_in, spaces_named_in
from sandtable.present import presentation

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.engine.actions.actions import Action
    from sandtable.engine.journal.journal import Ply
    from sandtable.engine.running.game import RunningGame
    from sandtable.play.record.chronicle import Chronicle


class Landmarks:
    """The places that plies are about, as the seat knows them that sees ``game``; none in a game without a map."""

    def __init__(self, game: RunningGame, board: Map | None, chronicle: Chronicle) -> None:
        self._board, self._chronicle = board, chronicle
        self._places = Places(board, presentation.spaces(game))
        self._counters = presentation.counters(game)
        self._stands: dict[str, SpaceId] = {one.piece: one.space for one in self._counters}

    def place_of(self, ply: Ply, sides: Collection[str]) -> SpaceId | None:
        """Return the place that a ply is about: that its action names, where its piece stands, or what the log names.

        ``None`` for a ply that is about no place, or of which these sides may not know it.
        """
        if self._board is None:
            return None
        if ply.action is not None and self._chronicle.may_know(ply, sides):
            spots = [self._places.spot(spot) for spot in spots_of(ply.action)]
            named = [SpaceId(spot) for spot in spots if self._board.knows(spot)]
            held = [self._stands[spot] for spot in spots if spot in self._stands]
            if named or held:
                return (named or held)[-1]
        told = " ".join(line.text for line in self._chronicle.lines(ply, sides))
        named_in = space_named_in(self._board, told)
        return SpaceId(named_in) if named_in else None

    def named_by(self, ply: Ply, text: str, sides: Collection[str]) -> tuple[tuple[SpaceId, ...], tuple[str, ...]]:
        """Return the spaces and the pieces that a line of the log names; of what was done also those it was done with.

        Pieces stand where they stand now; of what these sides may not know nothing is told.
        """
        if self._board is None:
            return (), ()
        done = ply.action if ply.action is not None and self._chronicle.may_know(ply, sides) else None
        is_deed = done is not None and any(
            line.kind == "deed" and line.text in text for line in self._chronicle.lines(ply, sides)
        )
        spots = [self._places.spot(spot) for spot in spots_of(done)] if done is not None and is_deed else []
        spaces = [
            *(SpaceId(spot) for spot in spots if self._board.knows(spot)),
            *map(SpaceId, spaces_named_in(self._board, text)),
        ]
        told = [one.piece for one in self._counters if any(_names(text, name) for name in (one.title, one.leader))]
        pieces = [*(str(spot) for spot in spots if spot in self._stands), *map(str, told)]
        return tuple(dict.fromkeys(spaces)), tuple(dict.fromkeys(pieces))


def _names(text: str, name: str) -> bool:
    """Tell whether a text holds a name as words of its own."""
    return bool(name) and name in text and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None


def spots_of(action: Action) -> Iterator[str]:
    """Go through the ids that an action names, in the order of its fields."""
    for name in action.__struct_fields__:
        value: object = getattr(action, name)
        for one in cast("tuple[object, ...]", value) if isinstance(value, tuple) else (value,):
            if spot := spot_of(one):
                yield spot
