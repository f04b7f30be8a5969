"""The card of a corps: its factors by arm, its leaders with their ratings, how far it goes, its state."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sandtable.engine import Game
from sandtable.present import Sheet, SheetEntry
from sandtable_empires.hookspecs.movement import together
from sandtable_empires.model import Aboard, Corps, Fleet, Garrison, Leader, is_besieged, siege_of
from sandtable_empires.model.forces import ARMS, Troops
from sandtable_empires.model.marks import MARCHED

LARGE: Final = {"guard": "guards"}


def arms_text(troops: Troops) -> str:
    """Return the factors by arm in whole words: 12 infantry, 2 cavalry."""
    told = [f"{count} {LARGE.get(arm, arm)}" for arm in ARMS if (count := troops.of(arm))]
    return ", ".join(told) or "nothing"


def card(game: Game, piece: str) -> Sheet | None:
    """Return what is told of a corps or a garrison, ``None`` for another piece."""
    corps = game[Corps].get(piece)
    if corps is not None:
        return Sheet(key="card", title=corps.title, entries=tuple(_of_corps(game, corps)), about=corps.area)
    garrison = game[Garrison].get(piece)
    if garrison is None:
        return None
    where = game.name(garrison.area)
    entries = (
        SheetEntry(title="Side", value=_side(garrison)),
        SheetEntry(title="Composition", value=arms_text(garrison)),
        SheetEntry(title="Strength", value=str(garrison.factors)),
    )
    return Sheet(key="card", title=f"Garrison of {where}", entries=entries, about=garrison.area)


def _of_corps(game: Game, corps: Corps) -> Iterator[SheetEntry]:
    yield SheetEntry(title="Side", value=_side(corps))
    yield SheetEntry(title="Composition", value=arms_text(corps))
    yield SheetEntry(title="Strength", value=f"{corps.factors} of at most {sum(corps.room)}")
    for leader in game[Leader].where("corps", corps.id):
        ratings = f"{leader.strategic} strategic, {leader.tactical} tactical"
        yield SheetEntry(title="Leader", value=f"{leader.title} ({ratings})")
    yield SheetEntry(title="Movement", value=f"{corps.movement} points")
    if state := list(_state(game, corps)):
        yield SheetEntry(title="State", value=", ".join(state))


def _side(troops: Corps | Garrison) -> str:
    side, nation = str(troops.side), str(troops.nation)
    return side if side == nation else f"{side} ({nation})"


def _state(game: Game, corps: Corps) -> Iterator[str]:
    if corps.inside:
        yield "besieged" if is_besieged(game, corps) else "in the city"
    siege = siege_of(game, corps.area) if corps.area is not None and not corps.inside else None
    if siege is not None and corps.side in together(game, siege.side):
        yield "lays siege"
    if game.mark_of(corps.id, MARCHED):
        yield "has marched"
    if (aboard := game[Aboard].get(corps.id)) is not None:
        yield f"aboard {game.name(aboard.fleet, Fleet)}"
