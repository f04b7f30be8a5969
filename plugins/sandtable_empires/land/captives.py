"""Leaders whose corps is lost in a city or before it: they join another corps of theirs there, or are captured."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.engine import Game, SideId
from sandtable_empires.model import Contingent, Corps, CorpsId, Leader, LeaderId


def led(game: Game, bearers: Iterable[Contingent]) -> dict[LeaderId, CorpsId]:
    """Return who leads which of the corps that bear losses."""
    corps = dict.fromkeys(one.corps for one in bearers if one.corps is not None)
    return {leader.id: id for id in corps for leader in game[Leader].where("corps", id)}


def seize(
    game: Game, leaders: dict[LeaderId, CorpsId], bearers: Iterable[Contingent], captor: SideId, rule: str
) -> None:
    """Settle what becomes of leaders whose corps is gone; ``bearers`` are what is left of those they were with."""
    left = list(dict.fromkeys(one.corps for one in bearers if one.corps is not None))
    for id, corps in leaders.items():
        leader = game[Leader][id]
        if leader.corps == corps or leader.corps in left:
            continue
        others = [one for one in left if game[Corps][one].side == leader.side]
        if others:
            game.change(leader, corps=others[0], standing="on the map")
        else:
            game.change(leader, corps=None, standing="captured", captor=captor)
            game.note(f"{id} is captured by {captor}", rule)
