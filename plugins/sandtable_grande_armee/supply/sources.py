"""Who can supply a unit, and what serves now: what force marches, combats and stacking ask."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from sandtable.board import HexSpaces, of
from sandtable.engine import Game, SideId, SpaceId, cached_while_unchanged
from sandtable_grande_armee.charts.keys import LIMITS
from sandtable_grande_armee.hookspecs.supply import Purpose, SupplyHooks
from sandtable_grande_armee.model import Served, Unit, UnitId, of_an_arm


@cached_while_unchanged
def sources(game: Game, unit: UnitId, purpose: Purpose) -> tuple[str, ...]:
    """Return what can supply a unit where it stands: those that serve this purpose already first.

    Supply units are named by their ids, forts by their hexes. Nothing is used up by asking.
    """
    hooks = game.hooks(SupplyHooks)
    found = dict.fromkeys(hooks.sources(game, unit, purpose))
    if not found:
        return ()
    for one in hooks.no_sources(game, unit, purpose):
        found.pop(one, None)
    if len(found) < 2:
        return tuple(found)
    return tuple(sorted(found, key=lambda one: game.row(Served, one) is None and game.row(Unit, one) is not None))


def supplied_all(game: Game, units: Iterable[UnitId], source: str, purpose: Purpose) -> bool:
    """Tell whether one source can supply all of some units."""
    return all(source in sources(game, unit, purpose) for unit in units)


def serve(game: Game, source: str, purpose: Purpose) -> None:
    """Have a source serve a purpose; of a supply unit that is noted, for it serves one alone in a player turn."""
    if source in game[Unit]:
        game.put(Served(UnitId(source), purpose))


def may_serve(game: Game, supply: UnitId, purpose: Purpose) -> bool:
    """Tell whether a supply unit does not serve another purpose in this player turn."""
    served = game[Served].get(supply)
    return served is None or served.purpose == purpose


@cached_while_unchanged
def supply_units(game: Game, side: SideId) -> tuple[Unit, ...]:
    """Return the supply units of a side that stand on the map."""
    return tuple(unit for unit in of_an_arm(game, "supply") if unit.side == side and unit.hex is not None)


def supply_reach(game: Game, hex: SpaceId) -> frozenset[SpaceId]:
    """Return the hexes that a supply unit in a hex can serve."""
    return _within(of(game).by_number, hex, game.chart(LIMITS).number("supply range"))


@lru_cache(maxsize=1 << 12)
def _within(hexes: HexSpaces, hex: SpaceId, reach: int) -> frozenset[SpaceId]:
    found = {hex}
    for _ in range(reach):
        found |= {there for here in found for there in hexes.beside(here) if there is not None}
    return frozenset(found)
