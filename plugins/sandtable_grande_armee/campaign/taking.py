"""Cities change hands as troops come into them."""

from __future__ import annotations

from sandtable.engine import Game, RuleModule, hookimpl, rule
from sandtable_grande_armee.model import City, CityId, Entered, Unit, enemies


class Cities(RuleModule):
    """Who holds a city."""

    key = "cities"

    @hookimpl
    @rule("BASE-5-city-taken")
    async def entered(self, game: Game, entry: Entered) -> None:
        """Troops that come into a city hold it, and hold it until the enemy's come."""
        city = game[City].get(CityId(entry.hex))
        if city is None:
            return
        troops = [unit for one in entry.units if (unit := game[Unit].get(one)) is not None and unit.fights(game)]
        hostile = (None, *enemies(game, entry.side))
        if troops and city.holder in hostile:
            game.change(city, holder=entry.side)
            game.note(f"{game.name(entry.side)} takes {game.board.name(entry.hex)}")
