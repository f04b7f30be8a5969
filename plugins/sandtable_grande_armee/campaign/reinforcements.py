"""Reinforcements: they arrive in their hex at the beginning of their side's turn, unless the enemy is there (12)."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.engine import Frame, Game, RuleModule, SideId, SpaceId, hookimpl, opens, react, rule
from sandtable_grande_armee.hookspecs.movement import MovementHooks
from sandtable_grande_armee.model import Arrival, Entered, Unit, UnitId, enter, foes_in
from sandtable_grande_armee.model.agreeing import sentence_of
from sandtable_grande_armee.movement.losses import eliminate
from sandtable_grande_armee.steps import ARRIVAL_STEP


class Reinforcements(RuleModule):
    """Who arrives, and who is lost on the way."""

    key = "reinforcements"

    @opens(ARRIVAL_STEP)
    @rule("BASE-1-arrival")
    async def arrive(self, game: Game, frame: Frame) -> None:
        """Those of this turn arrive in their hexes before anybody moves."""
        due = [one for one in game[Arrival] if one.turn <= frame.round and game[Unit][one.id].side == frame.side]
        hexes = tuple(dict.fromkeys(one.hex for one in due))
        if frame.side is None or not hexes:
            return
        lost = set(game.hooks(MovementHooks).lost_arrivals(game, frame.side, hexes))
        for hex in hexes:
            units = tuple(one.id for one in due if one.hex == hex)
            if hex in lost:
                await lose(game, units, hex)
            else:
                await come_in(game, frame.side, units, hex)

    @hookimpl
    @rule("LGA-12-reinforcement-lost")
    def lost_arrivals(self, game: Game, side: SideId, hexes: tuple[SpaceId, ...]) -> Iterable[SpaceId]:
        """All reinforcements of a hex that enemy units occupy are lost; a zone of control alone does no harm (Q14)."""
        return [hex for hex in hexes if foes_in(game, hex, side)]


async def come_in(game: Game, side: SideId, units: tuple[UnitId, ...], hex: SpaceId) -> None:
    """Put reinforcements on the map."""
    game.note(sentence_of(game, units, f"arrives in {game.name(hex)}"))
    for unit in units:
        schedule(game, unit)
        game.change(game[Unit][unit], hex=hex)
    entry = Entered(units, side, hex)
    await game.hooks(MovementHooks).entered(game, entry)
    await react(entry)


async def lose(game: Game, units: tuple[UnitId, ...], hex: SpaceId) -> None:
    """Strike reinforcements whose hex the enemy holds."""
    game.note(f"the enemy holds {game.name(hex)}: {sentence_of(game, units, 'is lost')}")
    for unit in units:
        schedule(game, unit)
        await eliminate(game, unit, "lost on arrival")


def schedule(game: Game, unit: UnitId) -> None:
    """Take a unit off the schedule, and enter its strength as having arrived."""
    game.remove(game[Arrival][unit])
    row = game[Unit][unit]
    enter(game, row.side, "arrived", row.strength(game))
