"""Conquest (7.6): who stands alone in an area at the end of the month holds it."""

from __future__ import annotations

from collections import Counter

from sandtable.engine import Frame, Game, RuleModule, SideId, opens, rule
from sandtable_empires.disputes import GENERAL, dispute
from sandtable_empires.hookspecs.control import ControlHooks
from sandtable_empires.model import Area, Corps, Garrison, allies, at_war, is_besieged
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
                was = area.holder
                game.change(area, holder=taker)
                game.note(f"{taker} takes {area.title}" + (f" from {was}" if was else ""))
                await game.hooks(ControlHooks).after_area_taken(game, area.id, taker)

    async def _taker(self, game: Game, area: Area) -> SideId | None:
        """The side with most corps there, if it is at war with the holder and unopposed; equals agree, or throw."""
        here = game[Corps].where("area", area.id)
        standing = [corps for corps in here if corps.factors and not is_besieged(game, corps)]
        counts = Counter(corps.side for corps in standing)
        able = [side for side in counts if self._may_take(game, area, side)]
        most = sorted(side for side in able if counts[side] == max(counts[one] for one in able))
        return await dispute(game, most, f"who takes {area.title}", rule=GENERAL) if most else None

    def _may_take(self, game: Game, area: Area, side: SideId) -> bool:
        if area.holder is not None and (area.holder == side or area.holder in allies(game, side)):
            return False
        if area.holder is not None and not at_war(game, side, area.holder):
            return False
        foes = {one.side for one in game[Corps].where("area", area.id) if one.factors}
        foes |= {one.side for one in game[Garrison].where("area", area.id) if one.factors}
        foes |= set(game.hooks(ControlHooks).holds_out(game, area.id))
        return not any(at_war(game, side, foe) for foe in foes)
