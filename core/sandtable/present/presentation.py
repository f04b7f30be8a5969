"""What a game shows, asked of its modules; a game that declares nothing shows nothing."""

from __future__ import annotations

import collections
from typing import TYPE_CHECKING

from sandtable.engine.running.caching import cached_while_unchanged
from sandtable.engine.state.rows import OnBoard, SideId
from sandtable.present.cards import card_of_counter
from sandtable.present.hookspecs import present_hooks
from sandtable.present.panels import Track
from sandtable.present.poses import Ghost
from sandtable.present.reaching import reach_by_ways

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.board.spaces import SpaceId
    from sandtable.engine.actions.actions import Action, Ask, Game
    from sandtable.present.board import Colour, Counter, MapMode, Reach, Sign
    from sandtable.present.contests import Contest, Course, Gauge, Outcome
    from sandtable.present.guidance import Lesson
    from sandtable.present.measures import Measure
    from sandtable.present.panels import Panel, Sheet, Where
    from sandtable.present.poses import Arrow, PieceOverlay, SightLine, Trace
    from sandtable.present.standing import Standing


def board(game: Game) -> Map | None:
    """Return the map the game is played on, ``None`` for a game without one, or whose map is gone."""
    from sandtable.board.maps import Map  # brings the geometry along, which takes its time

    there = game.board
    return there if isinstance(there, Map) else None


def sheet(game: Game) -> Map | None:
    """Return the map the game is shown on: that it is played on, else one that it brings only to be looked at."""
    played = board(game)
    if played is not None or (hooks := present_hooks(game)) is None or len(game[OnBoard]):
        return played
    return hooks.sheet(game)


def spaces(game: Game) -> list[tuple[str, SpaceId]]:
    """Return which spaces the ids mean that actions name places by."""
    hooks = present_hooks(game)
    return hooks.spaces(game) if hooks is not None else []


def counters(game: Game) -> list[Counter]:
    """Return what stands on the map."""
    hooks = present_hooks(game)
    return hooks.counters(game) if hooks is not None else []


@cached_while_unchanged
def carriers(game: Game) -> dict[str, tuple[str, ...]]:
    """Return the pieces that carry others, which have no counter of their own, with these."""
    return {counter.piece: counter.carries for counter in counters(game) if counter.carries}


def signs(game: Game) -> list[Sign]:
    """Return what is the matter with spaces."""
    hooks = present_hooks(game)
    return hooks.signs(game) if hooks is not None else []


def map_modes(game: Game) -> list[MapMode]:
    """Return the ways to colour the map."""
    hooks = present_hooks(game)
    return hooks.map_modes(game) if hooks is not None else []


def whole_mode(game: Game, mode: MapMode) -> MapMode:
    """Return a way to colour the map with its colours, also of one that is worked out on demand."""
    hooks = present_hooks(game)
    found = hooks.map_mode(game, mode.key) if mode.on_demand and hooks is not None else None
    return found if found is not None else mode


def reach(game: Game, piece: str, *others: str) -> Reach | None:
    """Return where a piece can go, with ``others`` where all of them can in one action; ``None`` where they cannot.

    Without an answer of the game it is where the ways lead of what is done at this step.
    """
    hooks = present_hooks(game)
    if hooks is None:
        return None
    own = next(iter(hooks.reach(game, piece)), None) if not others else None
    return own if own is not None else reach_by_ways(game, piece, *others)


def ghost(game: Game, piece: str, value: object) -> Ghost | None:
    """Return how a piece would stand if it came to what the hand names, ``None`` where nothing says so.

    A pose says it itself, unless the game does.
    """
    from sandtable.board.poses import Pose  # brings the map along

    hooks = present_hooks(game)
    own = next(iter(hooks.ghosts(game, piece, value)), None) if hooks is not None else None
    return Ghost.of(piece, value) if own is None and isinstance(value, Pose) else own


def overlays(game: Game, piece: str) -> list[PieceOverlay]:
    """Return the spaces that are something to a piece."""
    hooks = present_hooks(game)
    return hooks.piece_overlays(game, piece) if hooks is not None else []


def traces(game: Game, piece: str) -> list[Trace]:
    """Return the ways that a piece has gone or is ordered to go."""
    hooks = present_hooks(game)
    return hooks.traces(game, piece) if hooks is not None else []


def sight_lines(game: Game, piece: str) -> list[SightLine]:
    """Return whom a piece sees, and what hides the others."""
    hooks = present_hooks(game)
    return hooks.sight_lines(game, piece) if hooks is not None else []


def about(game: Game, space: SpaceId) -> list[Sheet]:
    """Return what the game tells of a space."""
    hooks = present_hooks(game)
    return hooks.about(game, space) if hooks is not None else []


def card(game: Game, piece: str) -> Sheet | None:
    """Return what is told of a piece, ``None`` for one that is not on the map and of which the game says nothing."""
    hooks = present_hooks(game)
    if hooks is None:
        return None
    counter = next((one for one in hooks.counters(game) if one.piece == piece), None)
    told = hooks.card(game, piece)
    return told if told is not None or counter is None else card_of_counter(counter)


def panels(game: Game, *wanted: Where) -> list[Panel]:
    """Return the panels that want to stand in one of these places, tracks before all that is longer."""
    return [panel for panel in _all_panels(game) if panel.where in wanted]


@cached_while_unchanged
def _all_panels(game: Game) -> list[Panel]:
    """Return all panels: whoever shows those of one place asks for them once more."""
    hooks = present_hooks(game)
    return sorted(hooks.panels(game), key=lambda panel: not isinstance(panel, Track)) if hooks is not None else []


def preview(game: Game, action: Action) -> list[Panel]:
    """Return what an action would come to, as far as the game says so."""
    hooks = present_hooks(game)
    return hooks.preview(game, action) if hooks is not None else []


def arrows(game: Game, action: Action | None = None) -> list[Arrow]:
    """Return who goes against whom now, and by an action that somebody is about to do."""
    hooks = present_hooks(game)
    return hooks.arrows(game, action) if hooks is not None else []


def measures(game: Game) -> list[Measure]:
    """Return what is counted over the time of a game."""
    hooks = present_hooks(game)
    return hooks.measures(game) if hooks is not None else []


def standing(game: Game) -> Standing | None:
    """Return how the game is won and who leads, ``None`` where the game does not say."""
    hooks = present_hooks(game)
    return hooks.standing(game) if hooks is not None else None


def side_colour(game: Game, side: str) -> Colour | None:
    """Return the colour of a side, by default that which most of its counters have; ``None`` where there is none."""
    hooks = present_hooks(game)
    if hooks is None or not side:
        return None
    own = hooks.side_colour(game, SideId(side))
    worn = collections.Counter(one.colour for one in hooks.counters(game) if one.side == side) if own is None else None
    return own if worn is None else next((colour for colour, _ in worn.most_common(1)), None)


def guidance(game: Game, ask: Ask) -> list[Lesson]:
    """Return what the game teaches about a question."""
    hooks = present_hooks(game)
    return hooks.guidance(game, ask) if hooks is not None else []


def contests(game: Game) -> list[Contest]:
    """Return what is fought out now, and what can be begun."""
    hooks = present_hooks(game)
    return hooks.contests(game) if hooks is not None else []


def outcome(game: Game, course: Course) -> Outcome | None:
    """Return what has come of a contest, or a part of it, ``None`` where the game does not say or nothing has."""
    hooks = present_hooks(game)
    return hooks.outcome(game, course) if hooks is not None else None


def gauges(game: Game, course: Course) -> list[Gauge]:
    """Return what the parties of a contest have left."""
    hooks = present_hooks(game)
    return hooks.gauges(game, course) if hooks is not None else []


def exchange(game: Game, action: Action) -> Contest | None:
    """Return what an action fights out that enters no sequence, ``None`` for one that does not."""
    hooks = present_hooks(game)
    return hooks.exchange(game, action) if hooks is not None else None


def named_round(game: Game, number: int) -> str | None:
    """Return what the game calls a round of its main sequence, ``None`` where it does not say."""
    hooks = present_hooks(game)
    return hooks.round_title(game, number) if hooks is not None else None
