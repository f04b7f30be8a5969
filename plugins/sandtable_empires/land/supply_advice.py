"""Where a depot feeds most, who had better eat from one, and whom the land feeds."""

from __future__ import annotations

from fractions import Fraction

from sandtable.engine import Game, Quantity, SideId, Tally
from sandtable_empires.hookspecs.supply import SupplyHooks
from sandtable_empires.land.lines import network
from sandtable_empires.land.march_advice import near_depots
from sandtable_empires.model import AreaId, Corps, CorpsId

FACES = range(1, 7)


def newly_fed(game: Game, side: SideId, area: AreaId) -> list[Corps]:
    """Return the corps that a depot in an area would feed where they stand, and that no depot feeds now."""
    lines, fed = network(game, side), near_depots(game, side)
    if not lines.reaches(area):
        return []
    there = set(lines.ways(area, lines.has.to_corps))
    return [corps for corps in game[Corps].where("side", side) if corps.area in there and corps.area not in fed]


def leads_to(game: Game, side: SideId, area: AreaId) -> list[Corps]:
    """Return the hungry corps to which a chain of depots could be led on from a depot in an area, with its next one."""
    lines, fed = network(game, side), near_depots(game, side)
    if not lines.reaches(area):
        return []
    onward = set(lines.ways(area, lines.has.to_depot + lines.has.to_corps))
    return [corps for corps in game[Corps].where("side", side) if corps.area in onward and corps.area not in fed]


def forage_value(game: Game, corps: CorpsId) -> int:
    """Return what the land gives a corps: it loses as many factors as a die is above that."""
    return max(0, Tally(Quantity("forage value"), game.hooks(SupplyHooks).forage_parts(game, corps)).whole())


def hunger(game: Game, corps: CorpsId) -> Fraction:
    """Return how many factors a corps loses on average when it forages."""
    value = forage_value(game, corps)
    return Fraction(sum(max(0, die - value) for die in FACES), len(FACES))


def hunger_text(game: Game, corps: CorpsId) -> str:
    """Say what foraging risks."""
    value = forage_value(game, corps)
    if value >= max(FACES):
        return "nobody goes hungry there, whatever the die says"
    most = max(FACES) - value
    lost = "a factor" if most == 1 else f"up to {most} factors"
    return f"a die above {value} costs {lost}"
