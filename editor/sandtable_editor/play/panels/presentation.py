"""What a game shows, as its modules declare it; a game that declares nothing has its situation in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sandtable.engine.hookspecs import CoreHooks
from sandtable.engine.words import fit
from sandtable.play.wording import current_place
from sandtable.present import present_hooks
from sandtable.present.panels import Where

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.board.spaces import SpaceId
    from sandtable.engine.running.game import Game
    from sandtable.present import Counter, MapMode, Panel, Reach, Sheet, Sign


def board(game: Game) -> Map | None:
    """Return the map the game is played on, ``None`` for a game without one."""
    hooks = present_hooks(game)
    return hooks.board(game) if hooks is not None else None


def spaces(game: Game) -> list[tuple[str, SpaceId]]:
    """Return which spaces the ids mean that actions name places by."""
    hooks = present_hooks(game)
    return hooks.spaces(game) if hooks is not None else []


def counters(game: Game) -> list[Counter]:
    """Return what stands on the map."""
    hooks = present_hooks(game)
    return hooks.counters(game) if hooks is not None else []


def signs(game: Game) -> list[Sign]:
    """Return what is the matter with spaces."""
    hooks = present_hooks(game)
    return hooks.signs(game) if hooks is not None else []


def map_modes(game: Game) -> list[MapMode]:
    """Return the ways to colour the map."""
    hooks = present_hooks(game)
    return hooks.map_modes(game) if hooks is not None else []


def reach(game: Game, piece: str) -> Reach | None:
    """Return where a piece can go, ``None`` for one that does not move now."""
    hooks = present_hooks(game)
    return next(iter(hooks.reach(game, piece)), None) if hooks is not None else None


def about(game: Game, space: SpaceId) -> list[Sheet]:
    """Return what the game tells of a space."""
    hooks = present_hooks(game)
    return hooks.about(game, space) if hooks is not None else []


def panels(game: Game, *wanted: Where) -> list[Panel]:
    """Return the panels that want to stand in one of these places."""
    hooks = present_hooks(game)
    return [panel for panel in hooks.panels(game) if panel.where in wanted] if hooks is not None else []


def situation(game: Game) -> Sequence[str]:
    """Return where we are, and the position in a few lines."""
    return [current_place(game), *(fit(line, lines=True) for line in game.hooks(CoreHooks).situation(game))]
