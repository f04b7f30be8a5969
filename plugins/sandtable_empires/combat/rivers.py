"""Attacks across a river (7.5.2): who came that way this step."""

from __future__ import annotations

from sandtable.engine import Game, RuleModule, hookimpl, rule
from sandtable_empires.hookspecs.movement import AreaEntered
from sandtable_empires.model import Link, link_id
from sandtable_empires.model.marks import ACROSS_A_RIVER


class Rivers(RuleModule):
    """Remembers by which kind of border a corps has come."""

    key = "rivers"

    @hookimpl
    @rule("BASE-7.5.2-river")
    async def after_area_entered(self, game: Game, entry: AreaEntered) -> None:
        """An attack is across a river when every attacking corps came into the area over one."""
        mark = game.mark_of(entry.corps, ACROSS_A_RIVER)
        link = game[Link].get(link_id(entry.origin, entry.area)) if entry.origin is not None else None
        if link is not None and link.river:
            game.mark(entry.corps, ACROSS_A_RIVER)
        elif mark is not None:
            game.remove(mark)
