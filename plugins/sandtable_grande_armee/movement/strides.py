"""The steps of those who go from hex to hex, on marches and on retreats, and what each costs."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import cast

from sandtable.board import HexSpaces, of
from sandtable.engine import Game, SideId, SpaceId, Stride, Tally, cached_while_unchanged
from sandtable_grande_armee.charts.keys import TERRAIN_COST
from sandtable_grande_armee.hookspecs.movement import MovementHooks, Pace
from sandtable_grande_armee.model import Unit, UnitId, those_who_fight
from sandtable_grande_armee.model.terrain import BRIDGE, CLOSED, PASS, PLACES, RIVER
from sandtable_grande_armee.movement.purses import POINTS


class HexStep(Stride[SpaceId], frozen=True, gc=False):
    """A step of units of a side from a hex to the next."""

    units: tuple[UnitId, ...]
    side: SideId
    here: SpaceId

    @property
    def pace(self) -> Pace:
        """What its price hangs on."""
        return cast("Pace", self.key)


@cached_while_unchanged
def price(game: Game, pace: Pace) -> Tally:
    """Return what a step costs, with its parts."""
    return Tally(POINTS, game.hooks(MovementHooks).step_parts(game, pace))


def leads_on(
    game: Game, units: tuple[UnitId, ...], side: SideId, joined: frozenset[SpaceId], breakdown: SpaceId | None
) -> Callable[[SpaceId], list[HexStep]]:
    """Return what answers for each hex which steps lead on from it, as a search asks for many of them.

    ``joined`` are hexes into which it costs more to go because of the friends there; ``breakdown`` is the hex in which
    those who go have come of a breakdown.
    """
    hexes, priced = of(game).by_number, _priced(game)

    def steps(here: SpaceId) -> list[HexStep]:
        leaving = 2 if here == breakdown else 0
        return [
            HexStep(there, paces[leaving + (there in joined)], units, side, here)
            for there, paces in _around(hexes, priced, here)
        ]

    return steps


def plain_steps(game: Game) -> Callable[[SpaceId], tuple[tuple[SpaceId, Pace], ...]]:
    """Return what answers for each hex which hexes lie around it, each with its pace, whoever goes and stands there."""
    return partial(_plain_around, of(game).by_number, _priced(game))


def troops_at(game: Game, hex: SpaceId, side: SideId) -> list[Unit]:
    """Return the units of a side that fight and stand in a hex."""
    return those_who_fight(game, [unit for unit in game.where(Unit, "hex", hex) if unit.side == side])


def terrain_of(game: Game, hex: SpaceId) -> tuple[str, ...]:
    """Return the terrains of a hex that somebody may enter or not: towns and forts do not count."""
    return tuple(word for word in of(game).by_number.terrain(hex) if word not in PLACES)


@lru_cache(maxsize=1 << 8)
def is_open(terrain: tuple[str, ...]) -> bool:
    """Tell whether anybody can go where there are these terrains: not into mountains and water, but over a pass."""
    return PASS in terrain or not set(CLOSED) & set(terrain)


@cached_while_unchanged
def _priced(game: Game) -> tuple[str, ...]:
    """Return the terrains that the chart has a price for."""
    return game.chart(TERRAIN_COST).axes[0].keys


@lru_cache(maxsize=1 << 16)
def _around(
    hexes: HexSpaces, priced: tuple[str, ...], here: SpaceId
) -> tuple[tuple[SpaceId, tuple[Pace, Pace, Pace, Pace]], ...]:
    """Return the hexes around one, each with its pace: plain, joining, leaving a breakdown, and both.

    A hex of several terrains is entered as the last of them that the chart has; what it has no price for is entered as
    the first, and rules keep everybody out.
    """
    found: list[tuple[SpaceId, tuple[Pace, Pace, Pace, Pace]]] = []
    starts_in_pass = PASS in hexes.terrain(here)
    for k in range(6):
        there = hexes.step(here, k)
        if there is None:
            continue
        words, side = hexes.terrain(there), hexes.side(here, k)
        terrain = next((kind for kind in reversed(priced) if kind in words), priced[0])
        along = tuple(kind for kind in side.along if kind != RIVER or BRIDGE not in side.across)
        pass_to_pass = starts_in_pass and PASS in words
        plain, joining, leaving, both = (
            _pace(terrain, along, pass_to_pass, joins, leaves) for leaves in (False, True) for joins in (False, True)
        )
        found.append((there, (plain, joining, leaving, both)))
    return tuple(found)


_pace = lru_cache(maxsize=1 << 10)(Pace)


@lru_cache(maxsize=1 << 16)
def _plain_around(hexes: HexSpaces, priced: tuple[str, ...], here: SpaceId) -> tuple[tuple[SpaceId, Pace], ...]:
    return tuple((there, paces[0]) for there, paces in _around(hexes, priced, here))
