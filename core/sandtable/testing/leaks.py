"""What gives a secret away: two positions that differ only in what a side cannot see must look the same to it."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, Final, cast

from sandtable.engine.actions.ways import Ways
from sandtable.engine.referee.referee import Referee
from sandtable.engine.running.game import RunningGame
from sandtable.engine.running.offers import Offer
from sandtable.engine.state.boards import SpaceId
from sandtable.engine.state.encoding import plain
from sandtable.present import presentation

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sandtable.engine.actions.actions import Action
    from sandtable.engine.actions.prompts import Prompt
    from sandtable.engine.state.row import Row
    from sandtable.testing.play import Play

MOST: Final = 500
"""So many ways to fill an offer are compared."""
PIECES: Final = 20
"""So many pieces are asked where they can go."""


def leaks(play: Play | Referee, side: str, secret: Row) -> list[str]:
    """Say what tells ``side`` that a hidden row is ``secret`` instead of what it is: rows, offers, reasons, the map.

    The other position differs only in that row; equal views mean there is no leak.
    """
    referee = play if isinstance(play, Referee) else play.referee
    state = referee.game.state.clone()
    state.load_row(type(secret).stored, secret.id, plain(secret))
    return _apart(referee.view(side), RunningGame(referee.family, state).sight(side), referee.prompt, side)


def tells_apart(one: Play, other: Play, side: str) -> list[str]:
    """Say what tells ``side`` which of two games it is in: the prompt, the log, rows, offers, reasons, the map."""
    found = ["prompts differ"] if one.prompt != other.prompt else []
    if one.read_by(side) != other.read_by(side):
        found.append("logs differ")
    return found + _apart(one.referee.view(side), other.referee.view(side), one.prompt, side)


def _apart(mine: RunningGame, theirs: RunningGame, prompt: Prompt | None, side: str) -> list[str]:
    found = [f"rows of {kind.__name__} differ" for kind in mine.state.tables if list(mine[kind]) != list(theirs[kind])]
    rows_differ, offers = bool(found), list[tuple[Offer, Offer]]()
    for ask in prompt.open if prompt else ():
        offers += [(Offer(mine, ask, kind), Offer(theirs, ask, kind)) for kind in ask.kinds if ask.side == side]
    found += [
        f"offers or reasons of {one.kind.__name__} differ"
        for one, other in offers
        if _verdicts(one) != _verdicts(other)
    ]
    if rows_differ:
        return found  # what is shown differs by them
    found += [
        f"where a piece may go by {one.kind.__name__} differs"
        for one, other in offers
        if list(_reaches(one)) != list(_reaches(other))
    ]
    there = dict(_shown(theirs))
    return found + [f"{what} on the map differ" for what, value in _shown(mine) if there.get(what) != value]


def _verdicts(offer: Offer) -> list[tuple[Action, tuple[str, ...]]]:
    return [
        (action, tuple(str(reason) for reason in offer.game.verdict(action, offer.ask)))
        for action in (offer.kind(**filled) for filled in islice(offer.fillings(), MOST))
    ]


def _reaches(offer: Offer) -> Iterator[tuple[Mapping[str, Any], dict[str, Any], dict[str, list[str]]]]:
    """Yield where pieces may go by ways and what that takes, and what is said against places to which they may not.

    Of the first piece that is also what is said against going to where anything stands: how far away that lies has to
    be looked for.
    """
    told = False
    for piece, name in _moving(offer):
        ways = cast("Ways[Any]", piece.domain(name))
        goals = {space: [(goal.goal, goal.cost) for goal in goals] for space, goals in ways.reach().items()}
        against = {space: [*map(str, reasons)] for space, reasons in ways.barred().items()}
        if not told:
            against |= {space: [*map(str, piece.why_not_there(name, space))] for space in _occupied(offer.game)}
            told = True
        yield piece.filled, goals, against


def _moving(offer: Offer) -> Iterator[tuple[Offer, str]]:
    """Yield an offer filled as far as the field of a way, for each piece that may go one: its first field.

    Others are filled by what is best.
    """
    name = offer.next_field()
    if name is None:
        return
    domain: Any = offer.domain(name)
    if isinstance(domain, Ways):
        yield offer, name
        return
    for value in islice(domain, PIECES if not offer.filled else 1):
        yield from _moving(offer.fill(**{name: value}))


def _occupied(game: RunningGame) -> list[str]:
    return sorted({space for counter in presentation.counters(game) for space in counter.spaces})


def _shown(game: RunningGame) -> Iterator[tuple[str, object]]:
    """Yield what there is to be seen of a position: pieces and what is the matter with spaces, panels and tips."""
    counters = presentation.counters(game)
    yield "counters", counters
    yield "signs", presentation.signs(game)
    yield "colours", [presentation.whole_mode(game, mode) for mode in presentation.map_modes(game)]
    yield "panels", presentation.panels(game, "side", "bottom", "window")
    yield "fights", presentation.contests(game)
    for piece in dict.fromkeys(counter.piece for counter in counters):
        yield f"reaches of {piece}", presentation.reach(game, piece)
        yield f"overlays of {piece}", presentation.overlays(game, piece)
        yield f"traces of {piece}", presentation.traces(game, piece)
        yield f"lines of sight of {piece}", presentation.sight_lines(game, piece)
    for space in _occupied(game):
        yield f"facts of {space}", presentation.about(game, SpaceId(space))
