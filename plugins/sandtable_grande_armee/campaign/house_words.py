"""What house rules by form can speak of: units, hexes, cities, forts, the month; steps of a march, numbers."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.board import of
from sandtable.engine import (
    Consequence,
    Fact,
    Game,
    Occasion,
    RuleModule,
    SideId,
    SpaceId,
    Word,
    fields_of,
    hookimpl,
)  # fmt: skip
from sandtable_grande_armee.hookspecs.combat import VictoryHooks
from sandtable_grande_armee.hookspecs.leaders import LeaderHooks
from sandtable_grande_armee.hookspecs.movement import MovementHooks
from sandtable_grande_armee.model import City, Disruption, Fort, Unit, UnitId
from sandtable_grande_armee.model.armies import Calendar
from sandtable_grande_armee.movement.losses import disrupt
from sandtable_grande_armee.movement.march import March
from sandtable_grande_armee.movement.strides import HexStep


class HouseWords(RuleModule):
    """The words of house rules by form."""

    key = "house_words"

    @hookimpl
    def facts(self) -> Iterable[Word]:
        yield from fields_of(Unit, side="the side of {it}", kind="the type of {it}", hex="the hex of {it}")
        yield Fact(UnitId, "arm", "the arm of {it}", str, lambda game, unit: game[Unit][unit].arm(game))
        yield Fact(UnitId, "strength", "the strength of {it}", int, lambda game, unit: game[Unit][unit].strength(game))
        yield Fact(UnitId, "disrupted", "{it} is disrupted", bool, lambda game, unit: unit in game[Disruption])
        yield Fact(SpaceId, "units", "the number of units of {of} in {it}", int, units_in, of=SideId)
        yield Fact(SpaceId, "terrain", "the terrain of {it}", str, terrain_of)
        yield Fact(SpaceId, "city", "{it} is a city", bool, lambda game, hex: hex in game[City])
        yield Fact(SpaceId, "fort", "{it} is a fort", bool, lambda game, hex: hex in game[Fort])
        yield Fact(SpaceId, "holder", "the holder of {it}", SideId | None, holder_of)
        yield Fact(None, "month", "the month", int, lambda game: int(game[Calendar]["calendar"].begins[5:7]))
        yield Fact(None, "turn", "the turn", int, lambda game: game.round)
        yield Occasion(March, "march", {"there": "the hex that is entered", "here": "the hex that is left"}, HexStep)
        yield Occasion(LeaderHooks.rating_parts, "the rating of a leader")
        yield Occasion(VictoryHooks.victory_parts, "the victory points of a side")
        yield Occasion(MovementHooks.disrupted, "a unit has been disrupted")
        yield Occasion(MovementHooks.force_marches, "a unit has made a force march")
        yield Consequence(UnitId, "disrupt", "{it} is disrupted", disrupt)


def units_in(game: Game, hex: str, side: str) -> int:
    """Return how many units of a side stand in a hex."""
    return sum(unit.side == side for unit in game[Unit].where("hex", hex))


def terrain_of(game: Game, hex: SpaceId) -> str:
    """Return the terrain of a hex, several kinds with a comma between; clear where it has none."""
    return ", ".join(of(game).by_number.terrain(hex)) or "clear"


def holder_of(game: Game, hex: str) -> SideId | None:
    """Return who holds the city or the fort of a hex."""
    here = game[City].get(hex) or game[Fort].get(hex)
    return here.holder if here is not None else None
