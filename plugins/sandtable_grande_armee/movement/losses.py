"""How units are disrupted and lost: the only ways, so that the accounts balance."""

from __future__ import annotations

from sandtable.engine import Game
from sandtable_grande_armee.hookspecs.movement import MovementHooks
from sandtable_grande_armee.model import Cause, Disruption, Unit, UnitId, enter
from sandtable_grande_armee.model.agreeing import sentence_of
from sandtable_grande_armee.model.companions import drop


async def eliminate(game: Game, id: UnitId, cause: Cause) -> None:
    """Take a unit off the map for good, with all that is noted of it, and enter its strength into the accounts."""
    if id not in game[Unit]:
        return
    await game.hooks(MovementHooks).eliminated(game, id, cause)
    unit = game[Unit].get(id)
    if unit is None:
        return
    enter(game, unit.side, cause, -unit.strength(game))
    drop(game, id)


async def disrupt(game: Game, id: UnitId, fresh: bool = False) -> None:
    """Disrupt a unit; ``fresh``: by its own force march, in the movement phase that still runs."""
    game.put(Disruption(id, 0, fresh))
    game.note(sentence_of(game, id, "is disrupted"))
    await game.hooks(MovementHooks).disrupted(game, id, fresh)
