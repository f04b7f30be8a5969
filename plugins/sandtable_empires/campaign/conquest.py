"""Conquest (7.6): who stands alone in an area at the end of the month holds it."""

from __future__ import annotations

from sandtable.engine import Frame, Game, RuleModule, SideId, opens, rule
from sandtable_empires.disputes import GENERAL, dispute
from sandtable_empires.holding import hold, is_opposed, strongest_of
from sandtable_empires.model import Area, Corps, allies, at_war, is_besieged
from sandtable_empires.model.grants import SINGLE_WAR
from sandtable_empires.steps import CONQUEST_STEP


class Conquest(RuleModule):
    """Who holds what."""

    key = "conquest"
    needs = SINGLE_WAR

    @opens(CONQUEST_STEP)
    @rule("BASE-7.6-conquest")
    async def take(self, game: Game, frame: Frame) -> None:
        """An area falls to the side whose unbesieged corps stand there while no enemy factor is left in it."""
        held = {corps.area for corps in game[Corps]}
        for area in [area for area in game[Area] if area.id in held]:
            taker = await self._taker(game, area)
            if taker is not None and taker != area.holder:
                game.note(f"{taker} takes {area.title}" + (f" from {area.holder}" if area.holder else ""))
                await hold(game, area, taker)

    async def _taker(self, game: Game, area: Area) -> SideId | None:
        """The side with most corps there, if it is at war with the holder and unopposed; equals agree, or throw."""
        here = game[Corps].where("area", area.id)
        standing = {corps.side for corps in here if corps.factors and not is_besieged(game, corps)}
        most = strongest_of(game, area, (side for side in standing if self._may_take(game, area, side)))
        return await dispute(game, most, f"who takes {area.title}", rule=GENERAL) if most else None

    def _may_take(self, game: Game, area: Area, side: SideId) -> bool:
        if area.holder is not None and (area.holder == side or area.holder in allies(game, side)):
            return False
        if area.holder is not None and not at_war(game, side, area.holder):
            return False
        return not is_opposed(game, area, side)
