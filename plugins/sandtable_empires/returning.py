"""Troops that leave the map and come back: as a draft of their nation, in the next Army Reinforcement Step."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from sandtable.engine import Game
from sandtable_empires.model import (
    Arrival,
    ArrivalId,
    Corps,
    Garrison,
    date_text,
    declare,
    leaders_with,
    lose,
    the_corps,
)

EXCHANGED: Final = declare("exchanged", "Forces at peace that go free, or home", "off the map")


def comes_back_as_draft(game: Game, troops: Corps | Garrison) -> None:
    """Have troops leave the map: their factors come back as a draft next month, and their leaders wait for a corps."""
    where = game.name(troops.area or "")
    id = ArrivalId(f"{troops.side}: {troops.nation} from {where}, {date_text(game)}")
    coming = game[Arrival].get(id) or Arrival(
        id=id, side=troops.side, nation=troops.nation, turn=game.round + 1, says=f"those who were in {where}"
    )
    game.put(replace(coming, **{arm: coming.of(arm) + count for arm, count in troops.by_arm().items()}))
    if isinstance(troops, Corps):
        for leader in leaders_with(game, (troops,)):
            game.change(leader, corps=None, standing="waiting")
    named = the_corps(game, troops.id) if isinstance(troops, Corps) else game.name(troops)
    game.note(f"{named} leaves {where}, to be back next month")
    lose(game, troops, troops.by_arm(), EXCHANGED)
