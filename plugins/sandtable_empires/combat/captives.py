"""Leaders of whose corps nothing is left: they join another corps of their force, or are captured (10.6.3)."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.engine import Action, Ask, Choice, Game, SideId, ask, fills
from sandtable_empires.model import Contingent, Corps, CorpsId, Leader, LeaderId


class NameCaptor(Action, frozen=True):
    """Say which power captures a leader."""

    title = "Captured by"

    side: SideId

    @fills("side")
    @staticmethod
    def those_opposing(game: Game, ask: Ask) -> Choice[SideId]:
        return Choice(ask.about)


def led(game: Game, bearers: Iterable[Contingent]) -> dict[LeaderId, CorpsId]:
    """Return who leads which of the corps that bear losses."""
    corps = dict.fromkeys(one.corps for one in bearers if one.corps is not None)
    return {leader.id: id for id in corps for leader in game[Leader].where("corps", id)}


def stranded(game: Game, leaders: dict[LeaderId, CorpsId], left: Iterable[Contingent]) -> list[LeaderId]:
    """Have leaders whose corps is gone join another of their side among those left; return who finds none."""
    there = list(dict.fromkeys(one.corps for one in left if one.corps is not None))
    found: list[LeaderId] = []
    for id, corps in leaders.items():
        leader = game[Leader][id]
        if leader.corps == corps or leader.corps in there:
            continue
        others = [one for one in there if game[Corps][one].side == leader.side]
        if others:
            game.change(leader, corps=others[0], standing="on the map")
        else:
            found.append(id)
    return found


async def capture(game: Game, id: LeaderId, captors: Iterable[SideId], rule: str) -> None:
    """Make a leader a captive: of the opposing power that his owner names, where there are several (R-44)."""
    opposing, leader = tuple(dict.fromkeys(captors)), game[Leader][id]
    captor = opposing[0]
    if len(opposing) > 1:
        captor = (await ask(leader.side, NameCaptor, f"who captures {id}", rule=rule, about=opposing)).side
    game.change(game[Leader][id], corps=None, standing="captured", captor=captor)
    game.note(f"{id} is captured by {captor}", rule)
