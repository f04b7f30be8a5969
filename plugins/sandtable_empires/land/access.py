"""Access: whose areas a corps may enter (7.3)."""

from __future__ import annotations

from sandtable.engine import Game, Refusal, RuleModule, cached_while_unchanged, refuses_step, rule
from sandtable_empires.march import March, MarchStep
from sandtable_empires.model import Area, AreaId, Nation, NationId, Province, allies, enemies
from sandtable_empires.model.grants import SINGLE_WAR


@cached_while_unchanged
def closed(game: Game, side: str) -> dict[AreaId, NationId]:
    """Return the areas of whoever is neither friend nor enemy of a side, each with its nation."""
    open_to = {side, *enemies(game, side), *allies(game, side)}
    return {
        area.id: nation.id
        for nation in game[Nation]
        if nation.side not in open_to
        for province in game[Province].where("home", nation.id)
        for area in game[Area].where("province", province.id)
        if area.holder not in open_to
    }


class Access(RuleModule):
    """In a single war a corps enters its own side's areas, those of allies and those of enemies."""

    key = "access"
    needs = SINGLE_WAR

    @refuses_step(March, "side", "there")
    @rule("BASE-7.3-access")
    def no_access(self, game: Game, stride: MarchStep) -> Refusal | None:
        """The areas of whoever is neither friend nor enemy are closed."""
        nation = closed(game, stride.side).get(stride.there)
        if nation is None:
            return None
        return Refusal("no access", cure=f"declare war on {game[Nation][nation].title}, or ask for access")
