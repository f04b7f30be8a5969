"""What has become of the pieces in some plies: where each has gone, which have come and which have left the map."""

from __future__ import annotations

from itertools import groupby, islice
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from sandtable.engine.state.boards import SpaceId
from sandtable.engine.state.row import Row
from sandtable.engine.state.rows import Frame
from sandtable.engine.words import sentence
from sandtable.play.turn.places import Places
from sandtable.present import Trace, presentation

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from sandtable.engine.journal.journal import Ply
    from sandtable.engine.running.game import RunningGame
    from sandtable.engine.state.row import Change
    from sandtable.play.record.past import Past
    from sandtable.present import Counter

Fate = Literal["moved", "came", "left"]
Counters = dict[str, "Counter"]


class PieceTrail(Struct, frozen=True):
    """A piece that is not where it was: ``spaces`` it stood in, one after the other; ``ply``: the last that moved it.

    Of a piece that came the first of them is where it came to; of one that left the last is where it stood last.
    """

    piece: str
    side: str
    title: str
    colour: str
    fate: Fate
    spaces: tuple[SpaceId, ...]
    ply: int


def trails_of(past: Past, plies: Iterable[Ply], sides: Collection[str]) -> list[PieceTrail]:
    """Return what became of the pieces in some plies that follow each other, as far as these sides could see it.

    The way of a piece that some may not see is not told: only where it was seen, and where it is seen now.
    """
    found: dict[str, PieceTrail] = {}
    plies = [ply for ply in plies if not ply.documents]  # bringing a campaign up to newer data moves nothing
    if not plies:
        return []
    there = _counters(past.look(past.before(plies[0].id), sides))
    for ply in plies:
        game = past.look(ply.id, sides)
        places = Places(presentation.sheet(game), presentation.spaces(game))
        if _may_move_pieces(places, ply, there):
            now = _counters(game)
            for piece in sorted({**there, **now}):
                before, after = there.get(piece), now.get(piece)
                if (before and before.spaces) != (after and after.spaces):
                    _follow(found, game, places, ply, before, after)
            there = now
    return [trail for _, trail in sorted(found.items()) if _is_elsewhere(trail)]


def _counters(game: RunningGame) -> Counters:
    return {counter.piece: counter for counter in presentation.counters(game)}


def _may_move_pieces(places: Places, ply: Ply, there: Counters) -> bool:
    """Tell whether a ply can have moved, brought or taken a piece; most have not, and what stands need not be asked."""
    return any(
        change.id in there or change.old is None or change.new is None or any(_spaces_changed(places, change))
        for change in ply.changes
        if change.kind is not Frame
    )


def _spaces_changed(places: Places, change: Change) -> Iterator[SpaceId]:
    """Go through the spaces that a change has written into the fields of a row, in the order of the fields."""
    for name in change.new.__struct_fields__ if isinstance(change.new, Row) else ():
        value = getattr(change.new, name)
        if isinstance(value, str) and name != "id" and value != getattr(change.old, name, None):
            space = places.spot(value)
            if places.is_space(space):
                yield SpaceId(space)


def _follow(
    found: dict[str, PieceTrail],
    game: RunningGame,
    places: Places,
    ply: Ply,
    before: Counter | None,
    after: Counter | None,
) -> None:
    """Lengthen the trail of a piece by what a ply has done to it."""
    known = after or before
    assert known is not None
    last = found.get(known.piece)
    if last is None or last.fate == "left":
        fate: Fate = "moved" if before is not None else "came"
        spaces = last.spaces if last is not None else (before.space,) if before is not None else ()
    else:
        fate, spaces = last.fate, last.spaces
    if after is not None:
        spaces = (*spaces, *_stations(game, places, ply, after), after.space)
    else:
        fate = "left"
    one_each = tuple(space for space, _ in groupby(spaces))
    found[known.piece] = PieceTrail(known.piece, known.side, known.title, known.colour, fate, one_each, ply.id)


def _stations(game: RunningGame, places: Places, ply: Ply, counter: Counter) -> Iterator[SpaceId]:
    """Go through the spaces in which a piece stood while a ply was worked out."""
    for change in ply.changes:
        if change.id == counter.piece and change.kind.__name__ == counter.kind:
            if change.kind in game.rulebook.concealed:
                return
            yield from islice(_spaces_changed(places, change), 1)


def _is_elsewhere(trail: PieceTrail) -> bool:
    return trail.fate != "moved" or len(trail.spaces) > 1


def describe_trail(game: RunningGame, trail: PieceTrail) -> str:
    """Say what became of a piece: ``Dupont's Corps: Toledo – Cordova``.

    Titles may be of one or of many (``guerillas``), so no verb follows one.
    """
    names = [game.name(space) for space in trail.spaces]
    said = " – ".join(names)
    if trail.fate == "came":
        said = f"came to {said}"
    elif trail.fate == "left":
        gone_by = f" ({said})" if len(names) > 1 else ""
        said = f"left the map at {names[-1]}{gone_by}" if names else "left the map"
    return sentence(f"{trail.title}: {said}")


def traces_of(trails: Iterable[PieceTrail]) -> list[Trace]:
    """Return the ways of pieces as they are drawn, each in the colour of its side."""
    return [Trace(piece=one.piece, spaces=one.spaces, colour=one.colour) for one in trails if len(one.spaces) > 1]
