"""The terms of access in words, and what has come of asking for it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sandtable.engine import Game, SideId, in_a_row
from sandtable_empires.model import Area, Permission, Province, month_text
from sandtable_empires.model.accords import Accord
from sandtable_empires.territory import territory

ASKED: Final = "access"
"""The matter of a proposal in which a power asks another for access."""
OFFERED: Final = "access to its land"
"""The matter of one in which it offers it."""


def was_denied(game: Game, owner: SideId, side: SideId | str) -> bool:
    """Tell whether a power has asked another for access and has not got it: refused, or left without an answer."""
    asked = (one for one in game[Accord].where("to", owner) if one.matter == ASKED and one.proposer == side)
    return any(one.answer != "accepted" for one in asked)


def terms_text(game: Game, one: Permission, land: str = "all its land") -> str:
    """Say what a permission is to, and on what conditions; ``land`` is what all that its owner holds is called."""
    return ", ".join(_terms(game, one, land))


def _terms(game: Game, one: Permission, land: str) -> Iterator[str]:
    held = {game[Area][area].province for area in territory(game, one.owner)}
    if len(held) > 1 and held <= {*one.provinces}:
        yield f"to {land.removesuffix('land')}provinces"
    else:
        yield f"to {in_a_row(game.name(each, Province) for each in one.provinces) if one.provinces else land}"
    if one.unconditional:
        yield "by peace condition C.5"
    else:
        may = [word for word, has in (("garrisons", one.garrisons), ("depots", one.depots)) if has]
        yield f"with {in_a_row(may)}" if may else "without garrisons and depots"
        if one.fleets:
            yield "for fleets too"
    if one.against is not None:
        yield f"while at war with {game.name(one.against)}"
    if one.since > game.round:
        yield f"from {month_text(game, one.since)}"
    if one.until:
        yield f"until {month_text(game, one.until)}"
    if one.paid:
        yield f"for {one.paid} money"
    if one.words:
        yield f"“{one.words}”"
